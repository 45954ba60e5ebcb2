"""Siege positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, cast

from typing_extensions import TypedDict

from siegeworks.core.cards import (
    JACK,
    KINDS,
    NAMES,
    NATURALS,
    RANK_COUNT,
    SUIT_COUNT,
    SUITS,
    kind_of,
)
from siegeworks.core.phrases import listed, phrase
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.writing import read
from siegeworks.errors import BadPosition
from siegeworks.games.siege import cities, rules
from siegeworks.games.siege.cities import (
    AT_AUTUMN,
    AT_DEAL,
    AT_DEALER,
    AT_LINES,
    AT_NEW_YEAR,
    AT_REFILL,
    AT_SETUP,
    AT_SUMMER,
    AT_WINTER,
    DISCARDING,
    HAND,
    TRICKS,
)
from siegeworks.games.siege.position_attack import (
    check_attack,
    check_attacks,
    fill_attack,
    fill_attacked,
    fill_barred,
    fill_hidden,
)
from siegeworks.games.siege.position_cities import cards_in, fill_cities
from siegeworks.games.siege.words import keep_names
from siegeworks.games.siege.writing import MOST_LETTERS, PHASES, WINTER_PHASES, write

PLACED = ("setup", "autumn", "recall", "stow", "discard", "spring", "siege", "defend", "assault", "prize", "summer")
"""Phases a position can be in."""
FIGHTING = ("siege", "defend", "assault", "prize")
"""Those in which an attack is running."""
DERIVED: tuple[str, ...] = ()
GONE_STAY = True
"""SA-65. A seat that left stays in the order of play, so it can be to move."""
CHECKED = ("cities", "deck", "discard", "trick", "attack", "attacked", "barred")
"""Fields `fill` has compared itself: parts may be left out, and the order of a pile means nothing."""
FIELD_RULES = {
    "phase": "S-15",
    "year": "S-68",
    "dealer": "S-8",
    "initiator": "S-16",
    "next_initiator": "S-24",
    "trick": "S-19",
    "tricks_won": "S-24",
    "deck": "S-3",
    "discard": "S-3",
    "attack": "S-36",
    "attacked": "S-39",
    "barred": "S-43",
    "cities": "S-5",
    "void": "S-72",
    "hidden": "S-55",
    "to_move": "S-17",
}


Suit = Literal["H", "D", "S", "C"]
Season = Literal["setup", "autumn", "winter", "recall", "stow", "discard", "spring"]
Phase = Season | Literal["siege", "defend", "assault", "prize", "summer"]


class Hidden(TypedDict):
    """A pile that the reader may not look through: how many cards, and those of them that are known."""

    count: int
    known: list[str]


Cards = list[str] | Hidden


class City(TypedDict):
    """One city; `forts` and `garrisons` by the quarter's suit, where there are any."""

    line: Suit | None
    hand: Cards
    keep: list[str]
    forts: dict[str, str]
    garrisons: dict[str, Cards]
    tricks: list[str]
    captured: Cards


class Taken(TypedDict):
    """What the garrisons brought to an attack."""

    attacker: Cards
    defender: Cards


class Attack(TypedDict):
    """The running attack; `fought` are defender, where it came from, and who answered it."""

    attacker: int
    defender: int
    quarter: Suit
    siege: str | None
    wall: str | None
    taken: Taken
    fought: list[tuple[str, Literal["hand", "keep"], str | None]]
    prize: bool


class View(TypedDict):
    """What is told of a record, or of a seat's view of it."""

    phase: Phase
    year: int
    dealer: int | None
    initiator: int | None
    next_initiator: int | None
    trick: list[tuple[int, str]]
    tricks_won: list[int]
    deck: Cards
    discard: Cards
    attack: Attack | None
    attacked: list[tuple[int, int, Suit]]
    barred: list[tuple[int, int]]
    cities: list[City]
    void: list[list[Suit]]
    hidden: list[tuple[int, int, Suit, Cards]]


def describe(state: Any) -> View:
    """The record, or a seat's view of it, as JSON."""
    return cast(View, read(write, MOST_LETTERS, state))


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    if not any(key in position for key in ("phase", "dealer", *CHECKED)):
        return
    phase = position.get("phase", "autumn")
    if phase not in PLACED:
        raise BadPosition("siege.no-such-phase", "S-15", phases=listed(PLACED, "comma"), phase=repr(str(phase)[:20]))
    if position.get("attack") is not None and phase not in FIGHTING:
        raise BadPosition("siege.attack-outside-fight", "S-36")
    _fill_year(state, position, phase)
    fill_cities(state, position.get("cities", [{}] * int(state.seats)), phase)
    if phase != "autumn" and position.get("trick", []) != []:
        raise BadPosition("siege.tricks-only-in-autumn", "S-18")
    _fill_marks(state, position, phase)
    if phase == "setup":
        _fill_setup(state, position)
    else:
        _fill_season(state, position, phase)
    fill_hidden(state, position.get("hidden", []))
    _fill_void(state, position.get("void", [[]] * int(state.seats)))
    _fill_piles(state, position)
    if state.phase in (AT_DEAL, AT_SETUP, AT_REFILL) and state.to_move != NOBODY:
        _check_deck(state)
    _check_hands(state, phase)
    check_attacks(state)
    _check_keeps(state, phase)
    _check_over(state, position)
    _check_attack_told(state, position)


def _check_attack_told(state: Any, position: Mapping[str, Any]) -> None:
    """S-36, S-39. What is said of an attack is what came of it; parts may be left out."""
    view = describe(state)
    if position.get("attack") is None or view["attack"] is None:
        return
    told: dict[str, Any] = {**position["attack"], "attacked": position.get("attacked")}
    found: dict[str, Any] = {**view["attack"], "attacked": sorted(view["attacked"])}
    told["attacked"] = found["attacked"] if told["attacked"] is None else sorted(told["attacked"])
    for key in set(found) & set(told) - {"taken"}:  # whose order means nothing
        if json.dumps(found[key]) != json.dumps(told[key]):
            given, wanted = str(told[key])[:60], str(found[key])[:60]
            raise BadPosition("field-does-not-fit", FIELD_RULES.get(key, "S-36"), key=key, given=given, wanted=wanted)


def _number(position: Mapping[str, Any], key: str, default: int | None, low: int, high: int) -> int | None:
    value = position.get(key, default)
    if value is None:
        return None
    if type(value) is not int or not low <= value <= high:
        raise BadPosition("siege.number-out-of-range", FIELD_RULES.get(key), key=key, least=low, most=high)
    return value


def _fill_year(state: Any, position: Mapping[str, Any], phase: str) -> None:
    last = int(state.seats) - 1
    is_setup, is_early = phase == "setup", phase in ("setup", "autumn")
    year = _number(position, "year", 1, 1, int(state.max_years))
    if year is None:
        raise BadPosition("siege.year-out-of-range", "S-68", most=state.max_years)
    if is_setup and year > 1:
        raise BadPosition("siege.setup-after-year", "S-15")
    state.year = year
    dealer = _number(position, "dealer", None if is_setup and position.get("to_move") == "chance" else 0, 0, last)
    initiator = _number(position, "initiator", None if is_setup else 0, 0, last)
    earned = _number(position, "next_initiator", None if is_early else initiator, 0, last)
    if (initiator is None) != is_setup:
        raise BadPosition("siege.initiator-mistimed", "S-14")
    if (earned is None) != is_early:
        raise BadPosition("siege.title-mistimed", "S-24")
    if dealer is None and not is_setup:
        raise BadPosition("siege.dealer-missing", "S-8")
    state.dealer, state.initiator, state.next_initiator = (
        NOBODY if s is None else s for s in (dealer, initiator, earned)
    )


def _fill_setup(state: Any, position: Mapping[str, Any]) -> None:
    """S-8 to S-13. Which draw or fortification comes next follows from what is on the table."""
    missing = [seat for seat in range(state.seats) if state.line[seat] == NOBODY]
    has_forts = bool(state.forts.any())
    if state.keep.any() or state.garrison_size.any() or state.pile.any() or state.captured.any():
        raise BadPosition("siege.too-much-in-setup", "S-12")
    if state.dealer == NOBODY or missing:
        if state.hand_size.any() or has_forts or (state.dealer == NOBODY and len(missing) < state.seats):
            raise BadPosition("siege.setup-out-of-order", "S-73")
        if missing != list(range(int(state.seats) - len(missing), int(state.seats))):
            raise BadPosition("siege.lines-out-of-order", "S-73")
        state.phase = AT_DEALER if state.dealer == NOBODY else AT_LINES
        return
    mover = position.get("to_move", "chance")
    if mover is None:
        state.phase, state.to_move = AT_SETUP, NOBODY
        return
    if mover == "chance":
        state.phase = AT_REFILL if has_forts else AT_DEAL
        return
    state.phase = AT_SETUP
    rules.ask_for_fort(state, (int(state.dealer) + 1) % int(state.seats))
    if state.phase != AT_SETUP:
        raise BadPosition("siege.no-fort-to-place", "S-13")


def _fill_season(state: Any, position: Mapping[str, Any], phase: str) -> None:
    mover = position.get("to_move", int(state.initiator))
    if mover == "chance" and phase != "summer":
        raise BadPosition("siege.no-dealing-now", "S-73")
    if phase == "autumn":
        _fill_autumn(state, position, mover)
    elif state.pile.any():
        raise BadPosition("siege.tricks-not-joined", "S-25")
    elif phase in WINTER_PHASES:
        _fill_winter(state, phase, mover)
    elif phase == "summer":
        state.phase = AT_NEW_YEAR if mover == "chance" else AT_SUMMER
        state.to_move = CHANCE if mover == "chance" else NOBODY if mover is None else mover
        if state.captured.any():
            raise BadPosition("siege.captured-not-joined", "S-58")
    else:
        _fill_spring(state, position, phase, mover)
    _fill_tricks_won(state, position)


def _fill_marks(state: Any, position: Mapping[str, Any], phase: str) -> None:
    """S-39, S-43. Which attacks have been made and who is barred from whom."""
    fill_attacked(state, position.get("attacked", []))
    fill_barred(state, position.get("barred", []))
    has_captured = phase != "setup" and state.captured.any()  # set-up says itself what is too much
    if (state.attacked.any() or has_captured) and phase not in ("spring", *FIGHTING):
        raise BadPosition("siege.attacks-only-in-spring", "S-35")


def _fill_autumn(state: Any, position: Mapping[str, Any], mover: Any) -> None:
    """S-19. The running trick."""
    trick, seats = position.get("trick", []), int(state.seats)
    if not isinstance(trick, list) or not all(isinstance(p, list) and len(p) == 2 for p in trick):
        raise BadPosition("siege.not-a-trick", "S-19")
    if len(trick) >= seats:
        raise BadPosition("siege.trick-is-over", "S-22")
    leader = trick[0][0] if trick else mover if isinstance(mover, int) else int(state.initiator)
    for at, (seat, card) in enumerate(trick):
        if type(seat) is not int or seat != (leader + at) % seats:
            raise BadPosition("siege.trick-not-clockwise", "S-19")
        state.trick[at] = cards_in([card], phrase("siege.the-trick"), "S-19").index(1) + 1
    state.leader, state.trick_count, state.phase = leader, len(trick), AT_AUTUMN
    state.to_move = NOBODY if mover is None else (leader + len(trick)) % seats


def _fill_tricks_won(state: Any, position: Mapping[str, Any]) -> None:
    """S-18, S-24. How many tricks each seat won this Autumn."""
    seats = int(state.seats)
    counted = [int(state.pile[seat].sum()) // seats for seat in range(seats)]
    won = position.get("tricks_won", counted)
    if not isinstance(won, list) or len(won) != seats or not all(type(n) is int and 0 <= n <= TRICKS for n in won):
        raise BadPosition("siege.tricks-won-not-counts", "S-24")
    is_autumn = state.phase == AT_AUTUMN
    if sum(won) > (TRICKS - 1 if is_autumn else TRICKS):
        raise BadPosition("siege.autumn-is-over", "S-18", tricks=TRICKS)
    if is_autumn and won != counted:
        raise BadPosition("siege.piles-do-not-fit", "S-23", seats=seats, counted=counted, won=won)
    state.tricks_won[:seats] = won


def _fill_winter(state: Any, phase: str, mover: Any) -> None:
    """S-26. The seat in Winter is at one of its three steps."""
    state.phase = AT_WINTER
    seat = mover if isinstance(mover, int) else int(state.initiator)  # over: whose Winter it was makes no difference
    if mover is not None or phase != WINTER_PHASES[DISCARDING]:
        cities.begin_winter(state, seat)
        state.own_step[seat] = WINTER_PHASES.index(phase)
    state.to_move = NOBODY if mover is None else seat


def _fill_spring(state: Any, position: Mapping[str, Any], phase: str, mover: Any) -> None:
    """S-35 to S-51. Spring, with or without a running attack."""
    found = position.get("attack")
    state.phase = PHASES.index(phase)
    state.to_move = NOBODY if mover is None else mover
    if (found is None) != (phase == "spring"):
        raise BadPosition("siege.attack-mistimed", "S-36")
    if found is not None:
        fill_attack(state, found, phase, mover)


def _fill_void(state: Any, void: Any) -> None:
    """S-72. The suits a seat did not follow this Autumn."""
    if not isinstance(void, list) or len(void) != state.seats:
        raise BadPosition("siege.void-not-suits", "S-72")
    for seat, suits in enumerate(void):
        if not isinstance(suits, list):
            raise BadPosition("siege.void-not-suits", "S-72")
        for suit in suits:
            if (
                suit not in tuple(SUITS)
                or state.phase != AT_AUTUMN
                or cities.hand_cards(state, seat) & cities.suit_cards(SUITS.index(suit))
            ):
                raise BadPosition("siege.not-known-void", "S-72", seat={"seat": seat}, suit=str(suit)[:9])
            state.void[seat] |= 1 << SUITS.index(suit)


def _fill_piles(state: Any, position: Mapping[str, Any]) -> None:
    """S-2, S-3. Discard pile and deck; a deck left out is all that lies nowhere else."""
    state.sealed_discard[:] = cards_in(position.get("discard", []), phrase("siege.the-discard"), "S-3")
    used = [int(count) for count in state.sealed_discard]
    for kind in range(KINDS):
        used[kind] += int(state.own_hand[:, kind].sum() + state.own_garrison[:, kind].sum())
        used[kind] += int(state.pile[:, kind].sum() + state.captured[:, kind].sum())
    slots = [*state.forts.ravel(), *state.own_taken.ravel(), state.siege_card, *state.answers, *state.trick]
    for slot in slots:
        if slot > 0:
            used[int(slot) - 1] += 1
    for seat in range(int(state.seats)):
        if state.line[seat] != NOBODY:
            used[int(state.line[seat]) * RANK_COUNT + JACK] += 1
        for card in keep_names(state, seat, int(state.keep[seat])):
            used[kind_of(card)] += 1
    rest = [int(state.cards[kind]) - used[kind] for kind in range(KINDS)]
    deck = (
        cards_in(position["deck"], phrase("siege.the-deck"), "S-3")
        if "deck" in position
        else [max(count, 0) for count in rest]
    )
    for kind in range(KINDS):
        if deck[kind] > rest[kind]:
            there = int(state.cards[kind])
            rule = "S-2" if kind < NATURALS else "S-3"
            raise BadPosition(
                "siege.wrong-card-count", rule, found=used[kind] + deck[kind], name=NAMES[kind], wanted=there
            )
        state.cards[kind] = used[kind] + deck[kind]
    if state.phase in (AT_DEALER, AT_LINES) and deck != rest:
        raise BadPosition("siege.cards-before-lines", "S-10")
    state.sealed_deck[:] = deck
    state.deck_size, state.discard_size = sum(deck), sum(state.sealed_discard.tolist())


def _check_deck(state: Any) -> None:
    """S-11, S-13. In set-up there are cards for all that is drawn yet: hands, and what replaces fortifications."""
    seats = range(int(state.seats))
    needed = sum(HAND - int(state.hand_size[seat]) for seat in seats)
    if state.phase == AT_SETUP:
        for seat in seats:
            bare = [suit for suit in range(SUIT_COUNT) if not state.forts[seat, suit]]
            needed += sum(bool(cities.hand_cards(state, seat) & cities.suit_cards(suit)) for suit in bare)
    elif state.phase == AT_DEAL:
        needed += len(seats) * SUIT_COUNT
    if state.deck_size < needed:
        raise BadPosition("siege.deck-too-small", "S-13", needed=needed, found=state.deck_size)


def _check_hands(state: Any, phase: str) -> None:
    """S-11, S-18, S-30, S-61. Hands before Winter and while cards are dealt have five cards at most."""
    for seat in range(int(state.seats)):
        if (phase in ("setup", "autumn") or state.phase == AT_NEW_YEAR) and state.hand_size[seat] > HAND:
            raise BadPosition(
                "siege.wrong-hand-size", "S-11", seat={"seat": seat}, found=state.hand_size[seat], wanted=HAND
            )
    if state.to_move == CHANCE and state.phase in (AT_DEAL, AT_REFILL, AT_NEW_YEAR) and rules.receiver(state) == NOBODY:
        raise BadPosition("siege.nothing-to-deal", "S-61", hand=HAND)
    if state.to_move == CHANCE and state.phase == AT_DEAL and state.discard_size:
        raise BadPosition("siege.discard-in-setup", "S-11")
    mover = int(state.to_move)
    if phase == "autumn" and mover >= 0 and state.hand_size[mover] == 0:
        raise BadPosition("siege.no-card-to-play", "S-18", mover={"seat": mover})
    if phase in FIGHTING and mover >= 0:
        check_attack(state, phase)


def _check_keeps(state: Any, phase: str) -> None:
    """S-34, S-60, S-66. A family is complete for as long as it takes its owner to say so, or for others to capture."""
    for seat in range(int(state.seats)):
        if state.to_move == NOBODY or not cities.is_complete(state, seat):
            continue
        is_placing = state.to_move == seat and phase in ("stow", "discard", "summer")
        is_late = bool(state.year_end) and phase not in ("setup", "autumn", "recall")
        if not (is_placing or is_late):
            raise BadPosition("siege.family-complete", "S-66", seat={"seat": seat})


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """S-66, S-68, SA-65. A game that is over has nobody to move, and one that is not has somebody."""
    alone = int(state.gone).bit_count() == state.seats - 1
    if alone:
        if position.get("to_move") is not None:
            raise BadPosition("siege.one-seat-left", "SA-65")
        state.to_move = NOBODY
    elif "to_move" in position and position["to_move"] is None:
        is_limit = state.phase == AT_SUMMER and state.year >= state.max_years
        if rules.champion(state) == NOBODY and not is_limit:
            raise BadPosition("siege.game-not-over", "S-66")
