"""What the bots think of Siege: royals at home and where the missing ones are, walls, garrisons, and sure attacks.

`prior` uses only what the seat to move knows: its own cards, and what lies open. It is also the careful rule of thumb:
bring royals home, wall up, keep the others' royals from them, attack when it is nearly sure.
"""

from __future__ import annotations

import math
from typing import Any

from siegeworks.core.bits import count
from siegeworks.core.cards import JOKER, KINDS, NAMES, RANK_COUNT, SUIT_COUNT, SUITS, height
from siegeworks.core.game import Phrase
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import MOST_PRIOR, odds, prior_of
from siegeworks.core.phrases import phrase
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.games.siege.attack import (
    breaches,
)
from siegeworks.games.siege.cities import (
    ASSAULT,
    AT_SUMMER,
    AT_WINTER,
    ATTACK,
    COMPLETE,
    DEFEND,
    DISCARD,
    DISCARDING,
    DONE,
    FORT,
    FROM_KEEP,
    HAND,
    IN_FORT,
    IN_KEEP,
    PLACES,
    PLAY,
    PRIZE,
    RECALL,
    RETREAT,
    ROYALS,
    SIEGE,
    SOURCES,
    STOW,
    YIELD,
    fort_at,
    fort_count,
    garrison_count,
    hand_count,
    keep_of,
    royal,
)
from siegeworks.games.siege.rules import (
    led_suit,
    trick_winner,
)

ROLLOUT_DEPTH = 40  # about a year of two seats; by hand
SEARCH_SETTINGS = {"heavy_rollouts": 1}  # random play gets nowhere
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 8, "softmax_rate": 0.9, "temperature": 0.3},
    2: {"thinks": "thumb"},  # the careful rule of thumb
    3: {"simulations": 250, "softmax_rate": 0.0},
    4: {"simulations": 1000},
    5: {"simulations": 4000},
}

KEEP = 0.45  # a royal at home; fit: 2,000 games of self-play
KEEP_TWO = 0.35  # and more for the second; fit: 2,000 games of self-play
COMING = 0.55  # a missing royal in hand or captured, to be brought home this year; fit: 2,000 games of self-play
LOCKED = -0.32  # a missing royal in another city; fit: 2,000 games of self-play
MANNED = 0.1  # a card in the city; fit: 2,000 games of self-play
JOKERS = 0.58  # fit: 2,000 games of self-play
COMPLETED = 3.5  # all royals at home or on the way; fit: 2,000 games of self-play

WORTH_OWN = 10.0  # an own missing royal; by hand
WORTH_THEIRS = 2.5  # a royal another seat is missing; by hand
WORTH_JOKER = 2.0  # by hand
WORTH_SAPPER = 0.9  # a 2, which breaches every wall; by hand
WORTH_ACE = 1.0  # other cards in proportion to their height; by hand
SURE = 0.6  # attack from this chance of success on; by hand
EAGER = 8.0  # how steeply the prior to attack rises with the chance; by hand
HOPE = 0.25  # go on fighting from this chance on; by hand
SPREAD = 1.5  # how uncertain a guess at an enemy's card is, in heights; by hand


# What cards are worth


@part
def is_missing(state, seat, kind):
    """Whether the card is a royal of the seat's line that is not at home."""
    return royal(state, seat, kind) & ~keep_of(state, seat) != 0


@jit
def is_theirs(state, seat, kind):
    """Whether some other seat still in is missing this royal."""
    for other in range(state.seats):
        missing = royal(state, other, kind) & ~int(state.keep[other])
        if other != seat and missing and is_in(state, other):
            return True
    return False


@part
def worth(state, seat, kind):
    """What a card is worth to the seat."""
    if kind == JOKER:
        return WORTH_JOKER
    if is_missing(state, seat, kind):
        return WORTH_OWN
    base = WORTH_ACE * height(kind) / RANK_COUNT
    if height(kind) == 1:
        base = WORTH_SAPPER
    return base + WORTH_THEIRS if is_theirs(state, seat, kind) else base


# What a position is worth


@jit
def at_home(state, seat):
    """Royals in the Keep."""
    return float(count(keep_of(state, seat)))


@jit
def two_home(state, seat):
    """1 if two royals are at home."""
    return 1.0 if count(keep_of(state, seat)) >= ROYALS - 1 else 0.0


@part
def royals_coming(state, seat):
    """The missing royals the seat has in its Field, its city or among what it captured: A 4, K 2, Q 1."""
    found, first = 0, int(state.line[seat]) * RANK_COUNT
    for kind in range(first, first + ROYALS):
        held = int(state.own_hand[seat, kind]) + int(state.captured[seat, kind]) + int(state.own_garrison[seat, kind])
        if held > 0 or fort_at(state, seat, kind // RANK_COUNT) == kind + 1:
            found |= royal(state, seat, kind)
    return found & ~keep_of(state, seat)


@jit
def coming(state, seat):
    """How many missing royals the seat has and can bring home."""
    return float(count(royals_coming(state, seat)))


@jit
def locked(state, seat):
    """How many missing royals lie in the walls and garrisons of others."""
    found, first = 0, int(state.line[seat]) * RANK_COUNT
    for kind in range(first, first + ROYALS):
        if is_missing(state, seat, kind):
            for other in range(state.seats):
                if other != seat:
                    found += int(state.own_garrison[other, kind] > 0)
                    found += int(fort_at(state, other, kind // RANK_COUNT) == kind + 1)
    return float(found)


@jit
def manned(state, seat):
    """Cards in walls and garrisons."""
    cards = fort_count(state, seat)
    for quarter in range(SUIT_COUNT):
        cards += garrison_count(state, seat, quarter)
    return float(cards)


@jit
def jokers(state, seat):
    """Jokers in the Field."""
    return float(state.own_hand[seat, JOKER])


@jit
def completed(state, seat):
    """1 if the seat has all its royals and only has to bring them home."""
    return 1.0 if keep_of(state, seat) | royals_coming(state, seat) == COMPLETE else 0.0


FEATURES = {
    "KEEP": at_home,
    "KEEP_TWO": two_home,
    "COMING": coming,
    "LOCKED": locked,
    "MANNED": manned,
    "JOKERS": jokers,
    "COMPLETED": completed,
}


@jit
def value(state, out):
    """Each seat's expected share of the win."""
    for seat in range(state.seats):
        out[seat] = (
            KEEP * at_home(state, seat)
            + KEEP_TWO * two_home(state, seat)
            + COMING * coming(state, seat)
            + LOCKED * locked(state, seat)
            + MANNED * manned(state, seat)
            + JOKERS * jokers(state, seat)
            + COMPLETED * completed(state, seat)
        )
    odds(out, state.seats, state.gone)


# Autumn


@part
def pot(state, seat):
    """What the cards of the running trick are worth to the seat, and those still to come."""
    total = 0.5 * (state.seats - 1 - state.trick_count)
    for at in range(state.trick_count):
        total += worth(state, seat, int(state.trick[at]) - 1)
    return total


@jit
def chance_to_win(state, kind):
    """How likely this card, played now, takes the trick."""
    left, led = state.seats - 1 - state.trick_count, led_suit(state)
    if state.trick_count > 0:
        top = int(state.trick[trick_winner(state)]) - 1
        if height(kind) <= height(top) or (kind != JOKER and kind // RANK_COUNT != led):
            return 0.0
    if kind == JOKER or left == 0:
        return 1.0
    return (height(kind) / (RANK_COUNT + 1)) ** (0.5 + 0.7 * left)


@part
def trick_prior(state, seat, kind):
    """S-19 to S-25. What is won with the card less what is lost with it."""
    chance = chance_to_win(state, kind)
    return prior_of(chance * (pot(state, seat) + 0.3) - (1.0 - chance) * worth(state, seat, kind))


# The city


@part
def has_higher(state, seat, kind):
    """Whether the Field has a card of this suit that would make a higher wall and is not needed at home."""
    suit = kind // RANK_COUNT
    for other in range(suit * RANK_COUNT, kind):
        if state.own_hand[seat, other] > 0 and royal(state, seat, other) == 0:
            return True
    return False


@part
def recall_prior(state, seat, kind, place):
    """S-26. Own royals that lie in the wrong place, and walls that can be made higher."""
    if place == IN_KEEP:
        return prior_of(-8.0)
    if is_missing(state, seat, kind):
        return prior_of(8.0)
    return prior_of(3.0) if place == IN_FORT and has_higher(state, seat, kind) else prior_of(-4.0)


@part
def stow_prior(state, seat, kind, place):
    """S-27 to S-29, S-59. Royals home; the highest card into a wall; the rest as far as the Field is too full."""
    if place == IN_KEEP:
        return prior_of(10.0)
    if is_missing(state, seat, kind):
        return prior_of(-10.0)
    spare = hand_count(state, seat) - HAND
    is_late = state.phase == AT_SUMMER
    if place == IN_FORT:
        higher = 1.0 if has_higher(state, seat, kind) else 0.0
        return prior_of(3.0 + height(kind) / 6.0 - 3.0 * higher)
    keep_back = 0.0 if is_late or spare > 0 else 3.0
    denying = 1.5 if is_theirs(state, seat, kind) else 0.0
    return prior_of(1.5 + denying - keep_back + (height(kind) / 13.0 if is_late else -height(kind) / 13.0))


@part
def discard_prior(state, seat, kind):
    """S-30. Low cards first, royals never."""
    return prior_of(2.0 - worth(state, seat, kind) * 3.0)


@part
def fort_prior(state, seat, kind):
    """S-12. The highest card, but not an own royal."""
    return prior_of(-6.0 if is_missing(state, seat, kind) else height(kind) / 3.0 + worth(state, seat, kind))


# Attacks


@part
def nth_card(state, seat, quarter, n, without):
    """The height of the n-th highest card (from 0) of the Field and one garrison, leaving one kind out; 0 if none."""
    left = n
    for rank in range(-1, RANK_COUNT):
        for suit in range(SUIT_COUNT):
            kind = JOKER if rank < 0 else suit * RANK_COUNT + rank
            if rank < 0 and suit > 0:
                continue
            cards = int(state.own_hand[seat, kind])
            if kind // RANK_COUNT == quarter:
                cards += int(state.own_garrison[seat, kind])
            if kind == without:
                cards -= 1
            left -= max(cards, 0)
            if left < 0:
                return height(kind)
    return 0


@part
def cheapest_breach(state, seat, quarter, wall):
    """S-41. The card to spend on a wall: the least worth one that breaches it; NOBODY if there is none."""
    best, least = NOBODY, math.inf
    for kind in range(KINDS):
        cards = int(state.own_hand[seat, kind])
        if kind // RANK_COUNT == quarter:
            cards += int(state.own_garrison[seat, kind])
        if cards > 0 and breaches(kind, wall) and worth(state, seat, kind) < least:
            best, least = kind, worth(state, seat, kind)
    return best


@jit
def enemies(state, defender, quarter):
    """S-40. How many cards the defender may have to fight with."""
    return int(state.hand_size[defender]) + int(state.garrison_size[defender, quarter]) - int(state.fought_count)


@part
def beats_all(state, seat, quarter, cards, without):
    """How likely the seat's cards beat so many unknown ones, highest against highest."""
    chance = 1.0
    for at in range(cards):
        mine = nth_card(state, seat, quarter, at, without)
        theirs = RANK_COUNT * (1.0 - (at + 1.0) / (cards + 1.0)) + 0.5
        if mine == 0:
            return 0.0
        chance *= 1.0 / (1.0 + math.exp((theirs - mine) / SPREAD))
    return chance


@part
def chance_of(state, seat, defender, quarter):
    """How likely an attack on this quarter succeeds, by what the seat knows."""
    wall, spent = int(state.forts[defender, quarter]) - 1, NOBODY
    if wall >= 0:
        spent = cheapest_breach(state, seat, quarter, wall)
        if spent == NOBODY:
            return 0.0
    return beats_all(state, seat, quarter, enemies(state, defender, quarter), spent)


@part
def booty(state, seat, defender, quarter):
    """How much more an attack promises because missing royals are known to be, or may be, in the quarter."""
    promise, line = 0.0, int(state.line[seat])
    wall = int(state.forts[defender, quarter]) - 1
    if wall >= 0 and is_missing(state, seat, wall):
        promise += 2.0
    if quarter == line and count(keep_of(state, seat)) < ROYALS:
        promise += 0.2 * int(state.garrison_size[defender, quarter])
    return promise


@part
def attack_prior(state, seat, number):
    """S-35. An attack that is nearly sure; in the last Spring of a year there is nothing to keep cards for."""
    defender, quarter = number // SUIT_COUNT, number % SUIT_COUNT
    chance = chance_of(state, seat, defender, quarter)
    is_last = (seat + 1) % state.seats == state.initiator
    threshold = SURE * (0.6 if is_last else 1.0)
    return prior_of(EAGER * (chance - threshold) + (booty(state, seat, defender, quarter) if chance > 0.05 else -2.0))


@part
def siege_prior(state, seat, kind):
    """S-41. The cheapest card that breaches the wall."""
    wall = int(state.forts[state.defender, state.quarter]) - 1
    if not breaches(kind, wall):
        return prior_of(-6.0 - worth(state, seat, kind))
    return prior_of(2.0 - 2.0 * worth(state, seat, kind))


@part
def defence_prior(state, seat, number):
    """S-45. High cards first, own royals last and those of the Keep not at all."""
    kind = number // SOURCES
    if number % SOURCES == FROM_KEEP:
        return prior_of(-9.0)
    return prior_of(-6.0 if is_missing(state, seat, kind) else height(kind) / 3.0)


@part
def assault_prior(state, seat, kind):
    """S-47. The lowest card that beats the last one, if there is hope to beat the rest."""
    return prior_of(1.0 - height(kind) / 3.0 - (4.0 if is_missing(state, seat, kind) else 0.0))


@part
def retreat_prior(state, seat):
    """S-48. Retreat when the rest can hardly be beaten, and no missing royal is in the street."""
    stake = 0.0
    for at in range(state.fought_count):
        if is_missing(state, seat, int(state.fought[at]) - 1):
            stake = 1.0
    chance = beats_all(state, seat, state.quarter, enemies(state, state.defender, state.quarter) + 1, NOBODY)
    return prior_of(2.0 if chance + stake * 0.3 < HOPE else -6.0)


@part
def prize_prior(state, seat, kind):
    """S-51. A missing royal, else one that would leave its owner short."""
    if is_missing(state, seat, kind):
        return prior_of(10.0)
    return prior_of(1.0 + 1.5 * count(int(state.keep[state.defender])))


@part
def closing_prior(state, seat, action):
    """Done, pass, yield, retreat, skip: what is left when nothing else is promising."""
    if action == RETREAT:
        return retreat_prior(state, seat)
    if action == DONE and keep_of(state, seat) == COMPLETE:
        return MOST_PRIOR
    if action == YIELD:
        return prior_of(-3.0)
    if action == DONE and state.phase == AT_WINTER and state.own_step[seat] == DISCARDING:
        return prior_of(4.0)
    return prior_of(-2.0) if action == DONE and state.phase == AT_SUMMER else prior_of(0.0)


@jit
def prior(state, actions, n, out):
    """How promising each action looks to a careful seat that knows only its own cards and what lies open."""
    seat = int(state.to_move)
    for at in range(n):
        out[at] = prior_of_action(state, seat, actions[at])


@part
def prior_of_action(state, seat, action):
    """The prior of one action, by what kind of action it is."""
    if action >= DONE:
        return closing_prior(state, seat, action)
    if action >= FORT:
        return fort_prior(state, seat, action - FORT)
    if action >= ATTACK:
        return attack_prior(state, seat, action - ATTACK)
    if action >= DEFEND:
        return defence_prior(state, seat, action - DEFEND)
    if action >= STOW:
        return stow_prior(state, seat, (action - STOW) // PLACES, (action - STOW) % PLACES)
    if action >= RECALL:
        return recall_prior(state, seat, (action - RECALL) // PLACES, (action - RECALL) % PLACES)
    if action >= PRIZE:
        return prize_prior(state, seat, action - PRIZE)
    if action >= ASSAULT:
        return assault_prior(state, seat, action - ASSAULT)
    if action >= SIEGE:
        return siege_prior(state, seat, action - SIEGE)
    return (
        discard_prior(state, seat, action - DISCARD) if action >= DISCARD else trick_prior(state, seat, action - PLAY)
    )


# In words


def remark(view: Any, action: int) -> Phrase | None:
    """What an action of the seat to move does, as a part of a sentence, by what that seat knows."""
    seat = int(view.to_move)
    if action >= DONE:
        return phrase("siege.completes-family") if action == DONE and keep_of(view, seat) == COMPLETE else None
    if STOW <= action < DEFEND:
        return _stow_remark(view, seat, (action - STOW) // PLACES, (action - STOW) % PLACES)
    if ATTACK <= action < FORT:
        return _attack_remark(view, seat, (action - ATTACK) // SUIT_COUNT, (action - ATTACK) % SUIT_COUNT)
    if PRIZE <= action < RECALL:
        return phrase("siege.takes-from-keep", card={"card": NAMES[action - PRIZE]})
    if SIEGE <= action < ASSAULT:
        wall = int(view.forts[view.defender, view.quarter]) - 1
        return phrase("siege.breaches-wall", card={"card": NAMES[wall]}) if breaches(action - SIEGE, wall) else None
    if action < DISCARD and chance_to_win(view, action - PLAY) == 1.0:
        return phrase("siege.takes-trick")
    return None


def _stow_remark(view: Any, seat: int, kind: int, place: int) -> Phrase | None:
    card = {"card": NAMES[kind]}
    if place == IN_KEEP:
        home = count(keep_of(view, seat) | royal(view, seat, kind))
        return phrase("siege.brings-home", card=card, home=int(home), all=ROYALS)
    if is_theirs(view, seat, kind):
        return phrase("siege.keeps-from", card=card)
    return phrase("siege.walls-up", quarter=SUITS[kind // RANK_COUNT]) if place == IN_FORT else None


def _attack_remark(view: Any, seat: int, defender: int, quarter: int) -> Phrase:
    cards = enemies(view, defender, quarter)
    mine = hand_count(view, seat) + garrison_count(view, seat, quarter)
    wall = int(view.forts[defender, quarter]) - 1
    told = {"count": int(mine), "cards": int(cards)}
    if wall < 0:
        return phrase("siege.attacks-open", **told)
    return phrase("siege.attacks-wall", wall={"card": NAMES[wall]}, **told)
