"""Which machine code bots need, and who can do without."""

from __future__ import annotations

import pytest

from siegeworks import GAMES
from siegeworks.bots import LEVELS, bot
from siegeworks.compiling import ready
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import Game
from tests.tables import every_game

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
SIEGESTONES = GAMES["siegestones"]


def test_levels_share_their_machine_code() -> None:
    marks = [ready.marks_of(SIEGESTONES, f"level{level}") for level in LEVELS]
    assert marks[:4] == [["siegestones-search"]] * 4 == [ready.marks_of(SIEGESTONES, "uct")] * 4
    assert marks[4] == ["siegestones-search", "siegestones-net", "siegestones-solver"]
    assert ready.marks_of(SIEGESTONES, "net") == ["siegestones-search", "siegestones-net"]
    siege = GAMES["siege"]
    assert ready.marks_of(siege, "level2") == ready.marks_of(siege, "thumb") == ["siege-thumb"]
    assert ready.marks_of(siege, "level5") == ready.marks_of(siege, "net") == ["siege-search"]
    assert ready.searches_of(siege, ["level2", "thumb"]) == []
    assert ready.searches_of(siege, ["level2", "level5"]) == ["search"]
    assert ready.searches_of(SIEGESTONES, ["level1", "level5"]) == ["search", "net"]


@every_game
def test_gentle_levels_never_wait(game: Game) -> None:
    far = [ready.looks_far(bot(game, f"level{level}")) for level in LEVELS]
    assert far == sorted(far)
    assert not any(far[:3])
    assert ready.looks_far(bot(game, "search:0.2s"))
    assert not ready.looks_far(bot(game, "random"))
