"""Thousands of games stepped in one compiled call.

    batch = Batch(name, seats=2, count=4096, seed=7)
    batch.reset()
    batch.step(batch.random_actions())

Game i draws its luck from a stream of its own, made from the seed and i alone: it is the same game in a batch of any
size, on any number of threads, and on a GPU (`envs.gpu`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from siegeworks.choices import checked_number, checked_options, checked_seats, checked_switch, option_codes, whole
from siegeworks.core.dice import WORD, Dice
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import (
    Array,
    array_of,
    check_array,
    check_names,
    checked_actions,
    checked_places,
    is_writeable,
    shapes,
)
from siegeworks.envs.history import History, from_state
from siegeworks.envs.ids import named_game
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.match import Match

MOST_THREADS = 256
MOST_GAMES = 1 << 26
MOST_SEED = (1 << 63) - 1
"""Two streams are made of each seed: above this they would be those of another."""
LUCK, PLAY = 0, 1
"""The streams of a game: its chance, and the choices of `random_actions`."""
_GOLDEN, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def _mixed(words: Dice) -> Dice:
    """Neighbouring words become unrelated ones (splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * _FIRST
    words = (words ^ (words >> np.uint64(27))) * _SECOND
    return words ^ (words >> np.uint64(31))


def streams(seed: int, count: int, kind: int = LUCK) -> Dice:
    """[count] dice: one word a game, from the seed, the game's number and the kind of stream alone."""
    with np.errstate(over="ignore"):
        start = _mixed(np.array([(2 * seed + kind) % WORD], np.uint64) + _GOLDEN)
        dice = _mixed(start + np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN)
    dice[dice == 0] = 1  # a stream of nothing would stay nothing
    return dice


def streams_of(seeds: Sequence[int] | Dice, kind: int = LUCK) -> Dice:
    """[seeds] dice: of each seed the stream that game 0 of a batch has."""
    if not len(seeds):
        return np.zeros(0, np.uint64)
    return np.concatenate([streams(int(seed), 1, kind) for seed in seeds])


def checked_seeds(seeds: Any, count: int) -> list[int]:
    """A seed for each of so many games."""
    is_list = isinstance(seeds, Sequence) or (isinstance(seeds, np.ndarray) and seeds.ndim > 0)
    if not is_list or len(seeds) != count:
        raise BadSetup("cli.one-seed-a-game", count=count, given=len(seeds) if is_list else repr(seeds)[:40])
    return [checked_number("seed", seed, 0, MOST_SEED) for seed in seeds]


CUT = frozenset({"_parts", "_scratch", "_pool", "_starts", "_openings", "_steps", "_picks"})
"""What a batch cuts out of its arrays: a copy cuts its own."""


class Batch:
    """Many games of one kind side by side. All arrays are made once, or given by the caller, and written in place.

    `states` [n] the records, `legal_mask` [n, ACTIONS], `to_move` [n] a seat, `observations` [n, *SHAPE] what it sees;
    of the last action: `rewards` [n, seats], 0 until a game ends and then the value of each seat, and `done` [n].
    A game that ends is at once followed by a new one: rewards and done tell of the old, everything else of the new.
    """

    states: Array
    actions: Array
    legal_mask: Array
    rewards: Array
    to_move: Array
    done: Array
    observations: Array

    def __init__(
        self,
        game: str,
        seats: SupportsIndex,
        count: SupportsIndex,
        seed: SupportsIndex = 0,
        options: Mapping[str, OptionValue] | None = None,
        threads: SupportsIndex = 1,
        observe: bool = True,
        into: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = named_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, self.seats)
        self.count = checked_number("count", count, 1, MOST_GAMES)
        self.threads = checked_number("threads", threads, 1, MOST_THREADS)
        self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._codes = option_codes(self.game, self.options)
        self._own({} if into is None else into, checked_switch("observe", observe))
        self._width = max(self.game.rules.ACTIONS, self.game.rules.CHANCES)
        self._luck, self._play = streams(self.seed, self.count, LUCK), streams(self.seed, self.count, PLAY)
        self.is_begun = False
        self._history: History | None = None
        self._cut()

    def _own(self, given: Mapping[str, Array], observe: bool) -> None:
        """Take the caller's arrays, and make those that are not given."""
        wanted = shapes(self.game, self.seats, self.count, observe)
        check_names(given, wanted)
        for name, (shape, kind) in wanted.items():
            array = given.get(name)
            if array is None:
                array = np.zeros(shape, kind)
            else:
                check_array(self.game, name, array, (shape, kind), is_writeable(array))
            setattr(self, name, array)

    def _cut(self) -> None:
        """A slice of every array for each thread, with scratch of its own."""
        edges = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        self._parts = [slice(a, b) for a, b in pairwise(edges) if a < b]
        self._scratch = [(np.zeros(self._width, np.int64), np.zeros(self._width, np.int64)) for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._starts = [part.start for part in self._parts]
        self._openings = [self._opening(n) for n in range(len(self._parts))]
        self._steps = tuple([(*self._stepping(n), renew) for n in range(len(self._parts))] for renew in (0, 1))
        self._picks = [self._picking(n) for n in range(len(self._parts))]

    def _seen(self, part: slice) -> Array:
        return self.observations[part] if len(self.observations) else self.observations

    def _opening(self, n: int) -> tuple[Any, ...]:
        part, (out, weights) = self._parts[n], self._scratch[n]
        shown = (self.to_move[part], self.legal_mask[part], self._seen(part), out, weights)
        return (self.states[part], self.seats, self._codes, self._luck[part], *shown)

    def _stepping(self, n: int) -> tuple[Any, ...]:
        return (*self._step_arrays(self._parts[n]), *self._scratch[n])

    def _step_arrays(self, part: slice) -> tuple[Any, ...]:
        shown = (self.rewards[part], self.to_move[part], self.done[part], self.legal_mask[part], self._seen(part))
        return (self.states[part], self.actions[part], self.seats, self._codes, self._luck[part], *shown)

    def _refreshing(self, n: int, changes: Array) -> tuple[Any, ...]:
        part, (out, weights) = self._parts[n], self._scratch[n]
        shown = (self.to_move[part], self.legal_mask[part], self._seen(part), out, weights)
        return (self.states[part], changes[part], self.seats, self._codes, self._luck[part], *shown)

    def _picking(self, n: int) -> tuple[Any, ...]:
        part = self._parts[n]
        return (self.states[part], self._play[part], self.actions[part], self._scratch[n][0])

    def _call(self, function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
        """The function over all parts, each in a thread: compiled code holds no lock."""
        if self._pool is None:
            return [function(*arguments[0])]
        return list(self._pool.map(lambda given: function(*given), arguments))

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """New games everywhere, from the seed (again the one the batch was made with, unless another is given)."""
        if seed is not None:
            self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._luck[:], self._play[:] = streams(self.seed, self.count, LUCK), streams(self.seed, self.count, PLAY)
        if self._history is not None:
            self._history.begin(np.arange(self.count), self.states, self._luck, is_new=True)
        self._call(stepping.open_all, self._openings)
        self.rewards[:] = 0
        self.done[:] = stepping.GOES_ON
        self.is_begun = True

    def step(self, actions: Array | list[int] | None = None, autoreset: bool = True) -> None:
        """Play one action in every game, those given or those in `self.actions`; all arrays then tell what came of it.

        A game whose action is not legal stands still and has 2 in `done`; IllegalAction names the first of them.
        Without `autoreset` a game that ends stays over, and whatever is given for it then is not read: `restart` it.
        """
        self.check_begun()
        renew = checked_switch("autoreset", autoreset)
        if actions is not None and actions is not self.actions:
            self._choose(actions)
        found = self._step(renew) if self._history is None else self._step_noted(self._history, renew)
        for start, wrong in zip(self._starts, found, strict=True):
            if wrong != stepping.NOTHING_WRONG:
                at = start + int(wrong)
                action = self.actions[at] if actions is None else actions[at]
                raise IllegalAction("cli.illegal-in-batch", action=int(action), game=at)

    def _step(self, autoreset: bool) -> list[Any]:
        """The first illegal action of each part."""
        return self._call(stepping.step_all, self._steps[autoreset])

    def _step_noted(self, history: History, autoreset: bool) -> list[Any]:
        """The same in two calls: what luck a new game begins with is noted between them."""
        running = self.to_move >= 0
        found = self._step(autoreset=False)
        history.add(self.actions, running & (self.done != stepping.REFUSED))
        if autoreset:
            self._refresh(np.flatnonzero(running & (self.done == stepping.ENDED)), stepping.ANEW)
        return found

    def step_game(self, game: SupportsIndex, action: SupportsIndex) -> None:
        """Play one action in one game, which stays over if it ends; the others are left as they are."""
        self.check_begun()
        at = checked_number("game", game, 0, self.count - 1)
        number = whole(action)
        if self.to_move[at] < 0 or number is None or not 0 <= number < self.game.rules.ACTIONS:
            raise IllegalAction("cli.illegal-in-batch", action=str(action)[:40], game=at)
        self.actions[at] = number
        part, (out, weights) = slice(at, at + 1), self._scratch[0]
        if stepping.step_all(*self._step_arrays(part), out, weights, 0) != stepping.NOTHING_WRONG:
            raise IllegalAction("cli.illegal-in-batch", action=number, game=at)
        if self._history is not None:
            self._history.add(self.actions, np.arange(self.count) == at)

    def play_others(self, own: Array) -> None:
        """In every game all seats but own[game] play at random, until that one is to move or the game is over."""
        self.check_begun()
        if self._history is not None:
            raise BadSetup("cli.no-history-of-others")
        seats = array_of(own)
        if seats.shape != (self.count,) or seats.dtype.kind not in "iu":
            raise BadSetup("cli.one-seat-a-game", last=self.seats - 1)
        self._call(stepping.others_all, [self._others(n, seats) for n in range(len(self._parts))])

    def _others(self, n: int, own: Array) -> tuple[Any, ...]:
        part, scratch = self._parts[n], self._scratch[n]
        shown = (self.rewards[part], self.to_move[part], self.done[part], self.legal_mask[part], self._seen(part))
        return (self.states[part], own[part], self._play[part], self._luck[part], *shown, *scratch)

    def dice_of(self, game: int) -> Dice:
        """The stream of a game's own from which `random_actions` chooses, an array of one: choices turn it."""
        at = checked_number("game", game, 0, self.count - 1)
        return self._play[at : at + 1]

    @property
    def luck(self) -> Dice:
        """[n] the stream from which each game draws."""
        return self._luck

    def check_begun(self) -> None:
        """Raises BadSetup before the first `reset`."""
        if not self.is_begun:
            raise BadSetup("cli.reset-first")

    def _choose(self, actions: npt.ArrayLike) -> None:
        """Write these to `actions`. What is too large for them becomes another number that is no action."""
        self.actions[:] = checked_actions(array_of(actions), self.count, self.game.rules.ACTIONS, self.actions.dtype)

    def random_actions(self) -> Array:
        """A legal action for every game, all equally likely, from a stream of each game's own; written to `actions`."""
        self.check_begun()
        self._call(stepping.pick_all, self._picks)
        return self.actions

    # Planning: any state into any game, and games out of it

    def restart(self, games: npt.ArrayLike | None = None, seeds: Sequence[SupportsIndex] | None = None) -> None:
        """New games at these places, or everywhere. With seeds each plays as game 0 of a batch with its seed does."""
        places = self._places(games)
        if seeds is not None:
            checked = checked_seeds(seeds, len(places))
            self._luck[places], self._play[places] = streams_of(checked, LUCK), streams_of(checked, PLAY)
        self._refresh(places, stepping.ANEW)
        self.rewards[places] = 0
        self.done[places] = stepping.GOES_ON
        self.is_begun = self.is_begun or len(places) == self.count

    def set_states(self, states: Array, games: npt.ArrayLike | None = None) -> None:
        """Go on from these states, of a batch or a match of the same game, at these places or everywhere.

        A draw that waits is made; a state that is over stays so until its game is begun again.
        """
        places = self._places(games)
        given = array_of(states)
        if given.dtype != self.game.rules.STATE or given.shape != places.shape:
            told = f"{given.dtype.name} {given.shape}"
            raise BadSetup("cli.states-are", count=len(places), title=self.game.title, given=told)
        if (given["seats"] != self.seats).any():
            raise BadSetup("cli.states-of-other-seats", seats=self.seats)
        self.states[places] = given
        self._refresh(places, stepping.WRITTEN)
        self.rewards[places] = 0
        self.done[places] = stepping.GOES_ON
        self.is_begun = self.is_begun or len(places) == self.count

    def _places(self, games: npt.ArrayLike | None) -> Array:
        return checked_places(games, self.count)

    def _refresh(self, places: Array, change: int) -> None:
        """Begin these games anew, or tell what lies in states that were written."""
        if self._history is not None and change == stepping.ANEW:
            self._history.begin(places, self.states, self._luck, is_new=True)
        changes = np.zeros(self.count, np.uint8)
        changes[places] = change
        self._call(stepping.refresh_all, [self._refreshing(n, changes) for n in range(len(self._parts))])
        if self._history is not None and change == stepping.WRITTEN:
            self._history.begin(places, self.states, self._luck, is_new=False)

    def observe_all(self, into: Array | None = None) -> Array:
        """What every seat sees, [n, seats, *SHAPE], whoever is to move."""
        self.check_begun()
        shape = (self.count, self.seats, *self.game.planes.SHAPE)
        seen = np.empty(shape, np.uint8) if into is None else into
        check_array(self.game, "into", seen, (shape, np.uint8), is_writeable(seen))
        self._call(stepping.look_all, [(self.states[part], seen[part]) for part in self._parts])
        return seen

    def observe_each(self, games: npt.ArrayLike, seats: npt.ArrayLike) -> Array:
        """What one seat of each of these games sees, [games, *SHAPE]."""
        self.check_begun()
        places, who = self._places(games), np.atleast_1d(array_of(seats))
        if who.shape != places.shape or who.dtype.kind not in "iu" or (who < 0).any() or (who >= self.seats).any():
            raise BadSetup("cli.one-seat-a-game", last=self.seats - 1)
        seen = np.empty((len(places), *self.game.planes.SHAPE), np.uint8)
        stepping.look_each(self.states, places, who.astype(np.int64), seen)
        return seen

    def select(self, games: npt.ArrayLike) -> Self:
        """An independent batch of these games only, each at the same point, with the same luck to come."""
        places, kept = self._places(games), self.__getstate__()
        kept |= {"count": checked_number("count", len(places), 1, MOST_GAMES), "_history": None}
        kept |= {name: kept[name][places] for name in self._rows() if len(kept[name])}
        chosen = type(self).__new__(type(self))
        chosen.__setstate__(copy.deepcopy(kept))
        return chosen

    def _rows(self) -> list[str]:
        """The arrays that have a row for each game, or no rows at all."""
        return [*shapes(self.game, self.seats, self.count, observe=True), "_luck", "_play"]

    def keep_history(self) -> None:
        """From now on keep every action, so that `match` tells games from their beginning, or from this point."""
        self._history = History(self.states, self._luck)
        if self.is_begun:
            self._history.begin(np.arange(self.count), self.states, self._luck, is_new=False)

    def match(self, game: SupportsIndex) -> Match:
        """A game of the batch as a Match, with its record: where the history is kept from its beginning, else from now.

        From now means from its position, which does not tell who remembers which hidden card.
        """
        self.check_begun()
        at = int(self._places([checked_number("game", game, 0, self.count - 1)])[0])
        if self._history is None:
            return from_state(self.states[at : at + 1].copy(), self.game, self.options)
        return self._history.match(at, self.game, self.seats, self.options)

    def set_match(self, game: SupportsIndex, match: Match) -> None:
        """Go on with a game from where a match of the same game, seats and options is."""
        at = checked_number("game", game, 0, self.count - 1)
        if not isinstance(match, Match) or (match.game, match.seats, match.options) != (
            self.game,
            self.seats,
            self.options,
        ):
            raise BadSetup("cli.match-of-other-table", told=repr(match))
        self.set_states(match.states, [at])

    @classmethod
    def from_matches(cls, matches: Sequence[Match], seed: SupportsIndex = 0, observe: bool = True) -> Batch:
        """A batch with a game for each match, at the same point; later draws come from the seed."""
        if not isinstance(matches, Sequence) or not matches or not isinstance(matches[0], Match):
            raise BadSetup("cli.no-matches")
        first = matches[0]
        batch = cls(first.game.name, first.seats, len(matches), seed, first.options, observe=observe)
        for match in matches:
            if not isinstance(match, Match) or (match.game, match.seats, match.options) != (
                first.game,
                first.seats,
                first.options,
            ):
                raise BadSetup("cli.match-of-other-table", told=repr(match))
        batch.set_states(np.concatenate([match.states for match in matches]))
        return batch

    def clone(self) -> Self:
        """An independent batch at the same point, with arrays of its own; so are copies."""
        return copy.deepcopy(self)

    def __copy__(self) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in CUT}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._cut()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.count:,} games of {self.game.name}, {self.seats} seats>"
