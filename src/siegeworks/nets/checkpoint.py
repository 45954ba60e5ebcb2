"""A checkpoint: everything a training needs to go on, in one file that is replaced as a whole."""

from __future__ import annotations

import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from siegeworks.core import inputs
from siegeworks.errors import BadSetup
from siegeworks.games import Game

FILE = "checkpoint.npz"
PARTS = ("params", "average", "means", "squares")


@dataclass
class Progress:
    """How far a training has come."""

    seconds: float = 0.0
    positions: int = 0
    games: int = 0
    segments: int = 0


def save(folder: Path, game: Game, learner: Any, dice: Any, progress: Progress) -> None:
    """Write the checkpoint beside the old one, then put it in its place."""
    arrays = {f"{part}.{name}": np.asarray(array) for part in PARTS for name, array in getattr(learner, part).items()}
    numbers = {f"progress.{name}": np.array(value) for name, value in asdict(progress).items()}
    names = {"game": np.array(game.name), "inputs": np.array(inputs.digest_of(game))}
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{FILE}.new"
    with new.open("wb") as file:
        np.savez(file, steps=np.asarray(learner.steps), dice=dice, **arrays, **numbers, **names)  # type: ignore[arg-type]
    os.replace(new, folder / FILE)


def load(folder: Path, game: Game) -> tuple[dict[str, Any], Progress] | None:
    """The arrays of the checkpoint in a folder, and how far it had come; None if there is none."""
    path = folder / FILE
    if not path.exists():
        return None
    try:
        with path.open("rb") as stored, np.load(stored, allow_pickle=False) as file:
            held = {name: file[name] for name in file.files}
        progress = Progress(**{name: held[f"progress.{name}"].item() for name in asdict(Progress())})
        told = (str(held["game"]), str(held["inputs"]))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadSetup("checkpoint-unreadable", path=str(path)) from None
    if told != (game.name, inputs.digest_of(game)):
        raise BadSetup("checkpoint-of-other-game", path=str(path), title=game.title)
    return held, progress


def params_of(held: dict[str, Any], part: str) -> dict[str, Any]:
    """The weights of one of PARTS."""
    return {name.removeprefix(f"{part}."): array for name, array in held.items() if name.startswith(f"{part}.")}
