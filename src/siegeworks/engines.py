"""Engines: programs in any language that play through a pipe, one JSON object a line (docs/engine-protocol.md).

`Engine` runs such a program and is a bot like any other. `serve` is the other end, where our own bots are the engine.
An engine is told what its seat may see and nothing else.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import hashlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

import numpy as np

from siegeworks import __version__, positions
from siegeworks.bots import Budget, Candidate, Named, Thought, bot
from siegeworks.choices import checked_game, checked_options
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice
from siegeworks.core.phrases import Sentence, said, within
from siegeworks.core.record import plain_layout
from siegeworks.core.rules import OptionValue
from siegeworks.core.views import States
from siegeworks.errors import SiegeworksError
from siegeworks.games import Game
from siegeworks.sentences import one_line, render

PROTOCOL = 1
MOST_LINE = 1 << 20
"""Characters of one line, either way."""
START_SECONDS, GRACE_SECONDS, FREE_SECONDS, QUIT_SECONDS = 60.0, 5.0, 60.0, 2.0


class EngineFailed(SiegeworksError):
    """An engine did not start, did not answer in time, or answered something else."""

    code = "engine"


def layout(game: Game) -> str:
    """Names the form of a game's record, so that no program reads one made by another version."""
    form = f"{game.name} {game.rules.VERSION} {plain_layout(game.rules.STATE).descr}"
    return hashlib.blake2b(form.encode(), digest_size=8).hexdigest()


_ENGINES: weakref.WeakSet[Engine] = weakref.WeakSet()


@atexit.register
def stop_all() -> None:
    """Stop what still runs, before Python takes away the threads that listen to it."""
    for engine in list(_ENGINES):
        engine.stop()


class Engine(Named):
    """A program that chooses for a seat. With `forgiving` a failure costs only the move: the game's default is played.

    `tell` hands it lines of the seat's log; they go along with the next question.
    """

    simulations = 0
    """What it does to choose is its own business."""

    def __init__(
        self,
        command: str | Sequence[str],
        game: Game,
        options: Mapping[str, OptionValue] | None = None,
        forgiving: bool = False,
        grace: float = GRACE_SECONDS,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise EngineFailed("engine-no-command")
        self.game = game
        self.options = dict(options or {})
        self.forgiving, self.grace = forgiving, grace
        self.faults: list[str] = []
        """What went wrong so far, in sentences."""
        self.name = os.path.basename(self.command[0])
        self._process: subprocess.Popen[str] | None = None
        _ENGINES.add(self)
        self._table: tuple[int, int] | None = None
        self._news: list[Any] = []
        self._out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)

    # As a bot

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """Ask the engine about a seat's view; what it answers is checked."""
        started = time.monotonic()
        legal = self._legal(view)
        try:
            answer = self._ask_about(view, legal, budget, dice)
            action = self._understood(answer, legal)
        except EngineFailed as failure:
            self.stop()
            self.faults.append(failure.reason)
            if not self.forgiving:
                raise
            action, problem = int(step.timeout_action(view, 0)), within(failure.says)
            return action, self._thought(view, action, {}, started, said("engine-failed", problem=problem))
        return action, self._thought(view, action, answer, started, self._said(answer))

    def _said(self, answer: dict[str, Any]) -> Sentence:
        """What the engine says of its action, in its own words."""
        says = answer.get("says")
        return (
            said("said", text=one_line(says)[:400]) if isinstance(says, str) else said("engine-plays", name=self.name)
        )

    def tell(self, lines: Iterable[Any]) -> None:
        """Lines of the seat's log, as `Match.log(seat)` gives them."""
        self._news += [{key: line[key] for key in ("ply", "seat", "action")} for line in lines]

    def _legal(self, view: States) -> list[str]:
        names = self.game.words.ACTION_NAMES
        return [names[action] for action in self._out[: step.list_legal(view, 0, self._out)].tolist()]

    def _ask_about(self, view: States, legal: list[str], budget: Budget | None, dice: Dice) -> dict[str, Any]:
        seat, seats = int(view["to_move"][0]), int(view["seats"][0])
        options = checked_options(self.game, self.options, seats)
        if self._process is None:
            self._start()
        if self._table != (seat, seats):
            self._ask(
                {"do": "begin", "game": self.game.name, "version": self.game.rules.VERSION, "seats": seats}
                | {"seat": seat, "options": options},
                START_SECONDS,
            )
            self._table = (seat, seats)
        news, self._news = self._news, []
        question = {
            "do": "choose",
            "seat": seat,
            "view": positions.describe(self.game, view, options),
            "legal": legal,
            "log": news,
            "seed": int(dice[0]) >> 32,
            "layout": layout(self.game),
            "record": base64.b64encode(view[:1].tobytes()).decode(),
        }
        allowed = FREE_SECONDS
        if budget is not None:
            question |= {"simulations": budget.simulations, "seconds": budget.seconds}
            allowed = budget.seconds + self.grace if budget.seconds else FREE_SECONDS
        return self._ask(question, allowed)

    def _understood(self, answer: dict[str, Any], legal: list[str]) -> int:
        """The number of the action it plays, if there is one and it is legal."""
        name = answer.get("play")
        if not isinstance(name, str):
            raise EngineFailed("engine-no-play", name=self.name, answer=_short(answer))
        if name not in legal:
            raise EngineFailed("engine-illegal", name=self.name, action=name[:40])
        return self.game.action_numbers[name]

    def _thought(self, view: States, action: int, answer: dict[str, Any], started: float, says: Sentence) -> Thought:
        told = answer.get("value")
        value = float(told) if isinstance(told, int | float) and 0 <= told <= 1 else 1 / int(view["seats"][0])
        candidate = Candidate(action, 0, value, 1.0)
        seconds = time.monotonic() - started
        return Thought(int(view["to_move"][0]), (candidate,), value, (action,), 0, seconds, None, says)

    # The pipe

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=os.name == "posix",
            )
        except OSError as problem:
            raise EngineFailed("engine-not-started", name=self.name, problem=problem.strerror or problem) from None
        self._table = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(target=_read_all, args=(self._process.stdout, self._lines), daemon=True).start()
        answer = self._ask({"do": "hello", "protocol": PROTOCOL}, START_SECONDS)
        if answer.get("protocol") != PROTOCOL:
            raise EngineFailed(
                "engine-protocol", name=self.name, spoken=_short(answer.get("protocol")), protocol=PROTOCOL
            )
        games = answer.get("games")
        if isinstance(games, list) and self.game.name not in games:
            raise EngineFailed("engine-other-game", name=self.name, title=self.game.title)
        if isinstance(answer.get("name"), str):
            self.name = one_line(answer["name"])[:60] or self.name

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One line there, one line back."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailed("engine-ended", name=self.name) from None
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise EngineFailed("engine-too-slow", name=self.name, seconds=f"{seconds:.3g}") from None
        if line is None:
            raise EngineFailed("engine-ended", name=self.name)
        return self._parsed(line)

    def _parsed(self, line: str) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise EngineFailed("engine-not-json", name=self.name, answer=_short(line)) from None
        if not isinstance(answer, dict):
            raise EngineFailed("engine-not-object", name=self.name, answer=_short(line))
        if "error" in answer:
            raise EngineFailed("engine-says", name=self.name, problem=_short(answer["error"]))
        return answer

    def over(self, result: Mapping[str, Any]) -> None:
        """Tell how the match ended; the engine may learn from it, and the next match begins anew."""
        if self._process is not None and self._table is not None:
            news, self._news = self._news, []
            with contextlib.suppress(EngineFailed):
                self._ask({"do": "over", "result": dict(result), "log": news}, self.grace)
        self._table = None

    def stop(self) -> None:
        """End the program: politely, then firmly."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write('{"do":"quit"}\n')
            process.stdin.close()
        try:
            process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            _kill(process)
        assert process.stdout is not None
        process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *problem: object) -> None:
        self.stop()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.stop()


def _read_all(pipe: IO[str], lines: queue.Queue[str | None]) -> None:
    """Pass on what the engine writes, line by line; a line too long is no answer."""
    with contextlib.suppress(ValueError, OSError):
        while line := pipe.readline(MOST_LINE):
            lines.put(line)
    lines.put(None)


def _kill(process: subprocess.Popen[str]) -> None:
    """The program and whatever it started."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _short(thing: object) -> str:
    text = one_line(str(thing).strip())
    return text if len(text) <= 60 else f"{text[:60]} ..."


# The other end: our own bots as an engine


def serve(name: str, source: IO[str], sink: IO[str]) -> None:
    """Speak the protocol on two streams, playing as the bot of this name."""
    server = _Server(name)
    while line := source.readline(MOST_LINE):
        answer = server.answered(line)
        if answer is None:
            return
        sink.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sink.flush()


_PUZZLED = {"error": "this line was not understood"}


class _Server:
    """What our end remembers between two lines."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game: Game | None = None

    def answered(self, line: str) -> dict[str, Any] | None:
        """The answer to one line; None to `quit`."""
        try:
            message = json.loads(line)
            what = message["do"]
            if what == "quit":
                return None
            if what == "hello":
                return self._hello()
            if what == "over":
                return {}
            return self._begin(message) if what == "begin" else self._choose(message) if what == "choose" else _PUZZLED
        except SiegeworksError as refusal:
            return {"error": str(refusal)}
        except (ValueError, KeyError, TypeError, RecursionError):
            return _PUZZLED

    def _hello(self) -> dict[str, Any]:
        return {"protocol": PROTOCOL, "name": f"Siegeworks {__version__} {self.name}"}

    def _begin(self, message: Any) -> dict[str, Any]:
        self.game = checked_game(message["game"])
        self.bot = bot(self.game, self.name)
        return {}

    def _choose(self, message: Any) -> dict[str, Any]:
        if self.game is None or message["layout"] != layout(self.game):
            return {"error": "the record is of another game or version"}
        view = np.frombuffer(base64.b64decode(message["record"]), self.game.rules.STATE).copy()
        budget = None
        if message.get("simulations") or message.get("seconds"):
            budget = Budget(int(message.get("simulations", 0)), float(message.get("seconds", 0)))
        action, thought = self.bot.choose(view, budget, new_dice(int(message.get("seed", 0))))
        name = self.game.words.ACTION_NAMES[action]
        return {"play": name, "value": round(thought.value, 4), "says": render(thought.says)}
