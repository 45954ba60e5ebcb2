"""Canaries: the seed, keys and tokens are looked for in all that anybody hears; and luck that was changed is found."""

from __future__ import annotations

import base64
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from siegeworks import Match
from siegeworks.cli import main
from siegeworks.server import exports
from tests.server.house import House, Person, pair

OURS = ("siegeworks", "uvicorn", "fastapi", "starlette")
"""Whose log lines are the server's, not those of a client in this process."""
ASKED = (
    *("/tables/{table}", "/tables/{table}?since=0", "/tables/{table}/record", "/tables/{table}/picture"),
    *("/tables/{table}/picture?ply=3", "/tables/{table}/replay", "/tables/{table}/replay/3"),
    *("/tables/{table}/analysis", "/me", "/me/tables", "/tables", "/health", "/ready", "/games", "/openapi.json"),
    *("/metrics", "/tables/nosuchtable1", "/../t/{table}"),
)
ACTS = (
    {"type": "why", "seat": 0, "action": "fort QH"},
    {"type": "preview", "seat": 0, "action": "fort QH"},
    {"type": "play", "seat": 0, "action": "nonsense"},
    {"type": "play", "seat": 9, "action": "done"},
    {"type": "fly"},
    {"type": "ping"},
)


def shapes(secret: bytes) -> set[str]:
    """How a secret could be written, whole or in part."""
    pieces = {secret[at : at + 8] for at in range(len(secret) - 7)} | {secret}
    found = {piece.hex() for piece in pieces} | {str(int.from_bytes(secret)), str(int.from_bytes(secret, "little"))}
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode, base64.b85encode):
        found.add(encode(secret).decode().rstrip("="))
    return found | {str(secret)[2:-1]}


def look_around(person: Person, table: str) -> None:
    """Ask for everything there is."""
    for path in ASKED:
        person.call("GET", path.format(table=table))
    for act in ACTS:
        person.call("POST", f"/tables/{table}/act", json=act)
    person.call("POST", f"/tables/{table}/act", content=b"\xff{")
    person.call("POST", f"/tables/{table}/join", json={"key": "0" * 32})
    with person.sit_down(table) as there:
        there.hear("sync")
        there.send(type="play", seat=1, action="nonsense")
        there.hear("refused")


def heard_of(*people: Person) -> str:
    return " ".join(text for person in people for text in person.heard)


def found_in(text: str, canaries: set[str]) -> set[str]:
    lowered = text.lower()
    return {canary for canary in canaries if canary.lower() in lowered}


@pytest.mark.parametrize("game", ["siege", "nobles", "bluffstones"])
def test_seeds_keys_and_tokens_are_told_to_nobody_but_their_owner(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in OURS:
        caplog.set_level(logging.INFO, name)  # one more than servers have
    with House(tmp_path) as house:
        ada, ben, table = pair(house, game, start=None)
        eve = house.person()
        eve.make("siegestones", "me", "me")
        people, setup = {0: ada, 1: ben}, house.room(table).table
        dice = random.Random(1)
        for _ in range(12):
            for seat in ada.sync(table)["table"]["waiting"][:1]:
                people[seat].play(table, seat, dice.choice(people[seat].legal(table, seat)))
        for person in (ada, ben, eve):
            look_around(person, table)
        with monkeypatch.context() as patch:
            patch.setattr(exports, "picture", lambda found, *_: 1 / 0 if found else "")
            assert ada.call("GET", f"/tables/{table}/picture").json()["code"] == "fault"
        seed = shapes(bytes.fromhex(setup.setup["seed"]))
        secret = shapes((tmp_path / "secret").read_bytes())
        persons = {one for seat in setup.seats for one in seat.people}
        tokens = {person.cookie.split(".")[-1] for person in (ada, ben, eve)}
        keys = {seat: house.inside.identities.key(table, seat, setup.seats[seat].round) for seat in (0, 1)}
        logs = " ".join(str(record.getMessage()) for record in caplog.records if record.name.startswith(OURS))
        everything = heard_of(ada, ben, eve) + logs
        assert found_in(everything, seed | secret | persons | tokens) == set()
        assert found_in(heard_of(ada), set(keys.values())) == {keys[0]}
        assert found_in(heard_of(ben), set(keys.values())) == {keys[1]}
        assert found_in(heard_of(eve) + logs, set(keys.values())) == set()
        assert len(everything) > 50_000
        ada.act(table, "resign", 0)
        look_around(eve, table)
        assert found_in(heard_of(eve), {setup.setup["seed"]})  # now it is everybody's: it would have been found
        assert found_in(heard_of(eve), secret | persons | tokens | set(keys.values())) == set()


# Luck that was changed


Lines = list[str]


def draws(lines: Lines) -> list[int]:
    return [at for at, line in enumerate(lines) if line.startswith("chance row")]


def replaced(at: int) -> Callable[[Lines], Lines]:
    """One of the draws is another."""

    def change(lines: Lines) -> Lines:
        place = draws(lines)[at]
        other = next(colour for colour in "bygr" if colour != lines[place][-1])
        return [*lines[:place], f"chance row {other}", *lines[place + 1 :]]

    return change


def swapped(lines: Lines) -> Lines:
    first, *rest = draws(lines)
    other = next(at for at in rest if lines[at] != lines[first])
    found = list(lines)
    found[first], found[other] = found[other], found[first]
    return found


def moved(lines: Lines) -> Lines:
    """Each draw comes one later."""
    places, found = draws(lines), list(lines)
    for at, place in enumerate(places):
        found[place] = lines[places[at - 1]]
    return found


def reversed_draws(lines: Lines) -> Lines:
    places, found = draws(lines), list(lines)
    for place, other in zip(places, reversed(places), strict=True):
        found[place] = lines[other]
    return found


def with_seed(change: Callable[[str], str]) -> Callable[[Lines], Lines]:
    """The seed is another."""
    return lambda lines: [f"Seed: {change(line[6:])}" if line.startswith("Seed: ") else line for line in lines]


def other_digit(at: int) -> Callable[[Lines], Lines]:
    return with_seed(lambda seed: seed[:at] + ("0" if seed[at] != "0" else "1") + seed[at:][1:])


def other_match(lines: Lines) -> Lines:
    """All luck is that of a seed which nobody had published."""
    match = Match.new("nobles", 2, seed=99)
    match.resign(0)
    return match.record().split("\n")


TAMPERINGS: dict[str, Callable[[Lines], Lines]] = {
    "the first draw is another": replaced(0),
    "a draw in the middle is another": replaced(30),
    "the last draw is another": replaced(-1),
    "two draws change places": swapped,
    "all draws come one later": moved,
    "all draws come in reverse": reversed_draws,
    "a draw is left out": lambda lines: [line for at, line in enumerate(lines) if at != draws(lines)[5]],
    "a draw comes twice": lambda lines: [*lines[: draws(lines)[5]], *lines[draws(lines)[4] :]],
    "the last draw is left out": lambda lines: [line for at, line in enumerate(lines) if at != draws(lines)[-1]],
    "all draws are left out": lambda lines: [line for at, line in enumerate(lines) if at not in draws(lines)],
    "another begins": lambda lines: [
        re.sub(r"chance start (\d)", lambda m: f"chance start {1 - int(m[1])}", line) for line in lines
    ],
    "a seat made a draw": lambda lines: [
        line.replace("chance row", "0 row") if at == draws(lines)[3] else line for at, line in enumerate(lines)
    ],
    "the first digit of the seed": other_digit(0),
    "the last digit of the seed": other_digit(63),
    "a digit in the middle of the seed": other_digit(31),
    "the seed is nought": with_seed(lambda seed: "0" * 64),
    "the seed is shorter": with_seed(lambda seed: seed[:62]),
    "the seed is longer": with_seed(lambda seed: seed + "00"),
    "the seed is turned around": with_seed(lambda seed: seed[::-1]),
    "no seed is named": lambda lines: [line for line in lines if not line.startswith("Seed: ")],
    "another match with its own seed": other_match,
    "the other one won": lambda lines: [
        line.replace("1 wins", "0 wins") if line.startswith("Result") else line for line in lines
    ],
}


def test_luck_that_was_changed_in_any_of_twenty_ways_is_found(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(TAMPERINGS) >= 20
    ada = house.person()
    made = ada.make("nobles", "me", "me")["table"]
    ada.act(made["id"], "resign", 0)
    lines = ada.call("GET", f"/tables/{made['id']}/record").text.split("\n")
    path = tmp_path / "match.siege"

    def verified(found: Lines) -> int:
        path.write_text("\n".join(found))
        return main(["verify", str(path), "--hash", made["seed_hash"]])

    unsealed = [line for line in lines if not line.startswith("Check: ")]
    assert verified(lines) == verified(unsealed) == 0
    for name, tamper in TAMPERINGS.items():
        for original in (lines, unsealed):  # the checksum finds all; without it the seed does
            changed = tamper(original)
            assert changed != original, name
            assert verified(changed) == 2, name
            assert re.search(r"\.( \([\w-]+\))?\n$", capsys.readouterr().err), name
