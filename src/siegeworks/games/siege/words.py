"""Siege in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from siegeworks.core.cards import (
    JACK,
    JOKER,
    KINDS,
    NAMES,
    NATURALS,
    NO_CARD,
    RANK_COUNT,
    RANKS,
    SUIT_COUNT,
    SUITS,
    height,
)
from siegeworks.core.game import Told
from siegeworks.core.phrases import Sentence, listed, phrase, said
from siegeworks.core.rules import CHANCE
from siegeworks.core.views import UNKNOWN
from siegeworks.games.siege import attack, cities, rules
from siegeworks.games.siege.arrange import Layout as Layout
from siegeworks.games.siege.arrange import arrange as arrange
from siegeworks.games.siege.arrange import open_places as open_places
from siegeworks.games.siege.cities import (
    ASSAULT,
    AT_ASSAULT,
    AT_AUTUMN,
    AT_DEALER,
    AT_DEFEND,
    AT_LINES,
    AT_NEW_YEAR,
    AT_PRIZE,
    AT_SETUP,
    AT_SIEGE,
    AT_SPRING,
    AT_SUMMER,
    AT_WINTER,
    ATTACK,
    DEAL,
    DEFEND,
    DISCARD,
    DISCARDING,
    DONE,
    FORT,
    FROM_HAND,
    GARRISON_MOST,
    HAND,
    IN_FORT,
    IN_GARRISON,
    IN_KEEP,
    JOKERS,
    LINE,
    MOST_SEATS,
    PASS,
    PLACES,
    PLAY,
    PRIZE,
    RECALL,
    RECALLING,
    RETREAT,
    ROYALS,
    SIEGE,
    SKIP,
    SOURCES,
    STOW,
    STOWING,
    TWOS,
    YIELD,
)
from siegeworks.games.siege.prompts import PLACE_NAMES, SOURCE_NAMES
from siegeworks.games.siege.prompts import PROMPT_VERBS as PROMPT_VERBS
from siegeworks.games.siege.prompts import instruction as instruction
from siegeworks.games.siege.prompts import prompt as prompt
from siegeworks.games.siege.words_gains import gains as gains

ACTION_NAMES = (
    *(f"{verb} {card}" for verb in ("play", "discard", "siege", "assault", "prize") for card in NAMES),
    *(f"{verb} {card} {place}" for verb in ("recall", "stow") for card in NAMES for place in PLACE_NAMES),
    *(f"defend {card} {source}" for card in NAMES for source in SOURCE_NAMES),
    *(f"attack {seat} {suit}" for seat in range(MOST_SEATS) for suit in SUITS),
    *(f"fort {card}" for card in NAMES[:NATURALS]),
    *("done", "pass", "yield", "retreat", "skip"),
)
CHANCE_NAMES = (
    *(f"dealer {seat}" for seat in range(MOST_SEATS)),
    *(f"line {seat} {suit}" for seat in range(MOST_SEATS) for suit in SUITS),
    *(f"deal {seat} {card}" for seat in range(MOST_SEATS) for card in NAMES),
)
SHAPES: tuple[str, ...] = (
    "fort CARD",
    "play CARD",
    "recall CARD PLACE",
    "stow CARD PLACE",
    "discard CARD",
    "done",
    "attack SEAT SUIT",
    "siege CARD",
    "defend CARD hand|keep",
    "yield",
    "assault CARD",
    "retreat",
    "prize CARD",
    "skip",
    "pass",
)
EVENTS = (
    "dealer",
    "line",
    "deal",
    "initiator",
    "reshuffle",
    "year",
    "fort",
    "play",
    "trick",
    "title",
    "recall",
    "stow",
    "discard",
    "done",
    "winter",
    "summer",
    "attack",
    "siege",
    "defend",
    "assault",
    "retreat",
    "yield",
    "success",
    "repulse",
    "prize",
    "skip",
    "pass",
)
MARGIN = "siege.margin"
ENDINGS = {"S-66": "siege.family-together", "S-68": "siege.last-year-over"}
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "S-1", "S-17", "S-15", "S-73", "SA-65"
SEATS_HAVE_COLOURS = False
ROUTINE = frozenset({"winter", "title", "summer"})
DETAILS = frozenset(
    {
        *("dealer", "deal", "fort", "reshuffle"),  # until the first Initiator, or the next year, is told
        "play",  # until the trick is won
        *("recall", "stow", "discard", "done"),  # until the Winter or Summer ends
        *("attack", "siege", "defend", "assault", "retreat", "yield"),  # until the attack succeeds or is repulsed
    }
)
TWIN_WINTER = "winter"
HIDDEN_CARD = "?"

NODES = {
    AT_SETUP: ("siege.node-setup", "S-12"),
    AT_AUTUMN: ("siege.node-autumn", "S-19"),
    AT_SPRING: ("siege.node-spring", "S-35"),
    AT_SIEGE: ("siege.node-siege", "S-41"),
    AT_DEFEND: ("siege.node-defend", "S-45"),
    AT_ASSAULT: ("siege.node-assault", "S-47"),
    AT_PRIZE: ("siege.node-prize", "S-51"),
    AT_SUMMER: ("siege.node-summer", "S-59"),
}
WINTER_NODES = {
    RECALLING: ("siege.node-recall", "S-26"),
    STOWING: ("siege.node-stow", "S-26"),
    DISCARDING: ("siege.node-discard", "S-30"),
}


def _card(kind: int) -> dict[str, str]:
    return {"card": NAMES[kind]}


def _rank(kind: int) -> str:
    return "JK" if kind == JOKER else RANKS[kind % RANK_COUNT]


# Why not


def why_not(state: Any, action: int) -> Sentence:
    """Why the seat to move cannot play this, and the rule; from that seat's view."""
    seat = int(state.to_move)
    if int(state.gone) >> seat & 1:
        return said("siege.has-left", "SA-65", seat={"seat": seat})
    found = _reason(state, seat, action)
    if found:
        return found
    what, rule = WINTER_NODES[int(state.own_step[seat])] if state.phase == AT_WINTER else NODES[int(state.phase)]
    return said("siege.not-now", rule, node=phrase(what))


def _reason(state: Any, seat: int, action: int) -> Sentence | None:
    """The reason against an action of the present node; None for actions of other nodes."""
    phase, step = state.phase, int(state.own_step[seat])
    if phase == AT_SETUP and FORT <= action < DONE:
        return _not_fort(state, seat, action - FORT)
    if phase == AT_AUTUMN and action < DISCARD:
        return _not_play(state, seat, action - PLAY)
    if phase == AT_WINTER and step == RECALLING and RECALL <= action < STOW:
        return _not_recall(state, seat, (action - RECALL) // PLACES, (action - RECALL) % PLACES)
    if (phase == AT_SUMMER or (phase == AT_WINTER and step == STOWING)) and STOW <= action < DEFEND:
        return _not_stow(state, seat, (action - STOW) // PLACES, (action - STOW) % PLACES)
    if phase == AT_WINTER and step == DISCARDING and (DISCARD <= action < SIEGE or action == DONE):
        return _not_discard(state, seat, action)
    if phase == AT_SPRING and ATTACK <= action < FORT:
        return _not_attack(state, seat, (action - ATTACK) // SUIT_COUNT, (action - ATTACK) % SUIT_COUNT)
    if phase == AT_SIEGE and SIEGE <= action < ASSAULT:
        return _not_siege(state, seat, action - SIEGE)
    if phase == AT_DEFEND and (DEFEND <= action < ATTACK or action == YIELD):
        return _not_defend(state, seat, action)
    if phase == AT_ASSAULT and ASSAULT <= action < PRIZE:
        return _not_assault(state, seat, action - ASSAULT)
    if phase == AT_PRIZE and PRIZE <= action < RECALL:
        return _not_prize(state, seat, action - PRIZE)
    return None


def _not_held(state: Any, seat: int, kind: int, rule: str) -> Sentence | None:
    if state.own_hand[seat, kind] > 0:
        return None
    return said("siege.not-held", rule, seat={"seat": seat}, card=_card(kind))


def _not_fort(state: Any, seat: int, kind: int) -> Sentence:
    suit = SUITS[int(rules.fort_suit(state, seat, cities.hand_cards(state, seat)))]
    return _not_held(state, seat, kind, "S-12") or said("siege.fort-waits", "S-12", card=_card(kind), suit=suit)


def _not_play(state: Any, seat: int, kind: int) -> Sentence:
    suit = SUITS[int(rules.led_suit(state)) % SUIT_COUNT]
    told = {"card": _card(kind), "suit": suit, "seat": {"seat": seat}}
    return _not_held(state, seat, kind, "S-19") or said("siege.does-not-follow", "S-20", **told)


def _not_recall(state: Any, seat: int, kind: int, place: int) -> Sentence:
    if kind == JOKER:
        return said("siege.no-joker-there", "S-7")
    if place == IN_KEEP and kind == int(state.line[seat]) * RANK_COUNT + JACK:
        return said("siege.jack-stays", "S-6")
    where = PLACE_NAMES[place]
    return said("siege.not-there", "S-26", card=_card(kind), quarter=SUITS[kind // RANK_COUNT], place=where)


def _not_stow(state: Any, seat: int, kind: int, place: int) -> Sentence:
    if kind == JOKER:
        return said("siege.joker-stays", "S-31" if state.phase == AT_WINTER else "S-7")
    held = _not_held(state, seat, kind, "S-26" if state.phase == AT_WINTER else "S-59")
    if held:
        return held
    suit = kind // RANK_COUNT
    if place == IN_FORT:
        standing = _card(int(cities.fort_at(state, seat, suit)) - 1)
        return said("siege.wall-taken", "S-27", card=standing, quarter=SUITS[suit])
    if place == IN_GARRISON:
        return said("siege.garrison-full", "S-28", quarter=SUITS[suit], most=GARRISON_MOST)
    if cities.royal(state, seat, kind) == 0:
        return said("siege.no-royal", "S-29", card=_card(kind), suit=SUITS[int(state.line[seat])])
    return said("siege.in-keep", "S-29", card=_card(kind))


def _not_discard(state: Any, seat: int, action: int) -> Sentence:
    cards = int(cities.hand_count(state, seat))
    if action == DONE:
        return said("siege.too-many-cards", "S-30", cards=cards, over=cards - HAND, most=HAND)
    kind = action - DISCARD
    return _not_held(state, seat, kind, "S-30") or said("siege.joker-kept", "S-31", most=HAND)


def _not_attack(state: Any, seat: int, defender: int, quarter: int) -> Sentence:
    suit, other = SUITS[quarter], {"seat": defender}
    if defender >= state.seats:
        return said("siege.no-seat", "S-36", count=int(state.seats))
    if defender == seat:
        return said("siege.own-city", "S-36")
    if state.one_attack and state.attacked[seat] != 0:
        return said("siege.one-attack", "S-35")
    if int(state.barred[seat]) >> defender & 1:
        return said("siege.barred", "S-43", seat=other)
    if int(state.attacked[seat]) >> (defender * SUIT_COUNT + quarter) & 1:
        return said("siege.attacked-already", "S-39", quarter=suit, seat=other)
    gate = int(cities.garrison_cards(state, seat)) | (0 if state.gate_garrison else int(cities.hand_cards(state, seat)))
    if not gate & cities.suit_cards(quarter):
        where = "garrison" if state.gate_garrison else "any"
        return said("siege.no-gate-card", "S-37", quarter=suit, suit=suit, where=where)
    return said("siege.cannot-breach", "S-38", wall=_card(int(state.forts[defender, quarter]) - 1))


def _not_siege(state: Any, seat: int, kind: int) -> Sentence:
    wall = int(state.forts[state.defender, state.quarter]) - 1
    held = _not_held(state, seat, kind, "S-41")
    if held:
        return held
    if height(kind) == height(wall):
        return said("siege.equal-wall", "S-41", card=_card(kind), rank=_rank(wall))
    return said("siege.too-low-for-wall", "S-41", card=_card(kind), wall=_card(wall))


def _not_defend(state: Any, seat: int, action: int) -> Sentence:
    if action == YIELD:
        return said("siege.no-yielding", "S-46", count=int(attack.naturals_left(state)))
    kind, source = (action - DEFEND) // SOURCES, (action - DEFEND) % SOURCES
    if source == FROM_HAND:
        if kind == JOKER:
            return said("siege.jokers-defend-not", "S-45")
        return said("siege.none-left", "S-45", seat={"seat": seat}, card=_card(kind))
    if int(cities.royal(state, seat, kind)) & int(state.fought_royals):
        return said("siege.has-fought", "S-45", card=_card(kind))
    return said("siege.no-royal-here", "S-45", card=_card(kind))


def _not_assault(state: Any, seat: int, kind: int) -> Sentence:
    last = int(state.fought[state.fought_count - 1]) - 1
    held = _not_held(state, seat, kind, "S-47")
    if held:
        return held
    if height(kind) == height(last):
        return said("siege.equal-card", "S-47", card=_card(kind), rank=_rank(last))
    return said("siege.too-low", "S-47", card=_card(kind), other=_card(last))


def _not_prize(state: Any, seat: int, kind: int) -> Sentence:
    if state.own_hand[seat, JOKER] <= 0:
        return said("siege.no-joker", "S-51")
    return said("siege.not-in-keep", "S-51", card=_card(kind), seat={"seat": int(state.defender)})


# Who may read what


def is_open(before: Any, action: int, seat: int | None) -> bool:
    """S-69 to S-71. Whether the seat, or a spectator (None), may read this action."""
    if before.to_move == CHANCE:
        return action < DEAL or (action - DEAL) // KINDS == seat
    if int(before.to_move) == seat:
        return True
    return before.phase != AT_WINTER and not _is_hidden_stow(before, action)


def _is_hidden_stow(before: Any, action: int) -> bool:
    return bool(before.phase == AT_SUMMER and STOW <= action < DEFEND and (action - STOW) % PLACES == IN_GARRISON)


def twin(before: Any, action: int) -> str | None:
    """What the others read instead; of a Winter only its end."""
    if before.to_move == CHANCE:
        return f"deal {(action - DEAL) // KINDS} {HIDDEN_CARD}"
    if before.phase == AT_WINTER:
        is_last = action == DONE and before.own_step[int(before.to_move)] == DISCARDING
        return TWIN_WINTER if is_last else None
    return f"stow {HIDDEN_CARD} {PLACE_NAMES[IN_GARRISON]}"


def rests_on_secrets(view: Any, action: int) -> bool:
    """Whether what follows hangs on another's cards: what a defender has left, where they return to, the next wall."""
    if view.to_move == CHANCE:
        return view.phase not in (AT_DEALER, AT_LINES)
    if view.phase == AT_SETUP:
        return True
    if view.phase == AT_SPRING and action != PASS:
        defender, quarter = (action - ATTACK) // SUIT_COUNT, (action - ATTACK) % SUIT_COUNT
        return view.forts[defender, quarter] == NO_CARD and not _has_defence(view, defender, quarter, 0)
    if view.phase == AT_SIEGE:
        wall = int(view.forts[view.defender, view.quarter]) - 1
        return bool(attack.breaches(action - SIEGE, wall)) and not _defends_on(view)
    if action == RETREAT:
        return _is_origin_hidden(view)
    return bool(view.phase == AT_ASSAULT and not _defends_on(view))


def _is_origin_hidden(view: Any) -> bool:
    """S-52. Whether a card that fought may have come from the garrison: a retreat shows where it goes back to."""
    return any((int(slot) - 1) // RANK_COUNT == view.quarter for slot in view.fought[: int(view.fought_count)])


def _defends_on(view: Any) -> bool:
    fought = int(view.fought_count) - int(view.fought_royals).bit_count()
    return _has_defence(view, int(view.defender), int(view.quarter), fought)


def _has_defence(view: Any, defender: int, quarter: int, fought: int) -> bool:
    """Whether it is certain that the defender can play a card: a royal, a garrison or a known natural card."""
    known = int(view.known_hand[defender, :NATURALS].sum()) + int(view.garrison_size[defender, quarter])
    return known > fought or int(view.keep[defender]) & ~int(view.fought_royals) != 0


def own_events(view: Any, action: int) -> Iterator[Told]:
    """What can be told of such an action before it is played."""
    if view.to_move == CHANCE:
        seat = (action - DEAL) // KINDS
        yield "deal", {"seat": seat, "card": NAMES[(action - DEAL) % KINDS]}, "S-73"
    elif view.phase == AT_SETUP:
        yield "fort", {"card": NAMES[action - FORT]}, "S-12"
    else:
        yield _spring_action(view, action)
        if action == RETREAT:
            yield _repulse(view)


# Events


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action (None: a resignation, UNKNOWN: one the reader may not know) changed."""
    if action is None:
        return
    if before.to_move == CHANCE:
        yield from _draw_events(before, action, after)
    elif before.phase == AT_SETUP:
        yield "fort", {"card": NAMES[action - FORT]}, "S-12"
    elif before.phase == AT_AUTUMN:
        yield from _trick_events(before, action - PLAY, after)
    elif before.phase == AT_WINTER:
        yield from _winter_events(before, action, after)
    elif before.phase == AT_SUMMER:
        yield from _summer_events(before, action, after)
    else:
        yield _spring_action(before, action)
        yield from _outcome(before, action, after)


def _draw_events(before: Any, action: int, after: Any) -> Iterator[Told]:
    if before.phase == AT_DEALER:
        yield "dealer", {"seat": action}, "S-8"
        return
    if before.phase == AT_LINES:
        yield "line", {"seat": (action - LINE) // SUIT_COUNT, "suit": SUITS[(action - LINE) % SUIT_COUNT]}, "S-9"
        return
    card = HIDDEN_CARD if action == UNKNOWN else NAMES[(action - DEAL) % KINDS]
    yield "deal", {"seat": int(rules.receiver(before)), "card": card}, "S-73"
    if after.phase != AT_AUTUMN:
        return
    if before.phase == AT_NEW_YEAR:
        yield "reshuffle", {"cards": int(before.discard_size)}, "S-61"
        yield "year", {"year": int(after.year), "initiator": int(after.initiator)}, "S-63"
    else:
        yield "initiator", {"seat": int(after.initiator)}, "S-14"


def _trick_events(before: Any, kind: int, after: Any) -> Iterator[Told]:
    yield "play", {"card": NAMES[kind]}, "S-19"
    winner = next((s for s in range(before.seats) if after.tricks_won[s] > before.tricks_won[s]), None)
    if winner is not None:
        played = [*(int(slot) - 1 for slot in before.trick[: int(before.trick_count)]), kind]
        yield "trick", {"seat": winner, "cards": [NAMES[card] for card in played]}, "S-22"
    if after.phase != AT_AUTUMN:
        yield "title", {"seat": int(after.next_initiator)}, "S-24"


def _winter_events(before: Any, action: int, after: Any) -> Iterator[Told]:
    seat = int(before.to_move)
    if action == DONE:
        yield "done", {}, "S-26"
    elif action != UNKNOWN and action < RECALL:
        yield "discard", {"card": NAMES[action - DISCARD]}, "S-30"
    elif action != UNKNOWN and action < STOW:
        yield "recall", _card_and_place(action - RECALL), "S-26"
    elif action != UNKNOWN:
        yield _stow_event(action)
    if action == UNKNOWN or (action == DONE and before.own_step[seat] == DISCARDING):
        yield "winter", _winter_result(before, seat, after), "S-33"


def _card_and_place(number: int) -> dict[str, Any]:
    return {"card": NAMES[number // PLACES], "place": PLACE_NAMES[number % PLACES]}


def _stow_event(action: int) -> Told:
    return "stow", _card_and_place(action - STOW), ("S-27", "S-28", "S-29")[(action - STOW) % PLACES]


def keep_names(state: Any, seat: int, royals: int) -> list[str]:
    """The royals of a seat's line by name: A, K, Q."""
    first = int(state.line[seat]) * RANK_COUNT
    return [NAMES[first + rank] for rank in range(ROYALS) if royals >> (ROYALS - 1 - rank) & 1]


def _winter_result(before: Any, seat: int, after: Any) -> dict[str, Any]:
    """S-33. What others see of a finished Winter."""
    slots = {suit: int(after.forts[seat, quarter]) for quarter, suit in enumerate(SUITS)}
    return {
        "seat": seat,
        "forts": {suit: NAMES[slot - 1] if slot else None for suit, slot in slots.items()},
        "keep": keep_names(after, seat, int(after.keep[seat])),
        "garrisons": {suit: int(after.garrison_size[seat, quarter]) for quarter, suit in enumerate(SUITS)},
        "hand": int(after.hand_size[seat]),
        "discards": int(after.discards[seat] - before.discards[seat]),
    }


def _summer_events(before: Any, action: int, after: Any) -> Iterator[Told]:
    seat = int(before.to_move)
    if action == UNKNOWN:
        yield "stow", {"card": HIDDEN_CARD, "place": PLACE_NAMES[IN_GARRISON]}, "S-28"
    elif action == DONE:
        thrown = int(before.hand_size[seat]) if after.hand_size[seat] == 0 or after.phase != AT_SUMMER else 0
        yield "summer", {"seat": seat, "discards": thrown}, "S-60"
    else:
        yield _stow_event(action)


def _spring_action(before: Any, action: int) -> Told:
    """The action itself, without what it decides."""
    if action >= DONE:
        kind, rule = {
            PASS: ("pass", "S-35"),
            YIELD: ("yield", "S-46"),
            RETREAT: ("retreat", "S-48"),
            SKIP: ("skip", "S-51"),
        }[action]
        return kind, {}, rule
    if action >= ATTACK:
        defender, quarter = (action - ATTACK) // SUIT_COUNT, (action - ATTACK) % SUIT_COUNT
        sortie, garrison = before.garrison_size[int(before.to_move), quarter], before.garrison_size[defender, quarter]
        numbers = {"sortie": int(sortie), "garrison": int(garrison)}
        return "attack", {"defender": defender, "quarter": SUITS[quarter], **numbers}, "S-36"
    if action >= DEFEND:
        card, source = NAMES[(action - DEFEND) // SOURCES], SOURCE_NAMES[(action - DEFEND) % SOURCES]
        return "defend", {"card": card, "from": source}, "S-45"
    if action >= PRIZE:
        return "prize", {"card": NAMES[action - PRIZE]}, "S-51"
    if action >= ASSAULT:
        return "assault", {"card": NAMES[action - ASSAULT]}, "S-47"
    wall = int(before.forts[before.defender, before.quarter]) - 1
    breached = bool(attack.breaches(action - SIEGE, wall))
    return "siege", {"card": NAMES[action - SIEGE], "wall": NAMES[wall], "breached": breached}, "S-41"


def _outcome(before: Any, action: int, after: Any) -> Iterator[Told]:
    """S-43, S-48 to S-50, S-53. How the attack ended, if it did."""
    if action in (PASS, SKIP) or PRIZE <= action < RECALL or after.phase in (AT_SIEGE, AT_DEFEND, AT_ASSAULT):
        return
    attacker, defender, quarter = int(before.attacker), int(before.defender), int(before.quarter)
    if ATTACK <= action < FORT:
        attacker, defender = int(before.to_move), (action - ATTACK) // SUIT_COUNT
        quarter = (action - ATTACK) % SUIT_COUNT
    wall = int(before.forts[defender, quarter])
    walls = [NAMES[wall - 1]] if wall else []
    names = {"attacker": attacker, "defender": defender, "quarter": SUITS[quarter]}
    if SIEGE <= action < ASSAULT and not attack.breaches(action - SIEGE, wall - 1):
        yield "repulse", {**names, "captured": [], "barred": True}, "S-43"
    elif action == RETREAT:
        yield _repulse(before)
    else:
        fought = [NAMES[int(slot) - 1] for slot in before.fought[: int(before.fought_count)]]
        captured = sorted(fought + walls, key=NAMES.index)
        hidden = int(after.hidden[attacker, defender, quarter])
        yield "success", {**names, "captured": captured, "hidden": hidden}, "S-49"


def _repulse(before: Any) -> Told:
    """S-48, S-53. A retreat; a wall that a sapper or a joker breached is captured all the same."""
    attacker, defender, quarter = int(before.attacker), int(before.defender), int(before.quarter)
    wall, siege = int(before.forts[defender, quarter]), int(before.siege_card) - 1
    is_taken = siege >= 0 and (TWOS | JOKERS) >> siege & 1
    names = {"attacker": attacker, "defender": defender, "quarter": SUITS[quarter]}
    taken = {"captured": [NAMES[wall - 1]] if is_taken else [], "barred": False}
    return "repulse", {**names, **taken}, "S-53" if is_taken else "S-48"


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if int(state.gone).bit_count() == state.seats - 1:
        return "SA-65"
    return "S-66" if rules.champion(state) >= 0 else "S-68"


def winning(state: Any, winner: int) -> list[str]:
    """S-65. The royals in the winner's Keep, and whose it is."""
    return [f"seat:{winner}", *(f"card:{card}" for card in keep_names(state, winner, int(state.keep[winner])))]


# Sentences


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence."""
    told = dict(args)
    for name in ("seat", "defender", "attacker", "initiator"):
        if name in args:
            told[name] = {"seat": args[name]}
    if isinstance(seat, int):
        told.setdefault("seat", {"seat": seat})
    for name in ("card", "wall"):
        if name in args:
            told[name] = {"card": args[name]}
    for name in ("cards", "captured"):
        if isinstance(args.get(name), list):
            told[name] = _cards(args[name])
    if kind == "siege":
        told["outcome"] = "breached" if args["breached"] else "failed"
    elif kind == "repulse":
        told |= {"taken": len(args["captured"]), "barred": "yes" if args["barred"] else "no"}
    elif kind == "winter":
        told |= _winter_words(args)
    return Sentence(f"siege.{kind}", told)


def _cards(cards: Sequence[str]) -> dict[str, Any]:
    return listed([{"card": card} for card in cards], "comma") if cards else phrase("siege.nothing")


def _winter_words(args: dict[str, Any]) -> dict[str, Any]:
    """The cards of a city by their names."""
    forts, sizes = args["forts"].items(), args["garrisons"].items()
    walls = [phrase("siege.winter-wall", quarter=suit, card={"card": card}) for suit, card in forts if card]
    garrisons = [phrase("siege.winter-garrison", quarter=suit, count=size) for suit, size in sizes if size]
    return {
        "forts": walls or phrase("siege.none"),
        "keep": _cards(args["keep"]) if args["keep"] else phrase("siege.no-royals"),
        "garrisons": garrisons or phrase("siege.none"),
    }
