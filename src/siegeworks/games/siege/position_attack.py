"""Siege positions: a running attack, and what was captured face-down, from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from siegeworks.core.cards import JOKER, NAMES, RANK_COUNT, SUITS, height
from siegeworks.core.phrases import phrase
from siegeworks.errors import BadPosition
from siegeworks.games.siege import attack, cities
from siegeworks.games.siege.cities import FROM_KEEP, GARRISON_MOST, MOST_FOUGHT
from siegeworks.games.siege.position_cities import cards_in, kinds_in
from siegeworks.games.siege.prompts import SOURCE_NAMES

ALL_QUARTERS = (1 << len(SUITS)) - 1


def _are_two_seats(state: Any, one: Any, other: Any) -> bool:
    """Whether these are two different seats."""
    return all(type(seat) is int and 0 <= seat < state.seats for seat in (one, other)) and bool(one != other)


def fill_attacked(state: Any, attacked: Any) -> None:
    """S-36, S-39. Which attacks have been made."""
    for triple in attacked if isinstance(attacked, list) else [None]:
        if not isinstance(triple, list) or len(triple) != 3 or triple[2] not in tuple(SUITS):
            raise BadPosition("siege.attacked-not-attacks", "S-39")
        if not _are_two_seats(state, triple[0], triple[1]):
            raise BadPosition("siege.attacked-no-other-seat", "S-36")
        attack_bit = 1 << (triple[1] * len(SUITS) + SUITS.index(triple[2]))
        if int(state.attacked[triple[0]]) & attack_bit:
            raise BadPosition("siege.attacked-twice", "S-39")
        state.attacked[triple[0]] |= attack_bit


def fill_barred(state: Any, barred: Any) -> None:
    """S-43. Who may not attack whom again this Spring."""
    for pair in barred if isinstance(barred, list) else [None]:
        if not isinstance(pair, list) or len(pair) != 2 or not _are_two_seats(state, pair[0], pair[1]):
            raise BadPosition("siege.barred-not-pairs", "S-43")
        if not int(state.attacked[pair[0]]) >> (pair[1] * len(SUITS)) & ALL_QUARTERS:
            raise BadPosition(
                "siege.barred-without-attack", "S-43", attacker={"seat": pair[0]}, defender={"seat": pair[1]}
            )
        state.barred[pair[0]] |= 1 << pair[1]


def fill_attack(state: Any, found: Any, phase: str, mover: Any) -> None:
    seats = range(int(state.seats))
    if not isinstance(found, Mapping) or found.get("quarter") not in tuple(SUITS):
        raise BadPosition("siege.not-an-attack", "S-36")
    attacker, defender, quarter = found.get("attacker"), found.get("defender"), SUITS.index(found["quarter"])
    if type(attacker) is not int or type(defender) is not int or attacker not in seats or defender not in seats:
        raise BadPosition("siege.attack-not-by-seats", "S-36")
    if attacker == defender:
        raise BadPosition("siege.own-city", "S-36")
    state.attacker, state.defender, state.quarter = attacker, defender, quarter
    state.attacked[attacker] |= 1 << (defender * 4 + quarter)
    if mover is not None:
        state.to_move = defender if phase == "defend" else attacker
    if phase == "prize":
        if not state.keep[defender]:
            raise BadPosition("siege.no-prize-to-offer", "S-51")
        return
    if state.garrison_size[attacker, quarter] or state.garrison_size[defender, quarter]:
        raise BadPosition("siege.garrisons-not-in-field", "S-40")
    _fill_table(state, found, phase)


def _fill_table(state: Any, found: Mapping[str, Any], phase: str) -> None:
    """S-40 to S-47. What the garrisons brought and what has been played."""
    attacker, defender, quarter = int(state.attacker), int(state.defender), int(state.quarter)
    wall = int(state.forts[defender, quarter])
    siege = found.get("siege")
    if siege is not None:
        state.siege_card = cards_in([siege], phrase("siege.the-siege-card"), "S-41").index(1) + 1
        if not wall or not attack.breaches(int(state.siege_card) - 1, wall - 1):
            raise BadPosition("siege.no-wall-breached", "S-41", name=siege)
    if (phase == "siege") != (bool(wall) and siege is None):
        raise BadPosition("siege.wall-comes-first", "S-42" if not wall else "S-41")
    if found.get("wall") not in (None, NAMES[wall - 1] if wall and siege is not None else None):
        raise BadPosition("siege.wrong-wall-breached", "S-41")
    taken = found.get("taken", {})
    if not isinstance(taken, Mapping):
        raise BadPosition("siege.taken-not-garrisons", "S-40")
    for side in ("attacker", "defender"):
        if not isinstance(taken.get(side, []), list) or len(taken.get(side, [])) > GARRISON_MOST:
            raise BadPosition("siege.garrison-too-large", "S-28", most=GARRISON_MOST)
    sortie = sorted(kinds_in(taken.get("attacker", []), SUITS[quarter], phrase("siege.the-garrison"), "S-28"))
    for at, kind in enumerate(sortie):
        state.own_sortie[attacker, at] = kind + 1
    state.sortie_size = len(sortie)
    _fill_fought(state, found.get("fought", []), phase)
    for kind in kinds_in(taken.get("defender", []), SUITS[quarter], phrase("siege.the-garrison"), "S-28"):
        state.own_garrison[defender, kind] += 1
        state.garrison_size[defender, quarter] += 1
        state.own_hand[defender, kind] -= 1
        if state.own_hand[defender, kind] < 0:
            raise BadPosition("siege.defenders-card-lost", "S-40", name=NAMES[kind])
    state.hand_size[defender] = int(state.own_hand[defender].sum())


def _fill_fought(state: Any, fought: Any, phase: str) -> None:
    """S-44 to S-47. The exchanges so far; the last may still want its answer."""
    defender = int(state.defender)
    if not isinstance(fought, list) or len(fought) > MOST_FOUGHT or (fought and phase == "siege"):
        raise BadPosition("siege.fought-not-exchanges", "S-44")
    if phase == "assault" and not fought:
        raise BadPosition("siege.no-card-to-answer", "S-44")
    for at, row in enumerate(fought):
        is_open = phase == "assault" and at == len(fought) - 1
        if not isinstance(row, list) or len(row) != 3 or row[1] not in SOURCE_NAMES or (row[2] is None) != is_open:
            raise BadPosition("siege.not-an-exchange", "S-44")
        kind = cards_in(row[:1], phrase("siege.a-defender"), "S-45").index(1)
        answer = None if is_open else cards_in(row[2:], phrase("siege.an-answer"), "S-47").index(1)
        if kind == JOKER:
            raise BadPosition("siege.jokers-defend-not", "S-45")
        if answer is not None and height(answer) <= height(kind):
            raise BadPosition("siege.does-not-beat", "S-47", name=NAMES[answer], other=NAMES[kind])
        state.fought[at], state.fought_from[at] = kind + 1, SOURCE_NAMES.index(row[1])
        state.answers[at] = 0 if answer is None else answer + 1
        state.fought_count = at + 1
        if row[1] == SOURCE_NAMES[FROM_KEEP]:
            bit = int(cities.royal(state, defender, kind))
            if not bit or int(state.keep[defender]) & bit:
                raise BadPosition("siege.not-from-keep", "S-45", name=NAMES[kind])
            state.keep[defender] |= bit
            state.fought_royals |= bit
        else:
            state.own_hand[defender, kind] += 1


def fill_hidden(state: Any, hidden: Any) -> None:
    """S-55. Which of the captured cards lie face-down."""
    for row in hidden if isinstance(hidden, list) else [None]:
        if not isinstance(row, list) or len(row) != 4 or row[2] not in tuple(SUITS) or not isinstance(row[3], list):
            raise BadPosition("siege.not-a-hidden-capture", "S-55")
        if not _are_two_seats(state, row[0], row[1]) or not 0 < len(row[3]) <= GARRISON_MOST:
            raise BadPosition("siege.wrong-hidden-capture", "S-55")
        if state.hidden[row[0], row[1], SUITS.index(row[2])]:
            raise BadPosition("siege.hidden-quarter-twice", "S-39")
        captor, victim, quarter = row[0], row[1], SUITS.index(row[2])
        for at, kind in enumerate(kinds_in(row[3], row[2], phrase("siege.captured-face-down"), "S-55")):
            state.captured[captor, kind] -= 1
            if state.captured[captor, kind] < 0:
                raise BadPosition("siege.not-captured", "S-55", name=NAMES[kind], captor={"seat": captor})
            state.own_taken[captor, victim, quarter, at] = kind + 1
            state.own_lost[victim, captor, quarter, at] = kind + 1
        state.hidden[captor, victim, quarter] = len(row[3])


def check_attack(state: Any, phase: str) -> None:
    """S-35 to S-41, S-46. The attack could be declared, and whoever is asked has an answer."""
    attacker = int(state.attacker)
    if phase != "prize":
        _check_gate(state, attacker)
    if phase == "defend" and attack.naturals_left(state) <= 0 and not attack.royals_left(state):
        raise BadPosition("siege.defender-has-nothing", "S-46")
    if phase == "siege" and state.hand_size[attacker] == 0:
        raise BadPosition("siege.no-siege-card", "S-41")
    wall = int(state.forts[state.defender, state.quarter]) - 1
    if (
        phase == "siege"
        and not state.failed_assault
        and not cities.hand_cards(state, attacker) & attack.breaching(wall)
    ):
        raise BadPosition("siege.no-breaching-card", "S-38")


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
                raise BadPosition("siege.attackers-card-lost", "S-40", name=NAMES[slot - 1])
    if not suited.any() and not state.sortie_size:
        raise BadPosition("siege.no-card-of-quarter", "S-37")
    if state.gate_garrison and not state.sortie_size:
        raise BadPosition("siege.no-garrison-of-quarter", "S-37")


def check_attacks(state: Any) -> None:
    """S-35. At a table with one attack each nobody has made two."""
    for seat in range(int(state.seats)):
        if state.one_attack and int(state.attacked[seat]).bit_count() > 1:
            raise BadPosition("siege.too-many-attacks", "S-35", seat={"seat": seat})
