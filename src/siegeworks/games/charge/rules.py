"""SiegeStones Charge!: move, build, deploy; charge stones and towers; be the last with a tower. Rules C-1 to C-58.

Sets of circles are bitboards. The turn belongs to `turn`; `to_move` is another seat only while it answers a charge.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count, lowest, nth
from siegeworks.core.dice import roll
from siegeworks.core.grid import widened
from siegeworks.core.hexboard import CELLS, FULL, OFF, bit, cell, neighbours
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY, Option, record
from siegeworks.core.seats import following, list_starts, weigh_starts
from siegeworks.games.charge import GAME
from siegeworks.games.charge.lines import END, LINES, SPACES, WAYS, line_at, list_lines, tally, total

VERSION = 1
LEAST_SEATS, MOST_SEATS = 2, 3
STONES_EACH = 20  # C-2
STONES_TO_BUILD = 2  # C-45
MOST_SPOILS = 4  # C-44
HOMES = np.array([[cell("g4"), cell("a4"), OFF], [cell("g4"), cell("d7"), cell("a1")]])  # [table, seat] C-8, C-9

MOVE, BUILD = 0, CELLS * LINES  # action numbers: a stone's moves by cell, way and length; then a build on each cell
DEPLOY, DROP = BUILD + CELLS, BUILD + 2 * CELLS
KINDS = 4  # build, deploy, drop, and words, each as many numbers after the last as there are circles
SUPPLY = CELLS  # what is dropped when it is not a circle
DROP_SUPPLY = DROP + SUPPLY
YIELD, HOLD, DONE, PASS = DROP_SUPPLY + 1, DROP_SUPPLY + 2, DROP_SUPPLY + 3, DROP_SUPPLY + 4
ACTIONS = PASS + 1
WORD_SUPPLY, WORD_YIELD, WORD_HOLD, WORD_DONE, WORD_PASS = (1 << word for word in range(ACTIONS - DROP_SUPPLY))
CHANCES = MOST_SEATS  # start k

START, MOVING, DEPLOYING, DEFEND, PICK, ENDED = 0, 1, 2, 3, 4, 5  # phases; a turn that has ended is not seen
OUT_FIRST, OUT_LATER, IN = 0, 1, 2  # C-51, how seats stand at the end

OPTIONS = (
    Option("towers", (9, 12), "C-3", kept=lambda state: state.stock + sum(count(seat) for seat in state.towers)),
    Option("pass", ("forced", "free"), "C-16", kept=lambda state: state.free_pass),
    Option("quiet_rounds", (20, *range(10, 20), *range(21, 51)), "C-54"),
    Option("tiebreak", ("draw", "material"), "C-55", kept=lambda state: state.material),
)

STATE = record(
    GAME,
    [
        ("stones", "i8", (MOST_SEATS,)),  # [seats] circles with a stone of the seat
        ("towers", "i8", (MOST_SEATS,)),  # [seats] circles with a tower of the seat, its top stone included
        ("moved", "i8"),  # stones that have moved this turn, where they stand now
        ("deployed", "i8"),  # circles chosen in this Deploy
        ("support", "i8"),  # board support of the charged stone, fixed at the charge, less what was dropped
        ("supply", "i8", (MOST_SEATS,)),
        ("discard", "i8", (MOST_SEATS,)),
        ("stock", "i8"),  # towers not built
        ("to_move", "i8"),
        ("turn", "i8"),  # whose turn it is, also while another seat answers a charge
        ("phase", "i8"),
        ("budget", "i8"),  # spaces left in this Move
        ("origin", "i8"),  # where the charge came from; this and the next four are 0 without a charge
        ("target", "i8"),
        ("strength", "i8"),
        ("owed", "i8"),  # support stones still to be discarded
        ("linked", "i8"),  # whether the supply counts as support
        ("progress", "i8"),  # whether this turn had a charge, Build or Deploy
        ("quiet", "i8"),  # completed turns in a row without one
        ("passed", "i8"),  # one bit a living seat whose last turn was a pass, with nothing else since
        ("leaving", "i8"),  # one bit a seat whose resignation waits for the end of the turn
        ("first_out", "i8"),  # the seat eliminated first
        ("seats", "i8"),
        ("start", "i8"),
        ("gone", "i8"),  # one bit a seat that was eliminated or has left
        ("free_pass", "i8"),
        ("quiet_rounds", "i8"),
        ("material", "i8"),  # whether survivors of a draw are ranked
    ],
)


@jit
def new_game(state, seats, options):
    """C-2 to C-12. A tower in each seat's corner with stones around it; who begins is drawn first."""
    state.stones[:] = 0
    state.towers[:] = 0
    state.supply[:] = 0
    state.discard[:] = 0
    for seat in range(seats):
        home = HOMES[seats - LEAST_SEATS, seat]
        state.towers[seat] = bit(home)
        state.stones[seat] = neighbours(home)
        state.supply[seat] = STONES_EACH - 1 - count(neighbours(home))
    state.stock = options[0] - seats
    state.free_pass = options[1]
    state.quiet_rounds = options[2]
    state.material = options[3]
    state.seats = seats
    state.to_move = CHANCE
    state.turn = NOBODY
    state.start = NOBODY
    state.first_out = NOBODY
    state.gone = 0
    state.leaving = 0
    state.passed = 0
    state.quiet = 0
    clear_turn(state)


@jit
def clear_turn(state):
    """C-15. What is remembered within one turn only."""
    state.phase = START
    state.budget = SPACES
    state.moved = 0
    state.deployed = 0
    state.progress = 0
    clear_charge(state)


@jit
def clear_charge(state):
    """C-23. No charge is being decided."""
    state.support = 0
    state.origin = 0
    state.target = 0
    state.strength = 0
    state.owed = 0
    state.linked = 0


# What is on the board


@jit
def pieces(state, seat):
    """C-4. Circles with a stone or a tower of the seat."""
    return state.stones[seat] | state.towers[seat]


@jit
def occupied(state):
    """C-4. Circles with anything on them."""
    found = np.int64(0)
    for seat in range(MOST_SEATS):
        found |= pieces(state, seat)
    return found


@jit
def owner_of(state, place):
    """C-4. The seat whose piece is on this circle (a set of one)."""
    for seat in range(MOST_SEATS):
        if pieces(state, seat) & place:
            return seat
    return NOBODY


@jit
def touching(cells):
    """C-1. All circles next to one of these."""
    found = np.int64(0)
    while cells:
        found |= neighbours(lowest(cells))
        cells &= cells - 1
    return found


@jit
def touching_twice(cells):
    """C-45. All circles next to two or more of these."""
    once, twice = np.int64(0), np.int64(0)
    while cells:
        around = neighbours(lowest(cells))
        twice |= once & around
        once |= around
        cells &= cells - 1
    return twice


@jit
def group_of(stones, stone):
    """C-28, C-30. The stones that hang together with this one, itself included; towers do not connect."""
    group, edge = stone, stone
    while edge:
        fresh = neighbours(lowest(edge)) & stones & ~group
        group |= fresh
        edge = (edge & (edge - 1)) | fresh
    return group


@jit
def is_linked(state, seat, group):
    """C-29. Whether a stone of the group is next to a tower of its owner."""
    return group & touching(state.towers[seat]) != 0


@jit
def is_alive(state, seat):
    """C-13. A seat lives as long as it has a tower."""
    return state.towers[seat] != 0


@jit
def living(state):
    """C-13. How many seats are alive."""
    return state.seats - count(state.gone)


# What may be done


@jit
def legal(state, out):
    """C-15, C-25, C-31, C-33. What the seat to move may do in the present phase."""
    if state.to_move == NOBODY:
        return 0
    if state.to_move == CHANCE:
        return list_starts(state, out, 0)  # C-7
    n = list_lines(rested(state), ends(state), empty(state), state.budget, out)
    others = rooms(state, n)
    for kind in range(KINDS):
        left = others[kind]
        while left:
            out[n] = BUILD + kind * CELLS + lowest(left)
            n += 1
            left &= left - 1
    return n


@jit
def pick(state, dice):
    """One of the actions `legal` lists, each equally likely, found without listing them."""
    stones, goals, free = widened(rested(state)), widened(ends(state)), widened(empty(state))
    tallied = tally(stones, goals, free, state.budget)
    moves = total(tallied, stones)
    builds, deploys, drops, words = rooms(state, moves)
    n = roll(dice, moves + count(builds) + count(deploys) + count(drops) + count(words))
    if n < moves:
        return MOVE + line_at(tallied, stones, goals, free, state.budget, n)
    return other_at(builds, deploys, drops, words, n - moves)


@jit
def other_at(builds, deploys, drops, words, n):
    """The action at place n of those that are not moves."""
    if n < count(builds):
        return BUILD + nth(builds, n)
    n -= count(builds)
    if n < count(deploys):
        return DEPLOY + nth(deploys, n)
    n -= count(deploys)
    return DROP + nth(drops, n) if n < count(drops) else DROP_SUPPLY + nth(words, n - count(drops))


@jit
def chances(state, weights):
    """C-7. All seats are equally likely to begin."""
    return weigh_starts(state, weights)


@jit
def rested(state):
    """C-22, C-25. The stones that may move now."""
    return state.stones[state.turn] & ~state.moved if state.phase in (START, MOVING) else 0


@jit
def ends(state):
    """C-21. Where a move may end: on no piece of the mover's own."""
    return FULL & ~pieces(state, state.turn)


@jit
def empty(state):
    """C-4. Circles with nothing on them."""
    return FULL & ~occupied(state)


@jit
def can_move(state):
    """C-25. Whether spaces are left and an unmoved stone has somewhere to go; if it has, then also one space away."""
    stones, ends = state.stones[state.turn] & ~state.moved, ~pieces(state, state.turn)
    while stones and state.budget:
        if neighbours(lowest(stones)) & ends:
            return True
        stones &= stones - 1
    return False


@jit
def rooms(state, moves):
    """C-15, C-16. What may be done besides these moves: where to build, deploy and drop, and which words to say."""
    builds, deploys, drops = build_room(state), deploy_room(state), drop_room(state)
    return builds, deploys, drops, open_words(state, moves == 0 and builds | deploys == 0)


@jit
def build_room(state):
    """C-45, C-46. Empty circles next to two own stones, while the stock and the supply last."""
    if state.phase != START or state.stock == 0 or state.supply[state.turn] == 0:
        return 0
    return touching_twice(state.stones[state.turn]) & ~occupied(state)


@jit
def deploy_room(state):
    """C-48 to C-50. Empty circles next to an own tower that also touches every circle chosen this turn."""
    if state.phase not in (START, DEPLOYING) or state.supply[state.turn] == 0:
        return 0
    return touching(deploying_towers(state, state.turn)) & ~occupied(state)


@jit
def drop_room(state):
    """C-33, C-34. The board support of a stone whose owner is paying to hold it."""
    return state.support if state.phase == PICK else 0


@jit
def deploying_towers(state, seat):
    """C-48. The towers that touch every circle chosen this turn."""
    found, towers = np.int64(0), state.towers[seat]
    while towers:
        if state.deployed & ~neighbours(lowest(towers)) == 0:
            found |= towers & -towers
        towers &= towers - 1
    return found


@jit
def open_words(state, is_stuck):
    """C-16, C-25, C-31 to C-33. The actions without a circle that are legal, one bit each."""
    if state.phase == START:
        return WORD_PASS if is_stuck or state.free_pass else 0
    if state.phase == PICK:
        return WORD_SUPPLY if payable_supply(state) else 0
    if state.phase == DEFEND:
        return WORD_YIELD | WORD_HOLD if payable(state) >= state.strength else WORD_YIELD
    return WORD_DONE


@jit
def payable_supply(state):
    """C-29. The supply stones that count as support of the charged stone."""
    return state.supply[state.to_move] if state.linked else 0


@jit
def payable(state):
    """C-32. All support of the charged stone."""
    return count(state.support) + payable_supply(state)


# What happens


@jit
def apply(state, action):
    """C-15, C-27, C-33. One small action; then the turn is over, or it goes on."""
    if state.to_move == CHANCE:
        begin(state, action)
    elif action < BUILD:
        move(state, action - MOVE)
    elif action < DEPLOY:
        build(state, bit(action - BUILD))
    elif action < DROP:
        deploy(state, bit(action - DEPLOY))
    elif action <= DROP_SUPPLY:
        drop(state, action - DROP)
    elif action == YIELD:
        give_way(state)
    elif action == HOLD:
        hold(state)
    else:
        say_done(state, action)
    resolve(state)


@jit
def begin(state, seat):
    """C-7. The seat drawn has the first turn."""
    state.start = seat
    open_turn(state, seat)


@jit
def open_turn(state, seat):
    """C-15. A new turn: nothing is remembered of the one before."""
    clear_turn(state)
    state.turn = seat
    state.to_move = seat


@jit
def move(state, line):
    """C-18 to C-26, C-36. A stone goes to an empty circle, or charges what stands at the end of its way."""
    seat, stone, strength = state.turn, line // LINES, line % SPACES + 1
    end = bit(END[stone, line % LINES // SPACES, strength - 1])
    state.passed = 0
    state.phase = MOVING
    state.budget -= strength
    state.stones[seat] ^= bit(stone)
    if end & occupied(state) == 0:
        stand(state, end)
        return
    make_progress(state)
    owner = owner_of(state, end)
    if end & state.towers[owner]:
        assault(state, owner, strength)
    else:
        charge(state, owner, stone, lowest(end), strength)


@jit
def stand(state, end):
    """C-21, C-22, C-31. The stone comes to stand here and has moved."""
    state.stones[state.turn] |= end
    state.moved |= end


@jit
def make_progress(state):
    """C-54. A charge, Build or Deploy: quiet turns are counted from the start again."""
    state.progress = 1
    state.quiet = 0


@jit
def charge(state, owner, stone, target, strength):
    """C-26 to C-29, C-34. Strength, support and link are fixed; the owner of the target decides."""
    group = group_of(state.stones[owner], bit(target))
    state.phase = DEFEND
    state.to_move = owner
    state.origin = stone
    state.target = target
    state.strength = strength
    state.support = group & ~bit(target)
    state.linked = 1 if is_linked(state, owner, group) else 0


@jit
def give_way(state):
    """C-31. The target is discarded, and the charging stone takes its circle."""
    target, defender = bit(state.target), state.to_move
    state.stones[defender] ^= target
    state.discard[defender] += 1
    stand(state, target)
    end_charge(state)


@jit
def end_charge(state):
    """C-23, C-24. The charge is resolved, and the mover goes on."""
    clear_charge(state)
    state.phase = MOVING
    state.to_move = state.turn


@jit
def hold(state):
    """C-32. The defender will pay the strength in support stones."""
    state.phase = PICK
    state.owed = state.strength


@jit
def drop(state, what):
    """C-33. One support stone is discarded, from a circle or from the supply."""
    defender = state.to_move
    if what == SUPPLY:
        state.supply[defender] -= 1
    else:
        state.stones[defender] ^= bit(what)
        state.support ^= bit(what)
    state.discard[defender] += 1
    state.owed -= 1


@jit
def pay_rest(state):
    """C-32, C-33. The rest of a payment, lowest circle first and supply last; the charging stone is discarded."""
    while state.owed:
        drop(state, lowest_drop(state))
    state.discard[state.turn] += 1
    end_charge(state)


@jit
def lowest_drop(state):
    """C-33. The lowest circle of the board support, or the supply."""
    return lowest(state.support) if state.support else SUPPLY


@jit
def assault(state, owner, strength):
    """C-36 to C-38, C-42, C-44. The charging stone is lost; the owner pays from the supply or is out."""
    seat = state.turn
    state.discard[seat] += 1
    if state.supply[owner] >= strength:
        state.supply[owner] -= strength
        state.discard[owner] += strength
        return
    eliminate(state, owner)
    if living(state) > 1:
        spoils = min(MOST_SPOILS, state.discard[seat])
        state.discard[seat] -= spoils
        state.supply[seat] += spoils


@jit
def eliminate(state, seat):
    """C-39, C-40. Towers go back to the stock, stones out of play."""
    state.stock += count(state.towers[seat])
    state.towers[seat] = 0
    state.stones[seat] = 0
    state.supply[seat] = 0
    if state.gone == 0:
        state.first_out = seat
    state.gone |= 1 << seat
    state.leaving &= ~(1 << seat)
    state.passed &= ~(1 << seat)


@jit
def build(state, place):
    """C-47. A tower from the stock with a stone from the supply on top."""
    state.passed = 0
    state.towers[state.turn] |= place
    state.supply[state.turn] -= 1
    state.stock -= 1
    state.phase = ENDED
    make_progress(state)


@jit
def deploy(state, place):
    """C-48. A stone from the supply beside the tower."""
    state.passed = 0
    state.phase = DEPLOYING
    state.stones[state.turn] |= place
    state.deployed |= place
    state.supply[state.turn] -= 1
    make_progress(state)


@jit
def say_done(state, action):
    """C-16, C-25, C-49. Done, or a Pass."""
    if action == PASS:
        state.passed |= 1 << state.turn
    state.phase = ENDED


@jit
def resolve(state):
    """C-32, C-41, C-54. Make a payment that leaves no choice; see whether the game, or the turn, is over."""
    if state.phase == PICK and (state.support == 0 or payable(state) <= state.owed or state.owed == 0):
        pay_rest(state)
    if living(state) == 1:
        end_game(state)
    elif is_turn_over(state):
        if not state.progress:
            state.quiet += 1
        next_turn(state)


@jit
def is_turn_over(state):
    """C-25, C-49. Whether nothing more can be done this turn."""
    if state.phase == MOVING:
        return not can_move(state)
    if state.phase == DEPLOYING:
        return deploy_room(state) == 0
    return state.phase == ENDED


@jit
def next_turn(state):
    """C-14, C-52, C-54, C-56. Whoever resigned is out; then a draw is found, or the next living seat has its turn."""
    for seat in range(state.seats):
        if state.leaving >> seat & 1 and living(state) > 1:
            eliminate(state, seat)
    if living(state) == 1 or has_all_passed(state) or is_too_quiet(state):
        end_game(state)
        return
    seat = following(state, state.turn)
    while not is_alive(state, seat):
        seat = following(state, seat)
    open_turn(state, seat)


@jit
def end_game(state):
    """C-41, C-52, C-54. Nobody has a turn any more."""
    clear_turn(state)
    state.turn = NOBODY
    state.to_move = NOBODY


@jit
def has_all_passed(state):
    """C-52. Whether all living seats have passed one after the other."""
    return count(state.passed) == living(state)


@jit
def is_too_quiet(state):
    """C-54. Whether nothing has happened for so many rounds."""
    return state.quiet >= state.quiet_rounds * living(state)


@jit
def leave(state, seat):
    """C-56. Out at once on one's own turn, else at its end; who is charged yields, or pays the rest of what is owed."""
    if seat == state.turn:
        if state.strength:
            state.discard[seat] += 1
        eliminate(state, seat)
        next_turn(state)
        return
    state.leaving |= 1 << seat
    if state.to_move == seat and state.phase == DEFEND:
        give_way(state)
    elif state.to_move == seat:
        pay_rest(state)
    resolve(state)


@jit
def alive_stones(state, seat):
    """C-5, C-55. Supply, circles and tower tops, and a stone in flight."""
    flying = 1 if state.strength and state.turn == seat else 0
    return state.supply[seat] + count(pieces(state, seat)) + flying


@jit
def scores(state, out):
    """C-55. Stones alive; none of a seat that is out."""
    for seat in range(state.seats):
        out[seat] = alive_stones(state, seat) if is_alive(state, seat) else 0


@jit
def standing(state, seat):
    """C-51, C-55. What is compared at the end: alive, and by the option stones, then towers; else who was out later."""
    if not is_alive(state, seat):
        return OUT_FIRST if state.first_out == seat else OUT_LATER
    if not state.material:
        return IN
    return IN + CELLS * alive_stones(state, seat) + count(state.towers[seat])


@jit
def default(state):
    """Done, yield or the lowest drop; at the start of a turn the first legal action."""
    if state.phase in (MOVING, DEPLOYING):
        return DONE
    if state.phase == DEFEND:
        return YIELD
    if state.phase == PICK:
        return DROP + lowest_drop(state)
    return first_action(state)


@jit
def first_action(state):
    """C-15, C-16. The lowest action number of a turn: a stone's first step, a Build, a Deploy, or a Pass."""
    goals, stones = ends(state), state.stones[state.turn]
    while stones:
        stone = lowest(stones)
        for way in range(WAYS):
            if goals >> END[stone, way, 0] & 1:
                return MOVE + stone * LINES + way * SPACES
        stones &= stones - 1
    if build_room(state):
        return BUILD + lowest(build_room(state))
    return DEPLOY + lowest(deploy_room(state)) if deploy_room(state) else PASS
