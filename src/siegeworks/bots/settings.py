"""The settings of a search: plain UCT, and the full search with what a game's judgement changes in it."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.bots import judgement


class Settings(NamedTuple):
    """The constants of a search."""

    is_uct: int
    """1: UCT as in the books: random rollouts to the end, no evaluation, no proofs, no transpositions."""
    rollout_depth: int
    """After how many decisions a rollout stops and its state is evaluated; below 0: at the end of the game only."""
    most_plies: int
    """A rollout this long stops, and all seats get the same value."""
    heavy_rollouts: int
    """1: rollouts draw actions by their priors; 0: all actions are equally likely."""
    exploration: float
    """The exploration constant of UCB1 and PUCT."""
    fpu_reduction: float
    """First-play urgency: the value of an untried action is the mean of its node less this."""
    prior_smoothing: float
    """The share of the prior that is spread uniformly over all actions."""
    sealed_epsilon: float
    """How often a sealed choice is sampled from the prior instead of from regret matching; it decays with visits."""
    rave_equivalence: float
    """About how many visits an action needs before its own mean counts as much as its RAVE mean. 0: no RAVE."""
    evaluation_weight: float
    """The weight of the static evaluation of a leaf in its value; the rest is the rollout's."""
    prior_temperature: float
    """A net's logits are divided by it: below 1 its priors are sharper."""
    contempt: float
    """How much less than its share an early win shared with others is worth to the seat that searches."""


UCT = Settings(
    is_uct=1,
    rollout_depth=judgement.TO_THE_END,
    most_plies=1_000,
    heavy_rollouts=0,
    exploration=1.0,
    fpu_reduction=0.0,
    prior_smoothing=0.0,
    sealed_epsilon=0.0,
    rave_equivalence=0.0,
    evaluation_weight=0.0,
    prior_temperature=1.0,
    contempt=0.0,
)
"""The exploration constant is OpenSpiel's 2 for values from -1 to 1; ours are from 0 to 1."""
FULL = UCT._replace(is_uct=0, prior_smoothing=0.1, sealed_epsilon=0.1)
"""The full search. `rollout_depth`, and whatever `SEARCH_SETTINGS` in its judgement says, are the game's."""
WITH_NET = FULL._replace(prior_smoothing=0.0, fpu_reduction=0.0)
"""The search with a net: no rollouts, and priors as the net gives them."""
