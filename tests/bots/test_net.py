"""The net in the search: the same numbers as a plain product of matrices, and files that are refused."""

from __future__ import annotations

import io
import logging
import pickle
import random
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.arena.peers import contender
from siegeworks.bots import LEVELS, Budget, bot, levels, netfile
from siegeworks.bots.levels import Level, LevelBot, has_net, level_of
from siegeworks.bots.net import WEIGHTS, evaluate_often, new_net, shapes
from siegeworks.bots.netbot import NetBot
from siegeworks.bots.netfile import ANY, NetFile, knows, load_net, save_net, usable_net
from siegeworks.bots.plans import plan
from siegeworks.bots.tree import NONE, USED_NODES, contents
from siegeworks.core import inputs, step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.views import has_secrets
from siegeworks.errors import BadSetup
from siegeworks.games import OURS, Game
from siegeworks.sentences import render
from tests.bots.untrained import WIDTHS, untrained, weights
from tests.drawn import position

GAME = GAMES["siegestones"]
OPEN = [game for game in GAMES.values() if not has_secrets(game.rules.STATE)]
SECRET = [game for game in GAMES.values() if has_secrets(game.rules.STATE)]
SHIPPED = [game for game in OPEN if netfile.path_of(game).exists()]
A_TOWER_WINS = """
      T b . .
     . . . . .
    . . . . . .
   . . . y . b T
    . . y . . .
     . . . . T
      T b . .
"""


def seen(game: Game, plies: int = 3) -> Any:
    match = Match.new(game.name, game.seats[0], seed=3)
    for _ in range(plies):
        match.play(match.legal()[len(match.legal()) // 2])
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move)


def netted(game: Game, simulations: int, path: Path) -> NetBot:
    """The bot that searches with the net in a file, if that can be used."""
    return NetBot(game, "net", Budget(simulations), usable_net(path, game))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A net of the game in a file."""
    save_net(tmp_path / "net.npz", GAME, NetFile(weights(GAME), GAME.seats, "never trained"))
    return tmp_path / "net.npz"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_compiled_net_is_a_product_of_matrices(game: Game) -> None:
    held, view = weights(game), seen(game)
    features = np.zeros((1, inputs.MOST_ON), np.int32)
    inputs.list_all(view, *inputs.scratch(game), inputs.layout_of(game), features)
    on = features[0][features[0] != inputs.NONE_ON]
    first = np.maximum(held["embed"][on].sum(0) + held["embed_bias"], 0)
    second = np.maximum(first @ held["hidden"] + held["hidden_bias"], 0)
    seats, mover = int(view["seats"][0]), int(view["to_move"][0])
    strengths = np.roll((second @ held["value"] + held["value_bias"])[:seats], mover)
    shares = np.exp(strengths - strengths.max())
    out = np.zeros(max(game.seats))
    evaluate_often(new_net(game, held), view, np.zeros(WIDTHS[1], np.float32), out, 1)
    assert np.allclose(out[:seats], shares / shares.sum(), atol=1e-4)


def test_what_is_saved_is_loaded_again(path: Path) -> None:
    net = load_net(path, GAME)
    assert (net.seats, net.card) == (GAME.seats, "never trained")
    assert all(np.array_equal(net.weights[name], array) for name, array in weights(GAME).items())


def spoiled(path: Path, **changed: Any) -> Path:
    """The same file with other contents."""
    with np.load(path) as file:
        held = {name: file[name] for name in file.files} | changed
    np.savez(path, **held)
    return path


def test_files_that_are_no_nets_are_refused(path: Path) -> None:
    whole = path.read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("embed.npy", bytes(netfile.MOST_UNPACKED + 1))
    promised, header = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**14,)})
    with zipfile.ZipFile(promised, "w") as archive:
        archive.writestr("embed.npy", header.getvalue())
    contents_of = (
        b"",
        b"not a net",
        whole[: len(whole) // 2],
        whole[:-9],
        pickle.dumps({"embed": 1}),
        packed.getvalue(),
        promised.getvalue(),
    )
    for content in (*contents_of, bytes(netfile.MOST_BYTES + 1)):
        path.write_bytes(content)
        with pytest.raises(BadSetup, match="no net that can be read"):
            load_net(path, GAME)
    with pytest.raises(BadSetup, match="no net that can be read"):
        load_net(path.with_name("missing.npz"), GAME)


def test_a_file_with_other_bytes_is_refused_or_is_a_net(path: Path) -> None:
    """Whatever a file holds, it is a net or it is refused with a sentence."""
    whole, rng, refused = path.read_bytes(), random.Random(3), 0
    for _ in range(150):
        spoilt = bytearray(whole)
        for at in rng.sample(range(len(whole)), rng.choice((1, 1, 3, 40))):
            spoilt[at] = rng.randrange(256)
        path.write_bytes(bytes(spoilt[: rng.choice((len(whole), len(whole), rng.randrange(len(whole))))]))
        try:
            load_net(path, GAME)
        except BadSetup:
            refused += 1
    assert refused > 50


def test_members_that_are_no_arrays_or_have_other_shapes_are_refused(path: Path) -> None:
    def refuses(**changed: Any) -> bool:
        save_net(path, GAME, NetFile(weights(GAME), GAME.seats, ""))
        with pytest.raises(BadSetup, match=r"no net that can be read|do not fit"):
            load_net(spoiled(path, **changed), GAME)
        return True

    assert refuses(seats=np.array([[2]]))
    assert refuses(seats=np.array([2, 9]))
    assert refuses(seats=np.array(2))
    assert refuses(options=np.array([0]))
    assert refuses(options=np.array([[0, 0, 0, 0]]))
    assert refuses(version=np.array(np.inf))
    assert refuses(hidden=np.zeros((0, 0), np.float16), embed=np.zeros((shapes(GAME, 4, 4)["embed"][0], 0), np.float16))
    with zipfile.ZipFile(path, "w") as archive:
        for name in (*WEIGHTS, "version", "inputs", "seats", "card"):
            archive.writestr(f"{name}.npy", b"no array")
    with pytest.raises(BadSetup, match="no net that can be read"):
        load_net(path, GAME)


def test_weights_as_large_as_can_be_still_give_legal_actions(path: Path) -> None:
    most = {name: np.full(shape, np.finfo(np.float16).max) for name, shape in shapes(GAME, *WIDTHS).items()}
    save_net(path, GAME, NetFile(most, GAME.seats, "hostile"))
    match = Match.new(GAME.name, 2, seed=3)
    for _ in range(6):
        assert isinstance(match.to_move, int)
        action, _ = netted(GAME, 60, path).choose(match.seat_view(match.to_move), None, new_dice(1))
        assert GAME.words.ACTION_NAMES[action] in match.legal()
        match.play(GAME.words.ACTION_NAMES[action])


class Opened:
    """Notes that it was unpickled."""

    was = False

    def __reduce__(self) -> tuple[Any, ...]:
        return setattr, (Opened, "was", True)


def test_pickled_objects_are_never_opened(path: Path) -> None:
    spoiled(path, embed=np.array([Opened()], object))
    with pytest.raises(BadSetup, match="no net that can be read"):
        load_net(path, GAME)
    assert not Opened.was


def test_nets_for_something_else_are_refused(path: Path) -> None:
    with pytest.raises(BadSetup, match="another game"):
        load_net(path, GAMES["charge"])
    with pytest.raises(BadSetup, match="other rules"):
        load_net(spoiled(path, version=np.array(GAME.rules.VERSION + 1)), GAME)
    spoiled(path, version=np.array(GAME.rules.VERSION))
    with pytest.raises(BadSetup, match="do not fit"):
        load_net(spoiled(path, policy=np.zeros((8, 3), np.float16)), GAME)
    spoiled(path, policy=weights(GAME)["policy"])
    with pytest.raises(BadSetup, match="no numbers"):
        load_net(spoiled(path, value=np.full((8, max(GAME.seats)), np.nan, np.float16)), GAME)


def test_without_a_net_the_judgement_plays_and_the_log_says_so(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.write_bytes(b"broken")
    with caplog.at_level(logging.WARNING):
        player = netted(GAME, 40, path)
    assert len(caplog.records) == 1
    assert caplog.messages[0] == f"{path} is no net that can be read. The game's own judgement plays."
    plain = bot(GAME, "search:40")
    assert player.choose(seen(GAME), None, new_dice(1))[1].candidates == (
        plain.choose(seen(GAME), None, new_dice(1))[1].candidates
    )


def test_a_game_without_a_net_is_searched_with_its_judgement() -> None:
    for game in (game for game in SECRET if not netfile.path_of(game).exists()):
        player = bot(game, "net:20")
        assert isinstance(player, NetBot)
        assert player.player(seen(game, 1)).weights is None


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_a_net_of_a_game_with_secrets_is_searched_with_and_knows_what_its_seat_sees(game: Game, tmp_path: Path) -> None:
    """The same view gives the same tree; the net's priors are those of what the seat sees."""
    save_net(tmp_path / "net.npz", game, NetFile(weights(game), game.seats, "never trained"))
    found = []
    for _ in range(2):
        view, player = seen(game, 1), netted(game, 60, tmp_path / "net.npz")
        before = view.tobytes()
        action, thought = player.choose(view, None, new_dice(1))
        assert view.tobytes() == before
        tree = player.own._searches[0].tree
        assert tree is not None
        found.append((action, thought.candidates, contents(tree)))
    assert found[0] == found[1]
    assert found[0][1] != bot(game, "search:60").choose(seen(game, 1), None, new_dice(1))[1].candidates


def test_at_other_seat_counts_the_judgement_plays(path: Path) -> None:
    save_net(path, GAME, NetFile(weights(GAME), (2,), "for two"))
    player, plain = netted(GAME, 40, path), bot(GAME, "search:40")
    view = Match.new(GAME.name, 3, seed=1).seat_view(0)
    own = player.choose(view, None, new_dice(1))[1]
    assert own.candidates == plain.choose(view, None, new_dice(1))[1].candidates


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_with_other_options_the_judgement_plays_unless_the_net_met_them(game: Game) -> None:
    net = netfile.shipped_net(game)
    assert net is not None
    any_options = net._replace(options=(ANY,) * len(game.rules.OPTIONS))
    assert knows(net, game, Match.new(game.name, 2, seed=1).seat_view(0))
    for option in game.rules.OPTIONS:
        for value in option.values[1:3]:
            view = Match.new(game.name, 2, seed=1, options={option.name: value}).seat_view(0)
            assert not knows(net, game, view)
            assert knows(any_options, game, view)
            only = [option.code(value) if each is option else ANY for each in game.rules.OPTIONS]
            assert knows(net._replace(options=tuple(only)), game, view)
    for seats in game.seats[1:]:
        assert not knows(net, game, Match.new(game.name, seats, seed=1).seat_view(0))


def test_a_file_keeps_the_options_it_was_trained_for(path: Path) -> None:
    save_net(path, GAME, untrained(GAME)._replace(options=(0, ANY, 1, 8)))
    assert load_net(path, GAME).options == (0, ANY, 1, 8)
    assert load_net(netfile.path_of(GAME), GAME).options == ()


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_levels_play_with_the_net_where_it_knows_the_table(game: Game) -> None:
    for number in LEVELS:
        level, view = level_of(game, number), seen(game)
        thought = bot(game, f"level{number}").choose(view, None, new_dice(1))[1]
        assert has_net(game, level) == (level.net is not None)
        if level.net is not None and not thought.proven:
            assert thought.simulations == level.net.simulations
    assert level_of(game, 5).net is not None
    elsewhere = Match.new(game.name, 3, seed=1)
    assert isinstance(elsewhere.to_move, int)
    player = bot(game, "level5")._mind.player(elsewhere.seat_view(elsewhere.to_move))  # type: ignore[attr-defined]
    assert player.weights is None
    assert player.budget.simulations == level_of(game, 5).simulations


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_a_hint_of_a_net_says_only_what_its_seat_could_know(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is behind a view, the same actions are told in the same words."""
    monkeypatch.setattr(levels, "shipped_net", untrained)
    match, dice = middle(game), new_dice(5)
    assert isinstance(match.to_move, int)
    other = match.seat_view(match.to_move)
    step.imagine(other, 0, match.to_move, dice)
    assert other.tobytes() != match.states.tobytes()
    told = []
    for states in (match.states, other):
        player = LevelBot(game, 5, Level(simulations=40, net=Level(simulations=40)))
        view = views.view(states, match.to_move)
        assert player._mind.player(view).weights is not None
        found = plan(game, player, view, new_dice(2))
        thought = replace(found.thought, seconds=0.0)
        told.append((render(found.says(game)), thought, [action for _, action in found.steps]))
    assert told[0] == told[1]


def middle(game: Game) -> Match:
    """A match in which the seat to move cannot see everything."""
    match, rng = Match.new(game.name, game.seats[0], seed=5), random.Random(5)
    while match.ply < 12 or len(match.legal()) < 2:
        match.play(rng.choice(match.legal()))
    return match


def test_the_same_dice_give_the_same_tree_and_priors_come_from_the_net(path: Path) -> None:
    found = []
    for _ in range(2):
        player = netted(GAME, 40, path)
        action, thought = player.choose(seen(GAME), None, new_dice(1))
        tree = player.own._searches[0].tree
        assert tree is not None
        assert tree.net is not None
        edges = tree.edges[: int(tree.nodes["count"][0])]
        tried = int((edges["visits"] > 0).sum())
        assert 1 < tried < len(edges)
        assert (edges["visits"][:tried] > 0).all()
        assert (np.diff(edges["prior"][: tried + 1]) <= 0).all()
        assert edges["prior"][tried] == edges["prior"][tried:].max()
        assert edges["prior"].sum() == pytest.approx(1.0, abs=1e-4)
        found.append((action, thought.candidates, contents(tree)))
    assert found[0] == found[1]
    assert found[0][1] != bot(GAME, "search:40").choose(seen(GAME), None, new_dice(1))[1].candidates


def test_every_node_is_evaluated_once_and_keeps_what_its_policy_needs(path: Path) -> None:
    held = weights(GAME)
    player = netted(GAME, 200, path)
    player.choose(seen(GAME), None, new_dice(1))
    tree = player.own._searches[0].tree
    assert tree is not None
    nodes, edges = tree.nodes[: int(tree.counters[USED_NODES])], tree.edges
    assert len(nodes) == 201
    for at in np.flatnonzero(nodes["first"] != NONE):
        own = edges[nodes["first"][at] : nodes["first"][at] + nodes["count"][at]]
        logits = (tree.second[at] @ held["policy"] + held["policy_bias"])[own["action"]]
        priors = np.exp(logits / GAME.judgement.NET_SETTINGS["prior_temperature"])
        assert np.allclose(own["prior"], priors / priors.sum(), atol=1e-4)
        assert own["visits"].sum() >= 1


def test_a_net_that_knows_nothing_still_finds_the_win_by_proof(path: Path) -> None:
    match = position("siegestones", A_TOWER_WINS, to_move=0)
    thought = netted(GAME, 3000, path).choose(match.seat_view(0), None, new_dice(1))[1]
    assert thought.proven == "win in 1"


def test_the_arena_seats_a_net_from_a_file_and_refuses_a_broken_one(path: Path) -> None:
    player, same = contender(GAME, f"net={path}:40"), netted(GAME, 40, path)
    thought = player.choose(seen(GAME), None, new_dice(1))[1]
    assert (thought.simulations, player.name) == (40, f"net={path}:40")
    assert thought.candidates == same.choose(seen(GAME), None, new_dice(1))[1].candidates
    path.write_bytes(b"broken")
    with pytest.raises(BadSetup, match="no net that can be read"):
        contender(GAME, f"net={path}:40")


def test_every_open_game_of_ours_has_a_net() -> None:
    assert [game for game in OURS if game in OPEN] == SHIPPED


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_a_net_in_the_package_is_for_these_rules_and_loads_at_once(game: Game) -> None:
    spent = []
    for _ in range(3):
        begun = time.process_time()
        net = load_net(netfile.path_of(game), game)
        spent.append(time.process_time() - begun)
    assert min(spent) <= 0.05
    assert net.seats == (2,)
    assert net.card.startswith("Trained for ")


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_a_net_in_the_package_plays_legal_actions_by_what_is_seen(game: Game) -> None:
    match, rng, player = Match.new(game.name, 2, seed=6), random.Random(6), bot(game, "net:30")
    assert isinstance(player, NetBot)
    for _ in range(8):
        assert isinstance(match.to_move, int)
        view = match.seat_view(match.to_move)
        before, fresh = view.tobytes(), bot(game, "net:30")
        assert isinstance(fresh, NetBot)
        action, thought = player.choose(view, None, new_dice(2))
        assert view.tobytes() == before
        assert game.words.ACTION_NAMES[action] in match.legal()
        again = fresh.choose(match.seat_view(match.to_move), None, new_dice(2))
        assert (action, thought.candidates, thought.line) == (again[0], again[1].candidates, again[1].line)
        mine, other = (each.own._searches[0].tree for each in (player, fresh))
        assert mine is not None
        assert other is not None
        assert contents(mine) == contents(other)
        match.play(rng.choice(match.legal()))


def test_every_weight_has_its_shape() -> None:
    assert set(shapes(GAME, *WIDTHS)) == set(WEIGHTS)
