"""A whole Winter at once: from the city as it is wanted to the actions that make it so, and what may be wanted next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from typing_extensions import TypedDict

from siegeworks.core import step, views
from siegeworks.core.cards import NAMES, QUEEN, RANK_COUNT, SUITS
from siegeworks.core.game import OpenPlaces
from siegeworks.core.phrases import Sentence, listed, phrase, said
from siegeworks.games.siege import GAME, cities
from siegeworks.games.siege.cities import (
    ACTIONS,
    AT_WINTER,
    DISCARDING,
    RECALLING,
    STATE,
    STOWING,
)

Places = dict[str, Counter[str]]
PLACES = ("fort", "garrison", "keep")
FIELDS = {"fort": "forts", "garrison": "garrisons", "keep": "keep"}
RULES = {"fort": "S-27", "garrison": "S-28", "keep": "S-29"}
HAND, DISCARD = "hand", "discard"
ANYWHERE = (*PLACES, HAND, DISCARD)
MOST_CARDS = 60


class Layout(TypedDict, total=False):
    """A whole Winter: where every card shall be. A part that is left out stays as it stands."""

    hand: list[str]
    keep: list[str]
    forts: dict[str, str]
    garrisons: dict[str, list[str]]
    discard: list[str]


KEYS = tuple(Layout.__annotations__)


class Unreadable(Exception):
    """A layout that says nothing sensible."""

    def __init__(self, code: str, rule: str, /, **args: Any) -> None:
        super().__init__(code)
        self.says = said(code, rule, **args)


class Start(NamedTuple):
    """Where a seat is in its Winter: what stands in its city, what it holds, and its step."""

    view: views.States
    now: Places
    hand: Counter[str]
    step: int


def arrange(view: Any, layout: Mapping[str, Any]) -> list[str] | Sentence:
    """The shortest actions that lead to a layout, or why there are none. Whether each is legal is for Match to say.

    A part of the layout that is left out stays as it stands; the hand is what remains.
    """
    try:
        start = _start(view)
        return _actions(start, _wanted(start, layout))
    except Unreadable as problem:
        return problem.says


def open_places(view: Any, layout: Mapping[str, Any]) -> list[OpenPlaces] | None:
    """Where each card of a layout may go next; None if the layout itself cannot stand, whatever follows.

    A card that is put on a wall sends the one that stood there to the hand.
    """
    try:
        start = _start(view)
        wanted = _wanted(start, layout)
    except Unreadable:
        return None
    if not _stands(start, wanted):
        return None
    return [
        OpenPlaces(card, _spot(at, card), [_spot(to, card) for to in _open_to(start, wanted, card, at)])
        for at in ANYWHERE
        for card in _in_order(wanted[at].keys())
    ]


# What is, and what shall be


def _start(view: Any) -> Start:
    seat = int(view.to_move)
    if view.phase != AT_WINTER or view.own_step[seat] < RECALLING:
        raise Unreadable("siege.own-winter-only", "S-26")
    now, hand = _standing(view, seat), _bag(view.own_hand[seat])
    return Start(np.array([view], STATE), now, hand, int(view.own_step[seat]))


def _standing(view: Any, seat: int) -> Places:
    """What stands where now."""
    forts = [int(cities.fort_at(view, seat, quarter)) for quarter in range(len(SUITS))]
    royals, line = int(cities.keep_of(view, seat)), int(view.line[seat])
    keep = [NAMES[line * RANK_COUNT + rank] for rank in range(QUEEN + 1) if royals >> (QUEEN - rank) & 1]
    return {
        "fort": Counter(NAMES[slot - 1] for slot in forts if slot),
        "garrison": _bag(view.own_garrison[seat]),
        "keep": Counter(keep),
    }


def _bag(counts: Any) -> Counter[str]:
    return Counter({NAMES[kind]: count for kind, count in enumerate(counts.tolist()) if count > 0})


def _wanted(start: Start, layout: Mapping[str, Any]) -> Places:
    """What shall be where, hand and discards too."""
    if unknown := sorted(set(map(str, layout)) - set(KEYS)):
        raise Unreadable("siege.no-such-part", "S-26", name=unknown[0][:20], parts=listed(KEYS, "comma"))
    wanted = {}
    for place in PLACES:
        given = layout.get(FIELDS[place])
        wanted[place] = start.now[place] if given is None else _cards(place, given)
    wanted[DISCARD] = _listed(layout.get("discard") or [], "S-30")
    wanted[HAND] = _rest(start, wanted)
    if layout.get("hand") is not None and _listed(layout["hand"], "S-30") != wanted[HAND]:
        raise Unreadable("siege.hand-would-be", "S-30", cards=_spelled(wanted[HAND]))
    return wanted


def _cards(place: str, given: Any) -> Counter[str]:
    """The cards a part of the layout names; those of a quarter must be of its suit."""
    if place == "keep":
        return _listed(given, RULES[place])
    if not isinstance(given, Mapping) or not set(given) <= set(SUITS):
        raise Unreadable("siege.by-quarter", RULES[place], field=FIELDS[place])
    found: Counter[str] = Counter()
    for suit, cards in given.items():
        named = _listed(([] if cards is None else [cards]) if place == "fort" else cards, RULES[place])
        for card in named:
            if card[-1] != suit or card == NAMES[-1]:
                raise Unreadable("siege.other-suit", RULES[place], card={"card": card}, quarter=suit, suit=suit)
        found += named
    return found


def _listed(cards: Any, rule: str) -> Counter[str]:
    if not isinstance(cards, list) or len(cards) > MOST_CARDS or not all(isinstance(card, str) for card in cards):
        raise Unreadable("siege.cards-are-names", rule)
    if unknown := next((card for card in cards if card not in NAMES), None):
        raise Unreadable("siege.not-a-card", rule, name=unknown[:20])
    return Counter(cards)


def _rest(start: Start, wanted: Places) -> Counter[str]:
    """The hand afterwards: all one has, less what is wanted elsewhere."""
    rest = sum(start.now.values(), start.hand)
    rest.subtract(sum(wanted.values(), Counter()))
    if missing := next((card for card in NAMES if rest[card] < 0), None):
        raise Unreadable("siege.too-many-wanted", "S-26", card={"card": missing})
    return +rest


def _in_order(cards: Iterable[str]) -> list[str]:
    """As the pack is ordered: jokers last, which is how they may be discarded (S-31)."""
    return sorted(cards, key=NAMES.index)


def _spelled(cards: Counter[str]) -> dict[str, Any]:
    names = [{"card": card} for card in _in_order(cards.elements())]
    return listed(names, "comma") if names else phrase("siege.empty-hand")


# The way there


def _actions(start: Start, wanted: Places) -> list[str]:
    """Recalls, stows and discards, each part closed by `done`; parts that are over already need nothing."""
    recalls = {place: start.now[place] - wanted[place] for place in PLACES}
    stows = {place: wanted[place] - start.now[place] for place in PLACES}
    parts = (
        (RECALLING, "recall", recalls),
        (STOWING, "stow", stows),
        (DISCARDING, "discard", {"": wanted[DISCARD]}),
    )
    found: list[str] = []
    for part, verb, cards in parts:
        names = [f"{verb} {card} {place}".strip() for place in cards for card in _in_order(cards[place].elements())]
        if part >= start.step:
            found += [*names, "done"]
        elif names:
            raise Unreadable("siege.part-is-over", "S-26", part=verb)
    return found


# What may be wanted next


def _spot(place: str, card: str) -> str:
    """A place as a person points at it: walls and garrisons by their quarter, which is the card's suit (S-27, S-28)."""
    return f"{place}:{card[-1]}" if place in ("fort", "garrison") else place


def _open_to(start: Start, wanted: Places, card: str, at: str) -> list[str]:
    return [to for to in ANYWHERE if to != at and _stands(start, _moved(wanted, card, at, to))]


def _moved(wanted: Places, card: str, at: str, to: str) -> Places:
    """The same with one card at another place."""
    after = {**wanted, at: wanted[at] - Counter([card])}
    if to == "fort":
        freed = Counter(wall for wall in after[to] if wall[-1] == card[-1])
        after[to], after[HAND] = after[to] - freed, after[HAND] + freed
    after[to] = after[to] + Counter([card])
    return after


def _stands(start: Start, wanted: Places) -> bool:
    """Whether the rules allow it: all but the last `done`, because a hand too full can still be mended (S-30)."""
    try:
        actions = _actions(start, wanted)
    except Unreadable:
        return False
    states, out = views.copied(start.view), np.zeros(ACTIONS, np.int64)
    count = step.list_legal(states, 0, out)
    for action in actions[:-1]:
        number = GAME.action_numbers[action]
        if number not in out[:count]:
            return False
        count = step.step(states, 0, number, out)
    return True
