"""The net in the search: the same numbers as a plain product of matrices, and files that are refused."""

from __future__ import annotations

import io
import logging
import pickle
import random
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.arena.peers import contender
from siegeworks.bots import Budget, bot, netfile
from siegeworks.bots.net import WEIGHTS, evaluate_often, new_net, shapes
from siegeworks.bots.netfile import NetBot, NetFile, load_net, net_bot, save_net
from siegeworks.bots.thinking import SearchBot
from siegeworks.bots.tree import NONE, USED_NODES, contents
from siegeworks.core import inputs
from siegeworks.core.dice import new_dice
from siegeworks.core.views import has_secrets
from siegeworks.errors import BadSetup
from siegeworks.games import OURS, Game
from tests.drawn import position

GAME = GAMES["siegestones"]
OPEN = [game for game in GAMES.values() if not has_secrets(game.rules.STATE)]
SECRET = [game for game in GAMES.values() if has_secrets(game.rules.STATE)]
SHIPPED = [game for game in OPEN if netfile.path_of(game).exists()]
WIDTHS = (16, 8)
A_TOWER_WINS = """
      T b . .
     . . . . .
    . . . . . .
   . . . y . b T
    . . y . . .
     . . . . T
      T b . .
"""


def weights(game: Game, seed: int = 1) -> dict[str, Any]:
    """A net that was never trained, rounded as a file rounds it."""
    rng = np.random.default_rng(seed)
    drawn = {name: rng.normal(0, 0.3, shape) for name, shape in shapes(game, *WIDTHS).items()}
    return {name: array.astype(np.float16).astype(np.float32) for name, array in drawn.items()}


def seen(game: Game, plies: int = 3) -> Any:
    match = Match.new(game.name, game.seats[0], seed=3)
    for _ in range(plies):
        match.play(match.legal()[len(match.legal()) // 2])
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move)


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
        player = net_bot(GAME, "net:40", Budget(40), path)
    assert len(caplog.records) == 1
    assert caplog.messages[0] == f"{path} is no net that can be read. The game's own judgement plays."
    plain = bot(GAME, "search:40")
    assert player.choose(seen(GAME), None, new_dice(1))[1].candidates == (
        plain.choose(seen(GAME), None, new_dice(1))[1].candidates
    )


def test_a_game_without_a_net_is_searched_with_its_judgement() -> None:
    for game in (game for game in SECRET if not netfile.path_of(game).exists()):
        player = bot(game, "net:20")
        assert isinstance(player, SearchBot)
        assert player.weights is None


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_a_net_of_a_game_with_secrets_is_searched_with_and_knows_what_its_seat_sees(game: Game, tmp_path: Path) -> None:
    """The same view gives the same tree; the net's priors are those of what the seat sees."""
    save_net(tmp_path / "net.npz", game, NetFile(weights(game), game.seats, "never trained"))
    found = []
    for _ in range(2):
        view, player = seen(game, 1), net_bot(game, "net", Budget(60), tmp_path / "net.npz")
        assert isinstance(player, NetBot)
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
    player, plain = net_bot(GAME, "net", Budget(40), path), bot(GAME, "search:40")
    view = Match.new(GAME.name, 3, seed=1).seat_view(0)
    own = player.choose(view, None, new_dice(1))[1]
    assert own.candidates == plain.choose(view, None, new_dice(1))[1].candidates


def test_the_same_dice_give_the_same_tree_and_priors_come_from_the_net(path: Path) -> None:
    found = []
    for _ in range(2):
        player = net_bot(GAME, "net", Budget(40), path)
        assert isinstance(player, NetBot)
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
    player = net_bot(GAME, "net", Budget(200), path)
    assert isinstance(player, NetBot)
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
    thought = net_bot(GAME, "net", Budget(3000), path).choose(match.seat_view(0), None, new_dice(1))[1]
    assert thought.proven == "win in 1"


def test_the_arena_seats_a_net_from_a_file_and_refuses_a_broken_one(path: Path) -> None:
    player, same = contender(GAME, f"net={path}:40"), net_bot(GAME, "net", Budget(40), path)
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
