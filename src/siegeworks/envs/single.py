"""One game driven from Python: what the adapters for one game at a time share."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from siegeworks import pictures, positions
from siegeworks.choices import checked_options, checked_seats, option_codes, whole
from siegeworks.core import views
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import shapes
from siegeworks.envs.batch import LUCK, streams
from siegeworks.envs.ids import named_game
from siegeworks.envs.places import beginning
from siegeworks.envs.replay import play_on
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.match import Match

PICTURE_WIDTH = 400


class Single:
    """A game that is begun by `reset` and goes on by `take`; deepcopy and pickle give an independent one."""

    def __init__(self, game: str, seats: SupportsIndex, options: Mapping[str, OptionValue] | None = None) -> None:
        self.game = named_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, self.seats)
        rules = self.game.rules
        wanted = shapes(self.game, self.seats, 1, False)
        arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in wanted.items()}
        self.states, self.actions, self.mask = arrays["states"], arrays["actions"], arrays["legal_mask"]
        self.rewards, self.mover, self.done = arrays["rewards"], arrays["to_move"], arrays["done"]
        self._unseen = arrays["observations"]
        self._luck = streams(0, 1)
        self._codes = option_codes(self.game, self.options)
        width = max(rules.ACTIONS, rules.CHANCES)
        self._out, self._weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self.seed = 0
        self.is_begun = False
        self._first: dict[str, Any] | None = None  # where the game began, if not as games begin
        self.taken: list[int] = []

    def beginning(self, options: object) -> Match | None:
        """Where the options of a `reset` say that a game begins; None as games begin."""
        return beginning(options, self.game, self.seats, self.options)

    def reset(self, seed: int, match: Match | None = None) -> None:
        """A new game, or one that begins where a match is; the seed gives its luck."""
        self.seed = seed
        self.is_begun = True
        self.taken = []
        self._luck[:] = streams(seed, 1, LUCK)
        self.done[0] = stepping.GOES_ON
        self.rewards[:] = 0
        self._first = None if match is None else match.position()
        if match is not None:
            self.states[:] = match.states
            self._show()
            return
        stepping.open_all(
            self.states,
            self.seats,
            self._codes,
            self._luck,
            self.mover,
            self.mask,
            self._unseen,
            self._out,
            self._weights,
        )

    def _show(self) -> None:
        """Who is to move, and what is legal, where the state was written."""
        changed = np.full(1, stepping.WRITTEN, np.uint8)
        shown = (self.mover, self.mask, self._unseen, self._out, self._weights)
        stepping.refresh_all(self.states, changed, self.seats, self._codes, self._luck, *shown)

    @property
    def to_move(self) -> int:
        """The seat to move; below 0 once the game is over."""
        return int(self.mover[0])

    def check_begun(self) -> None:
        """Raises BadSetup before the first `reset`."""
        if not self.is_begun:
            raise BadSetup("cli.reset-first")

    def take(self, action: object) -> None:
        """Play an action and the luck after it; one that is not legal is refused with the reason and the rule."""
        self.check_begun()
        number = whole(action)
        if self.to_move < 0 or number is None or not 0 <= number < self.game.rules.ACTIONS:
            raise self.refusal(action)
        self.actions[0] = number
        wrong = stepping.step_all(
            self.states,
            self.actions,
            self.seats,
            self._codes,
            self._luck,
            self.rewards,
            self.mover,
            self.done,
            self.mask,
            self._unseen,
            self._out,
            self._weights,
            0,
        )
        if wrong != stepping.NOTHING_WRONG:
            raise self.refusal(action)
        self.taken.append(number)

    def refusal(self, action: object) -> IllegalAction:
        """Why an action cannot be played now."""
        words, number = self.game.words, whole(action)
        if self.to_move < 0:
            return IllegalAction("cli.game-over")
        if number is None or not 0 <= number < self.game.rules.ACTIONS:
            return IllegalAction("cli.no-action-number", action=repr(action), last=self.game.rules.ACTIONS - 1)
        return IllegalAction.of(words.why_not(views.view(self.states, self.to_move)[0], number))

    def observe(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat sees, as numbers."""
        seen: npt.NDArray[np.uint8] = np.empty(self.game.planes.SHAPE, np.uint8)
        stepping.look(self.states, seat, seen)
        return seen

    def legal_mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action of the seat to move."""
        ticked: npt.NDArray[np.int8] = self.mask[0].view(np.int8).copy()
        return ticked

    def values(self) -> list[float]:
        """The value of each seat once the game is over, 0 before."""
        return [float(value) for value in self.rewards[0]]

    def match(self) -> Match:
        """The same game as a Match, with its record, events and pictures: all actions played again."""
        self.check_begun()
        if self._first is None:
            match = Match.new(self.game.name, self.seats, options=self.options)
        else:
            match = Match.from_position(self.game.name, self._first)
        return play_on(match, streams(self.seed, 1, LUCK), self.taken)

    # Pictures, as a spectator sees the game

    def _shown(self) -> tuple[dict[str, Any], list[str]]:
        view = positions.describe(self.game, views.view(self.states, None), self.options)
        last = self.game.words.ACTION_NAMES[self.taken[-1]].split() if self.taken else []
        return view, [word for word in last if word in self.game.picture.CELLS]

    def svg(self) -> str:
        """The game as an SVG picture."""
        return str(self.game.picture.svg(*self._shown()))

    def text(self) -> str:
        """The game as letters."""
        from rich.console import Console

        screen = Console(file=io.StringIO(), no_color=True, width=100, highlight=False)
        with screen.capture() as shown:
            screen.print(self.game.picture.terminal_picture(*self._shown()))
        return shown.get()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The game as an image, [height, width, 3]."""
        return np.asarray(pictures.pixels(self.svg(), PICTURE_WIDTH))

    def render(self, mode: str | None) -> Any:
        """The game in one of RENDER_MODES; `human` prints it."""
        self.check_begun()
        if mode == "human":
            print(self.text())
            return None
        if mode not in RENDER_MODES:
            raise BadSetup("cli.no-such-picture", modes=listed(RENDER_MODES, "comma"), mode=mode)
        return {"ansi": self.text, "svg": self.svg, "rgb_array": self.pixels}[mode]()


RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
