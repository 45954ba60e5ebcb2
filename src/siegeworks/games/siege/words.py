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
    RANK_WORDS,
    SUIT_COUNT,
    SUIT_WORDS,
    SUITS,
    card_word,
    height,
)
from siegeworks.core.rules import CHANCE
from siegeworks.core.views import UNKNOWN
from siegeworks.games.siege import attack, cities, rules
from siegeworks.games.siege.arrange import arrange as arrange
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

PLACE_NAMES = ("fort", "garrison", "keep")
SOURCE_NAMES = ("hand", "keep")
QUARTERS = ("North", "East", "South", "West")
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
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "S-1", "S-17", "S-15", "S-73", "SA-65"
GOAL = "Bring the Ace, King and Queen of your line together in your Keep."
TWIN_WINTER = "winter"
HIDDEN_CARD = "?"

Told = tuple[str, dict[str, Any], str]

NODES = {
    AT_SETUP: ("it is time to fortify: fort CARD", "S-12"),
    AT_AUTUMN: ("it is Autumn: play CARD", "S-19"),
    AT_SPRING: ("it is Spring: attack SEAT SUIT, or pass", "S-35"),
    AT_SIEGE: ("a wall stands in the way: siege CARD", "S-41"),
    AT_DEFEND: ("the city is under attack: defend CARD hand, defend CARD keep, or yield", "S-45"),
    AT_ASSAULT: ("the defender's card must be beaten: assault CARD, or retreat", "S-47"),
    AT_PRIZE: ("the prize is offered: prize CARD, or skip", "S-51"),
    AT_SUMMER: ("it is Summer: stow CARD PLACE, or done", "S-59"),
}
WINTER_NODES = {
    RECALLING: ("the Winter begins with recalls: recall CARD PLACE, or done", "S-26"),
    STOWING: ("recalls are over: stow CARD PLACE, or done", "S-26"),
    DISCARDING: ("cards are placed: discard CARD, or done", "S-30"),
}


def seat_name(seat: Any) -> str:
    """What people call a seat."""
    return f"Seat {seat}"


def _the(kind: int) -> str:
    """A card at the head of a sentence."""
    word = card_word(kind)
    return word[0].upper() + word[1:]


def _rank(kind: int) -> str:
    return "joker" if kind == JOKER else RANK_WORDS[kind % RANK_COUNT]


# Why not


def why_not(state: Any, action: int) -> tuple[str, str]:
    """Why the seat to move cannot play this, and the rule; from that seat's view."""
    seat = int(state.to_move)
    if int(state.gone) >> seat & 1:
        return (
            f"{seat_name(seat)} has left: only the clock's {ACTION_NAMES[int(rules.default(state))]} is played.",
            "SA-65",
        )
    found = _reason(state, seat, action)
    if found:
        return found
    what, rule = WINTER_NODES[int(state.own_step[seat])] if state.phase == AT_WINTER else NODES[int(state.phase)]
    return f"That cannot be done now; {what}.", rule


def _reason(state: Any, seat: int, action: int) -> tuple[str, str] | None:
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


def _not_held(state: Any, seat: int, kind: int, rule: str) -> tuple[str, str] | None:
    if state.own_hand[seat, kind] > 0:
        return None
    return f"{seat_name(seat)} has no {NAMES[kind]} in the Field.", rule


def _not_fort(state: Any, seat: int, kind: int) -> tuple[str, str]:
    suit = SUIT_WORDS[int(rules.fort_suit(state, seat, cities.hand_cards(state, seat)))]
    return _not_held(state, seat, kind, "S-12") or (
        f"{_the(kind)} must wait: fortifications are placed in the order Hearts, Diamonds, Spades, Clubs, one of each "
        f"suit held, and {suit} comes now.",
        "S-12",
    )


def _not_play(state: Any, seat: int, kind: int) -> tuple[str, str]:
    suit = SUIT_WORDS[int(rules.led_suit(state)) % SUIT_COUNT]
    return _not_held(state, seat, kind, "S-19") or (
        f"{_the(kind)} does not follow: {suit} was led and {seat_name(seat)} holds {suit}; only those or a joker may "
        "be played.",
        "S-20",
    )


def _not_recall(state: Any, seat: int, kind: int, place: int) -> tuple[str, str]:
    if kind == JOKER:
        return "Jokers are never in a city.", "S-7"
    if place == IN_KEEP and kind == int(state.line[seat]) * RANK_COUNT + JACK:
        return "The Jack of the Keep never moves.", "S-6"
    quarter = QUARTERS[kind // RANK_COUNT]
    where = ("fortification", "garrison", "Keep")[place]
    where = where if place == IN_KEEP else f"{quarter} {where}"
    return f"{_the(kind)} is not in the {where}.", "S-26"


def _not_stow(state: Any, seat: int, kind: int, place: int) -> tuple[str, str]:
    if kind == JOKER:
        return (
            "A joker stays in the Field: it is never placed in a city.",
            "S-31" if state.phase == AT_WINTER else "S-7",
        )
    held = _not_held(state, seat, kind, "S-26" if state.phase == AT_WINTER else "S-59")
    if held:
        return held
    suit = kind // RANK_COUNT
    if place == IN_FORT:
        standing = card_word(int(cities.fort_at(state, seat, suit)) - 1)
        return f"{_upper(standing)} already stands on the {QUARTERS[suit]} side, which holds one card.", "S-27"
    if place == IN_GARRISON:
        return f"The {QUARTERS[suit]} garrison already has {GARRISON_MOST} cards, and holds no more.", "S-28"
    if cities.royal(state, seat, kind) == 0:
        line = SUIT_WORDS[int(state.line[seat])]
        return f"{_the(kind)} is no royal of this line: the Keep takes the Ace, King and Queen of {line}.", "S-29"
    return f"{_the(kind)} is in the Keep already, which holds one of each rank.", "S-29"


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _not_discard(state: Any, seat: int, action: int) -> tuple[str, str]:
    cards = int(cities.hand_count(state, seat))
    if action == DONE:
        return f"The Field has {cards} cards; discard {cards - HAND} more, down to {HAND}.", "S-30"
    kind = action - DISCARD
    return _not_held(state, seat, kind, "S-30") or (
        f"Jokers stay in the Field: one is discarded only with more than {HAND} cards and no natural card left.",
        "S-31",
    )


def _not_attack(state: Any, seat: int, defender: int, quarter: int) -> tuple[str, str]:
    suit, side = SUIT_WORDS[quarter], QUARTERS[quarter]
    if defender >= state.seats:
        return f"There is no seat {defender}: the seats are 0 to {state.seats - 1}.", "S-36"
    if defender == seat:
        return "Nobody attacks the own city.", "S-36"
    if state.one_attack and state.attacked[seat] != 0:
        return "At this table a seat makes one attack a Spring, and this one has been made.", "S-35"
    if int(state.barred[seat]) >> defender & 1:
        return f"An assault on a wall of {seat_name(defender)} failed, which bars that city for this Spring.", "S-43"
    if int(state.attacked[seat]) >> (defender * SUIT_COUNT + quarter) & 1:
        return f"The {side} quarter of {seat_name(defender)} was attacked already this Spring.", "S-39"
    gate = int(cities.garrison_cards(state, seat)) | (0 if state.gate_garrison else int(cities.hand_cards(state, seat)))
    if not gate & cities.suit_cards(quarter):
        where = "in the own garrison there" if state.gate_garrison else "in the Field or in the own garrison there"
        return f"To attack the {side} quarter takes a card of {suit} {where}; a joker does not count.", "S-37"
    wall = card_word(int(state.forts[defender, quarter]) - 1)
    return f"No card at hand breaches {wall}: it takes a 2 or a higher card.", "S-38"


def _not_siege(state: Any, seat: int, kind: int) -> tuple[str, str]:
    wall = int(state.forts[state.defender, state.quarter]) - 1
    held = _not_held(state, seat, kind, "S-41")
    if held:
        return held
    if height(kind) == height(wall):
        return f"{_the(kind)} does not breach an equal {_rank(wall)}: a siege card must be strictly higher.", "S-41"
    return f"{_the(kind)} does not breach {card_word(wall)}: a siege card must be higher, or a 2.", "S-41"


def _not_defend(state: Any, seat: int, action: int) -> tuple[str, str]:
    if action == YIELD:
        left = int(attack.naturals_left(state))
        return f"There is no yielding with {_cards(left)} left to fight with: the Field must be played out.", "S-46"
    kind, source = (action - DEFEND) // SOURCES, (action - DEFEND) % SOURCES
    if source == FROM_HAND:
        if kind == JOKER:
            return "Jokers cannot defend.", "S-45"
        return f"{seat_name(seat)} has no {NAMES[kind]} left in the Field.", "S-45"
    if int(cities.royal(state, seat, kind)) & int(state.fought_royals):
        return f"{_the(kind)} has fought in this attack already, and each card fights once.", "S-45"
    return f"{_the(kind)} is not a royal in this Keep.", "S-45"


def _not_assault(state: Any, seat: int, kind: int) -> tuple[str, str]:
    last = int(state.fought[state.fought_count - 1]) - 1
    held = _not_held(state, seat, kind, "S-47")
    if held:
        return held
    if height(kind) == height(last):
        return f"{_the(kind)} does not beat an equal {_rank(last)}: it must be strictly higher.", "S-47"
    return f"{_the(kind)} does not beat {card_word(last)}: it must be strictly higher.", "S-47"


def _not_prize(state: Any, seat: int, kind: int) -> tuple[str, str]:
    if state.own_hand[seat, JOKER] <= 0:
        return "The prize costs a joker, and none is left in the Field.", "S-51"
    return f"{_the(kind)} is not in the Keep of {seat_name(int(state.defender))}.", "S-51"


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


# Sentences


def say(kind: str, args: dict[str, Any], seat: Any) -> str:
    """An event in one sentence."""
    return str(SENTENCES[kind](args, seat_name(seat)))


def _word(card: str) -> str:
    return "a card" if card == HIDDEN_CARD else card_word(NAMES.index(card))


def _words(cards: Sequence[str]) -> str:
    return ", ".join(map(_word, cards)) or "nothing"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _quarter(args: dict[str, Any]) -> str:
    return f"the {QUARTERS[SUITS.index(args['quarter'])]} quarter of {seat_name(args['defender'])}"


def _say_place(place: str) -> str:
    return {"fort": "on the wall", "garrison": "in a garrison", "keep": "in the Keep"}[place]


def _say_siege(args: dict[str, Any], who: str) -> str:
    verb = "breaches" if args["breached"] else "fails against"
    return f"{who} plays {_word(args['card'])}, which {verb} {_word(args['wall'])}."


def _say_attack(args: dict[str, Any], who: str) -> str:
    joined = f"{_cards(args['sortie'])} of the attacker's garrison and {_cards(args['garrison'])} of the defender's"
    return f"{who} attacks {_quarter(args)}; {joined} join the Fields."


def _say_success(args: dict[str, Any], who: str) -> str:
    hidden = f" and {_cards(args['hidden'])} face-down" if args["hidden"] else ""
    captured = f"{seat_name(args['attacker'])} captures {_words(args['captured'])}{hidden}"
    return f"The attack on {_quarter(args)} succeeds: {captured}."


def _say_repulse(args: dict[str, Any], who: str) -> str:
    captured = f"; {_words(args['captured'])} is captured all the same" if args["captured"] else ""
    barred = f"; {seat_name(args['defender'])} is safe from that seat this Spring" if args["barred"] else ""
    return f"The attack on {_quarter(args)} is repulsed{captured}{barred}."


def _say_winter(args: dict[str, Any], who: str) -> str:
    walls = ", ".join(card for card in args["forts"].values() if card) or "none"
    garrisons = ", ".join(f"{suit} {number}" for suit, number in args["garrisons"].items())
    return (
        f"{seat_name(args['seat'])} ends the Winter: walls {walls}; Keep {', '.join(args['keep']) or 'no royal'}; "
        f"garrisons {garrisons}; {_cards(args['hand'])} in hand, {args['discards']} discarded."
    )


SENTENCES: dict[str, Any] = {
    "dealer": lambda args, who: f"{seat_name(args['seat'])} deals.",
    "line": lambda args, who: f"{seat_name(args['seat'])} is of the line of {SUIT_WORDS[SUITS.index(args['suit'])]}.",
    "deal": lambda args, who: f"{seat_name(args['seat'])} is dealt {_word(args['card'])}.",
    "initiator": lambda args, who: f"{seat_name(args['seat'])} has the fewest walls and is the first Initiator.",
    "reshuffle": lambda args, who: f"The discard pile of {_cards(args['cards'])} is shuffled into the deck.",
    "year": lambda args, who: f"Year {args['year']} begins; {seat_name(args['initiator'])} is Initiator.",
    "fort": lambda args, who: f"{who} fortifies with {_word(args['card'])}.",
    "play": lambda args, who: f"{who} plays {_word(args['card'])}.",
    "trick": lambda args, who: f"{seat_name(args['seat'])} wins the trick: {_words(args['cards'])}.",
    "title": lambda args, who: f"{seat_name(args['seat'])} will be next year's Initiator.",
    "recall": lambda args, who: f"{who} takes back {_word(args['card'])}, which stood {_say_place(args['place'])}.",
    "stow": lambda args, who: f"{who} places {_word(args['card'])} {_say_place(args['place'])}.",
    "discard": lambda args, who: f"{who} discards {_word(args['card'])}.",
    "done": lambda args, who: f"{who} is done.",
    "winter": _say_winter,
    "attack": _say_attack,
    "siege": _say_siege,
    "defend": lambda args, who: f"{who} defends with {_word(args['card'])} from the {args['from']}.",
    "assault": lambda args, who: f"{who} answers with {_word(args['card'])}.",
    "retreat": lambda args, who: f"{who} retreats.",
    "yield": lambda args, who: f"{who} yields.",
    "prize": lambda args, who: f"{who} pays a joker and captures {_word(args['card'])} from the Keep.",
    "skip": lambda args, who: f"{who} takes no prize.",
    "pass": lambda args, who: f"{who} ends the own Spring.",
    "success": _say_success,
    "repulse": _say_repulse,
    "summer": lambda args, who: f"{seat_name(args['seat'])} ends the Summer and discards {_cards(args['discards'])}.",
}
