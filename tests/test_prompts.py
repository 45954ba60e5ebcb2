"""What people are asked at decisions that matter: prices, duties, and what is about to end the game."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.core.rules import OptionValue
from tests.games.charge.laid import laid
from tests.games.siege.table import city, play, table

SEEDS = 200


def mover(match: Match) -> int:
    """The seat to move."""
    assert isinstance(match.to_move, int)
    return match.to_move


def reached(game: str, code: str, seats: int = 2, options: dict[str, OptionValue] | None = None) -> Match:
    """A match of random play at the first decision that is asked with this code."""
    for seed in range(SEEDS):
        dice = random.Random(seed)
        match = Match.new(game, seats, seed=seed, options=options or {})
        while match.result is None:
            if match.prompt(mover(match)).code == code:
                return match
            match.play(dice.choice(match.legal()))
    raise AssertionError(f"nobody was asked {code}")


@pytest.mark.parametrize(
    ("code", "options", "says"),
    [
        ("ask-winning", {}, "Place a stone or a tower: you control 3 towers, and 4 alone win."),
        ("ask-stopping", {}, "can win with one more tower."),
        ("ask-stone", {"tower_pool": 4}, "Place a stone: all towers are on the board."),
        ("ask-no-tower", {"no_first_tower": True}, "Place a stone: whoever began may not place the first tower."),
        ("ask-opening", {"centre_opening": True}, "on d4 or beside it."),
    ],
)
def test_siegestones_says_what_is_near_and_what_is_closed(
    code: str, options: dict[str, OptionValue], says: str
) -> None:
    match = reached("siegestones", f"siegestones.{code}", options=options)
    assert match.say_prompt(mover(match)).endswith(says)


def test_nobles_names_the_ends_of_the_row_and_what_ends_the_game() -> None:
    row = "b" + "yygg" * 2 + "rrrr" + "bbb"
    draws = ("start 0", *(f"row {colour}" for colour in row))
    match = Match.new("nobles", 2, options={"row_per_colour": 4}, chance=draws)
    assert match.say_prompt(0) == "Lay a blue stone from either end of the Row, or place a tower."
    for name in ("stone R a1", "stone R a2", "stone R a3"):
        match.play(name)
    ends = "the blue or the red stone from the ends of the Row"
    assert match.say_prompt(1) == f"Lay {ends}, or place a tower; laying the last blue stone ends the game."
    match.play("place d5")
    match.play("place a4")
    match.play("move d5 d6")
    assert (
        match.say_prompt(1)
        == "Put the blue or the red stone from the ends of the Row elsewhere in it, or leave the Row as it is."
    )


def test_bluffstones_warns_that_nobody_bidding_ends_the_game() -> None:
    match = Match.new("bluffstones", 3, seed=1)
    seat = mover(match)
    assert match.say_prompt(seat).endswith("if nobody bids a stone, the game ends.")
    assert match.prompt(seat).rule == "B-9"
    match.play("bid b")
    assert match.say_prompt(seat).startswith("Your bid is made. Waiting for ")
    assert match.say_prompt().startswith("Waiting for ")


def test_charge_says_what_yielding_and_holding_cost() -> None:
    match = laid("b d2; y d4 e5 d5; B g4; Y a4", supply=[10, 10])
    match.play("move d2 d4")
    assert match.to_move == 1
    says = match.say_prompt(1)
    assert says.startswith("Blue charges your stone on d4: yield and lose it, or hold it, which costs two supporting")
    assert match.say_prompt(0) == "Waiting for Yellow to yield d4 or hold it for two supporting stones."
    assert match.say_action("hold") == "Hold the stone on d4 for two supporting stones"


def test_charge_says_when_the_game_is_about_to_end() -> None:
    match = laid("b d2; y d6; B g4; Y a4", supply=[10, 10], quiet=38)
    assert match.say_prompt(0).endswith("; after 2 more turns without a charge, a Build or a Deploy the game ends.")


def test_siege_says_before_it_is_missed_that_three_royals_win() -> None:
    match = table("recall", city("H", hand="QH 5S", keep="KH", garrisons="AH"), city("S", hand="4D"))
    assert match.say_prompt(0).endswith(
        "You have the Ace, King and Queen of Hearts: put all three into the Keep, and you win when you finish."
    )
    assert "royals" not in match.say_prompt(1) + match.say_prompt()
    play(match, "recall AH garrison, done, stow AH keep, stow QH keep")
    assert match.say_prompt(0).endswith("The three royals are in your Keep: you win when you finish.")


def test_siege_names_the_suit_to_follow_and_a_joker_only_for_who_has_one() -> None:
    match = reached("siege", "siege.ask-follow", seats=3)
    hand = match.view(mover(match))["cities"][mover(match)]["hand"]
    assert ("or play a joker" in match.say_prompt(mover(match))) == ("JK" in hand)
    assert "you must follow" in match.say_prompt(mover(match))


@pytest.mark.parametrize("defence", ["all", "may_yield"])
def test_siege_offers_to_yield_only_where_that_is_allowed(defence: str) -> None:
    match = reached(
        "siege", "siege.ask-defend" if defence == "all" else "siege.ask-defend-or-yield", options={"defence": defence}
    )
    assert match.say_prompt(mover(match)).endswith("or yield.") == ("yield" in match.legal())
