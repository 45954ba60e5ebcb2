"""The net of a game as a file: `net.npz` in its folder. What is not a net for these rules and inputs is refused.

A file holds the weights in half precision, the rules' VERSION, the digest of its inputs, the seat counts and options it
was trained for, and how it was trained. It never holds Python objects, and is never larger than MOST_BYTES.
"""

from __future__ import annotations

import logging
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.net import AT_ONCE, WEIGHTS, shapes
from siegeworks.core import inputs
from siegeworks.errors import BadSetup
from siegeworks.games import Game

FILE = "net.npz"
MOST_BYTES, MOST_UNPACKED = 2_500_000, 16_000_000
ANY = -1
"""Of an option: the net was trained with all its values."""

log = logging.getLogger(__name__)


class NetFile(NamedTuple):
    """A net that may be used."""

    weights: dict[str, Any]
    seats: tuple[int, ...]
    """The seat counts it was trained for."""
    card: str
    """How it was trained."""
    options: tuple[int, ...] = ()
    """The options it was trained for, as numbers, or ANY; empty means the defaults."""


def path_of(game: Game) -> Path:
    """Where the net of a game is, if it has one."""
    return game.folder / FILE


def knows(net: NetFile, game: Game, view: Any) -> bool:
    """Whether a view is of a table that the net was trained for: as many seats, with these options."""
    state, options = view[0], game.rules.OPTIONS
    trained = net.options or usual_options(game)
    return int(state["seats"]) in net.seats and all(
        code in (ANY, option.code_in(state)) for option, code in zip(options, trained, strict=True)
    )


def usual_options(game: Game) -> tuple[int, ...]:
    """The default of each option, as a number."""
    return tuple(option.code(option.default) for option in game.rules.OPTIONS)


@cache
def shipped_net(game: Game) -> NetFile | None:
    """The net in the game's folder, None if it has none; one that cannot be used is told of in the log, once."""
    return usable_net(path_of(game), game) if path_of(game).is_file() else None


def usable_net(path: Path, game: Game) -> NetFile | None:
    """The net in a file; None if it cannot be used, and the log says why."""
    try:
        return load_net(path, game)
    except BadSetup as problem:
        log.warning("%s The game's own judgement plays.", problem)
        return None


def save_net(path: Path, game: Game, net: NetFile) -> None:
    """Write a net; refused if it would be too large to be read."""
    halves = {name: np.asarray(net.weights[name]).astype(np.float16) for name in WEIGHTS}
    facts = {"version": np.array(game.rules.VERSION), "inputs": np.array(inputs.digest_of(game))}
    facts |= {"seats": np.array(net.seats), "options": np.array(net.options, np.int64), "card": np.array(net.card)}
    with path.open("wb") as file:
        np.savez_compressed(file, **halves, **facts)  # type: ignore[arg-type]
    if path.stat().st_size > MOST_BYTES:
        path.unlink()
        raise BadSetup("net-too-large", path=str(path), most=MOST_BYTES)


def load_net(path: Path, game: Game) -> NetFile:
    """The net in a file, or one sentence that says why it cannot be used."""
    try:
        held = _unpacked(path)
        version, told = int(held["version"]), str(held["inputs"])
        weights = {name: held[name].astype(np.float32) for name in WEIGHTS}
        options = held.get("options", np.zeros(0, np.int64))  # files of before were all of default options
        net = NetFile(weights, tuple(held["seats"].tolist()), str(held["card"]), tuple(options.tolist()))
        is_for_tables = set(net.seats) <= set(game.seats) and len(net.options) in (0, len(game.rules.OPTIONS))
    except Exception:  # a file that is no net can raise anything: it may promise an array larger than any memory
        raise BadSetup("net-unreadable", path=str(path)) from None
    if version != game.rules.VERSION or told != inputs.digest_of(game):
        raise BadSetup("net-of-other-rules", path=str(path), title=game.title)
    widths = weights["hidden"].shape
    is_net = len(widths) == 2 and all(width > 0 and width % AT_ONCE == 0 for width in widths)
    wanted = shapes(game, *widths) if is_net else {}
    if {name: array.shape for name, array in weights.items()} != wanted or not is_for_tables:
        raise BadSetup("net-does-not-fit", path=str(path), title=game.title)
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise BadSetup("net-not-finite", path=str(path))
    return net


def _unpacked(path: Path) -> dict[str, Any]:
    """The arrays of a file, looked at before they are unpacked; pickled objects are refused."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError("too large")
    with path.open("rb") as stored:
        with zipfile.ZipFile(stored) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED:
                raise ValueError("too large")
        stored.seek(0)
        with np.load(stored, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
