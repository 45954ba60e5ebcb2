"""What people are asked: every decision has a sentence of its own kind, every action its words, and none tells secrets.

`python -m pytest -s` prints which sentences each phase of a game has.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from siegeworks import Match
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import Sentence, within
from siegeworks.games import GAMES
from siegeworks.sentences import render
from siegeworks.targets import picks
from tests.tables import Table, budget, every_game, every_secret_table, every_table, play_out

pytestmark = pytest.mark.plain

FORCED = "ask-forced"
GENERAL = {"ask-anything"}
"""Asks for whatever there is: of games that have no prompts of their own."""
RULE = re.compile(r"([A-Z]{1,2}-A?\d+[ab]?|platform)$")


def parts(value: Any) -> Iterator[str]:
    """The codes of all parts of a sentence."""
    if isinstance(value, dict):
        if "say" in value:
            yield value["say"]
        for each in value.values():
            yield from parts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from parts(each)


def verbs_named(game: str, says: Sentence) -> set[str]:
    """The verbs that a prompt names."""
    verbs = GAMES[game].words.PROMPT_VERBS
    return {verb for code in (says.code, *parts(dict(says.args))) for verb in verbs.get(code, ())}


def phase_of(match: Match) -> str:
    view = match.view(match.to_move if isinstance(match.to_move, int) else None)
    return str(view.get("phase", "turn"))


@every_table
def test_every_decision_has_a_sentence_that_names_what_can_be_done(table: Table) -> None:
    rng, found, waited = random.Random(21), dict[tuple[str, str], str](), set[str]()

    def look(match: Match) -> None:
        if not isinstance(match.to_move, int) or (found and rng.randrange(budget(3, 40))):
            return
        for reader in (None, *range(table.seats)):
            says = match.prompt(reader)
            text = render(says)
            assert says.data()["args"] == said_again(says)
            assert text[-1] in ".", text
            assert says.rule is not None
            assert RULE.match(says.rule)
            if reader == match.to_move:
                found.setdefault((phase_of(match), says.code), text)
                check_asked(match, says)
            elif reader not in match.awaited():
                waited.add(says.code)
                assert verbs_named(table.game, says) == set(), text

    play_out(table.new(21), rng, look)
    asked = {code for _, code in found}
    assert asked
    assert waited.isdisjoint(asked)
    for (phase, code), text in sorted(found.items()):
        print(f"{table} {phase}: {code}: {text}")


def said_again(says: Sentence) -> Any:
    """The arguments as they come back from JSON."""
    return orjson.loads(orjson.dumps(says.data()))["args"]


def check_asked(match: Match, says: Sentence) -> None:
    """One choice is told as that; of several, every kind that there is, and nothing else."""
    legal = match.legal()
    if len(legal) == 1:
        assert says.code == FORCED
        assert says.args["instruction"] == within(match.instruction(legal[0]))
        return
    assert says.code != FORCED
    verbs = {picks(match.game)[number].verb for number in match.legal_numbers()}
    assert says.code in GENERAL or verbs_named(match.game.name, says) == verbs, render(says)


@every_table
def test_every_action_has_words_of_its_own(table: Table) -> None:
    rng = random.Random(22)
    looked: list[int] = []

    def look(match: Match) -> None:
        if looked and rng.randrange(budget(12, 80)):
            return
        looked.append(match.ply)
        words = {name: match.say_action(name) for name in match.legal()}
        assert len(set(words.values())) == len(words), words
        for name, text in words.items():
            assert text[0].isupper(), text
            if match.to_move == "chance":
                continue
            assert text[-1] not in ".:;", text
            assert name not in text, text
            rule = match.instruction(name).rule
            assert rule is not None
            assert RULE.match(rule)

    play_out(table.new(None), rng, look)
    assert looked


@every_secret_table
def test_prompts_and_instructions_are_equal_for_states_a_seat_cannot_tell_apart(table: Table) -> None:
    rng, dice, asked = random.Random(23), new_dice(23), []

    def look(match: Match) -> None:
        if rng.randrange(budget(4, 60)):
            return
        for seat in range(table.seats):
            other = match.copy()
            seen = views.view(match.states, seat)
            step.imagine(seen, 0, seat, dice)
            other._states[:] = seen
            other._count = step.list_legal(other._states, 0, other._out)
            other._look()
            for reader in (seat, None):
                assert other.prompt(reader).data() == match.prompt(reader).data()
            if match.to_move == seat:
                asked.append(match.ply)
                for name in match.legal():
                    assert other.instruction(name).data() == match.instruction(name).data()

    play_out(table.new(23), rng, look)
    assert asked


@every_game
def test_a_match_that_is_over_or_waits_for_a_draw_says_so(game: Any) -> None:
    match = Match.new(game.name, game.seats[0])
    if match.to_move == "chance":
        assert match.say_prompt(0) == "A draw comes next."
    match = play_out(Match.new(game.name, game.seats[0], seed=5), random.Random(5))
    assert match.say_prompt() == "The game is over"
