"""BluffStones: bid stones in secret, place the third matching one beside a tower, score it. Rules B-1 to B-29.

A bid stays in `own_bid`, and its stones in the pile, until all bids are in. From the reveal on everything is open: each
seat has at most one stone to use, and `go_on` runs to the next one somebody has to decide about.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count, lowest, nth
from siegeworks.core.dice import roll
from siegeworks.core.hexboard import CELLS, FULL, NAMES, bit, neighbours
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY, Option, record
from siegeworks.core.seats import following, is_in, list_starts, next_in, weigh_starts
from siegeworks.core.views import UNKNOWN
from siegeworks.games.bluffstones import GAME

VERSION = 1
MOST_SEATS = 3
TOWERS = 7  # B-1, on the board; the turn tower is one more
TOPS_OF_A_COLOUR = 3  # B-3
EACH_OF_TWO, RED_OF_TWO = 6, 4  # B-4
EACH_OF_THREE, RED_OF_THREE = 5, 3  # B-4
STONES_TO_SCORE = 3  # B-16
MOST_STONES = 64  # more than any pile holds

RED = 3  # blue, yellow and green are 0, 1 and 2
PLACEABLE, COLOURS = 3, 4
NO_STONE = COLOURS  # in `held`: nothing to use
NOTHING, PAIR = 0, 1 + COLOURS  # bids: nothing, then one stone of each colour, then two of each
BIDS = 1 + 2 * COLOURS
NO_BID = BIDS  # in `own_bid` and `revealed`: no bid is there, not even one of nothing
BIDDING, REMOVING, PLACING = 0, 1, 2  # phases

REMOVE, PLACE = BIDS, BIDS + CELLS  # action numbers: the bids, then a removal from and a placement on each cell
ACTIONS = BIDS + 2 * CELLS
START = PLACEABLE * CELLS  # draws: a top of each colour on each cell, then start k
CHANCES = START + MOST_SEATS

LAYOUTS = {  # B-2, B-28
    "standard": ("d4", "b2", "b4", "d2", "d6", "f4", "f6"),
    "petals": ("d4", "b3", "c2", "c5", "e3", "e6", "f5"),
    "pinwheel": ("d4", "a3", "b1", "c6", "e2", "f7", "g5"),
    "corners": ("d4", "a1", "a4", "d1", "d7", "g4", "g7"),
}
LAYOUT_CIRCLES = np.array([sum(1 << NAMES.index(name) for name in names) for names in LAYOUTS.values()])  # [layouts]

OPTIONS = (
    Option("layout", tuple(LAYOUTS), "B-28", kept=lambda state: LAYOUT_CIRCLES.tolist().index(state.layout)),
    Option("early_end", (False, True), "B-29"),
)

STATE = record(
    GAME,
    [
        ("stones", "i8", (PLACEABLE,)),  # [colours] circles with a stone of the colour
        ("towers", "i8", (PLACEABLE,)),  # [colours] circles with a tower that has the colour on top
        ("empty", "i8"),  # circles with nothing on them
        ("layout", "i8"),  # circles the towers stand on at first (B-2, B-28)
        ("piles", "i8", (MOST_SEATS, COLOURS)),  # [seats, colours] as at the round's start until all bids are in
        ("scored", "i8", (MOST_SEATS,)),  # [seats] towers
        ("own_bid", "i8", (MOST_SEATS,)),  # [seats] the bid of this round before the reveal, else NO_BID
        ("bids_in", "i8"),  # one bit a seat whose bid of this round is in; everybody may know that
        ("revealed", "i8", (MOST_SEATS,)),  # [seats] the bids last shown, NO_BID before the first
        ("held", "i8", (MOST_SEATS,)),  # [seats] the colour still to be used this round, or NO_STONE
        ("phase", "i8"),
        ("turn_tower", "i8"),  # the seat that has it, NOBODY before it is drawn
        ("to_move", "i8"),
        ("seats", "i8"),
        ("gone", "i8"),  # one bit a seat that has left
        ("early_end", "i8"),
    ],
)


@jit
def new_game(state, seats, options):
    """B-1 to B-6. Full piles and bare towers; their tops and the turn tower are drawn."""
    state.stones[:] = 0
    state.towers[:] = 0
    state.layout = LAYOUT_CIRCLES[options[0]]
    state.empty = FULL ^ state.layout
    state.piles[:] = 0
    for seat in range(seats):
        state.piles[seat, :] = EACH_OF_TWO if seats == 2 else EACH_OF_THREE
        state.piles[seat, RED] = RED_OF_TWO if seats == 2 else RED_OF_THREE
    state.scored[:] = 0
    state.own_bid[:] = NO_BID
    state.bids_in = 0
    state.revealed[:] = NO_BID
    state.held[:] = NO_STONE
    state.phase = BIDDING
    state.turn_tower = NOBODY
    state.to_move = CHANCE
    state.seats = seats
    state.gone = 0
    state.early_end = options[1]


# What may be done


@jit
def legal(state, out):
    """B-7, B-12, B-14. The bids the pile can pay, the stones that can be removed, or the empty circles."""
    if state.to_move == NOBODY:
        return 0
    if state.to_move == CHANCE:
        return list_draws(state, out)
    left, first, n = choices(state), first_action(state), 0
    while left:
        out[n] = first + lowest(left)
        n += 1
        left &= left - 1
    return n


@jit
def legal_count(state):
    """How many actions a seat has; with `legal_at` a random one is found without listing them all."""
    return count(choices(state))


@jit
def legal_at(state, n):
    """The action that `legal` would write at place n."""
    return first_action(state) + nth(choices(state), n)


@jit
def choices(state):
    """B-7, B-12, B-14. What the seat to move chooses from, as bits: bids, circles with a stone, or empty circles."""
    if state.phase == BIDDING:
        return payable_bids(state, state.to_move)
    return on_circles(state) if state.phase == REMOVING else state.empty


@jit
def first_action(state):
    """The number of the action that takes the choice 0."""
    if state.phase == BIDDING:
        return NOTHING
    return REMOVE if state.phase == REMOVING else PLACE


@jit
def payable_bids(state, seat):
    """B-7. Nothing, or one or two stones of a colour the pile has: a set of bids."""
    bids = bit(NOTHING)
    for colour in range(COLOURS):
        stones = state.piles[seat, colour]
        if stones >= 1:
            bids |= bit(1 + colour)
        if stones >= 2:
            bids |= bit(PAIR + colour)
    return bids


@jit
def on_circles(state):
    """B-12. The circles with a stone; a stone on top of a tower is not on a circle."""
    return state.stones[0] | state.stones[1] | state.stones[2]


@jit
def list_draws(state, out):
    """B-3, B-5. A top for the next tower, of a colour that is left; then who gets the turn tower."""
    cells = bare_towers(state)
    if cells == 0:
        return list_starts(state, out, START)
    n = 0
    for colour in range(PLACEABLE):
        if tops_left(state, colour):
            out[n] = PLACEABLE * lowest(cells) + colour
            n += 1
    return n


@jit
def chances(state, weights):
    """B-27. The shuffled stones are equally likely, not the colours; so are the seats."""
    if bare_towers(state) == 0:
        return weigh_starts(state, weights)
    n = 0
    for colour in range(PLACEABLE):
        if tops_left(state, colour):
            weights[n] = tops_left(state, colour)
            n += 1
    return n


@jit
def bare_towers(state):
    """B-3. During the set-up: the towers that have no top yet."""
    return state.layout & ~standing_towers(state)


@jit
def tops_left(state, colour):
    """B-3. How many of the three stones of a colour are not yet on a tower."""
    return TOPS_OF_A_COLOUR - count(state.towers[colour])


@jit
def standing_towers(state):
    """The circles with a tower, whatever is on its top."""
    return state.towers[0] | state.towers[1] | state.towers[2]


@jit
def colour_of(bid):
    """The colour of a bid of one or two stones."""
    return bid - PAIR if bid >= PAIR else bid - 1


@jit
def size_of(bid):
    """How many stones a bid is."""
    return 2 if bid >= PAIR else 1 if bid > NOTHING else 0


# What is done


@jit
def apply(state, action):
    """A draw of the set-up, a bid, or the use of a stone; and what follows by itself."""
    if state.to_move == CHANCE:
        set_up(state, action)
    elif action < REMOVE:
        bid_now(state, action)
    elif action < PLACE:
        remove(state, action - REMOVE)
    else:
        place(state, action - PLACE)


@jit
def set_up(state, draw):
    """B-3, B-5. A top goes on its tower, or a seat gets the turn tower and bids first."""
    if draw < START:
        state.towers[draw % PLACEABLE] |= bit(draw // PLACEABLE)
    else:
        state.turn_tower = draw - START
        state.to_move = state.turn_tower


@jit
def bid_now(state, bid):
    """B-7. The bid lies hidden until all are in."""
    state.own_bid[state.to_move] = bid
    state.bids_in |= bit(state.to_move)
    ask_for_bids(state)


@jit
def ask_for_bids(state):
    """B-7, B-8. In turn order, those still in that have not bid; then the reveal."""
    seat = state.turn_tower
    for _ in range(state.seats):
        if not has_bid(state, seat) and is_in(state, seat):
            state.to_move = seat
            return
        seat = following(state, seat)
    reveal(state)


@jit
def is_sealed_choice(state):
    """B-7. Whether a bid is asked for: it lies hidden until all are in. A game with this keeps no other secrets."""
    return state.phase == BIDDING and state.to_move >= 0


@jit
def reopen(state):
    """B-7. Back to before the first bid of those still in, for a bot that weighs all bids at once."""
    for seat in range(state.seats):
        if is_in(state, seat):
            state.own_bid[seat] = NO_BID
            state.bids_in &= ~bit(seat)
    ask_for_bids(state)


@jit
def reveal(state):
    """B-8, B-9. All bids are shown, and a seat that left unasked shows nothing; if all do, the game is over."""
    most = NOTHING
    for seat in range(state.seats):
        state.revealed[seat] = state.own_bid[seat] if has_bid(state, seat) else NOTHING
        state.own_bid[seat] = NO_BID
        most = max(most, state.revealed[seat])
    state.bids_in = 0
    if most == NOTHING:
        state.to_move = NOBODY
        return
    for seat in range(state.seats):
        pay(state, seat, most >= PAIR)
    go_on(state)


@jit
def pay(state, seat, is_cut):
    """B-8, B-10. The stones leave the pile; a pair, anybody's, costs each bidder one before they are used."""
    bid = state.revealed[seat]
    if bid == NOTHING:
        return
    state.piles[seat, colour_of(bid)] -= size_of(bid)
    if bid >= PAIR or not is_cut:
        state.held[seat] = colour_of(bid)


@jit
def go_on(state):
    """B-12 to B-15. On to the next stone to be used; one that cannot be is thrown away; then the round is over."""
    while True:
        seat = next_to_use(state)
        if seat == NOBODY:
            end_round(state)
            return
        if has_use(state, seat):
            state.to_move = seat
            state.phase = REMOVING if state.held[seat] == RED else PLACING
            return
        state.held[seat] = NO_STONE


@jit
def next_to_use(state):
    """B-12, B-14. The first red stone in turn order; if there is none, the first stone."""
    first = NOBODY
    seat = state.turn_tower
    for _ in range(state.seats):
        if state.held[seat] == RED:
            return seat
        if first == NOBODY and state.held[seat] != NO_STONE:
            first = seat
        seat = following(state, seat)
    return first


@jit
def has_use(state, seat):
    """B-13, B-15. Red needs a stone on a circle, other colours an empty circle; and the seat must not have left."""
    if not is_in(state, seat):
        return False
    return (on_circles(state) if state.held[seat] == RED else state.empty) != 0


@jit
def remove(state, cell):
    """B-12, B-19. The stone of this circle and the red one leave the game; nothing is scored."""
    for colour in range(PLACEABLE):
        state.stones[colour] &= ~bit(cell)
    state.empty |= bit(cell)
    state.held[state.to_move] = NO_STONE
    go_on(state)


@jit
def place(state, cell):
    """B-14 to B-16. The stone goes on the circle, and each tower beside it that it completes is scored."""
    colour = state.held[state.to_move]
    state.stones[colour] |= bit(cell)
    state.empty ^= bit(cell)
    towers = neighbours(cell) & state.towers[colour]
    while towers:
        if matching(state, lowest(towers), colour) >= STONES_TO_SCORE:
            score(state, lowest(towers), colour)
        towers &= towers - 1
    state.held[state.to_move] = NO_STONE
    go_on(state)


@jit
def matching(state, tower, colour):
    """B-16, B-19. Stones of the colour on the circles beside a tower."""
    return count(neighbours(tower) & state.stones[colour])


@jit
def score(state, tower, colour):
    """B-16, B-18. The tower leaves the board with its top, and its circle is empty at once."""
    state.towers[colour] ^= bit(tower)
    state.empty |= bit(tower)
    state.scored[state.to_move] += 1


@jit
def end_round(state):
    """B-20, B-29. The turn tower passes to the next seat clockwise still in, and bids are asked for."""
    if state.early_end and standing_towers(state) == 0:
        state.phase = BIDDING
        state.to_move = NOBODY
        return
    state.turn_tower = next_in(state, state.turn_tower)
    state.phase = BIDDING
    state.to_move = state.turn_tower


# Seats


@jit
def has_bid(state, seat):
    """Whether the seat's bid of this round is in."""
    return (state.bids_in >> seat) & 1 == 1


@jit
def leave(state, seat):
    """The seat bids no more and cannot win. A bid of its that is in stands, but its stone is thrown away unused."""
    state.gone |= bit(seat)
    if count(state.gone) == state.seats - 1:
        state.to_move = NOBODY
    elif state.phase == BIDDING:
        ask_for_bids(state)
    else:
        go_on(state)


# The end


@jit
def scores(state, out):
    """B-23. Towers scored; the turn tower does not count."""
    for seat in range(state.seats):
        out[seat] = state.scored[seat]


@jit
def pile_size(state, seat):
    """B-24. All stones left in the pile, red ones too."""
    stones = 0
    for colour in range(COLOURS):
        stones += state.piles[seat, colour]
    return stones


@jit
def standing(state, seat):
    """B-23, B-24. What is compared at the end: still in, then towers scored, then stones left."""
    if not is_in(state, seat):
        return 0
    return 1 + MOST_STONES * state.scored[seat] + pile_size(state, seat)


@jit
def default(state):
    """B-A25. Bid nothing; otherwise the lowest legal circle."""
    return first_action(state) + lowest(choices(state))


@jit
def guess(state, seat, dice):
    """B-26. For each hidden bid any that its seat can pay, all equally likely; the viewer's own is known already."""
    for other in range(MOST_SEATS):
        if state.own_bid[other] == UNKNOWN:
            state.own_bid[other] = any_bid(state, other, dice) if has_bid(state, other) else NO_BID


@jit
def any_bid(state, seat, dice):
    """B-7. A bid the seat can pay, at random."""
    bids = payable_bids(state, seat)
    return nth(bids, roll(dice, count(bids)))
