"""One test for each numbered rule, on a drawn board where a board shows it."""

from __future__ import annotations

import random

import pytest

from siegeworks import BadPosition, BadSetup, GameOver, IllegalAction, Match, NotYourTurn, Series
from siegeworks.core.hexboard import CELLS, NAMES, NEIGHBOURS, cell
from siegeworks.games.siegestones.rules import rating
from tests.drawn import board, position
from tests.tables import budget, play_out

pytestmark = pytest.mark.plain

DERIVED = ("T-1", "T-20", "T-28", "T-29")
"""Rules that only describe, or follow from others; the property tests below that name them stand for them."""

EMPTY = """
      . . . .
     . . . . .
    . . . . . .
   . . . . . . .
    . . . . . .
     . . . . .
      . . . .
"""
PRINTED = """
      . . . .
     . . b . .
    . . T . b .
   . . y . b T y
    . . b y b y
     T y T b .
      . b y .
"""


def new(seats: int = 2, **options: object) -> Match:
    return Match.new("siegestones", seats, options=options, chance=("start 0",))  # type: ignore[arg-type]


def played(match: Match, *names: str) -> Match:
    for name in names:
        match.play(name)
    return match


def verbs(match: Match) -> set[str]:
    return {name.split()[0] for name in match.legal()}


def test_t1_the_board_has_37_circles_and_90_neighbouring_pairs() -> None:
    """T-1, T-13: the shape of the board."""
    touching = [int(bits).bit_count() for bits in NEIGHBOURS]
    assert CELLS == 37
    assert sum(touching) == 2 * 90
    assert sorted(touching) == [3] * 6 + [4] * 12 + [6] * 19


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None])
def test_t2_two_to_four_play(seats: object) -> None:
    with pytest.raises(BadSetup) as refusal:
        Match.new("siegestones", seats)  # type: ignore[arg-type]
    assert refusal.value.rule == "T-2"


def test_t3_each_seat_has_twenty_stones_of_its_own_colour() -> None:
    match = played(new(3), "stone d4", "stone d5", "stone d6", "stone a1")
    assert match.view()["supply"] == [18, 19, 19]
    assert match.view()["board"] == "..../...../....../...byg./....../...../b..."


@pytest.mark.parametrize(("seats", "towers"), [(2, 8), (3, 9), (4, 9)])
def test_t4_the_pool_is_eight_towers_for_two_and_nine_for_more(seats: int, towers: int) -> None:
    assert new(seats).view()["pool"] == towers


def test_t5_the_board_starts_empty() -> None:
    assert new().view()["board"] == board(EMPTY)


def test_t6_who_begins_is_drawn_among_all_seats() -> None:
    match = Match.new("siegestones", 3)
    assert match.to_move == "chance"
    assert match.legal() == ["start 0", "start 1", "start 2"]
    match.play("start 2")
    assert match.to_move == 2
    begun = {Match.new("siegestones", 3, seed=seed).to_move for seed in range(30)}
    assert begun == {0, 1, 2}


def test_t7_turns_go_clockwise_from_the_one_who_began() -> None:
    match = Match.new("siegestones", 3, chance=("start 1",))
    movers = []
    for name in ("stone a1", "stone a2", "stone a3", "stone a4"):
        movers.append(match.to_move)
        match.play(name)
    assert movers == [1, 2, 0, 1]
    with pytest.raises(NotYourTurn) as refusal:
        match.play("stone d4", seat=0)
    assert refusal.value.rule == "T-7"


def test_t8_a_turn_places_one_stone_or_one_tower_on_an_empty_circle() -> None:
    match = new()
    assert match.legal() == [f"stone {name}" for name in NAMES] + [f"tower {name}" for name in NAMES]
    match.play("tower d4")
    assert match.view()["board"].count("T") == 1
    assert match.to_move == 1
    assert "stone d4" not in match.legal()
    assert len(match.legal()) == 72


def test_t9_there_is_no_pass() -> None:
    match = new()
    assert verbs(match) == {"stone", "tower"}
    assert match.why_not("pass").code == "unknown"  # type: ignore[union-attr]


def test_t10_anybody_may_place_a_tower_at_once_and_it_belongs_to_nobody() -> None:
    match = played(new(), "tower d4", "tower a1")
    assert match.view()["control"] == {"a1": None, "d4": None}
    assert match.view()["supply"] == [20, 20]


def test_t11_when_the_pool_is_empty_only_stones_can_be_placed() -> None:
    match = played(new(tower_pool=4), "tower a1", "tower a4", "tower g4", "tower g7")
    assert verbs(match) == {"stone"}
    refusal = match.why_not("tower d4")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal", "T-11")


def test_t12_a_circle_holds_one_piece_that_never_leaves() -> None:
    match = played(new(), "stone d4", "tower d5")
    for name in ("stone d4", "tower d4", "stone d5", "tower d5"):
        with pytest.raises(IllegalAction) as refusal:
            match.play(name)
        assert refusal.value.rule == "T-12"
    rng = random.Random(1)
    while match.result is None:
        before = match.view()["board"]
        match.play(rng.choice(match.legal()))
        changed = [(old, now) for old, now in zip(before, match.view()["board"], strict=True) if old != now]
        assert [old for old, _ in changed] == ["."]


def test_t13_only_touching_circles_are_next_to_each_other() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . . . . .
            . . . . . .
           . b . T . . .
            . . . . y .
             . . . . .
              . . . .
        """,
    )
    assert match.view()["threat"] == {"d4": [0, 0]}
    assert match.view()["control"] == {"d4": None}


def test_t14_each_touching_tower_weakens_a_stone() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . . . . .
            . . . . . .
           . . b T . . .
            . . T . . .
             . . . . .
              . . . .
        """,
    )
    assert rating(match.state, cell("d3")) == 4


def test_t14_a_stone_between_six_towers_is_worth_nothing() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . . . . .
            . . T T . .
           . . T b T y .
            . . T T . .
             . . . . .
              . . . .
        """,
    )
    assert rating(match.state, cell("d4")) == 0
    assert rating(match.state, cell("d6")) == 5


def test_t15_a_stone_counts_in_full_against_every_tower_it_touches() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . y . . .
            . . . b . .
           . . . T T . .
            . . . b . .
             . . . . .
              . . . .
        """,
    )
    assert match.view()["threat"] == {"d4": [8, 0], "d5": [8, 0]}


def test_t16_a_seats_threat_is_the_sum_of_its_stones_ratings() -> None:
    """T-16: the printed example: 15 against 10, 4, 15 against 14, 5 against 5."""
    match = position("siegestones", PRINTED)
    assert match.view()["threat"] == {"b1": [0, 4], "b3": [15, 14], "d6": [15, 10], "e4": [5, 5]}


def test_t17_the_greatest_threat_of_five_or_more_controls() -> None:
    match = position("siegestones", PRINTED)
    assert match.view()["control"]["d6"] == 0
    assert match.view()["control"]["b3"] == 0


def test_t18_equal_threats_leave_a_tower_to_nobody() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . . . . .
            . . . . . .
           . . . T . . .
            . . . b . .
             . . . . .
              y . . .
        """,
    )
    assert match.view()["control"] == {"d4": 0}
    lost = match.play("stone e5")[1]
    assert (lost["kind"], lost["rule"]) == ("control", "T-18")
    assert match.view()["control"] == {"d4": None}


def test_t19_a_threat_below_five_controls_nothing() -> None:
    match = position("siegestones", PRINTED)
    assert match.view()["control"]["b1"] is None


def test_t20_towers_do_not_touch_each_other() -> None:
    """T-20: a tower placed beside another one with no stone near changes no threat and no control."""
    tried = []
    for seed in range(budget(30, 3)):
        rng = random.Random(seed)

        def look(match: Match, rng: random.Random = rng) -> None:
            towers = [name for name in match.legal() if name.startswith("tower")]
            if not towers:
                return
            name = rng.choice(towers)
            place = cell(name.split()[1])
            near = [NAMES[c] for c in range(CELLS) if NEIGHBOURS[place] >> c & 1]
            view = match.view()
            stones = stone_cells(view["board"])
            if any(n in stones for n in near):
                return
            twin = match.copy()
            twin.play(name)
            assert {t: twin.view()["threat"][t] for t in view["threat"]} == view["threat"]
            tried.append(bool(view["threat"]))

        play_out(new(2 + seed % 3), rng, look)
    assert any(tried)


def stone_cells(text: str) -> set[str]:
    rows = dict(zip("gfedcba", text.split("/"), strict=True))
    order = "".join(rows[row] for row in "abcdefg")
    return {NAMES[at] for at, letter in enumerate(order) if letter in "bygr"}


def test_t21_control_has_no_memory() -> None:
    """T-21: whatever the way to a position, control is what the position alone gives."""
    for seed in range(budget(40, 4)):
        match = new(2 + seed % 3, balanced=bool(seed % 2))
        rng = random.Random(seed)
        while match.result is None:
            match.play(rng.choice(match.legal()))
            placed = Match.from_position("siegestones", {**match.position(), "to_move": match.to_move})
            assert placed.view()["control"] == match.view()["control"]


def test_t22_the_marker_on_a_tower_uses_up_no_stone_and_threatens_nothing() -> None:
    match = played(new(), "stone d4", "tower d5", "stone a1", "tower d6")
    assert match.view()["control"] == {"d5": 0, "d6": None}
    assert match.view()["threat"]["d6"] == [0, 0]
    assert match.view()["supply"][0] == 18


FOUR = """
      . . . T
     . . . . .
    . . . . . .
   . . . y . . T
    . . . . . b
     b . . . .
      T . b T
"""


def test_t23_four_towers_held_alone_win_at_once() -> None:
    match = position("siegestones", FOUR)
    match.play("stone g6")
    assert match.result == {"winners": [0], "scores": [4, 0], "places": [1, 2], "rule": "T-23"}
    with pytest.raises(GameOver) as refusal:
        match.play("stone d5")
    assert refusal.value.rule == "T-23"


def test_t23_one_can_win_on_anothers_turn() -> None:
    match = position(
        "siegestones",
        """
              . . . .
             . . . b .
            . . . . . .
           . . . . . . T
            . . . . . b
             b . . . .
              T . b T
        """,
    )
    match.play("tower g7", seat=1)
    assert match.result is not None
    assert match.result["winners"] == [0]


SHARED = """
      T y . T
     . . . . y
    y . . . b .
   T . . . . . T
    . y T b . b
     b . . . .
      T . b T
"""


def test_t24_a_shared_four_goes_on_until_one_leads_alone() -> None:
    match = position("siegestones", SHARED)
    events = match.play("tower d5")
    assert events[-1]["kind"] == "shared"
    assert events[-1]["rule"] == "T-24"
    assert events[-1]["args"] == {"seats": [0, 1], "towers": 4}
    assert match.result is None
    match.play("stone a2")
    assert match.result is not None
    assert match.result["winners"] == [1]


@pytest.mark.parametrize(
    ("text", "last", "winners"),
    [
        ("ybyb/ybTb./yyyyby/bbybbyT/TybTby/yTbTb/bybb", "stone f7", [0]),  # most towers
        ("yybb/bybbT/yTybTT/yTbbbTb/ybyyyb/yybbb/.bby", "tower a1", [0]),  # equal towers, more stones
        ("yTTb/bTyTy/.bTbyy/byTyyyy/byyybb/Tbbyb/bybb", "stone e2", [0, 1]),  # equal in both
    ],
)
def test_t25_a_full_board_is_won_by_towers_then_stones_or_shared(text: str, last: str, winners: list[int]) -> None:
    match = Match.from_position("siegestones", {"seats": 2, "board": text, "start": 0})
    match.play(last)
    assert match.result is not None
    assert match.result["winners"] == winners
    assert match.result["rule"] == "T-25"


def test_t26_otherwise_the_next_seat_takes_a_turn() -> None:
    match = new(4)
    for turn in range(8):
        assert match.to_move == turn % 4
        match.play(match.legal()[0])


def test_t27_a_game_has_at_most_37_turns_and_nobody_runs_out_of_stones() -> None:
    """T-27: also when only stones are played and nobody wins."""
    for seed in range(budget(60, 3)):
        rng = random.Random(seed)
        match = new(2 + seed % 3)
        while match.result is None:
            assert min(match.view()["supply"]) >= 1
            stones = [name for name in match.legal() if name.startswith("stone")]
            assert stones
            match.play(rng.choice(stones if rng.random() < 0.9 else match.legal()))
        assert match.ply <= 1 + 37


def test_t28_t29_every_seat_sees_everything_and_only_the_beginning_is_drawn() -> None:
    """T-28, T-29: all views are the position itself, and chance has one line."""
    match = Match.new("siegestones", 3, seed=5)

    def look(match: Match) -> None:
        assert match.view(0) == match.view(1) == match.view(None) == match.position()

    play_out(match, random.Random(5), look)
    assert [line.who for line in match.lines].count("chance") == 1


def test_t30_balanced_forces_cancel_equal_threats() -> None:
    drawing = """
              . . . .
             . . . . .
            . . y b . .
           . . y T b . .
            . . g . . .
             . . . . .
              . . . .
        """
    assert position("siegestones", drawing, seats=3).view()["control"] == {"d4": None}
    balanced = position("siegestones", drawing, seats=3, options={"balanced": True})
    assert balanced.view()["control"] == {"d4": 2}


def test_t30_with_two_seats_balanced_forces_change_nothing() -> None:
    for seed in range(budget(40, 4)):
        plain = play_out(new(2), random.Random(seed))
        balanced = new(2, balanced=True)
        for name in plain.actions[1:]:
            balanced.play(name)
        assert balanced.result == plain.result
        assert balanced.view()["control"] == plain.view()["control"]


@pytest.mark.parametrize(("length", "towers"), [("village", 10), ("castle", 15), ("city", 20), ("fortress", 30)])
def test_t31_a_series_has_a_target(length: str, towers: int) -> None:
    assert Series.new(length).target == 2 * towers


def finish(series: Series, *names: str) -> None:
    assert played(series.match, *names).result is not None


WIN_OF_THE_STARTER = (
    *("tower a1", "tower a4", "stone b1", "tower d7", "stone a3", "tower g7"),
    *("stone c6", "stone d4", "stone g6"),
)


def test_t32_towers_count_for_all_and_the_winner_adds_a_half() -> None:
    series = Series.new("village", start=0)
    finish(series, *WIN_OF_THE_STARTER)
    assert series.totals == [2 * 4 + 1, 0]
    series.match.agree_draw()
    assert series.totals == [9, 0]


def test_t33_a_single_leader_at_the_target_wins_the_series() -> None:
    series = Series.new("village", start=0)
    while series.result is None:
        finish(series, *WIN_OF_THE_STARTER)
    assert series.result == {"winners": [0], "totals": [27, 18], "places": [1, 2], "rule": "T-33"}
    assert len(series.matches) == 5


def test_t34_the_next_match_is_begun_by_the_next_seat() -> None:
    series = Series.new("castle", seats=3, start=1)
    starts = []
    for _ in range(4):
        starts.append(series.match.view()["start"])
        series.match.agree_draw()
    assert starts == [1, 2, 0, 1]


def test_t35_house_rules_can_be_combined() -> None:
    """T-35: both at once: the first piece is a stone near the centre."""
    match = new(no_first_tower=True, centre_opening=True)
    assert match.legal() == [f"stone {name}" for name in ("c3", "c4", "d3", "d4", "d5", "e4", "e5")]


def test_t35a_whoever_began_may_not_place_the_first_tower() -> None:
    match = new(no_first_tower=True)
    refusal = match.why_not("tower d4")
    assert refusal is not None
    assert refusal.rule == "T-35a"
    played(match, "stone d4", "stone a1")
    assert verbs(match) == {"stone"}
    played(match, "stone a2", "tower d5")
    assert verbs(match) == {"stone", "tower"}


def test_t35b_the_first_piece_goes_on_the_centre_or_beside_it() -> None:
    match = new(3, centre_opening=True)
    for name in ("stone d2", "tower a1", "stone f5"):
        refusal = match.why_not(name)
        assert refusal is not None
        assert refusal.rule == "T-35b"
    match.play("tower e5")
    assert len(match.legal()) == 72
    assert match.default() == "stone a1"


def test_t36_the_pool_can_be_four_to_twelve_towers() -> None:
    assert new(3, tower_pool=12).view()["pool"] == 12
    assert new(2, tower_pool=4).view()["pool"] == 4
    for pool in (3, 13, -1, True):
        with pytest.raises(BadSetup) as refusal:
            new(tower_pool=pool)
        assert refusal.value.rule == "T-36"


def test_leaving_keeps_stones_but_not_the_chance_to_win() -> None:
    """T-A30: who leaves drops out of the turn order, cannot win, and the last one left wins."""
    match = played(new(3), "stone d4", "tower d5", "stone a1")
    match.resign(0)
    assert match.to_move == 1
    assert match.view()["control"] == {"d5": 0}
    match.play("stone g7")
    assert match.to_move == 2
    match.resign(1)
    assert match.result == {"winners": [2], "scores": [0, 0, 0], "places": [2, 2, 1], "rule": "T-A30"}


def test_towers_of_one_who_left_count_for_nobody() -> None:
    """T-A30, T-23: who left controls four towers, but the four of the one still in win."""
    match = Match.from_position(
        "siegestones",
        {"seats": 3, "board": board(SHARED), "gone": [1], "to_move": 0, "start": 0},
    )
    match.play("tower d5")
    assert list(match.view()["control"].values()).count(1) == 4
    assert match.result == {"winners": [0], "scores": [4, 0, 0], "places": [1, 3, 2], "rule": "T-23"}


def test_leaving_can_leave_a_single_leader_who_then_wins() -> None:
    """T-A30, T-23: at 4 to 4 to 0 the resignation of one leader leaves the other alone in front."""
    text = "Ty.T/..g.y/ygy.b./T...T.T/.yTb.b/b..../T.bT"
    match = Match.from_position("siegestones", {"seats": 3, "board": text, "start": 0})
    assert match.result is None
    match.resign(1)
    assert match.result == {"winners": [0], "scores": [4, 0, 0], "places": [1, 3, 2], "rule": "T-23"}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"board": "T.../T..../T...../T....../T...../T..../TTT."}, "T-4"),
        ({"board": "r.../...../....../......./....../...../...."}, "T-3"),
        ({"board": "T.../T..../....../......./....../...../....", "options": {"no_first_tower": True}}, "T-35a"),
        ({"gone": [1], "to_move": 0, "start": 0}, "T-A30"),
        ({"seats": 3, "gone": [1], "to_move": 2, "board": "bbb./b..../....../......./....../...../g..."}, "T-7"),
        ({"board": "T.../T..../T...../T....../T...../...../....", "options": {"tower_pool": 4}}, "T-36"),
        ({"board": "bb../...../....../......./....../...../...."}, "T-8"),
        ({"board": "..../...../....../......./....../...../..."}, "T-1"),
        ({"board": 7}, "T-1"),
        ({"board": board(FOUR).replace("..T/", ".bT/", 1), "to_move": 1}, "T-23"),
        ({"to_move": None}, "T-26"),
        ({"to_move": 3}, "T-7"),
        ({"start": 5}, "T-6"),
        ({"pool": 5}, "T-4"),
        ({"supply": [1, 2]}, "T-3"),
        ({"gone": [0], "to_move": 0}, "T-7"),
        ({"seats": 7}, "T-2"),
        ({"options": {"tower_pool": 99}}, "T-36"),
        ({"board": "T.../...../....../......./....../...../....", "options": {"no_first_tower": True}}, "T-35a"),
        ({"board": "b.../...../....../......./....../...../....", "options": {"centre_opening": True}}, "T-35b"),
    ],
)
def test_positions_that_could_not_exist_are_refused_with_the_rule(fields: dict[str, object], rule: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        Match.from_position("siegestones", {"seats": 2, **fields})
    assert refusal.value.rule == rule
