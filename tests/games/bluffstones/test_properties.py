"""What holds in every match, and that board and colours have no sides."""

from __future__ import annotations

import random

import pytest

from siegeworks.core.hexboard import NAMES, SYMMETRIES, board_text, cell, parse_board
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games.bluffstones.rules import LAYOUTS
from siegeworks.match import Match
from tests.games.bluffstones.random_play import advance, matches
from tests.games.bluffstones.tables import FULL_PILE

pytestmark = pytest.mark.plain

MATCHES = 6 if IS_PLAIN else 30
MOST_ROUNDS = {2: 45, 3: 55}


def test_stones_are_conserved_piles_shrink_and_towers_are_seven() -> None:
    """B-4, B-8, B-16, B-18. Also that each round but the last costs a stone, so that play ends."""
    for match, dice in matches(MATCHES):
        in_piles = sum(FULL_PILE[match.seats].values()) * match.seats
        thrown = removed = used_red = scored = rounds = 0
        while match.to_move is not None:
            before = match.ply
            advance(match, dice)
            for event in [event for line in match.story()[before:] for event in line["events"]]:
                thrown += event["kind"] in ("discard", "fizzle")
                removed += event["kind"] == "remove"
                used_red += event["kind"] == "remove"
                scored += event["kind"] == "score"
                rounds += event["kind"] == "reveal"
            view = match.position()
            lying = sum(view["board"].count(letter) for letter in "byg")
            piles = sum(sum(pile.values()) for pile in view["piles"])
            held = sum(stone is not None for stone in view["held"])
            assert piles + held + lying + thrown + removed + used_red == in_piles
            if view["turn_tower"] is not None:
                assert len(view["matching"]) + sum(view["scored"]) == 7
                assert sum(view["scored"]) == scored
            assert all(stones < 3 for stones in view["matching"].values())
        assert rounds <= MOST_ROUNDS[match.seats]


def keeps(symmetry: list[int], layout: str) -> bool:
    circles = {cell(name) for name in LAYOUTS[layout]}
    return {symmetry[circle] for circle in circles} == circles


def turned(match: Match, symmetry: list[int], colours: dict[str, str]) -> Match:
    """The same position on a turned or mirrored board, with other colours."""
    position = match.position()
    board = parse_board(position["board"], "bygBYG")
    position["board"] = board_text({symmetry[at]: colours[letter] for at, letter in board.items()})
    position["piles"] = [{colours[letter]: stones for letter, stones in pile.items()} for pile in position["piles"]]
    for field in ("bids", "held", "revealed"):
        position[field] = [stones and "".join(colours[letter] for letter in stones) for stones in position[field]]
    position["matching"] = {NAMES[symmetry[cell(name)]]: n for name, n in position["matching"].items()}
    return Match.from_position("bluffstones", position)


def turned_name(name: str, symmetry: list[int], colours: dict[str, str]) -> str:
    verb, what = name.split()
    if verb == "bid":
        return f"bid {''.join(colours[letter] for letter in what)}"
    return f"{verb} {NAMES[symmetry[cell(what)]]}"


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_symmetries_and_colours_commute_with_play(layout: str) -> None:
    dice = random.Random(layout)
    symmetries = [places for places in SYMMETRIES.tolist() if keeps(places, layout)]
    assert len(symmetries) == (6 if layout == "pinwheel" else 12)
    for symmetry in symmetries[:2] if IS_PLAIN else symmetries:
        shuffled = dice.sample("byg", 3)
        colours = {"r": "r", "-": "-", **dict(zip("byg", shuffled, strict=True))}
        colours |= {letter.upper(): colour.upper() for letter, colour in zip("byg", shuffled, strict=True)}
        match = Match.new("bluffstones", 2, seed=dice.randrange(1000), options={"layout": layout})
        other = turned(match, symmetry, colours)
        while match.to_move is not None:
            assert sorted(other.legal()) == sorted(turned_name(n, symmetry, colours) for n in match.legal())
            name = dice.choice(match.legal()[-12:])
            match.play(name)
            other.play(turned_name(name, symmetry, colours))
            assert other.to_move == match.to_move
        assert other.state.tobytes() == turned(match, symmetry, colours).state.tobytes()
        assert other.result == match.result
