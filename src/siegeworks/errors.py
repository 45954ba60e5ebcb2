"""What can be wrong with a request: each error has a code, one sentence as data, and the rule it comes from."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Self

from siegeworks.core.phrases import Sentence, phrase, within
from siegeworks.sentences import render


class SiegeworksError(Exception):
    """A refusal: `code` for programs, `says` and `reason` (one sentence) for people, `rule` where one is behind it.

    It is made from the code of a sentence and its arguments. Text that is no code stands as it is.
    """

    code = "error"
    language = "en"
    """In which `reason` is told."""

    def __init__(self, says: str, rule: str | None = None, /, **args: Any) -> None:
        super().__init__(says, rule)
        self.says = Sentence("said", {"text": says}, rule) if " " in says else Sentence(says, args, rule)
        self.rule = rule

    @classmethod
    def of(cls, sentence: Sentence) -> Self:
        """An error that says this."""
        return cls(sentence.code, sentence.rule, **sentence.args)

    @cached_property
    def reason(self) -> str:
        """The sentence, in English unless another language was asked for."""
        return self.told()

    def told(self, language: str | None = None) -> str:
        """The sentence in a language."""
        return render(self.says, language or self.language)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class IllegalAction(SiegeworksError):
    """The action exists, but not here and now."""

    code = "illegal"


class NotYourTurn(SiegeworksError):
    """Another seat is to move."""

    code = "not_your_turn"


class GameOver(SiegeworksError):
    """Nothing can be played any more."""

    code = "over"


class UnknownAction(SiegeworksError):
    """No action has this name."""

    code = "unknown"


class NothingToUndo(SiegeworksError):
    """No seat has acted yet."""

    code = "nothing_to_undo"


class BadSetup(SiegeworksError):
    """No such game, seat count, option or seed."""

    code = "bad_setup"


class BadPosition(SiegeworksError):
    """A position that could not exist; `rule` is the one it breaks."""

    code = "bad_position"


class BadRecord(SiegeworksError):
    """A record that cannot be opened; `line` says where, counting from 1."""

    code = "bad_record"

    def __init__(self, line: int, says: str | Sentence, rule: str | None = None, /, **args: Any) -> None:
        problem = within(says) if isinstance(says, Sentence) else phrase(says, **args)
        if problem["say"].count(" "):
            problem = phrase("said", text=problem["say"])
        super().__init__("record-line", rule, line=line, problem=problem)
        self.args = (line, Sentence(problem["say"], problem["args"], rule), rule)
        self.line = line
