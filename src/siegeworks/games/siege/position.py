"""Siege positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

from siegeworks.core.cards import (
    JACK,
    JOKER,
    KINDS,
    NAMES,
    NATURALS,
    RANK_COUNT,
    SUITS,
    bag_of,
    height,
    kind_of,
    names_in,
)
from siegeworks.core.fields import Fields
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.errors import BadPosition
from siegeworks.games.siege import attack, cities, rules
from siegeworks.games.siege.cities import (
    AT_ASSAULT,
    AT_AUTUMN,
    AT_DEAL,
    AT_DEALER,
    AT_DEFEND,
    AT_LINES,
    AT_NEW_YEAR,
    AT_PRIZE,
    AT_REFILL,
    AT_SETUP,
    AT_SIEGE,
    AT_SPRING,
    AT_SUMMER,
    AT_WINTER,
    DISCARDING,
    FROM_HAND,
    FROM_KEEP,
    GARRISON_MOST,
    HAND,
    MOST_FOUGHT,
    NO_WINTER,
    TRICKS,
)
from siegeworks.games.siege.words import SOURCE_NAMES, keep_names

PHASES = ("setup", "autumn", "recall", "stow", "discard", "spring", "siege", "defend", "assault", "prize", "summer")
WINTER_PHASES = ("winter", "recall", "stow", "discard")  # by own_step; others see the first
PHASE_NAMES = {
    AT_AUTUMN: "autumn",
    AT_SPRING: "spring",
    AT_SIEGE: "siege",
    AT_DEFEND: "defend",
    AT_ASSAULT: "assault",
    AT_PRIZE: "prize",
    AT_SUMMER: "summer",
    AT_NEW_YEAR: "summer",
}
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
HIDDEN = 0xFF
"""The byte of a count that the reader may not see."""
EMPTY, NONE_OF_A_SUIT = bytes(KINDS), bytes(RANK_COUNT)
CITY_FIELDS = ("line", "hand", "keep", "forts", "garrisons", "tricks", "captured")


# To JSON


def describe(state: Any) -> dict[str, Any]:
    """The record, or a seat's view of it, as JSON."""
    state = Fields(state)
    seats, hidden = range(state.seats), _hidden(state)
    state.seen = [  # [seats] whether the reader may see what is the seat's own
        state.row("own_hand", seat)[0] != HIDDEN for seat in seats
    ]
    return {
        "phase": phase_name(state),
        "year": state.year,
        "dealer": _seat(state.dealer),
        "initiator": _seat(state.initiator),
        "next_initiator": _seat(state.next_initiator),
        "trick": _trick(state),
        "tricks_won": state.tricks_won[: state.seats],
        "deck": _pile(state.row("sealed_deck"), state.deck_size, EMPTY),
        "discard": _discard(state),
        "attack": _attack(state),
        "attacked": _triples(state),
        "barred": [[seat, other] for seat in seats for other in seats if state.barred[seat] >> other & 1],
        "cities": [_city(state, seat, hidden) for seat in seats],
        "void": [[SUITS[suit] for suit in range(4) if state.void[seat] >> suit & 1] for seat in seats],
        "hidden": hidden,
    }


def phase_name(state: Any) -> str:
    """The node; another seat's Winter is just winter."""
    if state.phase < AT_AUTUMN:
        return "setup"
    if state.phase != AT_WINTER:
        return PHASE_NAMES[state.phase]
    step = max(state.own_step[: state.seats])
    return WINTER_PHASES[step] if step > 0 else "discard" if state.to_move == NOBODY else "winter"


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(slot: int) -> str | None:
    return NAMES[slot - 1] if slot > 0 else None


def _pile(bag: bytes, size: int, known: bytes) -> Any:
    """A pile of cards; one that is hidden shows its size and what is known of it."""
    return {"count": size, "known": names_in(known)} if bag[0] == HIDDEN else names_in(bag)


def _trick(state: Any) -> list[list[Any]]:
    return [[(state.leader + at) % state.seats, _card(state.trick[at])] for at in range(state.trick_count)]


def _discard(state: Any) -> Any:
    """S-71. Hidden but for what was played openly and one's own discards."""
    known = state.row("known_discard")
    for seat in range(state.seats):
        if state.seen[seat] and (own := state.row("own_discarded", seat)) != EMPTY:
            known = bytes(map(add, known, own))
    return _pile(state.row("sealed_discard"), state.discard_size, known)


def _triples(state: Any) -> list[list[Any]]:
    bits = [
        (seat, bit)
        for seat in range(state.seats)
        if state.attacked[seat]
        for bit in range(4 * state.seats)
        if state.attacked[seat] >> bit & 1
    ]
    return [[seat, bit // 4, SUITS[bit % 4]] for seat, bit in bits]


def _attack(state: Any) -> dict[str, Any] | None:
    """The running attack; what the garrisons brought is their owners' secret."""
    if state.attacker == NOBODY:
        return None
    attacker, defender, quarter = state.attacker, state.defender, state.quarter
    sortie: Any = {"count": state.sortie_size, "known": []}
    if state.seen[attacker]:
        sortie = _slots(state.own_sortie[attacker])
    fought = [
        [_card(state.fought[at]), SOURCE_NAMES[state.fought_from[at]], _card(state.answers[at])]
        for at in range(state.fought_count)
    ]
    is_prize = state.phase == AT_PRIZE
    garrison = [] if is_prize else _garrison(state, defender, quarter)
    return {
        "attacker": attacker,
        "defender": defender,
        "quarter": SUITS[quarter],
        "siege": _card(state.siege_card),
        "wall": _card(state.forts[defender][quarter]) if state.siege_card > 0 else None,
        "taken": {"attacker": sortie, "defender": garrison},
        "fought": fought,
        "prize": is_prize,
    }


def _garrison(state: Any, seat: int, quarter: int) -> Any:
    """What stands in a quarter; of another's garrison its size and what is known of it."""
    seen, first = state.seen[seat], quarter * RANK_COUNT
    bag = state.row("own_garrison" if seen else "known_garrison", seat)[first : first + RANK_COUNT]
    cards = [] if bag == NONE_OF_A_SUIT else names_in(bytes(first) + bag + bytes(KINDS - RANK_COUNT - first))
    return cards if seen else {"count": state.garrison_size[seat][quarter], "known": cards}


def _is_attacked(state: Any, seat: int) -> bool:
    return bool(state.defender == seat and state.phase != AT_PRIZE)


def _city(state: Any, seat: int, hidden: list[list[Any]]) -> dict[str, Any]:
    """A city: in the owner's Winter the draft, if it is seen; under attack the garrison is with the hand (S-40)."""
    is_draft, quarters = state.own_step[seat] > NO_WINTER, set(range(4))
    keep = (state.own_draft_keep if is_draft else state.keep)[seat]
    forts = (state.own_draft_fort if is_draft else state.forts)[seat]
    if _is_attacked(state, seat):
        keep &= ~state.fought_royals
        quarters.discard(state.quarter)
    garrisons = {SUITS[quarter]: _garrison(state, seat, quarter) for quarter in quarters}
    return {
        "line": None if state.line[seat] == NOBODY else SUITS[state.line[seat]],
        "hand": _hand(state, seat),
        "keep": keep_names(state, seat, keep),
        "forts": {SUITS[quarter]: _card(slot) for quarter, slot in enumerate(forts) if slot > 0},
        "garrisons": {suit: cards for suit, cards in garrisons.items() if cards and cards != {"count": 0, "known": []}},
        "tricks": names_in(state.row("pile", seat)),
        "captured": _captured(state, seat, hidden),
    }


def _hand(state: Any, seat: int) -> Any:
    seen = state.seen[seat]
    bag, size = state.row("own_hand" if seen else "known_hand", seat), state.hand_size[seat]
    if _is_attacked(state, seat):
        counts, first = list(bag), state.quarter * RANK_COUNT
        garrison = state.row("own_garrison" if seen else "known_garrison", seat)
        for kind in range(first, first + RANK_COUNT):
            counts[kind] += garrison[kind]
        size += state.garrison_size[seat][state.quarter]
        for at in range(state.fought_count):
            if state.fought_from[at] == FROM_HAND:
                size -= 1
                counts[state.fought[at] - 1] -= 1
        bag = bytes(max(0, count) for count in counts)
    return names_in(bag) if seen else {"count": size, "known": names_in(bag)}


def _captured(state: Any, seat: int, hidden: list[list[Any]]) -> Any:
    """Face-up, and face-down where captor or victim looks (S-55)."""
    bag, unknown = state.row("captured", seat), 0
    for captor, _, _, cards in hidden:
        if captor == seat and isinstance(cards, list):
            bag = bytes(map(add, bag, bag_of(cards)))
        elif captor == seat:
            unknown += cards["count"]
    return {"count": sum(bag) + unknown, "known": names_in(bag)} if unknown else names_in(bag)


def _hidden(state: Any) -> list[list[Any]]:
    """S-55. Cards captured face-down: captor, victim, quarter, and the cards for these two."""
    found: list[list[Any]] = []
    for captor in range(state.seats):
        if any(state.row("hidden", captor)):
            for victim, quarters in enumerate(state.hidden[captor]):
                found += [_taken(state, captor, victim, quarter) for quarter in range(4) if quarters[quarter]]
    return found


def _taken(state: Any, captor: int, victim: int, quarter: int) -> list[Any]:
    rows = state.own_taken[captor][victim][quarter], state.own_lost[victim][captor][quarter]
    row = next((row for row in rows if row[0] >= 0), None)
    cards = {"count": state.hidden[captor][victim][quarter], "known": []} if row is None else _slots(row)
    return [captor, victim, SUITS[quarter], cards]


def _slots(row: Any) -> list[str]:
    return [NAMES[kind] for kind in sorted(int(slot) - 1 for slot in row if slot > 0)]


# From JSON


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    if not any(key in position for key in ("phase", "cities", "dealer", "trick", "attack")):
        return
    phase = position.get("phase", "autumn")
    if phase not in PHASES:
        raise BadPosition(f"phase is one of {', '.join(PHASES)}, not {str(phase)[:20]!r}.", "S-15")
    _fill_year(state, position, phase)
    _fill_cities(state, position.get("cities", [{}] * int(state.seats)), phase)
    if phase == "setup":
        _fill_setup(state, position)
    else:
        _fill_season(state, position, phase)
    _fill_hidden(state, position.get("hidden", []))
    _fill_void(state, position.get("void", [[]] * int(state.seats)))
    _fill_piles(state, position)
    _check_hands(state, phase)
    _check_over(state, position)


def _number(position: Mapping[str, Any], key: str, default: int | None, low: int, high: int) -> int | None:
    value = position.get(key, default)
    if value is None:
        return None
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{key} is a whole number from {low} to {high}.", FIELD_RULES.get(key))
    return value


def _fill_year(state: Any, position: Mapping[str, Any], phase: str) -> None:
    last = int(state.seats) - 1
    is_setup, is_early = phase == "setup", phase in ("setup", "autumn")
    state.year = _number(position, "year", 1, 1, int(state.max_years))
    dealer = _number(position, "dealer", None if is_setup and position.get("to_move") == "chance" else 0, 0, last)
    initiator = _number(position, "initiator", None if is_setup else 0, 0, last)
    earned = _number(position, "next_initiator", None if is_early else initiator, 0, last)
    if (initiator is None) != is_setup:
        raise BadPosition("The first Initiator is known once set-up is over, and not before.", "S-14")
    if (earned is None) != is_early:
        raise BadPosition("Next year's Initiator is known once four tricks are played, and not before.", "S-24")
    if dealer is None and not is_setup:
        raise BadPosition("There is a dealer once set-up has begun.", "S-8")
    state.dealer, state.initiator, state.next_initiator = (
        NOBODY if s is None else s for s in (dealer, initiator, earned)
    )


def _cards(cards: Any, what: str, rule: str) -> list[int]:
    """[kinds] a pile given as a list of card names."""
    if not isinstance(cards, list):
        raise BadPosition(f"{what} is a list of cards.", rule)
    try:
        return bag_of(cards)
    except ValueError as problem:
        raise BadPosition(f"{what} cannot be read: {problem}.", rule) from None


def _fill_cities(state: Any, cities: Any, phase: str) -> None:
    """S-5 to S-7, S-27 to S-29. The cities, one a seat."""
    if not isinstance(cities, list) or len(cities) != state.seats or not all(isinstance(c, Mapping) for c in cities):
        raise BadPosition(f"cities lists {state.seats} cities, one for each seat.", "S-5")
    lines: list[str] = []
    for seat, city in enumerate(cities):
        if unknown := set(city) - set(CITY_FIELDS):
            raise BadPosition(f"A city has no {sorted(unknown)[0]!r}; it has {', '.join(CITY_FIELDS)}.", "S-5")
        _fill_line(state, seat, city, lines, phase)
        state.own_hand[seat] = _cards(city.get("hand", []), f"The hand of seat {seat}", "S-5")
        _fill_keep(state, seat, city.get("keep", []))
        _fill_quarters(state, seat, city)
        state.pile[seat] = _cards(city.get("tricks", []), f"The trick pile of seat {seat}", "S-23")
        state.captured[seat] = _cards(city.get("captured", []), f"The captured pile of seat {seat}", "S-55")
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
    for kind, count in enumerate(_cards(keep, f"The Keep of seat {seat}", "S-29")):
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
        kind = _kinds([card], suit, "A fortification", "S-27")[0]
        state.forts[seat, SUITS.index(suit)] = kind + 1
    for suit, cards in garrisons.items():
        if not isinstance(cards, list) or len(cards) > GARRISON_MOST:
            raise BadPosition(f"A garrison is a list of at most {GARRISON_MOST} cards.", "S-28")
        for kind in _kinds(cards, suit, "A garrison", "S-28"):
            state.own_garrison[seat, kind] += 1
            state.garrison_size[seat, SUITS.index(suit)] += 1


def _kinds(cards: Sequence[Any], suit: str, what: str, rule: str) -> list[int]:
    """Natural cards of the quarter's suit."""
    kinds = [kind for kind, count in enumerate(_cards(list(cards), what, rule)) for _ in range(count)]
    for kind in kinds:
        if kind == JOKER:
            raise BadPosition("A joker is never in a city.", "S-7")
        if SUITS[kind // RANK_COUNT] != suit:
            raise BadPosition(
                f"{what} of the quarter {suit} is of that suit, so {NAMES[kind]} cannot stand there.", rule
            )
    return kinds


def _fill_setup(state: Any, position: Mapping[str, Any]) -> None:
    """S-8 to S-13. Which draw or fortification comes next follows from what is on the table."""
    missing = [seat for seat in range(state.seats) if state.line[seat] == NOBODY]
    has_forts = bool(state.forts.any())
    if state.keep.any() or state.garrison_size.any() or state.pile.any() or state.captured.any():
        raise BadPosition("In set-up there are only hands and fortifications.", "S-12")
    if state.dealer == NOBODY or missing:
        if state.hand_size.any() or has_forts or (state.dealer == NOBODY and len(missing) < state.seats):
            raise BadPosition("The dealer is drawn first, then the lines from seat 0, then cards are dealt.", "S-73")
        if missing != list(range(int(state.seats) - len(missing), int(state.seats))):
            raise BadPosition("Lines are drawn from seat 0 on.", "S-73")
        state.phase = AT_DEALER if state.dealer == NOBODY else AT_LINES
        return
    mover = position.get("to_move")
    if mover == "chance" or mover is None:
        state.phase = AT_REFILL if has_forts else AT_DEAL
        return
    state.phase = AT_SETUP
    rules.ask_for_fort(state, (int(state.dealer) + 1) % int(state.seats))
    if state.phase != AT_SETUP:
        raise BadPosition("Nobody has a fortification to place, so everybody draws.", "S-13")


def _fill_season(state: Any, position: Mapping[str, Any], phase: str) -> None:
    mover = position.get("to_move", int(state.initiator))
    _fill_marks(state, position)
    if phase == "autumn":
        _fill_autumn(state, position, mover)
    elif position.get("trick"):
        raise BadPosition("There are tricks in Autumn only.", "S-18")
    elif state.pile.any():
        raise BadPosition("Won tricks join the Field after the fourth.", "S-25")
    elif phase in WINTER_PHASES:
        _fill_winter(state, phase, mover)
    elif phase == "summer":
        state.phase = AT_NEW_YEAR if mover == "chance" else AT_SUMMER
        state.to_move = CHANCE if mover == "chance" else NOBODY if mover is None else mover
        if state.captured.any():
            raise BadPosition("Captured cards have joined the Fields by Summer.", "S-58")
    else:
        _fill_spring(state, position, phase, mover)
    _fill_tricks_won(state, position)


def _fill_marks(state: Any, position: Mapping[str, Any]) -> None:
    """S-39, S-43. Which attacks have been made and who is barred from whom."""
    seats = range(int(state.seats))
    for triple in position.get("attacked", []):
        if not isinstance(triple, list) or len(triple) != 3 or triple[2] not in tuple(SUITS):
            raise BadPosition('attacked lists attacks like [0, 1, "H"].', "S-39")
        if triple[0] not in seats or triple[1] not in seats or triple[0] == triple[1]:
            raise BadPosition("attacked names an attacker and another seat as defender.", "S-36")
        state.attacked[triple[0]] |= 1 << (triple[1] * 4 + SUITS.index(triple[2]))
    for pair in position.get("barred", []):
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(seat in seats for seat in pair)
            or pair[0] == pair[1]
        ):
            raise BadPosition("barred lists pairs of an attacker and another seat, like [0, 1].", "S-43")
        if not int(state.attacked[pair[0]]) >> (pair[1] * 4) & 15:
            raise BadPosition(f"Seat {pair[0]} has not attacked seat {pair[1]} and cannot be barred from it.", "S-43")
        state.barred[pair[0]] |= 1 << pair[1]
    if (state.attacked.any() or state.captured.any()) and position["phase"] not in (
        "spring",
        "siege",
        "defend",
        "assault",
        "prize",
    ):
        raise BadPosition("Attacks and captured cards belong to Spring.", "S-35")


def _fill_autumn(state: Any, position: Mapping[str, Any], mover: Any) -> None:
    """S-19. The running trick."""
    trick, seats = position.get("trick", []), int(state.seats)
    if not isinstance(trick, list) or not all(isinstance(p, list) and len(p) == 2 for p in trick):
        raise BadPosition('trick lists a seat and a card for each card played, like [[0, "9S"]].', "S-19")
    if len(trick) >= seats:
        raise BadPosition("A trick to which all have played is over.", "S-22")
    leader = trick[0][0] if trick else mover if isinstance(mover, int) else int(state.initiator)
    for at, (seat, card) in enumerate(trick):
        if type(seat) is not int or seat != (leader + at) % seats:
            raise BadPosition("A trick is played clockwise, one card each.", "S-19")
        state.trick[at] = _cards([card], "The trick", "S-19").index(1) + 1
    state.leader, state.trick_count, state.phase = leader, len(trick), AT_AUTUMN
    state.to_move = NOBODY if mover is None else (leader + len(trick)) % seats


def _fill_tricks_won(state: Any, position: Mapping[str, Any]) -> None:
    """S-18, S-24. How many tricks each seat won this Autumn."""
    seats = int(state.seats)
    counted = [int(state.pile[seat].sum()) // seats for seat in range(seats)]
    won = position.get("tricks_won", counted)
    if not isinstance(won, list) or len(won) != seats or not all(type(n) is int and 0 <= n <= TRICKS for n in won):
        raise BadPosition("tricks_won gives a number for each seat.", "S-24")
    is_autumn = state.phase == AT_AUTUMN
    if sum(won) > (TRICKS - 1 if is_autumn else TRICKS):
        raise BadPosition(f"Autumn has {TRICKS} tricks, and ends with the last.", "S-18")
    if is_autumn and won != counted:
        raise BadPosition(f"Trick piles of {seats} cards a trick make {counted} tricks won, not {won}.", "S-23")
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
    state.phase = {name: number for number, name in PHASE_NAMES.items()}[phase]
    state.to_move = NOBODY if mover is None else mover
    if (found is None) != (phase == "spring"):
        raise BadPosition("There is an attack while it is fought, and in Spring's own node none.", "S-36")
    if found is not None:
        _fill_attack(state, found, phase, mover)


def _fill_attack(state: Any, found: Any, phase: str, mover: Any) -> None:
    seats = range(int(state.seats))
    if not isinstance(found, Mapping) or found.get("quarter") not in tuple(SUITS):
        raise BadPosition("attack names attacker, defender and quarter (H, D, S or C).", "S-36")
    attacker, defender, quarter = found.get("attacker"), found.get("defender"), SUITS.index(found["quarter"])
    if type(attacker) is not int or type(defender) is not int or attacker not in seats or defender not in seats:
        raise BadPosition("attack names attacker and defender by their seats.", "S-36")
    if attacker == defender:
        raise BadPosition("Nobody attacks the own city.", "S-36")
    state.attacker, state.defender, state.quarter = attacker, defender, quarter
    state.attacked[attacker] |= 1 << (defender * 4 + quarter)
    if mover is not None:
        state.to_move = defender if phase == "defend" else attacker
    if phase == "prize":
        if not state.keep[defender]:
            raise BadPosition("No prize is offered when the Keep holds no royal.", "S-51")
        return
    if state.garrison_size[attacker, quarter] or state.garrison_size[defender, quarter]:
        raise BadPosition("During an attack both garrisons of the quarter are in the Fields.", "S-40")
    _fill_table(state, found, phase)


def _fill_table(state: Any, found: Mapping[str, Any], phase: str) -> None:
    """S-40 to S-47. What the garrisons brought and what has been played."""
    attacker, defender, quarter = int(state.attacker), int(state.defender), int(state.quarter)
    wall = int(state.forts[defender, quarter])
    siege = found.get("siege")
    if siege is not None:
        state.siege_card = _cards([siege], "The siege card", "S-41").index(1) + 1
        if not wall or not attack.breaches(int(state.siege_card) - 1, wall - 1):
            raise BadPosition(f"{siege} has breached no wall here.", "S-41")
    if (phase == "siege") != (bool(wall) and siege is None):
        raise BadPosition("A wall is besieged first, and only a wall.", "S-42" if not wall else "S-41")
    if found.get("wall") not in (None, NAMES[wall - 1] if wall and siege is not None else None):
        raise BadPosition("The wall breached is the fortification of the quarter.", "S-41")
    taken = found.get("taken", {})
    if not isinstance(taken, Mapping):
        raise BadPosition("taken lists what the two garrisons brought.", "S-40")
    for side in ("attacker", "defender"):
        if not isinstance(taken.get(side, []), list) or len(taken.get(side, [])) > GARRISON_MOST:
            raise BadPosition(f"A garrison brings at most {GARRISON_MOST} cards.", "S-28")
    sortie = sorted(_kinds(taken.get("attacker", []), SUITS[quarter], "The garrison", "S-28"))
    for at, kind in enumerate(sortie):
        state.own_sortie[attacker, at] = kind + 1
    state.sortie_size = len(sortie)
    _fill_fought(state, found.get("fought", []), phase)
    for kind in _kinds(taken.get("defender", []), SUITS[quarter], "The garrison", "S-28"):
        state.own_garrison[defender, kind] += 1
        state.garrison_size[defender, quarter] += 1
        state.own_hand[defender, kind] -= 1
        if state.own_hand[defender, kind] < 0:
            raise BadPosition(f"{NAMES[kind]} of the defender's garrison is neither in the hand nor played.", "S-40")
    state.hand_size[defender] = int(state.own_hand[defender].sum())


def _fill_fought(state: Any, fought: Any, phase: str) -> None:
    """S-44 to S-47. The exchanges so far; the last may still want its answer."""
    defender = int(state.defender)
    if not isinstance(fought, list) or len(fought) > MOST_FOUGHT or (fought and phase == "siege"):
        raise BadPosition("fought lists the exchanges in the streets.", "S-44")
    if phase == "assault" and not fought:
        raise BadPosition("The attacker answers a card of the defender.", "S-44")
    for at, row in enumerate(fought):
        is_open = phase == "assault" and at == len(fought) - 1
        if not isinstance(row, list) or len(row) != 3 or row[1] not in SOURCE_NAMES or (row[2] is None) != is_open:
            raise BadPosition('An exchange is like ["QS", "hand", "KD"], the last null while it is unanswered.', "S-44")
        kind = _cards(row[:1], "A defender", "S-45").index(1)
        answer = None if is_open else _cards(row[2:], "An answer", "S-47").index(1)
        if kind == JOKER:
            raise BadPosition("Jokers cannot defend.", "S-45")
        if answer is not None and height(answer) <= height(kind):
            raise BadPosition(f"{NAMES[answer]} does not beat {NAMES[kind]}.", "S-47")
        state.fought[at], state.fought_from[at] = kind + 1, SOURCE_NAMES.index(row[1])
        state.answers[at] = 0 if answer is None else answer + 1
        state.fought_count = at + 1
        if row[1] == SOURCE_NAMES[FROM_KEEP]:
            bit = int(cities.royal(state, defender, kind))
            if not bit or int(state.keep[defender]) & bit:
                raise BadPosition(f"{NAMES[kind]} cannot have come from this Keep.", "S-45")
            state.keep[defender] |= bit
            state.fought_royals |= bit
        else:
            state.own_hand[defender, kind] += 1


def _fill_hidden(state: Any, hidden: Any) -> None:
    """S-55. Which of the captured cards lie face-down."""
    seats = range(int(state.seats))
    for row in hidden if isinstance(hidden, list) else [None]:
        if not isinstance(row, list) or len(row) != 4 or row[2] not in tuple(SUITS) or not isinstance(row[3], list):
            raise BadPosition('hidden lists captor, victim, quarter and cards, like [0, 1, "H", ["9H"]].', "S-55")
        if row[0] not in seats or row[1] not in seats or row[0] == row[1] or len(row[3]) > GARRISON_MOST:
            raise BadPosition("Two cards of another seat's garrison can be captured face-down, no more.", "S-55")
        captor, victim, quarter = row[0], row[1], SUITS.index(row[2])
        for at, kind in enumerate(_kinds(row[3], row[2], "What was captured face-down", "S-55")):
            state.captured[captor, kind] -= 1
            if state.captured[captor, kind] < 0:
                raise BadPosition(f"{NAMES[kind]} is not among the cards seat {captor} captured.", "S-55")
            state.own_taken[captor, victim, quarter, at] = kind + 1
            state.own_lost[victim, captor, quarter, at] = kind + 1
        state.hidden[captor, victim, quarter] = len(row[3])


def _fill_void(state: Any, void: Any) -> None:
    """S-72. The suits a seat did not follow this Autumn."""
    if not isinstance(void, list) or len(void) != state.seats:
        raise BadPosition("void lists for each seat the suits it did not follow.", "S-72")
    for seat, suits in enumerate(void):
        for suit in suits:
            if (
                suit not in tuple(SUITS)
                or state.phase != AT_AUTUMN
                or cities.hand_cards(state, seat) & cities.suit_cards(SUITS.index(suit))
            ):
                raise BadPosition(f"Seat {seat} cannot be known to lack {str(suit)[:9]}.", "S-72")
            state.void[seat] |= 1 << SUITS.index(suit)


def _fill_piles(state: Any, position: Mapping[str, Any]) -> None:
    """S-2, S-3. Discard pile and deck; a deck left out is all that lies nowhere else."""
    state.sealed_discard[:] = _cards(position.get("discard", []), "The discard pile", "S-3")
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
    deck = _cards(position["deck"], "The deck", "S-3") if "deck" in position else [max(count, 0) for count in rest]
    for kind in range(KINDS):
        if deck[kind] > rest[kind]:
            there = int(state.cards[kind])
            rule = "S-2" if kind < NATURALS else "S-3"
            raise BadPosition(
                f"There are {used[kind] + deck[kind]} cards {NAMES[kind]}, and the game has {there}.", rule
            )
        state.cards[kind] = used[kind] + deck[kind]
    state.sealed_deck[:] = deck
    state.deck_size, state.discard_size = sum(deck), sum(state.sealed_discard.tolist())


def _check_hands(state: Any, phase: str) -> None:
    """S-11, S-18, S-30, S-61. Hands before Winter and while cards are dealt have five cards at most."""
    for seat in range(int(state.seats)):
        if (phase in ("setup", "autumn") or state.phase == AT_NEW_YEAR) and state.hand_size[seat] > HAND:
            raise BadPosition(f"Seat {seat} has {state.hand_size[seat]} cards in hand; {HAND} are dealt.", "S-11")
    if state.to_move == CHANCE and state.phase in (AT_DEAL, AT_REFILL, AT_NEW_YEAR) and rules.receiver(state) == NOBODY:
        raise BadPosition(f"Everybody has {HAND} cards, or the deck is empty: nothing can be dealt.", "S-61")
    if state.to_move == CHANCE and state.phase == AT_DEAL and state.discard_size:
        raise BadPosition("Nothing is discarded in set-up.", "S-11")
    mover = int(state.to_move)
    if phase == "autumn" and mover >= 0 and state.hand_size[mover] == 0:
        raise BadPosition(f"Seat {mover} is to play and has no card.", "S-18")
    if phase in ("defend", "assault", "siege") and mover >= 0:
        _check_attack(state, phase, mover)


def _check_attack(state: Any, phase: str, mover: int) -> None:
    """S-41, S-46. Whoever is asked in an attack has an answer."""
    if phase == "defend" and attack.naturals_left(state) <= 0 and not attack.royals_left(state):
        raise BadPosition("The defender has nothing left: the attack has succeeded.", "S-46")
    if phase == "siege" and state.hand_size[mover] == 0:
        raise BadPosition("The attacker has no card to besiege the wall with.", "S-41")


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """S-66, S-68, SA-65. A game that is over has nobody to move, and one that is not has somebody."""
    alone = int(state.gone).bit_count() == state.seats - 1
    if alone:
        if position.get("to_move") is not None:
            raise BadPosition("Only one seat is left, so the game is over.", "SA-65")
        state.to_move = NOBODY
    elif "to_move" in position and position["to_move"] is None:
        is_limit = state.phase == AT_SUMMER and state.year >= state.max_years
        if rules.champion(state) == NOBODY and not is_limit:
            raise BadPosition("Nobody's family is complete and the years are not up, so somebody is to move.", "S-66")
