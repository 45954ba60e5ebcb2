"""The search: fixed by its dice, bounded by its budget, blind to secrets, and right where rightness can be checked."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import Budget, Thought, bot
from siegeworks.bots.backup import RAVE_INTERVAL, RAVE_WARM_UP
from siegeworks.bots.settings import FULL, UCT
from siegeworks.bots.thinking import SearchBot, TreeSearch, net_searcher, searcher
from siegeworks.bots.tree import USED_EDGES, USED_NODES, bytes_used, contents, new_tree
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import Game
from tests.bots.untrained import weights
from tests.drawn import position
from tests.tables import Table, budget, every_game, every_seat_count, every_secret_table, play_out

SIMULATIONS = budget(300, 4)
SETTINGS = {"uct": UCT, "search": FULL}

THREE_TOWERS_AND_A_FOURTH = """
      T b . .
     . . . . .
    . . . . . .
   . . . y . b T
    . . y . . .
     . . . . T
      T b . .
"""


def middle(game: Game, seats: int, seed: int, plies: int) -> Match:
    """A match after some random plies, with a seat to move."""
    match, rng = Match.new(game.name, seats, seed=seed), random.Random(seed)
    for _ in range(plies):
        if match.result is None:
            match.play(rng.choice(match.legal()))
    return Match.new(game.name, seats, seed=seed) if match.result is not None else match


def thought_of(player: SearchBot, match: Match, simulations: int, seed: int = 1) -> tuple[int, Thought]:
    assert isinstance(match.to_move, int)
    return player.choose(match.seat_view(match.to_move), Budget(simulations), new_dice(seed))


def thinker(game: Game, kind: str) -> SearchBot:
    """A bot of this kind, its net never trained; in plain Python its rollouts are short."""
    is_net, is_uct = kind == "net", kind == "uct"
    player = net_searcher(game, kind, weights(game), Budget(1)) if is_net else searcher(game, kind, is_uct, Budget(1))
    if IS_PLAIN:
        depth = min(player.settings.rollout_depth, 3)
        player.settings = player.settings._replace(rollout_depth=depth, most_plies=3)
    return player


def tree_of(player: SearchBot) -> bytes:
    tree = player._searches[0].tree
    assert tree is not None
    return contents(tree)


@every_seat_count
@pytest.mark.plain
def test_the_same_dice_give_the_same_tree(table: Table) -> None:
    game, match = GAMES[table.game], middle(GAMES[table.game], table.seats, 1, 20)
    for kind in SETTINGS:
        found = []
        for seed in (1, 1, 2):
            player = thinker(game, kind)
            action, thought = thought_of(player, match, SIMULATIONS, seed)
            found.append((action, thought.candidates, thought.line, tree_of(player)))
            assert game.words.ACTION_NAMES[action] in match.legal()
        assert found[0] == found[1]
        if kind == "uct" and len(match.legal()) > 1 and not IS_PLAIN:
            assert found[0] != found[2]


@every_game
def test_a_tree_does_not_depend_on_what_was_thought_before(game: Game) -> None:
    player, fresh = searcher(game, "search", False, Budget(1)), searcher(game, "search", False, Budget(1))
    thought_of(player, middle(game, 2, 5, 9), 200)
    match = middle(game, 2, 6, 14)
    assert thought_of(player, match, 100)[1].candidates == thought_of(fresh, match, 100)[1].candidates
    assert tree_of(player) == tree_of(fresh)


@every_secret_table
def test_two_states_that_look_alike_are_thought_about_alike(table: Table) -> None:
    """A bot is handed a view; whatever is behind it, the same view gives the same choice, thought and tree."""
    game, rng, dice = GAMES[table.game], random.Random(4), new_dice(4)
    looked = []

    def look(match: Match) -> None:
        if rng.randrange(25) or not isinstance(match.to_move, int):
            return
        seat = match.to_move
        looked.append(match.ply)
        other = match.seat_view(seat)
        step.imagine(other, 0, seat, dice)
        for kind in (*SETTINGS, "net"):
            found = []
            for states in (match.states, other):
                player = thinker(game, kind)
                action, thought = player.choose(views.view(states, seat), Budget(30), new_dice(9))
                found.append((action, thought.candidates, thought.line, thought.says, tree_of(player)))
            assert found[0] == found[1]

    play_out(table.new(4), rng, look)
    assert looked


@every_seat_count
def test_every_value_is_shared_out_among_the_seats(table: Table) -> None:
    game, match = GAMES[table.game], middle(GAMES[table.game], table.seats, 2, 10)
    player = searcher(game, "search", False, Budget(1))
    thought_of(player, match, 200)
    tree = player._searches[0].tree
    assert tree is not None
    nodes = int(tree.counters[USED_NODES])
    assert np.allclose(tree.value_sums[:nodes].sum(axis=1), tree.nodes["visits"][:nodes])
    assert (tree.value_sums[:nodes] >= 0).all()


@pytest.mark.parametrize("kind", SETTINGS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_win_in_one_is_taken_whoever_else_is_at_the_table(kind: str, seats: int) -> None:
    match = position("siegestones", THREE_TOWERS_AND_A_FOURTH, seats=seats, to_move=0)
    winning = {name for name in match.legal() if match.copy().play(name)[-1]["kind"] == "end"}
    assert winning
    player = searcher(match.game, kind, kind == "uct", Budget(1))
    action, thought = thought_of(player, match, 3_000)
    assert match.game.words.ACTION_NAMES[action] in winning
    if kind == "search" and seats == 2:
        assert thought.proven == "win in 1"
        assert thought.value == 1.0


@pytest.mark.parametrize("kind", SETTINGS)
def test_a_loss_in_one_is_stopped(kind: str) -> None:
    match = position("siegestones", THREE_TOWERS_AND_A_FOURTH, seats=2, to_move=1)
    safe = set()
    for name in match.legal():
        after = match.copy()
        after.play(name)
        answers = [after.copy().play(answer)[-1]["kind"] for answer in after.legal()]
        if "end" not in answers:
            safe.add(name)
    assert 0 < len(safe) < len(match.legal())
    player = searcher(match.game, kind, kind == "uct", Budget(1))
    assert match.game.words.ACTION_NAMES[thought_of(player, match, 20_000)[0]] in safe


def outcome(match: Match, seat: int) -> float:
    """The seat's value with best play of both, by looking at everything."""
    if match.result is not None:
        winners = match.result["winners"]
        return (seat in winners) / len(winners)
    values = []
    for name in match.legal():
        after = match.copy()
        after.play(name)
        values.append(outcome(after, seat))
    return max(values) if match.to_move == seat else min(values)


FOUR_CELLS_LEFT = {7: 0.5, 16: 0.5, 24: 1.0, 25: 1.0, 28: 1.0, 45: 0.0, 60: 0.0, 102: 0.0}
"""Seeds of random games that are not over with four cells left, and the value of the seat to move then."""


@pytest.mark.parametrize("seed", FOUR_CELLS_LEFT)
def test_what_is_proven_is_true(seed: int) -> None:
    match, rng = Match.new("siegestones", 2, seed=seed, options={"tower_pool": 7}), random.Random(seed)
    while match.state.empty.bit_count() > 4:
        match.play(rng.choice(match.legal()))
    assert isinstance(match.to_move, int)
    assert outcome(match, match.to_move) == FOUR_CELLS_LEFT[seed]
    player = searcher(match.game, "search", False, Budget(1))
    _, thought = thought_of(player, match, 20_000)
    assert thought.proven is not None
    assert thought.value == FOUR_CELLS_LEFT[seed]
    assert thought.simulations < 20_000


@pytest.mark.skipif(IS_PLAIN, reason="the clock is for compiled code")
@every_game
def test_thinking_ends_in_time(game: Game) -> None:
    """Speed is measured by command; this only notices a search that does not look at the clock."""
    player, match = bot(game, "search"), middle(game, 2, 3, 12)
    assert isinstance(match.to_move, int)
    seen = match.seat_view(match.to_move)
    player.choose(seen, Budget(10), new_dice(1))
    started = time.process_time()  # other processes do not count
    _, thought = player.choose(seen, Budget(seconds=0.05), new_dice(1))
    assert time.process_time() - started < 1.0
    assert thought.simulations > 0


def test_threads_add_up() -> None:
    game, match = GAMES["nobles"], middle(GAMES["nobles"], 3, 3, 12)
    player = searcher(game, "search", False, Budget(1))
    assert isinstance(match.to_move, int)
    _, thought = player.choose(match.seat_view(match.to_move), Budget(1_000, threads=2), new_dice(1))
    assert thought.simulations == 1_000
    assert sum(each.visits for each in thought.candidates) == 1_000
    trees = [each.tree for each in player._searches]
    assert trees[0] is not None
    assert trees[1] is not None
    assert contents(trees[0]) != contents(trees[1])


def rave_updates(simulations: int) -> int:
    """How often the RAVE mean of any action was updated at the root of a search."""
    player = searcher(GAMES["siegestones"], "search", False, Budget(1))
    thought_of(player, Match.new("siegestones", 2, seed=1), simulations)
    tree = player._searches[0].tree
    assert tree is not None
    first, count = int(tree.nodes["first"][0]), int(tree.nodes["count"][0])
    return int(tree.edges["rave_visits"][first : first + count].sum())


def test_rave_is_updated_on_every_visit_at_first_and_then_at_intervals() -> None:
    few, many = rave_updates(RAVE_WARM_UP), rave_updates(8 * RAVE_WARM_UP)
    expected = few * (1 + 7 / RAVE_INTERVAL)
    assert 0.7 * expected < many < 1.4 * expected


@every_game
def test_a_full_tree_goes_on_with_what_it_has(game: Game) -> None:
    match = middle(game, 2, 7, 15)
    assert isinstance(match.to_move, int)
    search = TreeSearch(game, 2)
    search.reset(match.seat_view(match.to_move), 8)
    search.tree = new_tree(search.width, 2, 8, edges_a_node=1)
    done = search.run(match.to_move, FULL._replace(rollout_depth=4), new_dice(2), 500, None)
    assert done == 500 or search.tree.nodes["proof"][0] >= 0
    assert search.tree.counters[USED_EDGES] <= len(search.tree.edges)
    assert search.tree.counters[USED_NODES] <= len(search.tree.nodes)
    assert bytes_used(search.tree) > 0
