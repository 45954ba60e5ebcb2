"""The net of a game as a file: `net.npz` in its folder. What is not a net for these rules and inputs is refused.

A file holds the weights in half precision, the rules' VERSION, the digest of its inputs, the seat counts it was trained
for, and how it was trained. It never holds Python objects, and is never larger than MOST_BYTES.
"""

from __future__ import annotations

import logging
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots import Bot, Budget, Named
from siegeworks.bots.net import AT_ONCE, WEIGHTS, shapes
from siegeworks.core import inputs
from siegeworks.errors import BadSetup
from siegeworks.games import Game

FILE = "net.npz"
MOST_BYTES, MOST_UNPACKED = 2_500_000, 16_000_000

log = logging.getLogger(__name__)


class NetFile(NamedTuple):
    """A net that may be used."""

    weights: dict[str, Any]
    seats: tuple[int, ...]
    """The seat counts it was trained for."""
    card: str
    """How it was trained."""


def path_of(game: Game) -> Path:
    """Where the net of a game is, if it has one."""
    return game.folder / FILE


def save_net(path: Path, game: Game, net: NetFile) -> None:
    """Write a net; refused if it would be too large to be read."""
    halves = {name: np.asarray(net.weights[name]).astype(np.float16) for name in WEIGHTS}
    facts = {"version": np.array(game.rules.VERSION), "inputs": np.array(inputs.digest_of(game))}
    with path.open("wb") as file:
        np.savez_compressed(file, **halves, **facts, seats=np.array(net.seats), card=np.array(net.card))  # type: ignore[arg-type]
    if path.stat().st_size > MOST_BYTES:
        path.unlink()
        raise BadSetup("net-too-large", path=str(path), most=MOST_BYTES)


BROKEN = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, MemoryError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)
"""All that a file can do which is no net. One may promise an array larger than any memory."""


def load_net(path: Path, game: Game) -> NetFile:
    """The net in a file, or one sentence that says why it cannot be used."""
    try:
        held = _unpacked(path)
        version, told = int(held["version"]), str(held["inputs"])
        weights = {name: held[name].astype(np.float32) for name in WEIGHTS}
        net = NetFile(weights, tuple(held["seats"].tolist()), str(held["card"]))
    except BROKEN:
        raise BadSetup("net-unreadable", path=str(path)) from None
    if version != game.rules.VERSION or told != inputs.digest_of(game):
        raise BadSetup("net-of-other-rules", path=str(path), title=game.title)
    widths = weights["hidden"].shape
    wanted = shapes(game, *widths) if len(widths) == 2 and all(width % AT_ONCE == 0 for width in widths) else {}
    if {name: array.shape for name, array in weights.items()} != wanted or not set(net.seats) <= set(game.seats):
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


class NetBot(Named):
    """Searches with the net where that was trained for the table, else with the game's judgement."""

    def __init__(self, game: Game, name: str, budget: Budget, net: NetFile) -> None:
        from siegeworks.bots import thinking

        self.game, self.name, self.seats = game, name, net.seats
        self.own = thinking.net_searcher(game, name, net.weights, budget)
        self.other = thinking.searcher(game, name, False, budget)

    @property
    def simulations(self) -> int:
        """Simulations for a decision, as far as that is known beforehand."""
        return self.own.simulations

    def choose(self, view: Any, budget: Budget | None, dice: Any) -> Any:
        """As any search does."""
        player = self.own if int(view["seats"][0]) in self.seats else self.other
        return player.choose(view, budget, dice)


def net_bot(game: Game, name: str, budget: Budget, path: Path | None = None) -> Bot:
    """The bot `net`; without a net that can be used the game's judgement is searched with, and the log says so."""
    from siegeworks.bots import thinking

    try:
        return NetBot(game, name, budget, load_net(path or path_of(game), game))
    except BadSetup as problem:
        log.warning("%s The game's own judgement plays.", problem)
        player: Bot = thinking.searcher(game, name, False, budget)
        return player
