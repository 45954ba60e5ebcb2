"""A whole Winter at once: from the city as it is wanted to the actions that make it so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from siegeworks.core.cards import NAMES, QUEEN, RANK_COUNT, SUITS
from siegeworks.core.phrases import Sentence, listed, phrase, said
from siegeworks.games.siege import cities
from siegeworks.games.siege.cities import (
    AT_WINTER,
    DISCARDING,
    RECALLING,
    STOWING,
)

Places = dict[str, Counter[str]]
PLACES = ("fort", "garrison", "keep")
FIELDS = {"fort": "forts", "garrison": "garrisons", "keep": "keep"}
RULES = {"fort": "S-27", "garrison": "S-28", "keep": "S-29"}
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


def arrange(view: Any, layout: Mapping[str, Any]) -> list[str] | Sentence:
    """The shortest actions that lead to a layout, or why there are none. Whether each is legal is for Match to say.

    A part of the layout that is left out stays as it stands; the hand is what remains.
    """
    seat = int(view.to_move)
    if view.phase != AT_WINTER or view.own_step[seat] < RECALLING:
        return said("siege.own-winter-only", "S-26")
    try:
        now = _standing(view, seat)
        wanted = _wanted(now, layout)
        return _actions(now, wanted, layout, _hand(view, seat), int(view.own_step[seat]))
    except Unreadable as problem:
        return problem.says


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


def _hand(view: Any, seat: int) -> Counter[str]:
    return _bag(view.own_hand[seat])


def _bag(counts: Any) -> Counter[str]:
    return Counter({NAMES[kind]: count for kind, count in enumerate(counts.tolist()) if count > 0})


def _wanted(now: Places, layout: Mapping[str, Any]) -> Places:
    """What shall stand where."""
    if unknown := sorted(set(map(str, layout)) - set(KEYS)):
        raise Unreadable("siege.no-such-part", "S-26", name=unknown[0][:20], parts=listed(KEYS, "comma"))
    wanted = {}
    for place in PLACES:
        given = layout.get(FIELDS[place])
        wanted[place] = now[place] if given is None else _cards(place, given)
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


def _actions(now: Places, wanted: Places, layout: Mapping[str, Any], hand: Counter[str], step: int) -> list[str]:
    """Recalls, stows and discards, each part closed by `done`; parts that are over already need nothing."""
    recalls = {place: now[place] - wanted[place] for place in PLACES}
    stows = {place: wanted[place] - now[place] for place in PLACES}
    discards = _listed(layout.get("discard") or [], "S-30")
    rest = _rest(hand, recalls, stows, discards)
    if layout.get("hand") is not None and _listed(layout["hand"], "S-30") != rest:
        raise Unreadable("siege.hand-would-be", "S-30", cards=_spelled(rest))
    parts = ((RECALLING, "recall", recalls), (STOWING, "stow", stows), (DISCARDING, "discard", {"": discards}))
    found: list[str] = []
    for part, verb, cards in parts:
        names = [f"{verb} {card} {place}".strip() for place, bag in cards.items() for card in bag.elements()]
        if part >= step:
            found += [*names, "done"]
        elif names:
            raise Unreadable("siege.part-is-over", "S-26", part=verb)
    return found


def _rest(hand: Counter[str], recalls: Places, stows: Places, discards: Counter[str]) -> Counter[str]:
    """The hand afterwards."""
    rest = sum(recalls.values(), hand.copy())
    rest.subtract(sum(stows.values(), discards.copy()))
    if missing := next((card for card in NAMES if rest[card] < 0), None):
        raise Unreadable("siege.too-many-wanted", "S-26", card={"card": missing})
    return +rest


def _spelled(cards: Counter[str]) -> dict[str, Any]:
    names = [{"card": card} for card in NAMES for _ in range(cards[card])]
    return listed(names, "comma") if names else phrase("siege.empty-hand")
