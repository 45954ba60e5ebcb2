"""Names, refusals, sentences and pictures of BluffStones."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from io import StringIO

import pytest
from rich.console import Console

from siegeworks.core.hexboard import NAMES
from siegeworks.errors import IllegalAction
from siegeworks.games import GAMES
from siegeworks.games.bluffstones import words
from siegeworks.games.bluffstones.rules import ACTIONS, CHANCES
from siegeworks.match import Match
from tests.games.bluffstones.random_play import advance, matches
from tests.games.bluffstones.tables import bid, table

pytestmark = pytest.mark.plain

RULES = {f"B-{number}" for number in range(1, 30)} | {"platform"}
STONES = """
      . . . .
     . G . B .
    . . . b . .
   . G . B b Y .
    . . . . . .
     . B . Y .
      . . . .
"""


def test_the_tables_of_names_are_frozen() -> None:
    """A table that changes breaks every stored record."""
    bids = ("-", "b", "y", "g", "r", "bb", "yy", "gg", "rr")
    cells = tuple(f"{verb} {name}" for verb in ("remove", "place") for name in NAMES)
    assert (*(f"bid {name}" for name in bids), *cells) == words.ACTION_NAMES
    assert words.CHANCE_NAMES[:4] == ("top a1 b", "top a1 y", "top a1 g", "top a2 b")
    assert words.CHANCE_NAMES[110:] == ("top g7 g", "start 0", "start 1", "start 2")
    assert (len(words.ACTION_NAMES), len(words.CHANCE_NAMES)) == (ACTIONS, CHANCES) == (83, 114)


def test_every_refusal_is_a_sentence_with_a_rule() -> None:
    """Whatever is not legal is refused for a reason that is true of this position."""
    for match, dice in matches(6):
        while match.to_move is not None:
            if isinstance(match.to_move, int):
                legal = set(match.legal())
                for name in dice.sample(words.ACTION_NAMES, 12):
                    refusal = match.why_not(name)
                    assert (refusal is None) == (name in legal)
                    assert refusal is None or (refusal.rule in RULES and refusal.reason[-1] == ".")
            advance(match, dice)


def test_refusals_say_what_comes_first() -> None:
    match = table(STONES)
    for name in ("remove d5", "place a1"):
        with pytest.raises(IllegalAction, match="The bids come first: Seat 1 has yet to bid") as refused:
            match.play(name)
        assert refused.value.rule == "B-7"
    bid(match, "r", "g")
    with pytest.raises(IllegalAction, match="Seat 1 must now remove a stone"):
        match.play("bid b")
    with pytest.raises(IllegalAction, match="Seat 1 holds a red stone, which is never placed"):
        match.play("place a1")
    match.play("remove d5")
    with pytest.raises(IllegalAction, match="Seat 2 holds a green stone, and only a red one removes"):
        match.play("remove e5")


def test_every_event_has_a_sentence() -> None:
    match = table(STONES, seats=3, turn=2)
    said = [match.say(event) for event in bid(match, "bb", "r", "yy") + match.play("place c4") + match.play("place d3")]
    assert said == [
        "Seat 2 bids one red.",
        "The bids are shown: Seat 1 two blue, Seat 2 one red, Seat 3 two yellow.",
        "A pair was bid, so Seat 3 throws a yellow stone away.",
        "A pair was bid, so Seat 1 throws a blue stone away.",
        "A pair was bid, so Seat 2 throws a red stone away.",
        "Seat 3 places a yellow stone on c4.",
        "Seat 1 places a blue stone on d3.",
        "Seat 1 scores the tower on d4: three blue stones touch it.",
        "The round is over; Seat 1 gets the turn tower.",
    ]


def test_set_up_removal_and_waste_in_words() -> None:
    match = Match.new("bluffstones", 2)
    assert match.say(match.play("top b2 b")[0]) == "The tower on b2 gets a blue top."
    red = table(STONES)
    bid(red, "-", "r")
    assert red.say(red.play("remove e5")[0]) == "Seat 2 removes the blue stone from e5."
    waste = table()
    assert waste.say(bid(waste, "-", "r")[2]) == "The red stone of Seat 2 is thrown away unused."


def test_every_rule_cited_is_in_the_rules() -> None:
    cited = set()
    for match, dice in matches(6):
        while match.to_move is not None:
            advance(match, dice, resigning=0.02)
        cited |= {event["rule"] for event in match.events}
    assert cited <= RULES


def test_pictures_of_every_phase() -> None:
    picture = GAMES["bluffstones"].picture
    console = Console(width=100, record=True, file=StringIO())
    match = table(STONES, seats=3)
    match.play("bid bb")
    for seat in (None, 0, 1):
        tree = ElementTree.fromstring(picture.svg(match.view(seat), ["d5"]))
        text = " ".join(tree.itertext())
        assert "Turn tower: Seat 1. Towers scored: 0 to 0 to 0." in text
        assert ("Seat 1 two blue" if seat == 0 else "Seat 1 hidden") in text
    assert match.svg(0) != match.svg(1) == match.svg(2)
    assert picture.svg(match.view(), matching=False) != picture.svg(match.view())
    console.print(picture.terminal_picture(match.view(1), ["d5"]))
    bid_in = console.export_text()
    assert "Seat 1   b  4  y  5  g  5  r  3   towers 0   turn tower, a bid is in" in bid_in
    assert "matching stones beside towers: d4 2, f6 1" in bid_in
    match.play("bid r")
    match.play("bid y")
    console.print(picture.terminal_picture(match.view(1)))
    shown = console.export_text()
    assert "holds one blue" in shown
    assert "last bids: Seat 1 two blue, Seat 2 one red, Seat 3 one yellow" in shown
    ElementTree.fromstring(Match.new("bluffstones", 2).svg())
