"""What can be wrong with a request: each error has a code, one sentence, and the rule it comes from."""

from __future__ import annotations


class SiegeworksError(Exception):
    """A refusal: `code` for programs, `reason` (one sentence) for people, `rule` where a rule is behind it."""

    code = "error"

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason, rule)
        self.reason = one_line(reason)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


def one_line(text: str) -> str:
    """What cannot be printed, spelled out: a quoted name never breaks the line, nor commands a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


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

    def __init__(self, line: int, reason: str, rule: str | None = None) -> None:
        super().__init__(f"line {line}: {reason}", rule)
        self.line = line

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, str, str | None]]:
        return type(self), (self.line, self.reason.split(": ", 1)[1], self.rule)
