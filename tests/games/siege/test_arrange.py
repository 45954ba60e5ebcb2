"""A Winter as a whole layout: the actions that lead to it, and which places are told to be open to each card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games.siege.arrange import arrange, open_places
from tests.games.siege.table import SUITS, city, table

pytestmark = pytest.mark.plain
SPOTS = ("hand", "discard", "keep", *(f"{zone}:{suit}" for zone in ("fort", "garrison") for suit in SUITS))
WINTER = ("recall", "stow", "discard")
WINTERS, DRAFTS = (3, 2) if IS_PLAIN else (12, 4)
Draft = dict[str, list[str]]
Move = tuple[str, str, str]
"""A card, where it lies, and where it goes."""


def draft_of(match: Match) -> Draft:
    """What lies at each place as a seat's Winter begins, or goes on."""
    assert isinstance(match.to_move, int)
    own = match.view(match.to_move)["cities"][match.to_move]
    draft = {spot: [] for spot in SPOTS} | {"hand": own["hand"], "keep": own["keep"]}
    for suit in SUITS:
        draft[f"fort:{suit}"] = [own["forts"][suit]] if suit in own["forts"] else []
        draft[f"garrison:{suit}"] = own["garrisons"].get(suit, [])
    return draft


def moved(draft: Draft, move: Move) -> Draft:
    """A card is put somewhere else; whatever stood on that wall goes to the hand."""
    card, at, to = move
    after = {spot: list(cards) for spot, cards in draft.items()}
    after[at].remove(card)
    if to.startswith("fort"):
        after["hand"] += after[to]
        after[to] = []
    after[to].append(card)
    return after


def layout_of(draft: Draft) -> dict[str, Any]:
    forts = {suit: card for suit in SUITS for card in draft[f"fort:{suit}"]}
    garrisons = {suit: draft[f"garrison:{suit}"] for suit in SUITS}
    return {**{part: draft[part] for part in ("hand", "keep", "discard")}, "forts": forts, "garrisons": garrisons}


def view_of(match: Match) -> Any:
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move)[0]


def judged(match: Match, draft: Draft) -> bool:
    """Whether a draft can be played, action by action; a hand that is too full at the end is no fault yet."""
    actions = arrange(view_of(match), layout_of(draft))
    if not isinstance(actions, list):
        return False
    trial = match.copy()
    for action in actions[:-1]:
        if trial.why_not(action) is not None:
            return False
        trial.play(action)
    refusal = trial.why_not(actions[-1])
    return refusal is None or (refusal.rule == "S-30" and len(draft["hand"]) > 5)


def told(match: Match, draft: Draft) -> set[Move]:
    places = open_places(view_of(match), layout_of(draft))
    assert places is not None
    lie = {(card, spot) for spot, cards in draft.items() for card in cards}
    assert sorted((each.thing, each.at) for each in places) == sorted(lie)
    return {(each.thing, each.at, to) for each in places for to in each.to}


def accepted(match: Match, draft: Draft) -> set[Move]:
    moves = {(card, at, to) for at, cards in draft.items() for card in cards for to in SPOTS if to != at}
    return {move for move in moves if judged(match, moved(draft, move))}


def begun(seats: int, options: dict[str, Any], seed: int, steps: int) -> Match:
    """A Winter of a random game, some private steps into it."""
    dice, match = random.Random(seed), Match.new("siege", seats, seed=seed, options=options)
    years = dice.randrange(1, 4)
    while match.view(None)["year"] < years or match.view(None)["phase"] != "winter":
        match.play(dice.choice(match.legal()))
    for _ in range(steps):
        match.play(dice.choice(match.legal()))
    return match


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (2, {"joker_discard": True}), (3, {}), (5, {"joker_discard": True}), (6, {})]
)
def test_what_is_told_open_is_what_can_be_put_there(seats: int, options: dict[str, Any]) -> None:
    """In drafts of random Winters, for every card and every place."""
    compared = 0
    for winter in range(WINTERS):
        dice, match = random.Random(winter), begun(seats, options, 10 * seats + winter, steps=winter % 4)
        if match.view(None)["phase"] != "winter":
            continue
        draft = draft_of(match)
        for _ in range(DRAFTS):
            open_moves = told(match, draft)
            assert open_moves == accepted(match, draft), (seats, winter, draft)
            compared += len(open_moves)
            if open_moves:
                draft = moved(draft, dice.choice(sorted(open_moves)))
    assert compared > WINTERS * DRAFTS


def test_a_joker_is_given_up_last() -> None:
    """S-31: and while one is given up, no other card comes back into the hand."""
    match = table("recall", city("H", "JK JK JK JK JK JK 2C", forts="4H"), *(city(line) for line in "HDSCH"))
    draft = draft_of(match)
    assert not any(card == "JK" for card, _, _ in told(match, draft))
    draft = moved(draft, ("2C", "hand", "discard"))
    assert ("JK", "hand", "discard") in told(match, draft)
    draft = moved(draft, ("JK", "hand", "discard"))
    open_moves = told(match, draft)
    assert {("4H", "fort:H", "hand"), ("2C", "discard", "hand"), ("JK", "hand", "discard")}.isdisjoint(open_moves)
    assert {("4H", "fort:H", "garrison:H"), ("JK", "discard", "hand"), ("2C", "discard", "fort:C")} <= open_moves
    assert open_moves == accepted(match, draft)


def test_jokers_are_discarded_after_other_cards_however_they_are_listed() -> None:
    """S-31."""
    match = table("recall", city("H", "JK JK JK JK JK JK 2C"), *(city(line) for line in "HDSCH"))
    actions = arrange(view_of(match), {"discard": ["JK", "2C"]})
    assert actions == ["done", "done", "discard 2C", "discard JK", "done"]


def test_own_royals_may_go_to_the_keep_and_a_full_garrison_is_closed() -> None:
    """S-28, S-29."""
    match = table("recall", city("H", "KH QD 9H", keep="AH", garrisons="4H 5H"), city("D"))
    open_moves = told(match, draft_of(match))
    assert {(card, to) for card, at, to in open_moves if at == "hand" and to != "discard"} == {
        ("KH", "keep"),
        ("KH", "fort:H"),
        ("QD", "fort:D"),
        ("QD", "garrison:D"),
        ("9H", "fort:H"),
    }


def test_what_stands_stays_once_recalling_is_over() -> None:
    """S-26: whoever plays the steps one by one has closed that part."""
    match = table("stow", city("H", "9H", forts="4H"), city("D"))
    assert told(match, draft_of(match)) == {("9H", "hand", "garrison:H"), ("9H", "hand", "discard")}


@pytest.mark.parametrize("layout", [{"garrisons": {"H": ["4H", "5H", "9H"]}}, {"forts": {"D": "4H"}}, {"walls": {}}])
def test_a_layout_that_cannot_stand_has_no_open_places(layout: dict[str, Any]) -> None:
    match = table("recall", city("H", "9H", forts="4H", garrisons="5H"), city("D"))
    assert open_places(view_of(match), layout) is None


def test_a_hand_that_is_too_full_can_be_mended() -> None:
    """S-30."""
    match = table("recall", city("H", "2C 3C 4C 5C 6C 7C"), city("D"))
    assert ("7C", "hand", "discard") in told(match, draft_of(match))
