"""A data set as a file: compressed NumPy arrays and a head that says how they were made. Whatever else is refused.

`numpy.load` opens it too. It never holds Python objects. Nothing is unpacked that is larger than the head allows.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from siegeworks import __version__
from siegeworks.choices import checked_game, checked_number
from siegeworks.core.rules import NOBODY
from siegeworks.datasets.playing import Games, Table, action_type
from siegeworks.datasets.recipe import Recipe
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match

FORMAT = 1
SAMPLE = "sample.npz"
HEAD = "head"
MOST_BYTES, MOST_UNPACKED = 2_000_000_000, 16_000_000_000
MOST_PACKING = 1_000
"""No array of games is packed to less than a thousandth."""
BROKEN = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, MemoryError, RecursionError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, SiegeworksError),
)
"""All that a file can do which is no data set."""


class Head(NamedTuple):
    """What a file says of itself."""

    recipe: Recipe
    package: str
    """The version of Siegeworks that made it."""
    sum: str
    """A checksum of all its games: the same wherever the same games were played."""


class Dataset:
    """Games of bots. As arrays: `actions`, `ends`, `players`, `scores`, `places`; one by one: `data[n]`, a Match."""

    def __init__(self, head: Head, games: Games) -> None:
        self.head, self.recipe, self.game = head, head.recipe, head.recipe.rules
        self.actions, self.ends, self.players, self.scores, self.places = games

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[Match]:
        return (self[at] for at in range(len(self)))

    def __getitem__(self, number: SupportsIndex) -> Match:
        """A game as a match, its bots as names; one whose actions are not legal is refused."""
        at = checked_number("game", number, 0, len(self) - 1)
        match = Match.new(self.game.name, self.recipe.seats, options=self.recipe.options)
        match.names = self.bots_of(at)
        for action in self.actions_of(at).tolist():
            match.play(action)
        result = match.result
        if result is None or result["scores"] != self.scores[at].tolist():
            raise BadSetup("cli.data-other-result", game=at)
        return match

    def actions_of(self, number: int) -> Any:
        """The actions of one game, draws of chance among them."""
        return self.actions[int(self.ends[number - 1]) if number else 0 : int(self.ends[number])]

    def bots_of(self, number: int) -> list[str]:
        """Who played it, seat by seat."""
        return [self.recipe.bots[each] for each in self.players[number].tolist()]

    def records(self) -> Iterator[str]:
        """The games as records."""
        return (match.record() for match in self)

    def check(self) -> None:
        """Play every game again, without the words a Match has: each action must be legal and each result right."""
        table = Table(self.recipe)
        for at in range(len(self)):
            table.begin()
            for action in self.actions_of(at).tolist():
                if not table.is_legal(action):
                    raise BadSetup("cli.data-illegal-action", game=at, action=action)
                table.play(action)
            self._check_end(at, table)

    def movers(self, number: SupportsIndex) -> list[int]:
        """Who played each action of a game: a seat, or CHANCE (-2)."""
        at, table, found = checked_number("game", number, 0, len(self) - 1), Table(self.recipe), []
        table.begin()
        for action in self.actions_of(at).tolist():
            found.append(table.to_move)
            table.play(action)
        return found

    def _check_end(self, at: int, table: Table) -> None:
        points, ranks = table.standings()
        is_right = points.tolist() == self.scores[at].tolist() and ranks.tolist() == self.places[at].tolist()
        if table.to_move != NOBODY or not is_right:
            raise BadSetup("cli.data-other-result", game=at)

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.game.name}, {self.recipe.seats} seats, seed {self.recipe.seed}>"


def save(path: str | Path, recipe: Recipe, games: Games) -> None:
    """Write a data set, whole or not at all. Same games, same arrays; the packing is that of the LZMA library."""
    target = Path(path)
    held = {name: array.astype(array.dtype.newbyteorder("<")) for name, array in games._asdict().items()}
    told = {"format": FORMAT, "version": recipe.rules.rules.VERSION, "package": __version__, **recipe.as_json()}
    head = json.dumps({**told, "check": check_of(held)})
    part = target.with_name(f"{target.name}.part")
    with zipfile.ZipFile(part, "w") as archive:
        for name, array in {HEAD: np.array(head), **held}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # without the time of day
            entry.compress_type = zipfile.ZIP_LZMA  # up to a quarter smaller than numpy.savez_compressed
            with archive.open(entry, "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
    os.replace(part, target)


def check_of(arrays: dict[str, Any]) -> str:
    """A sum over all arrays of games: equal for equal games on every machine."""
    digest = hashlib.blake2b(digest_size=16)
    for name in Games._fields:
        array = np.ascontiguousarray(arrays[name], arrays[name].dtype.newbyteorder("<"))
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def load(source: str | Path) -> Dataset:
    """The data set in a file, or the sample of a game by its name; one sentence says what is wrong with a bad file."""
    if not isinstance(source, str | Path):
        raise BadSetup("cli.data-not-there", path=repr(source)[:40], games=", ".join(GAMES))
    path = sample_of(source) if isinstance(source, str) and source in GAMES else Path(source)
    if "\0" in str(path) or not path.is_file():
        raise BadSetup("cli.data-not-there", path=str(path), games=", ".join(GAMES))
    try:
        held = _unpacked(path)
        told = json.loads(str(held[HEAD]))
        version, game = told["version"], checked_game(told["game"])
    except BROKEN:
        raise BadSetup("cli.data-unreadable", path=str(path)) from None
    if told.get("format") != FORMAT or version != game.rules.VERSION:
        raise BadSetup("cli.data-of-other-rules", path=str(path), title=game.title, version=str(version)[:20])
    try:
        return _checked(told, game, held)
    except BROKEN:
        raise BadSetup("cli.data-does-not-fit", path=str(path)) from None


def sample_of(name: str) -> Path:
    """Where the sample of a game is, if it has one."""
    return checked_game(name).folder / SAMPLE


def _unpacked(path: Path) -> dict[str, Any]:
    """The arrays of a file, looked at before they are unpacked; pickled objects are refused."""
    if (packed := path.stat().st_size) > MOST_BYTES:
        raise ValueError("too large")
    with path.open("rb") as stored:
        with zipfile.ZipFile(stored) as archive:
            if sum(member.file_size for member in archive.infolist()) > min(MOST_UNPACKED, MOST_PACKING * packed):
                raise ValueError("too large")
        stored.seek(0)
        with np.load(stored, allow_pickle=False) as file:
            return {name: file[name] for name in (HEAD, *Games._fields)}


def _checked(told: dict[str, Any], game: Game, held: dict[str, Any]) -> Dataset:
    """The games, if their arrays are those of the head and of such a table."""
    recipe = Recipe.from_json(told)
    games = Games(*(held[name] for name in Games._fields))
    count, seats = recipe.count, recipe.seats
    shapes = {"actions": (games.actions.size,), "ends": (count,)}
    kinds = (action_type(game), np.dtype("<u4"), np.dtype("u1"), np.dtype("<i4"), np.dtype("u1"))
    for (name, array), kind in zip(games._asdict().items(), kinds, strict=True):
        if array.shape != shapes.get(name, (count, seats)) or array.dtype != kind:
            raise ValueError(name)
    ends = games.ends.astype(np.int64)
    if np.any(np.diff(ends, prepend=0) < 0) or ends[-1] != games.actions.size:
        raise ValueError("ends")
    if games.actions.max() >= max(game.rules.ACTIONS, game.rules.CHANCES) or games.players.max() >= len(recipe.bots):
        raise ValueError("out of range")
    if check_of(held) != told["check"]:
        raise ValueError("check")
    return Dataset(Head(recipe, str(told["package"]), told["check"]), games)
