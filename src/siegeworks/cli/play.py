"""`play`: a game in the terminal. The screen shows what the seat to move may see, never more."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shlex
import time
from typing import Any

import platformdirs
from rich.console import Console
from rich.text import Text

from siegeworks.arena.peers import ENGINE, contender
from siegeworks.bots import KINDS, LEVELS, Bot, Thought
from siegeworks.bots.plans import plan
from siegeworks.choices import checked_game, checked_options, checked_seats
from siegeworks.cli.common import (
    console,
    meant,
    own_command,
    parsed_options,
    prepared_bots,
    read_record,
    tell,
    write_new,
)
from siegeworks.cli.show import line_in_words
from siegeworks.compiling.processes import Making, begun
from siegeworks.compiling.ready import looks_far
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.core.views import States, has_secrets
from siegeworks.errors import BadSetup, GameOver, NothingToUndo, SiegeworksError
from siegeworks.games import GAMES
from siegeworks.match import Event, Line, Match
from siegeworks.sentences import render, seat_name, word

HUMAN, RANDOM = "human", "random"
ADVISER = f"level{LEVELS[-1]}"
DICE_BITS = 48
MOST_NAMED = 4  # actions named beside one reason


class Quit(Exception):
    """The person at the keyboard wants to stop."""


def play(chosen: argparse.Namespace) -> int:
    """Play a match from beginning to end."""
    kinds = _kinds(chosen.seats)
    with contextlib.ExitStack() as after:
        match, making = _begin(chosen, kinds, after)
        table = Table(match, kinds, console(chosen.plain), chosen.seed, making, chosen.language)
        after.callback(_keep, match, kinds, chosen.language)
        with contextlib.suppress(Quit, EOFError):
            table.run()
    return 0


def _kinds(text: str) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        if kind != HUMAN and kind.partition(":")[0] not in (*KINDS, ENGINE):
            told = {"human": HUMAN, "kinds": listed(KINDS, "comma"), "engine": f"{ENGINE}:COMMAND"}
            raise BadSetup("cli.no-such-player", **told, kind=kind[:40])
    return kinds


def _begin(chosen: argparse.Namespace, kinds: list[str], after: contextlib.ExitStack) -> tuple[Match, Making | None]:
    """The match, and its machine code if that is still being made; `after` the game that is ended."""
    if chosen.resume:
        match = read_record(chosen.resume)
        if match.seats != len(kinds):
            raise BadSetup("cli.saved-seats-differ", seats=match.seats)
        prepared_bots(match.game.name, kinds, language=chosen.language)
        if match.seed is None and not chosen.by_hand:
            match.draw_from(secrets.token_bytes(32) if chosen.seed is None else chosen.seed)
        return match, None
    game = checked_game(chosen.game or next(iter(GAMES)))
    options: dict[str, OptionValue] = parsed_options(game, chosen.option)
    checked_options(game, options, checked_seats(game, len(kinds)))
    for kind in kinds:
        if kind != HUMAN:
            contender(game, kind)  # which may refuse how its budget or command is written
    making = begun(game, kinds)
    if making is None:
        prepared_bots(game.name, kinds, language=chosen.language)
    else:
        after.callback(making.stop)
        tell(word("cli.compiling", chosen.language, title=game.title))
    seed: int | bytes | None = secrets.token_bytes(32) if chosen.seed is None else chosen.seed
    match = Match.new(game.name, len(kinds), None if chosen.by_hand else seed, options)
    match.names = [ENGINE if kind.startswith(f"{ENGINE}:") else kind for kind in kinds]
    return match, making


def _keep(match: Match, kinds: list[str], language: str) -> None:
    """An unfinished match is never lost: it goes where `--resume` finds it."""
    if match.result is None and any(isinstance(line.who, int) for line in match.lines):
        folder = platformdirs.user_data_path("siegeworks", ensure_exists=True)
        path = folder / f"unfinished-{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.siege"
        write_new(str(path), match.record())
        seats = shlex.join(["play", "--seats", ",".join(kinds), "--resume", str(path)])
        tell("\n" + word("cli.match-kept", language, command=f"{own_command()} {seats}"))


class Table:
    """A match, who sits where, and a screen."""

    def __init__(
        self,
        match: Match,
        kinds: list[str],
        out: Console,
        seed: int | None,
        making: Making | None = None,
        language: str = "en",
    ) -> None:
        self.language = language
        self.match = match
        self.making = making
        self.kinds = kinds
        self.out = out
        self.bots: dict[str, Bot] = {kind: self._made(kind) for kind in kinds if kind != HUMAN}
        self.dice = new_dice(secrets.randbits(DICE_BITS) if seed is None else seed)
        self.shown: int | None = None  # the seat whose secrets were on the screen last
        self.read: dict[int | None, int] = {}  # how much of its log each seat has seen

    def _made(self, kind: str) -> Bot:
        return contender(self.match.game, kind, self.match.options)

    def run(self) -> None:
        """Ask and answer until the match is over."""
        self.out.print(Text(f"{self.match.game.title}. {self._word(f'{self.match.game.name}.goal')}", "bold"))
        self.out.print(Text(self._word("cli.help-hint"), "dim"))
        self._tell_news(None if self._hides() else self._seat())
        while self.match.result is None:
            self._turn()
        self._over()

    def _watcher(self) -> int | None:
        """Whose eyes the screen has: the only person's, else nobody's in particular."""
        people = [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]
        return people[0] if len(people) == 1 else None

    def _turn(self) -> None:
        mover = self.match.to_move
        if mover == "chance":
            self._act(self._ask(self._word("cli.prompt-draw")))
        elif mover in self.match.gone:
            self._play(self.match.default())
        elif mover is not None and self.kinds[mover] != HUMAN:
            self._let_bot_play(self.kinds[mover])
        elif mover is not None:
            self._hand_over(mover)
            self._show()
            self._prompt(mover)
            ply = self.match.ply
            while self.match.ply == ply and self.match.result is None:
                self._act(self._ask(seat_name(self.match.game.name, mover, self.language)))

    def _let_bot_play(self, kind: str) -> None:
        """A bot acts and says why; with secrets it keeps its thoughts to itself, for they tell what it holds."""
        action, thought = self._think(kind)
        if kind != RANDOM and self._hides() is None:
            self.out.print(Text(f"{kind}: {render(thought.says, self.language)}", "dim"))
        self._play(action)

    def _think(self, kind: str) -> tuple[str, Thought]:
        """What a bot of this kind would play for the seat to move, from what that seat sees."""
        number, thought = self._ready_bot(kind).choose(self._mover_view(), None, self.dice)
        return self.match.game.words.ACTION_NAMES[number], thought

    def _ready_bot(self, kind: str) -> Bot:
        if kind not in self.bots:
            self.bots[kind] = self._made(kind)
        self._be_ready_for(kind)
        return self.bots[kind]

    def _mover_view(self) -> States:
        mover = self.match.to_move
        if not isinstance(mover, int):
            raise BadSetup("cli.no-seat-to-move")
        return self.match.seat_view(mover)

    def _be_ready_for(self, kind: str) -> None:
        """Machine code is used once it is there; a bot that looks far ahead has to wait for it."""
        if self.making is not None and not self.making.is_done():
            if not looks_far(self.bots[kind]):
                return
            tell(self._word("cli.waits-for-compiler", bot=kind))
            self.making.wait()
        prepared_bots(self.match.game.name, [kind], language=self.language)

    def _hides(self) -> bool | None:
        """Whether several people share the screen and one must not see what another sees; None if nothing is secret."""
        if not has_secrets(self.match.state.dtype):
            return None
        return self.kinds.count(HUMAN) > 1

    def _hand_over(self, seat: int) -> None:
        """With secrets and several people at one screen nobody sees another's; then the news is told."""
        if self._hides() and self.shown != seat:
            self._wipe()
            name = seat_name(self.match.game.name, seat, self.language)
            self.out.input(self._word("cli.hand-over", seat=name) + " ", markup=False)
            self._tell_news(seat)
        self.shown = seat

    def _wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        if self.out.is_terminal:
            self.out.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.out.file.flush()

    def _seat(self) -> int | None:
        mover = self.match.to_move
        return mover if isinstance(mover, int) and self.kinds[mover] == HUMAN else self._watcher()

    def _show(self) -> None:
        view = self.match.view(self._seat())
        picture = self.match.game.picture
        self.out.print(picture.terminal_picture(view, self.match.last_cells(), self.language))

    def _prompt(self, seat: int) -> None:
        """What the seat is asked to decide, with the rule."""
        says = self.match.prompt(seat)
        self.out.print(Text(render(says, self.language), "bold") + Text(f" ({says.rule})" if says.rule else "", "dim"))

    def _ask(self, who: str) -> str:
        return self.out.input(f"{who}> ", markup=False).strip()

    def _act(self, text: str) -> None:
        """One thing typed: a command, or an action."""
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, rest.strip())
            elif text:
                self._play(meant(self.match, text))
        except SiegeworksError as problem:
            rule = f" ({problem.rule})" if problem.rule else ""
            self.out.print(Text(problem.told(self.language) + rule, "red"))

    def _play(self, name: str) -> None:
        seat = self._seat()
        self.match.play(name)
        self._tell_news(seat)

    def _tell_news(self, seat: int | None) -> None:
        """What the seat has not read yet. In a game without secrets all read the same log."""
        reader = None if self._hides() is None else seat
        log = self.match.log(reader)
        for line in log[self.read.get(reader, 0) :]:
            self._tell(line["events"])
        self.read[reader] = len(log)

    def _tell(self, events: list[Event]) -> None:
        for sentence in line_in_words(self.match, events, self.language):
            self.out.print(sentence)

    def _over(self) -> None:
        self._show()
        self.out.print(Text(self._word("cli.over-hint"), "dim"))
        while self.match.result is not None:
            text = self._ask(self._word("cli.prompt-over"))
            if not text or text.lower() in ("quit", "q", "exit"):
                return
            self._act(text)
        self.run()

    # What can be typed besides actions

    def help(self, _: str) -> None:
        self.out.print(self._word("cli.help"), markup=False)
        shapes = listed(self.match.game.words.SHAPES, "or")
        self.out.print(self._word("cli.an-action-is", shapes=shapes), markup=False)

    def legal(self, word: str) -> None:
        names = [name for name in self.match.legal() if word.lower() in name.lower()]
        self.out.print(", ".join(names) or self._word("cli.nothing"), markup=False)

    def attempt(self, name: str) -> None:
        """What an action would change."""
        self._tell(self.match.preview(meant(self.match, name)))

    def why(self, word: str) -> None:
        """Why an action, or anything at a place, cannot be played."""
        said: dict[str, list[str]] = {}
        for name in self._about(word):
            refusal = self.match.why_not(name, self.language)
            said.setdefault(self._why(refusal), []).append(name)
        for reason, names in said.items():
            told = {"names": listed(names[:MOST_NAMED], "comma"), "reason": reason}
            more = len(names) - MOST_NAMED
            text = self._word("cli.why-more", **told, more=more) if more > 0 else self._word("cli.why-line", **told)
            self.out.print(text, markup=False)

    def _why(self, refusal: SiegeworksError | None) -> str:
        if refusal is None:
            return self._word("cli.can-be-played")
        return str(refusal)

    def _word(self, code: str, /, **args: Any) -> str:
        """Words of a catalogue, in the language of this table."""
        return word(code, self.language, **args)

    def _about(self, word: str) -> list[str]:
        """The actions a word is about: itself, or all that name the place."""
        name = " ".join(word.split())
        names: tuple[str, ...] = self.match.game.words.ACTION_NAMES
        if name in names:
            return [name]
        return [action for action in names if name.lower() in action.lower().split()[1:]] or [name]

    def hint(self, _: str) -> None:
        """What the strongest bot would play in this seat, from what the seat sees, and why."""
        if self.match.result is not None:
            raise GameOver("match-over", self.match.result["rule"])
        game = self.match.game
        found = plan(game, self._ready_bot(ADVISER), self._mover_view(), self.dice)
        self.out.print(render(found.says(game), self.language), markup=False)

    def undo(self, _: str) -> None:
        """Back to the last move of a person, the present one if only one person plays."""
        if not any(self._is_by_person(line) for line in self.match.lines):
            raise NothingToUndo("cli.nothing-to-take-back")
        lines = self.match.lines
        self.match.undo()
        while isinstance(self.match.to_move, int) and self.kinds[self.match.to_move] != HUMAN:
            self.match.undo()
        taken = [line.name for line in lines[self.match.ply :] if self._is_by_person(line)]
        self.out.print(self._word("cli.taken-back", actions=listed(taken, "comma")), markup=False)
        self.read = {seat: min(read, len(self.match.log(seat))) for seat, read in self.read.items()}

    def _is_by_person(self, line: Line) -> bool:
        return line.who == "all" or (isinstance(line.who, int) and self.kinds[line.who] == HUMAN)

    def log(self, _: str) -> None:
        for line in self.match.log(self._seat()):
            self._tell(line["events"])

    def save(self, path: str) -> None:
        if not path:
            raise BadSetup("cli.save-where")
        try:
            write_new(os.path.expanduser(path), self.match.record())
        except OSError as problem:
            raise BadSetup("cli.file-problem", path=path, problem=problem.strerror or problem) from None
        self.out.print(self._word("cli.saved", path=path), markup=False)
        if self._hides() is not None and self.match.result is None:
            self.out.print(self._word("cli.holds-secrets"))

    def resign(self, _: str) -> None:
        mover = self.match.to_move
        seat = self._seat()
        self.match.resign(mover if isinstance(mover, int) else 0)
        self._tell_news(seat)

    def draw(self, _: str) -> None:
        if self.kinds.count(HUMAN) < len(self.kinds):
            raise BadSetup("cli.only-people-draw")
        seat = self._seat()
        self.match.agree_draw()
        self._tell_news(seat)

    def board(self, _: str) -> None:
        self._show()
        if isinstance(self.match.to_move, int):
            self._prompt(self.match.to_move)

    def quit(self, _: str) -> None:
        raise Quit


COMMANDS: dict[str, Any] = {
    "help": Table.help,
    "?": Table.help,
    "legal": Table.legal,
    "try": Table.attempt,
    "why": Table.why,
    "hint": Table.hint,
    "undo": Table.undo,
    "log": Table.log,
    "save": Table.save,
    "resign": Table.resign,
    "draw": Table.draw,
    "board": Table.board,
    "quit": Table.quit,
    "exit": Table.quit,
}
