"""What an action gave away, in one sentence: what the line that punishes it brings others and the better line does not.

Whatever such a sentence claims follows from the events of a line, so that it can be played on the board (`claims`).
A line ends where luck falls or a secret begins. What can be said then is said without claiming more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from siegeworks.core.game import Gain, Phrase, Told
from siegeworks.core.phrases import Sentence, listed, phrase, said, seats, within
from siegeworks.core.rules import NOBODY
from siegeworks.core.views import States
from siegeworks.games import Game
from siegeworks.lines import result_of
from siegeworks.variation import Step, steps

MOST_STEPS = 6
"""Actions of a line that are looked through."""
MOST_GAINS = 2
"""Told of one action."""
WIN, SHARE = "gains-win", "gains-share"
LINE, AT_ONCE, MISSED = "gave-line", "gave-at-once", "gave-missed"
PASSED_UP, ANSWER, HIDDEN = "gave-passed-up", "gave-answer", "gave-hidden"
"""The kinds of sentences, by their codes."""


class Choices(NamedTuple):
    """What was played and what would have been better, each with how it goes on, and what each is worth."""

    played: Sequence[int]
    better: Sequence[int]
    kept: float
    value: float


class Given(NamedTuple):
    """What an action gave away, and the line that shows it: from the action on, or from the better one."""

    says: Sentence
    line: tuple[int, ...]


class Deed(NamedTuple):
    """What one action of a line brings the seats."""

    step: Step
    gains: tuple[tuple[int, Gain], ...]
    """Each with its seat; those of the seat that acts come first, and a win before all else."""

    def of(self, is_meant: Callable[[int], bool], known: Iterable[Phrase]) -> list[tuple[int, Gain]]:
        """What the first seat that is meant gains, without what is known."""
        found = [(seat, gain) for seat, gain in self.gains if is_meant(seat) and gain.says not in known]
        return [each for each in found if each[0] == found[0][0]][:MOST_GAINS]


def given(game: Game, seen: States, choices: Choices) -> Given:
    """What an action gave away, as far as its seat, which has this view, could know."""
    own = int(seen["to_move"][0])
    played, better = (deeds(game, seen, line) for line in (choices.played, choices.better))
    return (
        _lets(game, own, played, better)
        or _misses(game, own, played, better)
        or _passes_up(game, seen, choices)
        or _answered(game, own, played)
        or _hidden(game, seen, choices)
    )


def deeds(game: Game, seen: States, line: Sequence[int]) -> list[Deed]:
    """The actions of a line from a view on, with what each brings."""
    count = int(seen["seats"][0])
    found = []
    for each in steps(game, seen, line, MOST_STEPS):
        winners, rule = _result(game, each.after)
        found.append(Deed(each, gains_of(game, count, each.seat, each.events, (winners, rule))))
    return found


def _result(game: Game, after: States | None) -> tuple[list[int], str]:
    """Who has won, and by which rule; nobody while the game goes on."""
    if after is None or after["to_move"][0] != NOBODY:
        return [], ""
    result = result_of(game, after, is_agreed=False)
    return result["winners"], result["rule"]


def gains_of(
    game: Game, count: int, mover: int, events: Sequence[Told], result: tuple[list[int], str]
) -> tuple[tuple[int, Gain], ...]:
    """What an action brings each of so many seats, from its events and from who has won then."""
    winners, rule = result
    found: list[tuple[int, Gain]] = []
    for seat in sorted(range(count), key=lambda seat: (seat not in winners, seat != mover)):
        if seat in winners:
            found.append((seat, Gain(phrase(WIN if len(winners) == 1 else SHARE), rule)))
        if game.words.gains is not None:
            found += ((seat, gain) for gain in game.words.gains(events, seat, mover))
    return tuple(found)


def _lets(game: Game, own: int, played: list[Deed], better: list[Deed]) -> Given | None:
    """What another seat gains in the line that punishes the action."""
    for at, gains in _new(played, better, lambda seat: seat != own):
        told = {"seat": seats([gains[0][0]], game.name)[0], "gains": _all(gains)}
        if at == 0:
            return Given(Sentence(AT_ONCE, told, gains[0][1].rule), _numbers(played[:1]))
        line = _line(game, played[1 : at + 1])
        return Given(Sentence(LINE, {**told, "line": line}, gains[0][1].rule), _numbers(played[: at + 1]))
    return None


def _misses(game: Game, own: int, played: list[Deed], better: list[Deed]) -> Given | None:
    """What the seat itself would gain in the better line."""
    for at, gains in _new(better, played, lambda seat: seat == own):
        told = {"gains": _all(gains), "line": _line(game, better[: at + 1])}
        return Given(Sentence(MISSED, told, gains[0][1].rule), _numbers(better[: at + 1]))
    return None


def _passes_up(game: Game, seen: States, choices: Choices) -> Given | None:
    """What the better action does by what the seat could see, and the one that was played does not."""
    fact = game.judgement.remark(seen.copy()[0], choices.better[0]) if game.judgement.remark else None
    if game.judgement.remark is None or fact in (None, game.judgement.remark(seen.copy()[0], choices.played[0])):
        return None
    words = game.words.instruction(seen[0], choices.better[0])
    return Given(said(PASSED_UP, words.rule, instruction=within(words), fact=fact), (choices.better[0],))


def _answered(game: Game, own: int, played: list[Deed]) -> Given | None:
    """The answer of another seat, where it can be known."""
    at = next((at for at, each in enumerate(played) if each.step.seat != own), None)
    if at is None:
        return None
    told = {"seat": seats([played[at].step.seat], game.name)[0], "line": _line(game, played[1 : at + 1])}
    return Given(Sentence(ANSWER, told, played[at].step.says.rule), _numbers(played[: at + 1]))


def _hidden(game: Game, seen: States, choices: Choices) -> Given:
    """By how much the better action is better, where no answer can be known."""
    words, percent = game.words.instruction(seen[0], choices.better[0]), lost_percent(choices)
    return Given(said(HIDDEN, words.rule, instruction=within(words), percent=percent), (choices.better[0],))


def lost_percent(choices: Choices) -> int:
    """By how many points the better action is better, as people read the two values."""
    return round(100 * choices.value) - round(100 * choices.kept)


def _new(
    line: list[Deed], other: list[Deed], is_meant: Callable[[int], bool]
) -> Iterator[tuple[int, list[tuple[int, Gain]]]]:
    """What seats that are meant gain in a line and not in the other, at which action; a win before all else."""
    known = [gain.says for deed in other for seat, gain in deed.gains if is_meant(seat)]
    found = [(at, gains) for at, deed in enumerate(line) if (gains := deed.of(is_meant, known))]
    yield from sorted(found, key=lambda each: each[1][0][1].says["say"] != WIN)


def _all(gains: list[tuple[int, Gain]]) -> Phrase:
    return listed([gain.says for _, gain in gains], "and")


def _numbers(line: list[Deed]) -> tuple[int, ...]:
    return tuple(each.step.number for each in line)


def _line(game: Game, line: list[Deed]) -> Phrase:
    """The actions of a line; who plays each, where there are several."""
    told = [each.step.says.args["instruction"] for each in line]
    if len(line) > 1:
        who = (seats([each.step.seat], game.name)[0] for each in line)
        told = [phrase("gave-step", seat=seat, instruction=each) for seat, each in zip(who, told, strict=True)]
    return listed(told, "semicolon")
