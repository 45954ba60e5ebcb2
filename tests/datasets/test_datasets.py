"""Data sets: the same games from the same seed, on any number of workers; files that are wrong get one sentence."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import datasets
from siegeworks.cli import main
from siegeworks.datasets.file import check_of
from siegeworks.datasets.playing import AT_ONCE, play_all, play_some
from siegeworks.datasets.recipe import Recipe
from siegeworks.envs.batch import Batch
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.games import OURS
from siegeworks.match import Match

CHEAP = ("random", "thumb")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "datasets.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    recipe = Recipe("siegestones", 2, 30, seed=5, bots=CHEAP)
    path = tmp_path_factory.mktemp("data") / "games.npz"
    datasets.save(path, recipe, play_all(recipe))
    return path


def test_a_data_set_is_read_as_arrays_matches_and_records(made: Path) -> None:
    data = datasets.load(made)
    data.check()
    assert len(data) == len(data.ends) == 30
    assert data.players.shape == data.scores.shape == data.places.shape == (30, 2)
    match = data[7]
    assert match.names == data.bots_of(7)
    assert [line.number for line in match.lines] == data.actions_of(7).tolist()
    assert match.result is not None
    assert match.result["scores"] == data.scores[7].tolist()
    record = next(data.records())
    assert Match.from_record(record).record() == record
    movers = data.movers(7)
    assert ["chance" if mover == -2 else mover for mover in movers] == [line.who for line in match.lines]


@pytest.mark.plain
def test_a_game_follows_from_the_recipe_and_its_number_alone() -> None:
    few, more = (Recipe("siegestones", 2, count, bots=CHEAP) for count in (3, AT_ONCE + 3))
    last = play_some(more, AT_ONCE)[1]
    first = play_all(few)
    assert len(last.ends) == 3
    assert first.actions.tolist() == play_some(more, 0)[1].actions[: first.ends[-1]].tolist()
    assert last.actions.tolist() != first.actions.tolist()


def test_its_luck_is_that_of_a_batch_with_the_seed() -> None:
    batch = Batch("siegestones", 2, 8, seed=5)
    batch.reset()
    games = play_all(Recipe("siegestones", 2, 8, seed=5, bots=("random",)))
    assert batch.to_move.tolist() == [int(games.actions[end]) for end in [0, *games.ends[:-1].tolist()]]


@pytest.mark.slow
def test_workers_play_the_same_games() -> None:
    recipe = Recipe("siegestones", 2, AT_ONCE + 50, bots=("random", "thumb", "level1"))
    here, there = play_all(recipe, 1), play_all(recipe, 2)
    assert check_of(here._asdict()) == check_of(there._asdict())


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_every_game_has_a_sample_of_its_own_rules(game: str) -> None:
    data = datasets.load(game)
    assert data.game.name == game
    assert len(data) >= 100
    path = data.game.folder / "sample.npz"
    assert path.stat().st_size < 60_000
    assert data[len(data) - 1].result is not None
    assert {data.recipe.bots[each] for each in np.unique(data.players)} == set(data.recipe.bots)


def test_the_example_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, PAGE.name, "exec"), {})
    assert "Game: siegestones" in capsys.readouterr().out


def changed(path: Path, **arrays: Any) -> bytes:
    """The file with other arrays in it; None leaves one out."""
    with np.load(path) as file:
        held = {name: file[name] for name in file.files} | arrays
    out = io.BytesIO()
    np.savez_compressed(out, **{name: array for name, array in held.items() if array is not None})
    return out.getvalue()


def with_head(path: Path, **told: Any) -> bytes:
    """The file with another head."""
    with np.load(path) as file:
        head = {**json.loads(str(file["head"])), **told}
    return changed(path, head=np.array(json.dumps(head)))


def bomb() -> bytes:
    """A few bytes that would unpack to very many."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("head.npy", bytes(50_000_000))
    return out.getvalue()


def giant() -> bytes:
    """An array whose header promises more than any machine holds."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (1 << 60,)})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("head.npy", header.getvalue())
    return out.getvalue()


def pickled() -> bytes:
    out = io.BytesIO()
    np.savez(out, head=np.array([{}], object), allow_pickle=True)
    return out.getvalue()


def test_what_is_no_data_set_gets_one_sentence(made: Path, tmp_path: Path) -> None:
    whole = made.read_bytes()
    with np.load(made) as file:
        actions, ends, players = file["actions"], file["ends"], file["players"]
    bad = {
        "cut": whole[:-200],
        "empty": b"",
        "text": b"chance start 1\n",
        "flipped": whole[:900] + bytes([whole[900] ^ 0xFF]) + whole[901:],
        "bomb": bomb(),
        "giant": giant(),
        "pickled": pickled(),
        "no head": changed(made, head=None),
        "no json": changed(made, head=np.array("[" * 100_000)),
        "a list": changed(made, head=np.array("[]")),
        "other format": with_head(made, format=2),
        "other rules": with_head(made, version=99),
        "other game": with_head(made, game="chess"),
        "other count": with_head(made, count=31),
        "other seats": with_head(made, seats=9),
        "other bots": with_head(made, bots=["random"]),
        "bots of no kind": with_head(made, bots=[7]),
        "an option more": with_head(made, options={"gold": 3}),
        "other actions": changed(made, actions=actions[::-1].copy()),
        "too wide": changed(made, actions=actions.astype(np.int64)),
        "ends that go back": changed(made, ends=ends[::-1].copy()),
        "flat": changed(made, players=players.reshape(-1)),
    }
    for name, data in bad.items():
        path = tmp_path / "bad.npz"
        path.write_bytes(data)
        with pytest.raises(BadSetup) as refused:
            datasets.load(path)
        assert refused.value.reason.count(". ") == 0, name
        assert str(path) in refused.value.reason, name


@pytest.mark.parametrize(
    "source", [None, 5, ["siegestones"], b"siegestones", "chess", "", "no\0where", Path("nowhere.npz")]
)
def test_what_names_no_data_set_is_refused(source: Any) -> None:
    with pytest.raises(BadSetup, match="There is no file"):
        datasets.load(source)


def test_actions_that_the_rules_do_not_allow_are_found(made: Path, tmp_path: Path) -> None:
    """Whoever makes a file on purpose can give it a right checksum."""
    data = datasets.load(made)
    path = tmp_path / "hostile.npz"
    wrong: list[dict[str, Any]] = [{"actions": np.full_like(data.actions, 3)}, {"scores": data.scores + 1}]
    for arrays in wrong:
        games = play_all(data.recipe)._replace(**arrays)
        datasets.save(path, data.recipe, games)
        hostile = datasets.load(path)
        with pytest.raises(SiegeworksError):
            hostile.check()
        with pytest.raises(SiegeworksError):
            hostile[0]


def test_a_recipe_is_checked() -> None:
    for wrong in ({"seats": 9}, {"count": 0}, {"bots": ()}, {"bots": ("search",)}, {"bots": ("uct:0.1s",)}):
        with pytest.raises(BadSetup):
            Recipe(**{"game": "siegestones", "seats": 2, "count": 1, **wrong})  # type: ignore[arg-type]


def test_the_command_makes_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "few.npz")
    asked = ["dataset", "siegestones", "--count", "12", "--seed", "4", "--bots", *CHEAP]
    assert main([*asked, "--out", path]) == 0
    assert main(["dataset", path]) == 0
    told = capsys.readouterr().out
    assert "12 games" in told
    assert datasets.load(path).head.sum in told
    assert main(asked) == 2
    assert main(["dataset", str(tmp_path / "none.npz")]) == 2
    assert "no file" in capsys.readouterr().err
