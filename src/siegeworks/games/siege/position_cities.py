"""Siege positions: the cities from JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from siegeworks.core.cards import JOKER, NAMES, RANK_COUNT, SUITS, bag_of
from siegeworks.errors import BadPosition
from siegeworks.games.siege import cities
from siegeworks.games.siege.cities import GARRISON_MOST

MOST_PACKS, MOST_JOKERS = 3, 6
"""S-2, S-3. With six seats."""
CITY_FIELDS = ("line", "hand", "keep", "forts", "garrisons", "tricks", "captured")


def fill_cities(state: Any, cities: Any, phase: str) -> None:
    """S-5 to S-7, S-27 to S-29. The cities, one a seat."""
    if not isinstance(cities, list) or len(cities) != state.seats or not all(isinstance(c, Mapping) for c in cities):
        raise BadPosition(f"cities lists {state.seats} cities, one for each seat.", "S-5")
    lines: list[str] = []
    for seat, city in enumerate(cities):
        if unknown := set(city) - set(CITY_FIELDS):
            raise BadPosition(f"A city has no {sorted(unknown)[0]!r}; it has {', '.join(CITY_FIELDS)}.", "S-5")
        _fill_line(state, seat, city, lines, phase)
        state.own_hand[seat] = cards_in(city.get("hand", []), f"The hand of seat {seat}", "S-5")
        _fill_keep(state, seat, city.get("keep", []))
        _fill_quarters(state, seat, city)
        state.pile[seat] = cards_in(city.get("tricks", []), f"The trick pile of seat {seat}", "S-23")
        state.captured[seat] = cards_in(city.get("captured", []), f"The captured pile of seat {seat}", "S-55")
        if state.captured[seat, JOKER]:
            raise BadPosition("A joker is never captured.", "S-7")
        state.hand_size[seat] = sum(state.own_hand[seat].tolist())


def _fill_line(state: Any, seat: int, city: Mapping[str, Any], lines: list[str], phase: str) -> None:
    line = city.get("line")
    if line is None and phase == "setup" and set(city) <= {"line", *(k for k in city if not city[k])}:
        return
    if line not in tuple(SUITS):
        raise BadPosition(f"Seat {seat} needs a line: one of H, D, S, C.", "S-9")
    if state.distinct_lines and line in lines:
        raise BadPosition(f"Two seats have the line {line}, and at this table lines differ.", "S-9")
    lines.append(line)
    state.line[seat] = SUITS.index(line)


def _fill_keep(state: Any, seat: int, keep: Any) -> None:
    for kind, count in enumerate(cards_in(keep, f"The Keep of seat {seat}", "S-29")):
        if count and not cities.royal(state, seat, kind):
            raise BadPosition(f"{NAMES[kind]} is no royal of seat {seat}'s line and cannot be in its Keep.", "S-29")
        if count > 1:
            raise BadPosition(f"A Keep holds one {NAMES[kind]} at most.", "S-29")
        if count:
            state.keep[seat] |= cities.royal(state, seat, kind)


def _fill_quarters(state: Any, seat: int, city: Mapping[str, Any]) -> None:
    forts, garrisons = city.get("forts", {}), city.get("garrisons", {})
    for found in (forts, garrisons):
        if not isinstance(found, Mapping) or not set(found) <= set(SUITS):
            raise BadPosition("Fortifications and garrisons are given by quarter: H, D, S, C.", "S-5")
    for suit, card in forts.items():
        kind = kinds_in([card], suit, "A fortification", "S-27")[0]
        state.forts[seat, SUITS.index(suit)] = kind + 1
    for suit, cards in garrisons.items():
        if not isinstance(cards, list) or len(cards) > GARRISON_MOST:
            raise BadPosition(f"A garrison is a list of at most {GARRISON_MOST} cards.", "S-28")
        for kind in kinds_in(cards, suit, "A garrison", "S-28"):
            state.own_garrison[seat, kind] += 1
            state.garrison_size[seat, SUITS.index(suit)] += 1


def cards_in(cards: Any, what: str, rule: str) -> list[int]:
    """[kinds] a pile given as a list of card names."""
    if not isinstance(cards, list):
        raise BadPosition(f"{what} is a list of cards.", rule)
    try:
        bag = bag_of(cards)
    except ValueError as problem:
        raise BadPosition(f"{what} cannot be read: {problem}.", rule) from None
    for kind, count in enumerate(bag):
        if count > (MOST_JOKERS if kind == JOKER else MOST_PACKS):
            raise BadPosition(
                f"{what} has {count} cards {NAMES[kind]}, more than any game.", "S-3" if kind == JOKER else "S-2"
            )
    return bag


def kinds_in(cards: Sequence[Any], suit: str, what: str, rule: str) -> list[int]:
    """Natural cards of the quarter's suit."""
    kinds = [kind for kind, count in enumerate(cards_in(list(cards), what, rule)) for _ in range(count)]
    for kind in kinds:
        if kind == JOKER:
            raise BadPosition("A joker is never in a city.", "S-7")
        if SUITS[kind // RANK_COUNT] != suit:
            raise BadPosition(
                f"{what} of the quarter {suit} is of that suit, so {NAMES[kind]} cannot stand there.", rule
            )
    return kinds
