"""Nobody is told what they may not know: not by views, logs, answers, refusals, numbers or the size of anything."""

from __future__ import annotations

import asyncio
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES, BadRecord, Match
from siegeworks.cli import main
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.errors import SiegeworksError
from siegeworks.server import exports, messages, wire
from siegeworks.server.clocks import Ticks
from siegeworks.server.house import House as Inside
from siegeworks.server.people import Identities
from siegeworks.server.room import Room
from siegeworks.server.store import Event
from siegeworks.server.store.sqlite import SqliteStore
from siegeworks.server.table import Table
from tests.server.house import House, pair, play_out

SECRET_GAMES = [name for name, game in GAMES.items() if views.has_secrets(game.rules.STATE)]
STATES = 40


def table_of(game: str, seats: int, seed: int) -> Table:
    """A table at which everybody is a person of the same number."""
    setup: dict[str, Any] = {
        "game": game,
        "version": GAMES[game].rules.VERSION,
        "options": {},
        "seed": f"{seed:064x}",
        "public": False,
        "seats": [{"kind": "person", "people": [f"p{seat}"]} for seat in range(seats)],
    }
    return Table(Event("t", 0, 0, 0, "made", setup))


def everything(inside: Inside, table: Table, seat: int | None, dice: random.Random) -> list[bytes]:
    """All that the server would say to a seat, or a spectator, about a table."""
    person = None if seat is None else f"p{seat}"
    room = Room(table, 0)
    shot = exports.Snapshot.of(table, person)
    told = [wire.told(inside.letters.sync(room, person)), exports.record(shot).encode()]
    told.append(exports.picture(shot, None, "en").encode())
    room.told = {}
    heard: list[bytes] = []
    room.listeners.add(Ear(person, [] if seat is None else [seat], heard))
    inside.letters.show(room)
    if seat is not None:
        told += [answer_of(inside, room, person, act) for act in acts(table, seat, dice)]
    return told + heard


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self, person: str | None, seats: list[int], heard: list[bytes]) -> None:
        self.person, self.seats, self._heard, self.address, self.mark = person, seats, heard, "", ""
        self.is_host = False

    def hear(self, message: bytes) -> None:
        self._heard.append(message)

    def turn_out(self) -> None:
        raise AssertionError("nobody is shut out here")


def acts(table: Table, seat: int, dice: random.Random) -> list[dict[str, Any]]:
    """Questions, and moves that will be refused."""
    names = table.game.words.ACTION_NAMES
    legal = table.seen_by(seat).legal() if seat in table.waiting else list(names)
    return [
        *({"type": "why", "seat": seat, "action": dice.choice(names)} for _ in range(3)),
        {"type": "preview", "seat": seat, "action": dice.choice(legal)},
        {"type": "preview", "seat": seat, "action": dice.choice(names)},
        {"type": "arrange", "seat": seat, "layout": {"forts": {}}},
        {"type": "play", "seat": seat, "action": "nonsense"},
        *([] if seat in table.waiting else [{"type": "play", "seat": seat, "action": dice.choice(names), "seq": 0}]),
    ]


def answer_of(inside: Inside, room: Room, person: str | None, act: dict[str, Any]) -> bytes:
    async def ask() -> bytes:
        inside.rooms._open["t"] = room
        try:
            return wire.told(await inside.act("t", person, messages.ACT.validate_python(act)))
        except SiegeworksError as problem:
            return f"{problem.code} {problem}".encode()

    return asyncio.run(ask())


def disguised(table: Table, seat: int | None, dice: Any) -> Table:
    """A table whose hidden part is another one that this seat cannot tell from the real one."""
    other = object.__new__(Table)
    other.__dict__.update(table.__dict__)
    other.match = redealt(table.match, seat, dice)
    return other


def redealt(real: Match, seat: int | None, dice: Any) -> Match:
    """A match whose hidden part is another one that this seat cannot tell from the real one."""
    match = real.copy()
    keep_log(real, match, seat)
    seen = real.seat_view(seat)
    step.imagine(seen, 0, 0 if seat is None else seat, dice)
    match._states[:] = seen
    match._count = step.list_legal(match._states, 0, match._out)
    match._look()
    return match


def keep_log(real: Match, match: Match, reader: int | None) -> None:
    """What the reader has read so far, without the view that was found on the way: that one is to be made anew."""
    known = real._logs.readings.get(reader)
    if known is not None:
        match._logs.readings = {reader: replace(known, seen=None)}


def disguise_for_watchers(table: Table, dice: Any) -> Table:
    """What a seat guesses of the others is hidden from watchers too, and looks the same to them."""
    return disguised(table, 0, dice)


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_what_a_seat_is_sent_is_byte_equal_for_states_it_cannot_tell_apart(game: str, tmp_path: Path) -> None:
    """Some states here; `python -m tests.server.long` looks at a thousand for every game and reader."""
    assert compare_states(game, tmp_path, STATES) >= STATES


def compare_states(game: str, folder: Path, states: int, part: int = 0) -> int:
    """Compare so many states of random play, others in each part; returns how many there were."""
    rng, dice, seen, seed = random.Random(part + 1), new_dice(part + 1), 0, part * states
    still = Ticks(lambda: 0.0)
    inside = Inside(SqliteStore(folder / "tables.sqlite"), Identities(b"k" * 32), warm=False, ticks=still)
    inside.readiness.skip()
    while seen < states:
        seats = rng.choice(GAMES[game].seats)
        seed += 1
        for table in states_of(table_of(game, seats, seed), rng):
            if rng.random() > 0.1:
                continue
            for reader in (*range(seats), None):
                table.match.log_from(reader, 0)
                other = disguised(table, reader, dice) if reader is not None else disguise_for_watchers(table, dice)
                if reader is None:
                    keep_log(table.match, other.match, None)
                same = random.Random(seen)
                real = everything(inside, table, reader, same)
                assert everything(inside, other, reader, random.Random(seen)) == real
            seen += 1
            if seen >= states:
                break
    asyncio.run(inside.store.close())
    return seen


def states_of(table: Table, rng: random.Random) -> Any:
    """A table before each of some random actions."""
    for number in range(1, 150):
        if table.is_over:
            return
        yield table
        seat = rng.choice(table.waiting)
        action = rng.choice(table.seen_by(seat).legal())
        data = {"seat": seat, "action": action, "actions": [action]}
        table.apply(Event("t", number, 0, 0, "seal" if seat in table.choosing() else "act", data))


def test_canary_cards_are_found_nowhere_before_they_are_shown(tmp_path: Path, caplog: Any) -> None:
    """With one pack every card is one of a kind: until a card is public, its name may reach nobody but its holder."""
    dice = random.Random(8)
    with House(tmp_path) as house:
        ada, ben, table = pair(house, "siege")
        people, eve = {0: ada, 1: ben}, house.person()
        with eve.sit_down(table) as watching:
            watching.hear("sync")
            for _ in range(60):
                told = ada.sync(table)
                if told["table"]["over"]:
                    break
                seat = told["table"]["waiting"][0]
                people[seat].play(table, seat, dice.choice(people[seat].legal(table, seat)))
                check_canaries(house, table, {0: ada, 1: ben, None: eve})
                eve.sync(table)
                eve.call("GET", f"/tables/{table}/record")
                eve.call("GET", f"/tables/{table}/picture")
    assert not re.search(CARD, caplog.text)


def check_canaries(house: House, name: str, readers: dict[int | None, Any]) -> None:
    """What each reader has heard since the last look names only cards that reader may know."""
    match = house.room(name).table.match
    for reader, person in readers.items():
        lines = [f"J{city['line']}" for city in match.view()["cities"]]  # everybody's Jack lies open (S-6)
        may_know = json.dumps([match.view(reader), match.log(reader), lines])
        heard = re.sub(r' d="[^"]*"', "", " ".join(person.heard))  # outlines of drawings spell anything
        person.heard.clear()
        for found in re.finditer(CARD, heard):
            known = found[0] in KNOWN.setdefault((name, reader), set()) or re.search(rf"\b{found[0]}\b", may_know)
            assert known, (reader, heard[max(0, found.start() - 60) : found.end() + 20])
        KNOWN.setdefault((name, reader), set()).update(re.findall(CARD, may_know))


CARD = r"\b(?:10|[AKQJ2-9])[HDSC]\b"
KNOWN: dict[tuple[str, int | None], set[str]] = {}


def test_a_sealed_bid_is_told_to_nobody_else(house: House) -> None:
    ada, ben, table = pair(house, "bluffstones")
    with ben.sit_down(table) as there:
        there.hear("sync")
        ada.play(table, 0, "bid gg")
        while there.last["table"]["waiting"] != [1]:
            there.hear("update")
        assert ada.sync(table)["seats"]["0"]["sealed"] == "bid gg"
        told = ben.sync(table)
        ben.act(table, "why", 1, action="bid gg")
        ben.act(table, "preview", 1, action="bid b")
        assert told["seats"]["1"]["sealed"] is None
        assert '"sealed":"bid gg"' not in " ".join(ben.heard)
        assert told["seats"]["1"]["view"]["bids"] == [None, None]


def test_reconnecting_a_hundred_times_reveals_nothing_new(house: House) -> None:
    ada, ben, table = pair(house, "siege")
    play_out({0: ada, 1: ben}, table, 2, most=12)
    for person in (house.person(), ada):
        first, heard = person.sync(table)["seats"], []
        for since in (None, *[0] * 99):
            with person.sit_down(table, since=since) as there:
                heard.append(there.hear("sync")["seats"])
        (whole,) = (seat.pop("log") for seat in first.values())
        for seat in (seat for told in (first, *heard) for seat in told.values()):
            assert seat.pop("log_from") <= len(whole)
            assert all(line in whole for line in seat.pop("log", ()))
        assert {json.dumps(told) for told in heard} == {json.dumps(first)}


def test_luck_is_bound_before_the_first_draw_and_any_tampering_shows(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = house.person()
    made = ada.make("nobles", "me", "me")
    table, published = made["table"]["id"], made["table"]["seed_hash"]
    assert made["table"]["seed"] is None
    ada.act(table, "resign", 0)
    text = ada.call("GET", f"/tables/{table}/record").text
    path = tmp_path / "match.siege"
    path.write_text(text)
    assert main(["verify", str(path), "--hash", published]) == 0
    assert "exactly those of the seed" in capsys.readouterr().out
    assert main(["verify", str(path), "--hash", "0" * 64]) == 2
    drawn = [line for line in text.split("\n") if line.startswith("chance row")]
    for was, now in ((drawn[3], "chance row " + next(c for c in "bygr" if c != drawn[3][-1])), ("Seed: ", "Seed: 0")):
        changed = re.sub(r"Check: .*\n", "", text.replace(was, now, 1))
        with pytest.raises(BadRecord):
            Match.from_record(changed)
        path.write_text(changed)
        assert main(["verify", str(path)]) == 2
        assert "line " in capsys.readouterr().err


def test_seeds_are_unrelated_and_as_long_as_they_should_be(house: House) -> None:
    ada = house.person()
    hashes = {ada.make("siegestones", "me", "me")["table"]["seed_hash"] for _ in range(10)}
    assert len(hashes) == 10
    seeds = {room.table.setup["seed"] for room in house.inside.rooms.open()}
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert len(seeds) == len(house.inside.rooms.open())
