"""Siege positions: the cities from JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from siegeworks.core.cards import JOKER, NAMES, RANK_COUNT, SUITS, bag_of
from siegeworks.core.misread import Misread
from siegeworks.core.phrases import listed, phrase
from siegeworks.errors import BadPosition
from siegeworks.games.siege import cities
from siegeworks.games.siege.cities import GARRISON_MOST

MOST_PACKS, MOST_JOKERS = 3, 6
"""S-2, S-3. With six seats."""
CITY_FIELDS = ("line", "hand", "keep", "forts", "garrisons", "tricks", "captured")


def fill_cities(state: Any, cities: Any, phase: str) -> None:
    """S-5 to S-7, S-27 to S-29. The cities, one a seat."""
    if not isinstance(cities, list) or len(cities) != state.seats or not all(isinstance(c, Mapping) for c in cities):
        raise BadPosition("siege.one-city-a-seat", "S-5", seats=state.seats)
    lines: list[str] = []
    for seat, city in enumerate(cities):
        if unknown := set(city) - set(CITY_FIELDS):
            raise BadPosition(
                "siege.no-such-city-field", "S-5", name=repr(sorted(unknown)[0]), fields=listed(CITY_FIELDS, "comma")
            )
        _fill_line(state, seat, city, lines, phase)
        state.own_hand[seat] = cards_in(city.get("hand", []), phrase("siege.hand-of-seat", seat={"seat": seat}), "S-5")
        _fill_keep(state, seat, city.get("keep", []))
        _fill_quarters(state, seat, city)
        state.pile[seat] = cards_in(city.get("tricks", []), phrase("siege.tricks-of-seat", seat={"seat": seat}), "S-23")
        state.captured[seat] = cards_in(
            city.get("captured", []), phrase("siege.captured-of-seat", seat={"seat": seat}), "S-55"
        )
        if state.captured[seat, JOKER]:
            raise BadPosition("siege.joker-captured", "S-7")
        state.hand_size[seat] = sum(state.own_hand[seat].tolist())


def _fill_line(state: Any, seat: int, city: Mapping[str, Any], lines: list[str], phase: str) -> None:
    line = city.get("line")
    if line is None and phase == "setup" and set(city) <= {"line", *(k for k in city if not city[k])}:
        return
    if line not in tuple(SUITS):
        raise BadPosition("siege.line-missing", "S-9", seat={"seat": seat})
    if state.distinct_lines and line in lines:
        raise BadPosition("siege.same-line-twice", "S-9", line=line)
    lines.append(line)
    state.line[seat] = SUITS.index(line)


def _fill_keep(state: Any, seat: int, keep: Any) -> None:
    for kind, count in enumerate(cards_in(keep, phrase("siege.keep-of-seat", seat={"seat": seat}), "S-29")):
        if count and not cities.royal(state, seat, kind):
            raise BadPosition("siege.no-royal-of-line", "S-29", name=NAMES[kind], seat={"seat": seat})
        if count > 1:
            raise BadPosition("siege.keep-holds-two", "S-29", name=NAMES[kind])
        if count:
            state.keep[seat] |= cities.royal(state, seat, kind)


def _fill_quarters(state: Any, seat: int, city: Mapping[str, Any]) -> None:
    forts, garrisons = city.get("forts", {}), city.get("garrisons", {})
    for found in (forts, garrisons):
        if not isinstance(found, Mapping) or not set(found) <= set(SUITS):
            raise BadPosition("siege.not-by-quarter", "S-5")
    for suit, card in forts.items():
        kind = kinds_in([card], suit, phrase("siege.a-fortification"), "S-27")[0]
        state.forts[seat, SUITS.index(suit)] = kind + 1
    for suit, cards in garrisons.items():
        if not isinstance(cards, list) or len(cards) > GARRISON_MOST:
            raise BadPosition("siege.not-a-garrison", "S-28", most=GARRISON_MOST)
        for kind in kinds_in(cards, suit, phrase("siege.a-garrison"), "S-28"):
            state.own_garrison[seat, kind] += 1
            state.garrison_size[seat, SUITS.index(suit)] += 1


def cards_in(cards: Any, what: dict[str, Any], rule: str) -> list[int]:
    """[kinds] a pile given as a list of card names."""
    if not isinstance(cards, list):
        raise BadPosition("siege.not-cards", rule, what=what)
    try:
        bag = bag_of(cards)
    except Misread as problem:
        raise BadPosition("cards-unread", rule, what=what, problem=problem.phrase) from None
    for kind, count in enumerate(bag):
        if count > (MOST_JOKERS if kind == JOKER else MOST_PACKS):
            raise BadPosition(
                "siege.too-many-copies", "S-3" if kind == JOKER else "S-2", what=what, count=count, name=NAMES[kind]
            )
    return bag


def kinds_in(cards: Sequence[Any], suit: str, what: dict[str, Any], rule: str) -> list[int]:
    """Natural cards of the quarter's suit."""
    kinds = [kind for kind, count in enumerate(cards_in(list(cards), what, rule)) for _ in range(count)]
    for kind in kinds:
        if kind == JOKER:
            raise BadPosition("siege.joker-in-city", "S-7")
        if SUITS[kind // RANK_COUNT] != suit:
            raise BadPosition("siege.wrong-suit-for-quarter", rule, what=what, suit=suit, name=NAMES[kind])
    return kinds
