"""What the bots think of a Charge! position: stones alive, the supply that keeps towers standing, and who can strike.

A tower falls when its owner's supply cannot pay, and with one tower falls everything. So the first questions are how
hard a seat can be struck next turn and whether its supply would pay for it.
"""

from __future__ import annotations

from typing import Any

from siegeworks.core.bits import count, lowest
from siegeworks.core.game import Phrase
from siegeworks.core.hexboard import CELLS, NAMES, bit, turn_each, turned
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import MOST_PRIOR, odds, prior_of
from siegeworks.core.phrases import phrase
from siegeworks.core.rules import NOBODY
from siegeworks.games.charge.lines import END, LINES, SPACES, WAYS
from siegeworks.games.charge.rules import (
    BUILD,
    DEPLOY,
    DROP,
    DROP_SUPPLY,
    HOLD,
    MOST_SEATS,
    MOVE,
    MOVING,
    YIELD,
    alive_stones,
    group_of,
    is_alive,
    is_linked,
    living,
    occupied,
    owner_of,
)

ROLLOUT_DEPTH = 0  # by hand
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 34, "softmax_rate": 0.0, "random_rate": 0.13},
    2: {"simulations": 40, "softmax_rate": 0.0, "random_rate": 0.02},
    3: {"simulations": 78, "softmax_rate": 0.0},
    4: {
        "simulations": 135,
        "net": {"simulations": 12, "softmax_rate": 1.0, "temperature": 0.08, "random_rate": 0.02},
    },
    5: {"simulations": 2500, "net": {"simulations": 16}},
}

ALIVE = 0.9  # fit: between 2,000 games by prior and 150 of search:100
SUPPLY_LOW = -0.1  # fit: between 2,000 games by prior and 150 of search:100
TOWERS = -0.3  # fit: between 2,000 games by prior and 150 of search:100
LOOSE = -0.25  # fit: between 2,000 games by prior and 150 of search:100
STRIKING = 0.05  # fit: between 2,000 games by prior and 150 of search:100
DOOMED = -2.4  # fit: between 2,000 games by prior and 150 of search:100
ENOUGH = 4  # a supply that pays for a whole turn's strikes and one stone more; by hand

PRIOR_STRIKE = 1.0  # by hand
PRIOR_CAPTURE = 1.5  # by hand
PRIOR_TRADE = 0.5  # by hand
PRIOR_NEAR = 0.4  # by hand
PRIOR_EXPOSED = -0.8  # by hand
PRIOR_BUILD = -0.5  # by hand
PRIOR_DEPLOY = 0.3  # by hand
PRIOR_DONE = -0.2  # by hand
KILL = 1e4  # an action on the way to a tower's fall this turn; by hand
BLOCK = 1e3  # one that ends the threat of such a fall; by hand
BLUNDER = 1e-4  # one that allows it; by hand


# Who can strike


@part
def nearest(state, place, way, full):
    """How many spaces away the first piece stands that way, up to three; 0 if there is none."""
    for space in range(SPACES):
        cell = END[place, way, space]
        if cell == CELLS:
            return 0
        if full >> cell & 1:
            return space + 1
    return 0


@jit
def power(state, attacker, defender, budget, rested):
    """The most supply the attacker's stones `rested` can strike off the defender's towers with so many spaces."""
    ones, twos, threes = 0, 0, 0
    full, towers = occupied(state), state.towers[defender]
    while towers:
        tower = lowest(towers)
        for way in range(WAYS):
            spaces = nearest(state, tower, way, full)
            if spaces and rested >> END[tower, way, spaces - 1] & 1:
                ones += spaces == 1
                twos += spaces == 2
                threes += spaces == 3
        towers &= towers - 1
    if budget >= 3 and (threes or (ones and twos) or ones >= 3):
        return 3
    if budget >= 2 and (twos or ones >= 2):
        return 2
    return 1 if budget >= 1 and ones else 0


@jit
def is_doomed(state, seat):
    """Whether another seat, were it to begin its turn now, could bring down a tower of this one."""
    for other in range(state.seats):
        if other != seat and power(state, other, seat, SPACES, state.stones[other]) > state.supply[seat]:
            return True
    return False


@part
def can_kill(state, seat, other):
    """Whether the seat, whose turn it is, can bring down a tower of the other with what is left of its turn."""
    if state.phase != MOVING and state.phase != 0:
        return False
    return power(state, seat, other, state.budget, state.stones[seat] & ~state.moved) > state.supply[other]


@jit
def support_of(state, seat, place):
    """C-28, C-29. How many stones could be paid to hold the stone on this circle."""
    group = group_of(state.stones[seat], bit(place))
    paying = count(group) - 1
    return paying + state.supply[seat] if is_linked(state, seat, group) else paying


@part
def is_loose(state, seat, place, full):
    """Whether an enemy's stone can charge this circle harder than the seat could pay."""
    hardest = 0
    for way in range(WAYS):
        spaces = nearest(state, place, way, full)
        if spaces > hardest and owner_of_stone(state, bit(END[place, way, spaces - 1])) not in (seat, NOBODY):
            hardest = spaces
    return hardest > 0 and hardest > support_of(state, seat, place)


@part
def owner_of_stone(state, place):
    """The seat whose stone, not tower, is on this circle (a set of one)."""
    for seat in range(MOST_SEATS):
        if state.stones[seat] & place:
            return seat
    return NOBODY


# What a position is worth


@jit
def alive(state, seat):
    """Stones alive."""
    return float(alive_stones(state, seat))


@jit
def supply_low(state, seat):
    """How many stones the supply lacks to be safe for a turn."""
    return float(max(0, ENOUGH - state.supply[seat]))


@jit
def towers(state, seat):
    """Towers, which link groups and let stones be deployed."""
    return float(count(state.towers[seat]))


@jit
def loose(state, seat):
    """Stones on circles that an enemy could take for nothing; fewer when it is the seat's own turn."""
    found, full, stones = 0, occupied(state), state.stones[seat]
    while stones:
        if is_loose(state, seat, lowest(stones), full):
            found += 1
        stones &= stones - 1
    return found * 0.5 if state.turn == seat else float(found)


@jit
def striking(state, seat):
    """The supply the seat could strike off some enemy in a turn."""
    most = 0
    for other in range(state.seats):
        if other != seat and is_alive(state, other):
            most = max(most, power(state, seat, other, SPACES, state.stones[seat]))
    return float(most)


@jit
def doomed(state, seat):
    """1 if the seat whose turn it is can bring this one down now; a quarter if another could on its turn."""
    if state.turn != seat and can_kill(state, state.turn, seat):
        return 1.0
    return 0.25 if is_doomed(state, seat) else 0.0


FEATURES = {
    "ALIVE": alive,
    "SUPPLY_LOW": supply_low,
    "TOWERS": towers,
    "LOOSE": loose,
    "STRIKING": striking,
    "DOOMED": doomed,
}


@jit
def value(state, out):
    """Each seat's expected share of the win; one that is about to leave has none."""
    for seat in range(state.seats):
        out[seat] = (
            ALIVE * alive(state, seat)
            + SUPPLY_LOW * supply_low(state, seat)
            + TOWERS * towers(state, seat)
            + LOOSE * loose(state, seat)
            + STRIKING * striking(state, seat)
            + DOOMED * doomed(state, seat)
        )
    odds(out, state.seats, state.gone | state.leaving)
    share_out(state, out)


@part
def share_out(state, out):
    """C-54. The nearer the draw by quiet turns, the less a lead is worth: who is ahead gains by ending the quiet."""
    if state.leaving or state.material:
        return  # who is about to leave shares in nothing, and with C-55 the draw is decided
    left = living(state)
    calm = state.quiet / (state.quiet_rounds * left)
    for seat in range(state.seats):
        if is_alive(state, seat):
            out[seat] += calm * (1.0 / left - out[seat])


# What an action promises


@part
def strike_prior(state, seat, owner, strength):
    """C-36 to C-38. A stone for so much supply; the fall of a tower, now or with the rest of the turn."""
    if state.supply[owner] < strength:
        return MOST_PRIOR
    promise = prior_of(PRIOR_STRIKE * (strength - 1))
    return promise * KILL if can_kill(state, seat, owner) else promise


@part
def charge_gain(state, owner, place, strength):
    """C-31, C-32. A stone that cannot be held is won for nothing; else the owner chooses what it costs."""
    if support_of(state, owner, place) < strength:
        return PRIOR_CAPTURE
    return PRIOR_TRADE * strength


@part
def near_tower(state, seat, place, full):
    """The hardest strike at an enemy tower from this circle."""
    most = 0
    for way in range(WAYS):
        spaces = nearest(state, place, way, full)
        if spaces > most:
            owner = owner_of(state, bit(END[place, way, spaces - 1]))
            if owner != seat and state.towers[owner] >> END[place, way, spaces - 1] & 1:
                most = spaces
    return most


@part
def move_prior(state, seat, line, is_threatened):
    """C-18 to C-26. A strike at a tower, a charge, or a step: where to, and what it leaves open."""
    stone, strength = line // LINES, line % SPACES + 1
    end = END[stone, line % LINES // SPACES, strength - 1]
    owner = owner_of(state, bit(end))
    if owner != NOBODY and state.towers[owner] >> end & 1:
        return strike_prior(state, seat, owner, strength)
    gain = 0.0 if owner == NOBODY else charge_gain(state, owner, end, strength)
    go(state, seat, owner, stone, end)
    full, is_still = occupied(state), is_doomed(state, seat)
    gain += PRIOR_NEAR * near_tower(state, seat, end, full)
    if is_loose(state, seat, end, full):
        gain += PRIOR_EXPOSED
    go(state, seat, owner, stone, end)
    return prior_of(gain) * safety(is_threatened, is_still)


@part
def go(state, seat, owner, stone, end):
    """A stone goes to a circle, and takes what stands there; done again, it is undone."""
    state.stones[seat] ^= bit(stone) | bit(end)
    if owner != NOBODY:
        state.stones[owner] ^= bit(end)


@part
def safety(was, is_still):
    """What an action's prior is multiplied with, by whether the seat could be brought down before and after it."""
    if was:
        return 1.0 if is_still else BLOCK
    return BLUNDER if is_still else 1.0


@part
def build_prior(state, seat, place, is_threatened):
    """C-45 to C-47. One more tower: costs a stone of the supply, and can be struck at too."""
    state.towers[seat] |= place
    state.supply[seat] -= 1
    still = is_doomed(state, seat)
    state.supply[seat] += 1
    state.towers[seat] ^= place
    return prior_of(PRIOR_BUILD) * safety(is_threatened, still)


@part
def deploy_prior(state, seat, place, is_threatened):
    """C-48. A stone from the supply to the board, where it may also stand in somebody's way."""
    state.stones[seat] |= place
    state.supply[seat] -= 1
    still = is_doomed(state, seat)
    near = near_tower(state, seat, lowest(place), occupied(state))
    low = supply_low(state, seat)
    state.supply[seat] += 1
    state.stones[seat] ^= place
    return prior_of(PRIOR_DEPLOY + PRIOR_NEAR * near - low) * safety(is_threatened, still)


@part
def drop_prior(state, seat, what):
    """C-33. What is paid: circles that guard nothing before a supply that is getting low."""
    if what == CELLS:
        return prior_of(0.3 * (state.supply[seat] - 2 * ENOUGH))
    state.stones[seat] ^= bit(what)
    is_open = is_doomed(state, seat)
    state.stones[seat] ^= bit(what)
    return prior_of(-3.0 if is_open else 0.0)


@part
def word_prior(state, seat, action):
    """C-25, C-31, C-32. Done, pass, yield or hold: holding costs `strength` stones and the charging one."""
    if action == YIELD:
        return prior_of(-PRIOR_CAPTURE)
    if action == HOLD:
        paid = state.strength - count(state.support)
        low = max(0, ENOUGH - state.supply[seat] + paid) if paid > 0 else 0
        return prior_of(1.0 - state.strength - low)
    return prior_of(PRIOR_DONE)


@jit
def prior(state, actions, n, out):
    """The fall of a tower before all, then what saves one's own, then stones won and struck off."""
    seat = state.to_move
    is_threatened = is_doomed(state, seat)
    for at in range(n):
        action = actions[at]
        if action < BUILD:
            out[at] = move_prior(state, seat, action - MOVE, is_threatened)
        elif action < DEPLOY:
            out[at] = build_prior(state, seat, bit(action - BUILD), is_threatened)
        elif action < DROP:
            out[at] = deploy_prior(state, seat, bit(action - DEPLOY), is_threatened)
        elif action <= DROP_SUPPLY:
            out[at] = drop_prior(state, seat, action - DROP)
        else:
            out[at] = word_prior(state, seat, action)


# The board turned and mirrored


@jit
def turn(state, symmetry):
    """Turn or mirror the whole board in place, and a charge with it."""
    turn_each(state.stones, symmetry)
    turn_each(state.towers, symmetry)
    state.moved = turned(state.moved, symmetry)
    state.deployed = turned(state.deployed, symmetry)
    state.support = turned(state.support, symmetry)
    if state.strength:
        state.origin = lowest(turned(bit(state.origin), symmetry))
        state.target = lowest(turned(bit(state.target), symmetry))


# In words


def remark(view: Any, action: int) -> Phrase | None:
    """What an action of the seat to move does, as a part of a sentence."""
    seat = int(view.to_move)
    if action < BUILD:
        return _move_remark(view, seat, action - MOVE)
    if action == HOLD:
        return phrase("charge.pays-and-destroys", count=int(view.strength))
    if action == YIELD:
        return phrase("charge.gives-up", cell=NAMES[view.target])
    return None


def _move_remark(view: Any, seat: int, line: int) -> Phrase | None:
    stone, strength = line // LINES, line % SPACES + 1
    end = int(END[stone, line % LINES // SPACES, strength - 1])
    owner = int(owner_of(view, bit(end)))
    if owner == NOBODY:
        return _step_remark(view, seat, stone, end)
    if view.towers[owner] & bit(end):
        if view.supply[owner] < strength:
            return phrase("charge.brings-down", cell=NAMES[end])
        return phrase("charge.strikes-supply", count=strength, cell=NAMES[end])
    if support_of(view, owner, end) < strength:
        return phrase("charge.takes-stone", cell=NAMES[end])
    return phrase("charge.charges-stone", cell=NAMES[end], strength=strength)


def _step_remark(view: Any, seat: int, stone: int, end: int) -> Phrase | None:
    after = view.copy()
    after.stones[seat] ^= bit(stone) | bit(end)
    if is_doomed(view, seat) and not is_doomed(after, seat):
        return phrase("charge.saves-tower")
    if _can_fall(after, seat) and not _can_fall(view, seat):
        return phrase("charge.threatens-tower")
    return None


def _can_fall(view: Any, seat: int) -> bool:
    """Whether the seat, on a turn of its own, could bring down a tower."""
    others = [other for other in range(view.seats) if other != seat]
    return any(power(view, seat, other, SPACES, view.stones[seat]) > view.supply[other] for other in others)
