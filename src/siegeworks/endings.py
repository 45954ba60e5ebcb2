"""How a match ended: why, in a sentence of its own, and what on the board decided it."""

from __future__ import annotations

from siegeworks.core.phrases import Sentence, seats
from siegeworks.standing import Standing

LEFT = {"time": "ended-time", "resigned": "ended-resigned"}
SHARED = {"time": "ended-time-all", "agreed": "ended-agreed"}
"""Why a match is over by somebody's leaving, and why all share it."""


def why(match: Standing) -> Sentence | None:
    """Why a match is over: by whose leaving, or by which rule. None while it goes on, or if the game does not say."""
    result, ending, leaver = match.result, match.ending, match.last_leaver
    if result is None:
        return None
    if ending is not None and leaver is not None:
        return Sentence(LEFT[ending], {"seat": seats([leaver], match.game.name)[0]}, result["rule"])
    if ending is not None:
        return Sentence(SHARED[ending], {}, result["rule"])
    code = match.game.words.ENDINGS.get(result["rule"])
    told = {"winners": seats(result["winners"]), "best": result["scores"][result["winners"][0]]}
    return None if code is None else Sentence(code, told, result["rule"])


def highlights(match: Standing) -> list[str]:
    """The targets that show why one seat won alone by the rules."""
    result, winning = match.result, match.game.words.winning
    if result is None or winning is None or match.ending is not None or len(result["winners"]) > 1:
        return []
    return winning(match.state, result["winners"][0])
