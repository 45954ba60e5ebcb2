"""Siege positions: a running attack, and what was captured face-down, from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from siegeworks.core.cards import JOKER, NAMES, RANK_COUNT, SUITS, height
from siegeworks.errors import BadPosition
from siegeworks.games.siege import attack, cities
from siegeworks.games.siege.cities import FROM_KEEP, GARRISON_MOST, MOST_FOUGHT
from siegeworks.games.siege.position_cities import cards_in, kinds_in
from siegeworks.games.siege.words import SOURCE_NAMES

ALL_QUARTERS = (1 << len(SUITS)) - 1


def _are_two_seats(state: Any, one: Any, other: Any) -> bool:
    """Whether these are two different seats."""
    return all(type(seat) is int and 0 <= seat < state.seats for seat in (one, other)) and bool(one != other)


def fill_attacked(state: Any, attacked: Any) -> None:
    """S-36, S-39. Which attacks have been made."""
    for triple in attacked if isinstance(attacked, list) else [None]:
        if not isinstance(triple, list) or len(triple) != 3 or triple[2] not in tuple(SUITS):
            raise BadPosition('attacked lists attacks like [0, 1, "H"].', "S-39")
        if not _are_two_seats(state, triple[0], triple[1]):
            raise BadPosition("attacked names an attacker and another seat as defender.", "S-36")
        attack_bit = 1 << (triple[1] * len(SUITS) + SUITS.index(triple[2]))
        if int(state.attacked[triple[0]]) & attack_bit:
            raise BadPosition("attacked names an attack twice, and each is made once.", "S-39")
        state.attacked[triple[0]] |= attack_bit


def fill_barred(state: Any, barred: Any) -> None:
    """S-43. Who may not attack whom again this Spring."""
    for pair in barred if isinstance(barred, list) else [None]:
        if not isinstance(pair, list) or len(pair) != 2 or not _are_two_seats(state, pair[0], pair[1]):
            raise BadPosition("barred lists pairs of an attacker and another seat, like [0, 1].", "S-43")
        if not int(state.attacked[pair[0]]) >> (pair[1] * len(SUITS)) & ALL_QUARTERS:
            raise BadPosition(f"Seat {pair[0]} has not attacked seat {pair[1]} and cannot be barred from it.", "S-43")
        state.barred[pair[0]] |= 1 << pair[1]


def fill_attack(state: Any, found: Any, phase: str, mover: Any) -> None:
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
        state.siege_card = cards_in([siege], "The siege card", "S-41").index(1) + 1
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
    sortie = sorted(kinds_in(taken.get("attacker", []), SUITS[quarter], "The garrison", "S-28"))
    for at, kind in enumerate(sortie):
        state.own_sortie[attacker, at] = kind + 1
    state.sortie_size = len(sortie)
    _fill_fought(state, found.get("fought", []), phase)
    for kind in kinds_in(taken.get("defender", []), SUITS[quarter], "The garrison", "S-28"):
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
        kind = cards_in(row[:1], "A defender", "S-45").index(1)
        answer = None if is_open else cards_in(row[2:], "An answer", "S-47").index(1)
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


def fill_hidden(state: Any, hidden: Any) -> None:
    """S-55. Which of the captured cards lie face-down."""
    for row in hidden if isinstance(hidden, list) else [None]:
        if not isinstance(row, list) or len(row) != 4 or row[2] not in tuple(SUITS) or not isinstance(row[3], list):
            raise BadPosition('hidden lists captor, victim, quarter and cards, like [0, 1, "H", ["9H"]].', "S-55")
        if not _are_two_seats(state, row[0], row[1]) or not 0 < len(row[3]) <= GARRISON_MOST:
            raise BadPosition("One or two cards of another seat's garrison can be captured face-down, no more.", "S-55")
        if state.hidden[row[0], row[1], SUITS.index(row[2])]:
            raise BadPosition("hidden names a quarter twice, and each is attacked once.", "S-39")
        captor, victim, quarter = row[0], row[1], SUITS.index(row[2])
        for at, kind in enumerate(kinds_in(row[3], row[2], "What was captured face-down", "S-55")):
            state.captured[captor, kind] -= 1
            if state.captured[captor, kind] < 0:
                raise BadPosition(f"{NAMES[kind]} is not among the cards seat {captor} captured.", "S-55")
            state.own_taken[captor, victim, quarter, at] = kind + 1
            state.own_lost[victim, captor, quarter, at] = kind + 1
        state.hidden[captor, victim, quarter] = len(row[3])


def check_attack(state: Any, phase: str) -> None:
    """S-35 to S-41, S-46. The attack could be declared, and whoever is asked has an answer."""
    attacker = int(state.attacker)
    if phase != "prize":
        _check_gate(state, attacker)
    if phase == "defend" and attack.naturals_left(state) <= 0 and not attack.royals_left(state):
        raise BadPosition("The defender has nothing left: the attack has succeeded.", "S-46")
    if phase == "siege" and state.hand_size[attacker] == 0:
        raise BadPosition("The attacker has no card to besiege the wall with.", "S-41")
    wall = int(state.forts[state.defender, state.quarter]) - 1
    if (
        phase == "siege"
        and not state.failed_assault
        and not cities.hand_cards(state, attacker) & attack.breaching(wall)
    ):
        raise BadPosition("The attacker has no card that breaches the wall.", "S-38")


def _check_gate(state: Any, attacker: int) -> None:
    """S-37, S-40. The attacker came with a card of the suit; what the garrison brought is in the hand, or played."""
    brought = state.own_hand[attacker].astype(int)
    for slot in (state.siege_card, *state.answers):
        if slot:
            brought[slot - 1] += 1
    quarter = int(state.quarter)
    suited = brought[quarter * RANK_COUNT : (quarter + 1) * RANK_COUNT]
    for slot in state.own_sortie[attacker]:
        if slot:
            brought[slot - 1] -= 1
            if brought[slot - 1] < 0:
                raise BadPosition(
                    f"{NAMES[slot - 1]} of the garrison is neither in the attacker's hand nor played.", "S-40"
                )
    if not suited.any() and not state.sortie_size:
        raise BadPosition(
            "The attacker has no card of the quarter's suit, so this attack could not be declared.", "S-37"
        )
    if state.gate_garrison and not state.sortie_size:
        raise BadPosition("At this table a garrison of the quarter's suit attacks, and the attacker had none.", "S-37")


def check_attacks(state: Any) -> None:
    """S-35. At a table with one attack each nobody has made two."""
    for seat in range(int(state.seats)):
        if state.one_attack and int(state.attacked[seat]).bit_count() > 1:
            raise BadPosition(f"Seat {seat} has made more than the one attack that this table allows.", "S-35")
