"""What a bot says of its choice: the action in words, a reason that is true, and what it expects."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from siegeworks.bots import Thought, judgement
from siegeworks.core import step
from siegeworks.core.game import Phrase, Told
from siegeworks.core.phrases import Sentence, listed, phrase, said, within
from siegeworks.core.views import States, copied, has_secrets
from siegeworks.games import Game

MOST_EVENTS = 2
"""How many of the things that follow an action are told as the reason for it."""


def sentence(game: Game, view: States, action: int, thought: Thought) -> Sentence:
    """The action a bot chose, why, and the chance to win."""
    if len(thought.candidates) == 1 and not thought.proven:
        return forced(game, view, action)
    told = {"instruction": instruction(game, view, action), "chance": chance(thought)}
    return said("hint", **told, reason=reason(game, view, action) or _in_general(view, action, thought))


def plan(game: Game, steps: Sequence[tuple[States, int]], thought: Thought) -> Sentence:
    """Several actions that belong together, and the chance to win."""
    told = [phrase("plan-step", instruction=instruction(game, view, action)) for view, action in steps]
    return said("hint-plan", steps=listed(told, "space"), chance=chance(thought))


def forced(game: Game, view: States, action: int) -> Sentence:
    """There is no choice."""
    return said("hint-forced", instruction=instruction(game, view, action))


def instruction(game: Game, view: States, action: int) -> Phrase:
    """The action in words, as a part of a sentence."""
    return within(game.words.instruction(view[0], action))


def chance(thought: Thought) -> Phrase:
    """What the bot expects, as a part of a sentence."""
    if thought.proven is None:
        return phrase("win-chance", percent=round(100 * thought.value))
    outcome, _, turns = thought.proven.partition(" in ")
    if not turns:
        return phrase("proven-draw")
    return phrase("proven-win" if outcome == "win" else "proven-loss", turns=int(turns))


def reason(game: Game, view: States, action: int) -> Phrase | None:
    """What the action does or leads to, as far as the seat to move can know; None if there is nothing to say of it."""
    remark = game.judgement.remark
    fact = remark(view.copy()[0], action) if remark else None
    if fact:
        return phrase("it-does", fact=fact)
    told = [each for each in _events(game, view, action)[1:] if each[0] not in game.words.ROUTINE]  # without the action
    says = [within(game.words.sentence(kind, args, int(view["to_move"][0]))) for kind, args, _ in told[:MOST_EVENTS]]
    return phrase("it-leads-to", events=listed(says, "space")) if says else None


def _events(game: Game, view: States, action: int) -> Sequence[Told]:
    """What playing this would change, from the view alone."""
    words = game.words
    if has_secrets(view.dtype) and words.rests_on_secrets(view[0], action):
        return list(words.own_events(view[0], action))
    after = copied(view)
    step.step(after, 0, action, np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64))
    return list(words.events(view[0], action, after[0]))


def _in_general(view: States, action: int, thought: Thought) -> Phrase:
    """What is true of any choice of a bot."""
    if judgement.is_sealed_choice(view[0]):
        return phrase("not-foreseen")
    return phrase("held-up-best" if action == thought.candidates[0].action else "not-the-best")
