"""Siege as a person is asked: what there is to decide, and what each action is, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from siegeworks.core.cards import JOKER, KINDS, NAMES, QUEEN, RANK_COUNT, SUIT_COUNT, SUITS
from siegeworks.core.phrases import Sentence, phrase, said, seats
from siegeworks.games.siege.cities import (
    AT_ASSAULT,
    AT_AUTUMN,
    AT_DEFEND,
    AT_PRIZE,
    AT_SETUP,
    AT_SIEGE,
    AT_SPRING,
    AT_SUMMER,
    AT_WINTER,
    ATTACK,
    COMPLETE,
    DEFEND,
    DISCARDING,
    DONE,
    FORT,
    HAND,
    PASS,
    PLACES,
    PLAY,
    RECALL,
    RECALLING,
    RETREAT,
    ROYALS,
    SKIP,
    SOURCES,
    STOW,
    STOWING,
    YIELD,
)

PLACE_NAMES = ("fort", "garrison", "keep")
SOURCE_NAMES = ("hand", "keep")
PROMPT_VERBS = {
    "siege.ask-fort": ("fort",),
    "siege.ask-lead": ("play",),
    "siege.ask-follow": ("play",),
    "siege.ask-any-card": ("play",),
    "siege.ask-recall": ("recall", "done"),
    "siege.ask-stow": ("stow", "done"),
    "siege.ask-discard": ("discard", "done"),
    "siege.ask-too-many": ("discard",),
    "siege.ask-spring": ("attack", "pass"),
    "siege.ask-siege": ("siege",),
    "siege.ask-breach": ("siege",),
    "siege.ask-defend": ("defend",),
    "siege.ask-defend-or-yield": ("defend", "yield"),
    "siege.ask-assault": ("assault", "retreat"),
    "siege.ask-prize": ("prize", "skip"),
    "siege.ask-summer": ("stow", "done"),
}


def _card(kind: int) -> dict[str, str]:
    return {"card": NAMES[kind]}


# What each action is


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    if action >= DONE:
        return _closing(view, action)
    if action >= FORT:
        kind = action - FORT
        return said("siege.do-fort", "S-12", card=_card(kind), quarter=SUITS[kind // RANK_COUNT])
    if action >= ATTACK:
        defender, quarter = divmod(action - ATTACK, SUIT_COUNT)
        return said("siege.do-attack", "S-36", seat={"seat": defender}, quarter=SUITS[quarter])
    if action >= DEFEND:
        kind, source = divmod(action - DEFEND, SOURCES)
        return said("siege.do-defend", "S-45", card=_card(kind), source=SOURCE_NAMES[source])
    if action >= RECALL:
        return _moved(action)
    code, rule = _NAMED[action // KINDS]
    return said(code, rule, card=_card(action % KINDS))


_NAMED = (
    ("siege.do-play", "S-19"),
    ("siege.do-discard", "S-30"),
    ("siege.do-siege", "S-41"),
    ("siege.do-assault", "S-47"),
    ("siege.do-prize", "S-51"),
)
"""[blocks of actions] those that name a card only."""


def _moved(action: int) -> Sentence:
    """A card into the city, or out of it."""
    is_stow = action >= STOW
    kind, place = divmod(action - (STOW if is_stow else RECALL), PLACES)
    told = {"card": _card(kind), "place": PLACE_NAMES[place], "quarter": SUITS[kind // RANK_COUNT]}
    if is_stow:
        return said("siege.do-stow", ("S-27", "S-28", "S-29")[place], **told)
    return said("siege.do-recall", "S-26", **told)


def _closing(view: Any, action: int) -> Sentence:
    if action == DONE:
        step = "summer" if view.phase == AT_SUMMER else _STEPS[int(view.own_step[view.to_move])]
        return said("siege.do-done", "S-60" if view.phase == AT_SUMMER else "S-26", step=step)
    if action == PASS:
        return said("siege.do-pass", "S-35")
    if action == YIELD:
        return said("siege.do-yield", "S-46", quarter=SUITS[view.quarter])
    if action == RETREAT:
        return said("siege.do-retreat", "S-48", quarter=SUITS[view.quarter], seat={"seat": int(view.defender)})
    assert action == SKIP
    return said("siege.do-skip", "S-51")


_STEPS = {RECALLING: "recall", STOWING: "stow", DISCARDING: "discard"}


# What is asked


def prompt(view: Any, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What the seat is asked for, or whom it waits for."""
    phase = int(view.phase)
    if seat is not None and legal:
        return _ASKED[phase](view, seat, legal)
    code, rule = _AWAITED[phase]
    return said(code, rule, seats=seats(waiting), **(_attack(view) if phase in _FIGHTS else {}))


def _attack(view: Any) -> dict[str, Any]:
    """What is attacked: public, as every attack is."""
    return {"defender": {"seat": int(view.defender)}, "quarter": SUITS[view.quarter]}


def _ask_fort(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    suit = SUITS[(legal[0] - FORT) // RANK_COUNT]
    return said("siege.ask-fort", "S-12", suit=suit, quarter=suit)


def _ask_card(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    """S-19 to S-21. A card to the trick: any, or of the suit that was led."""
    if view.trick_count == 0:
        return said("siege.ask-lead", "S-19")
    first = int(view.trick[0]) - 1
    if first == JOKER:
        return said("siege.ask-any-card", "S-21", why=phrase("siege.joker-led"))
    led = first // RANK_COUNT
    if any((action - PLAY) // RANK_COUNT == led for action in legal):
        joker = "yes" if legal[-1] == PLAY + JOKER else "no"
        return said("siege.ask-follow", "S-20", suit=SUITS[led], joker=joker)
    return said("siege.ask-any-card", "S-20", why=phrase("siege.suit-lacks", suit=SUITS[led]))


def _ask_winter(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    """S-26 to S-31. The own Winter, step by step."""
    step, family = int(view.own_step[seat]), _family(view, seat)
    if step == RECALLING:
        return said("siege.ask-recall", "S-26", family=family)
    if step == STOWING:
        return said("siege.ask-stow", "S-26", family=family)
    if legal[-1] != DONE:
        over = sum(view.own_hand[seat].tolist()) - HAND
        return said("siege.ask-too-many", "S-30", over=over, most=HAND, family=family)
    return said("siege.ask-discard", "S-30", most=HAND, family=family)


def _family(view: Any, seat: int) -> dict[str, Any]:
    """S-65, S-66. Whether the three royals are together, or could be: it is said before it is missed."""
    step, first = int(view.own_step[seat]), int(view.line[seat]) * RANK_COUNT
    home = int(view.own_draft_keep[seat] if step else view.keep[seat])
    when = "year" if view.year_end else "done"
    if home == COMPLETE:
        return phrase("siege.family-complete-now", when=when)
    royals = range(first, first + ROYALS)
    movable = {kind for kind in royals if view.own_hand[seat, kind] > 0}
    if step == RECALLING:
        movable |= {kind for kind in royals if view.own_garrison[seat, kind] > 0}
        movable.add(int(view.own_draft_fort[seat, int(view.line[seat])]) - 1)
    if step != DISCARDING and all(kind in movable or home >> QUEEN + first - kind & 1 for kind in royals):
        return phrase("siege.family-within-reach", when=when, suit=SUITS[int(view.line[seat])])
    return phrase("siege.family-apart")


def _ask_spring(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    return said("siege.ask-spring", "S-35", count="one" if view.one_attack else "more")


def _ask_siege(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    """S-41, S-43. A card against the wall; what fails is lost."""
    told = {**_attack(view), "wall": _card(int(view.forts[view.defender, view.quarter]) - 1)}
    return said("siege.ask-siege", "S-43", **told) if view.failed_assault else said("siege.ask-breach", "S-41", **told)


def _ask_defend(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    told = {"quarter": SUITS[view.quarter], "seat": {"seat": int(view.attacker)}}
    return said("siege.ask-defend-or-yield" if legal[-1] == YIELD else "siege.ask-defend", "S-46", **told)


def _ask_assault(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    return said("siege.ask-assault", "S-47", card=_card(int(view.fought[view.fought_count - 1]) - 1))


def _ask_prize(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    return said("siege.ask-prize", "S-51", seat={"seat": int(view.defender)})


def _ask_summer(view: Any, seat: int, legal: Sequence[int]) -> Sentence:
    return said("siege.ask-summer", "S-59", family=_family(view, seat))


_ASKED = {
    AT_SETUP: _ask_fort,
    AT_AUTUMN: _ask_card,
    AT_WINTER: _ask_winter,
    AT_SPRING: _ask_spring,
    AT_SIEGE: _ask_siege,
    AT_DEFEND: _ask_defend,
    AT_ASSAULT: _ask_assault,
    AT_PRIZE: _ask_prize,
    AT_SUMMER: _ask_summer,
}
_AWAITED = {
    AT_SETUP: ("siege.await-fort", "S-12"),
    AT_AUTUMN: ("siege.await-card", "S-19"),
    AT_WINTER: ("siege.await-winter", "S-26"),
    AT_SPRING: ("siege.await-spring", "S-35"),
    AT_SIEGE: ("siege.await-siege", "S-41"),
    AT_DEFEND: ("siege.await-defend", "S-45"),
    AT_ASSAULT: ("siege.await-assault", "S-47"),
    AT_PRIZE: ("siege.await-prize", "S-51"),
    AT_SUMMER: ("siege.await-summer", "S-59"),
}
_FIGHTS = (AT_SIEGE, AT_DEFEND, AT_ASSAULT, AT_PRIZE)
