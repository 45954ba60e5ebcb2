"""Match, the one gate: what it lets through, what it refuses and why, and that nothing else changes."""

from __future__ import annotations

import copy
import json
import pickle
import random
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks import BadPosition, BadSetup, GameOver, IllegalAction, Match, NothingToUndo, NotYourTurn, UnknownAction
from siegeworks.core import luck
from siegeworks.core.hexboard import NAMES
from tests.drawn import board, position
from tests.matches import EMPTY_BOARD, TABLES, assert_refusal, everything, played, random_play

STONES = [f"stone {name}" for name in NAMES]
TOWERS = [f"tower {name}" for name in NAMES]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)

FOUR_EACH_NEXT = """
      T y . T
     . . . . y
    y . . . b .
   T . . . . . T
    . y T b . b
     b . . . .
      T . b T
"""
"""T-G09: blue's tower on d5 makes 3-3 into 4-4; then yellow's stone on a2 takes a1 from blue."""

DRAWN_NEXT = """
      y T T b
     b T y T y
    . b T b y y
   b y T y y y y
    b y y y b b
     T b b y b
      b y b b
"""
"""T-G14: blue fills e2, the last circle; 3-3 in towers and 15-15 in stones."""

ONE_CIRCLE_LEFT = """
      b b T b
     b y b b y
    y b y . b b
   y b b b b y T
    T T b y y b
     y y T T b
      b T y T
"""
"""T-G20: one circle is empty, no tower is left, and it is blue's turn."""


def new(seats: int = 2, start: int = 0, **options: Any) -> Match:
    """A match in which it is known who begins."""
    return Match.new("siegestones", seats, options=options, chance=(f"start {start}",))


# How a match begins


def test_with_a_seed_chance_is_drawn_at_once_and_as_anyone_can_recompute():
    for seats in (2, 3, 4):
        starters = set()
        for seed in range(20):
            match = Match.new("siegestones", seats, seed=seed)
            start = luck.pick(luck.seed_bytes(seed), 0, [1] * seats)
            assert (match.to_move, match.actions, match.ply) == (start, [f"start {start}"], 1)
            starters.add(start)
        assert starters == set(range(seats))


def test_a_number_and_its_32_bytes_are_the_same_seed():
    one, other = (Match.new("siegestones", 4, seed=seed) for seed in (7, (7).to_bytes(32, "big")))
    assert one.record() == other.record()
    assert one.seed == other.seed == (7).to_bytes(32, "big")


def test_without_a_seed_chance_is_left_to_the_caller_and_played_like_any_action():
    match = Match.new("siegestones", 3)
    assert (match.to_move, match.ply, match.seed, match.seed_hash) == ("chance", 0, None, None)
    assert match.legal() == ["start 0", "start 1", "start 2"]
    events = match.play("start 2")
    assert [(event["kind"], event["seat"]) for event in events] == [("start", "chance")]
    assert (match.to_move, match.ply) == (2, 1)


def test_a_host_may_fix_who_begins_with_or_without_a_seed():
    for seed in (None, *range(6)):
        for start in (0, 1, 2):
            match = Match.new("siegestones", 3, seed=seed, chance=(f"start {start}",))
            assert (match.to_move, match.actions) == (start, [f"start {start}"])


@pytest.mark.parametrize(
    ("chance", "code"),
    [
        (("start 2",), "illegal"),
        (("start 0", "start 1"), "illegal"),
        (("start 0", "stone d4"), "illegal"),
        (("stone d4",), "unknown"),
        (("begin 0",), "unknown"),
        ((0,), "unknown"),
        (("",), "unknown"),
    ],
)
def test_a_draw_that_cannot_be_is_not_fixed(chance, code):
    for seed in (None, 7):
        with pytest.raises((IllegalAction, UnknownAction)) as caught:
            Match.new("siegestones", 2, seed=seed, chance=chance)
        assert_refusal(caught.value, code, "T-6")


# What is legal


def test_legal_lists_names_in_the_order_of_their_numbers():
    match = new()
    assert match.legal() == STONES + TOWERS
    match.play("tower d4")
    assert match.legal() == [name for name in STONES + TOWERS if not name.endswith("d4")]


@every_table
def test_why_not_is_silent_exactly_for_what_is_legal(seats, options):
    match = Match.new("siegestones", seats, seed=3, options=options)
    for now in random_play(match, seed=3):
        legal = now.legal()
        playable = [name for name in STONES + TOWERS if now.why_not(name) is None]
        assert playable == legal
        assert sorted(legal, key=(STONES + TOWERS).index) == legal
    assert match.legal() == []


def test_a_single_legal_action_is_not_played_by_itself():
    match = position("siegestones", ONE_CIRCLE_LEFT)
    assert (match.legal(), match.to_move, match.result, match.ply) == (["stone e5"], 0, None, 0)
    match.play("stone e5")
    assert match.result is not None


# Refusals


@pytest.mark.parametrize(
    ("played_before", "options", "name", "rule", "reason"),
    [
        (["stone d4"], {}, "stone d4", "T-12", "d4 already holds a blue stone, and a circle holds one piece."),
        (["stone d4"], {}, "tower d4", "T-12", "d4 already holds a blue stone, and a circle holds one piece."),
        (["tower d4"], {}, "stone d4", "T-12", "d4 already holds a tower, and a circle holds one piece."),
        (
            ["tower a1", "tower a4", "tower g4", "tower g7"],
            {"tower_pool": 4},
            "tower d4",
            "T-11",
            "The pool is empty: all towers are on the board, so only stones can be placed.",
        ),
        (
            [],
            {"no_first_tower": True},
            "tower d4",
            "T-35a",
            "Blue began and may not place the first tower of the game.",
        ),
        (
            [],
            {"centre_opening": True},
            "stone a1",
            "T-35b",
            "a1 is too far out: the first piece goes on d4 or a circle beside it.",
        ),
    ],
)
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(played_before, options, name, rule, reason):
    match = new(**options)
    for action in played_before:
        match.play(action)
    before = everything(match)
    for refuse in (match.play, match.check, match.preview):
        with pytest.raises(IllegalAction) as caught:
            refuse(name)
        assert_refusal(caught.value, "illegal", rule)
        assert caught.value.reason == reason
    assert_refusal(match.why_not(name), "illegal", rule)
    assert everything(match) == before


def test_only_the_seat_to_move_may_play_when_a_seat_is_given():
    match = new(3, start=1)
    for seat in (0, 2):
        with pytest.raises(NotYourTurn) as caught:
            match.play("stone d4", seat)
        assert_refusal(caught.value, "not_your_turn", "T-7")
    assert match.ply == 1
    match.play("stone d4", 1)
    assert match.position()["board"] == "..../...../....../...y.../....../...../...."
    match.play("stone d5")
    assert match.to_move == 0


def test_turn_comes_before_name_so_that_nothing_is_learnt_out_of_turn():
    match = new()
    names: tuple[Any, ...] = ("stone d4", "nonsense", None)
    for name in names:
        with pytest.raises(NotYourTurn):
            match.play(name, 1)


def test_a_draw_belongs_to_no_seat():
    match = Match.new("siegestones", 2)
    with pytest.raises(NotYourTurn) as caught:
        match.play("start 0", 0)
    assert_refusal(caught.value, "not_your_turn", "T-7")


@pytest.mark.parametrize("seat", [-1, 2, 99, True, False, "0", 0.0, [], {}, "chance"], ids=repr)
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat):
    match = new()
    before = everything(match)
    for ask in (lambda: match.play("stone d4", seat), lambda: match.resign(seat)):
        with pytest.raises(BadSetup) as caught:
            ask()
        assert_refusal(caught.value, "bad_setup", None)
    for look in (match.view, match.log, match.svg):
        with pytest.raises(BadSetup) as caught:
            look(seat)
        assert_refusal(caught.value, "bad_setup", None)
    assert everything(match) == before


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "stone",
        "stone d8",
        "stone  d4",
        " stone d4",
        "stone d4 ",
        "Stone d4",
        "stone D4",
        "stone d4\n",
        "stone\nd4",
        "stone\td4\x1b[31m",
        "d4",
        "pass",
        "resign",
        "draw",
        "undo",
        "0",
        "x" * 100_000,
        "stone d4\0",
        "\ud800",
        "Stein d4 – 石",
        None,
        -1,
        10_000,
        1.5,
        True,
        b"stone d4",
        ["stone d4"],
        {"stone": "d4"},
        ("stone", "d4"),
    ],
    ids=lambda name: repr(name)[:20],
)
def test_what_is_no_action_is_unknown(name):
    match = new()
    before = everything(match)
    for refuse in (match.play, match.check, match.preview):
        with pytest.raises(UnknownAction) as caught:
            refuse(name)
        assert_refusal(caught.value, "unknown", "T-8")
        assert len(caught.value.reason) < 250
    assert everything(match) == before


def test_an_unknown_action_names_the_nearest_known_one():
    match = new()
    near, far = match.why_not("Stone D4"), match.why_not("12345")
    assert near is not None
    assert near.reason == 'There is no action "Stone D4"; did you mean "stone d4".'
    assert far is not None
    assert "stone CELL or tower CELL" in far.reason


def test_chance_and_seats_have_names_of_their_own():
    assert_refusal(new().why_not("start 0"), "unknown", "T-6")
    waiting = Match.new("siegestones", 2)
    assert_refusal(waiting.why_not("stone d4"), "unknown", "T-6")
    assert_refusal(waiting.why_not("start 2"), "illegal", "T-6")
    assert waiting.why_not("start 1") is None


def test_nothing_can_be_done_to_a_match_that_is_over_but_look_and_undo():
    match = played(seed=5)
    assert match.result is not None
    rule = match.result["rule"]
    assert rule in ("T-23", "T-25")
    before = everything(match)
    for ask in (
        lambda: match.play("stone d4"),
        lambda: match.play("nonsense", 0),
        lambda: match.check("stone d4"),
        lambda: match.preview("stone d4"),
        lambda: match.resign(0),
        match.agree_draw,
        match.default,
    ):
        with pytest.raises(GameOver) as caught:
            ask()
        assert_refusal(caught.value, "over", rule)
    assert_refusal(match.why_not("stone d4"), "over", rule)
    assert match.legal() == []
    assert everything(match) == before


def test_refusals_survive_a_pickle():
    error = new().why_not("stone d9")
    assert error is not None
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.reason, again.rule, again.code) == (type(error), error.reason, error.rule, error.code)


# Preview


@every_table
def test_a_preview_changes_nothing_and_is_what_play_then_gives(seats, options):
    dice = random.Random(seats)
    match = Match.new("siegestones", seats, options=options)
    while match.result is None:
        before = everything(match)
        name = dice.choice(match.legal())
        expected = match.preview(name)
        assert everything(match) == before
        assert match.play(name) == expected
    assert expected[-1]["kind"] == "end"


def test_a_preview_tells_of_control_of_a_shared_four_and_of_the_end():
    match = position("siegestones", FOUR_EACH_NEXT)
    kinds = [event["kind"] for event in match.preview("tower d5")]
    assert kinds == ["tower", "control", "control", "shared"]
    match.play("tower d5")
    assert [event["kind"] for event in match.preview("stone a2")] == ["stone", "control", "end"]


# Leaving, agreeing, and the clock


def test_with_two_seats_a_resignation_gives_the_match_to_the_other():
    match = new()
    match.play("stone d4")
    events = match.resign(0)
    assert [(event["kind"], event["seat"], event["rule"]) for event in events] == [
        ("resign", 0, "T-A30"),
        ("end", 0, "T-A30"),
    ]
    assert (match.to_move, match.gone, match.ply) == (None, [0], 3)
    assert match.result == {"winners": [1], "scores": [0, 0], "places": [2, 1], "rule": "T-A30"}


def test_with_more_seats_play_goes_on_without_whoever_left():
    match = new(3)
    match.resign(1)
    assert (match.to_move, match.gone, match.result) == (0, [1], None)
    match.play("stone d4")
    assert match.to_move == 2
    match.resign(2)
    assert match.result == {"winners": [0], "scores": [0, 0, 0], "places": [1, 2, 2], "rule": "T-A30"}


def test_resigning_on_turn_passes_the_turn():
    match = new(4, start=3)
    match.resign(3)
    assert match.to_move == 0


def test_nobody_leaves_twice_or_before_it_is_drawn_who_begins():
    match = new(3)
    match.resign(1)
    with pytest.raises(IllegalAction) as caught:
        match.resign(1)
    assert_refusal(caught.value, "illegal", "T-A30")
    waiting = Match.new("siegestones", 2)
    with pytest.raises(IllegalAction) as caught:
        waiting.resign(0)
    assert_refusal(caught.value, "illegal", "T-6")
    assert (match.ply, waiting.ply) == (2, 0)


def test_resigning_and_agreeing_are_lines_but_never_legal_actions():
    match = new(3)
    match.resign(0)
    match.agree_draw()
    assert match.actions == ["start 0", "resign", "draw"]
    assert [line.who for line in match.lines] == ["chance", 0, "all"]
    fresh = new(3)
    assert not {"resign", "draw"} & set(fresh.legal())


def test_an_agreed_draw_is_shared_by_all_who_are_still_in():
    match = new(4)
    match.resign(2)
    events = match.agree_draw()
    assert [(event["kind"], event["seat"], event["rule"]) for event in events] == [
        ("draw", "all", "agreement"),
        ("end", "all", "agreement"),
    ]
    assert match.result == {
        "winners": [0, 1, 3],
        "scores": [0, 0, 0, 0],
        "places": [1, 1, 4, 1],
        "rule": "agreement",
    }


def test_an_agreed_draw_keeps_the_towers_each_controls():
    match = position("siegestones", FOUR_EACH_NEXT)
    match.play("tower d5")
    match.agree_draw()
    assert match.result == {"winners": [0, 1], "scores": [4, 4], "places": [1, 1], "rule": "agreement"}


def test_the_clock_places_a_stone_on_the_lowest_empty_circle_without_playing_it():
    match = new()
    assert (match.default(), match.ply) == ("stone a1", 1)
    match.play("tower a1")
    assert match.default() == "stone a2"
    assert new(centre_opening=True).default() == "stone c3"


@every_table
def test_the_clock_always_has_a_legal_action(seats, options):
    match = Match.new("siegestones", seats, seed=1, options=options)
    while match.result is None:
        assert match.default() in match.legal()
        match.play(match.default())
    assert match.ply > 4


def test_no_clock_runs_for_a_draw_of_chance():
    with pytest.raises(IllegalAction) as caught:
        Match.new("siegestones", 2).default()
    assert_refusal(caught.value, "illegal", "T-6")


# Undo


@every_table
def test_undo_walks_back_through_every_point_of_a_match(seats, options):
    match = Match.new("siegestones", seats, seed=11, options=options)
    points = [everything(now) for now in random_play(match, seed=11)]
    for point in reversed(points[:-1]):
        match.undo()
        assert everything(match) == point
    with pytest.raises(NothingToUndo) as caught:
        match.undo()
    assert_refusal(caught.value, "nothing_to_undo", None)
    assert everything(match) == points[0]


def test_after_undo_the_same_actions_give_the_same_match():
    match = played(3, seed=2)
    record, actions = match.record(), match.actions
    while match.ply > 1:
        match.undo()
    for action in actions[1:]:
        match.play(action)
    assert match.record() == record


def test_undo_keeps_the_luck_that_was_drawn_or_fixed():
    for seed, chance in ((7, ()), (7, ("start 2",)), (None, ("start 1",))):
        match = Match.new("siegestones", 3, seed=seed, chance=chance)
        start = match.to_move
        match.play("stone d4")
        match.undo()
        assert (match.to_move, match.ply, match.actions) == (start, 1, [f"start {start}"])


def test_chance_typed_by_hand_is_taken_back_only_with_the_action_before_it():
    match = Match.new("siegestones", 2)
    match.play("start 1")
    with pytest.raises(NothingToUndo):
        match.undo()
    assert (match.to_move, match.ply) == (1, 1)


def test_undo_takes_back_a_resignation_and_an_agreed_draw():
    match = new(3)
    match.play("stone d4")
    before = everything(match)
    match.resign(0)
    assert match.gone == [0]
    match.undo()
    assert everything(match) == before
    match.agree_draw()
    assert match.result is not None
    match.undo()
    assert everything(match) == before


def test_undo_goes_no_further_back_than_the_position_a_match_began_from():
    match = position("siegestones", FOUR_EACH_NEXT)
    before = everything(match)
    match.play("tower d5")
    match.undo()
    assert everything(match) == before
    with pytest.raises(NothingToUndo):
        match.undo()


def test_a_match_as_it_was_is_a_match_of_its_own():
    match = played(seed=4)
    before = everything(match)
    past = match.until(5)
    assert (past.ply, past.actions) == (5, match.actions[:5])
    past.play(past.legal()[0])
    assert everything(match) == before


# Copies


@pytest.mark.parametrize(
    "twin_of",
    [Match.copy, copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))],
    ids=["Match.copy", "copy.copy", "copy.deepcopy", "pickle"],
)
def test_a_copy_and_its_original_are_independent(twin_of):
    match = played(3, seed=6, lines=12)
    match.names = ["Ada", "Bo", "Cy"]
    before = everything(match)
    twin = twin_of(match)
    assert everything(twin) == before
    twin.play(twin.legal()[-1])
    twin.names = ["Zoe", "Bo", "Cy"]
    twin.undo()
    twin.undo()
    twin.resign(2)
    assert everything(match) == before
    assert match.names == ["Ada", "Bo", "Cy"]
    match.play(match.legal()[0])
    match.undo()
    assert everything(match) == before
    assert (twin.ply, twin.gone) == (12, [2])


def test_a_pickled_match_that_began_from_a_position_still_knows_it():
    match = position("siegestones", FOUR_EACH_NEXT)
    match.play("tower d5")
    twin = pickle.loads(pickle.dumps(match))
    twin.undo()
    twin.play("tower d5")
    assert everything(twin) == everything(match)


# What is told


@every_table
def test_views_logs_events_and_results_are_json_and_hide_nothing(seats, options):
    match = Match.new("siegestones", seats, seed=9, options=options)
    for now in random_play(match, seed=9):
        for seat in (None, *range(seats)):
            assert json.loads(json.dumps(now.view(seat))) == now.position()
            assert json.loads(json.dumps(now.log(seat))) == now.log()
        assert json.loads(json.dumps(now.events)) == now.events
        assert json.loads(json.dumps(now.result)) == now.result


def test_a_view_says_who_controls_what_and_what_is_left():
    match = position("siegestones", FOUR_EACH_NEXT)
    match.play("tower d5")
    view = match.view(1)
    assert view["control"] == {"a1": 0, "a4": 0, "c3": 1, "d1": 1, "d5": 0, "d7": 0, "g4": 1, "g7": 1}
    assert (view["threat"]["c3"], view["threat"]["d5"]) == ([4, 5], [9, 0])
    assert (view["pool"], view["supply"], view["to_move"], view["gone"]) == (0, [15, 16], 1, [])
    assert (view["seats"], view["options"], view["start"]) == (2, {}, 0)


@every_table
def test_events_are_complete_numbered_and_said_in_one_sentence(seats, options):
    match = Match.new("siegestones", seats, options=options)
    told = []
    for name in played(seats, seed=8, options=options).actions:
        told += match.play(name)
    assert match.events == told
    assert [event for line in match.log() for event in line["events"]] == told
    for event in told:
        assert list(event) == ["ply", "seat", "kind", "args", "rule"]
        assert event["seat"] == match.lines[event["ply"]].who
        sentence = match.say(event)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert "None" not in sentence


def test_the_log_has_a_line_for_each_line():
    match = new()
    match.play("stone d4")
    match.agree_draw()
    log = match.log(1)
    assert [(line["ply"], line["seat"], line["action"]) for line in log] == [
        (0, "chance", "start 0"),
        (1, 0, "stone d4"),
        (2, "all", "draw"),
    ]
    assert [[event["kind"] for event in line["events"]] for line in log] == [["start"], ["stone"], ["draw", "end"]]


def test_what_is_handed_out_can_be_changed_without_changing_the_match():
    match = played(seed=3, lines=6)
    before = copy.deepcopy(everything(match))
    match.log()[1]["events"].clear()
    for handed in (match.events, match.lines, match.actions, match.legal()):
        handed.clear()
    match.position()["gone"].append(0)
    match.view(0)["control"].clear()
    assert everything(match) == before


def test_every_kind_of_event_has_its_sentence():
    match = Match.new("siegestones", 2)
    said = {}
    for event in match.play("start 0") + match.play("tower d4") + match.play("stone d5") + match.play("stone d3"):
        said[event["kind"]] = match.say(event)
    assert said["start"] == "Blue begins."
    assert said["tower"] == "Blue places a tower on d4; 7 towers are left."
    assert said["stone"] == "Blue places a stone on d3."
    assert said["control"] == "Yellow loses d4: the threats are equal, 5 to 5."
    assert [match.say(event) for event in match.preview("stone c3")] == [
        "Yellow places a stone on c3.",
        "Yellow takes control of d4 with 10 against 5.",
    ]
    assert [match.say(event) for event in match.resign(1)] == ["Yellow leaves the game.", "Blue wins, 0 towers to 0."]

    shared = position("siegestones", FOUR_EACH_NEXT)
    sentences = [shared.say(event) for event in shared.play("tower d5")]
    assert sentences[0] == "Blue places a tower on d5; none is left."
    assert sentences[-1] == "Blue and Yellow control 4 towers each: play goes on."
    assert [shared.say(event) for event in shared.agree_draw()] == [
        "All agree on a draw.",
        "Blue and Yellow share the result, 4 towers to 4.",
    ]


def test_losing_a_tower_to_a_weaker_threat_is_said_with_its_reason():
    match = new()
    for name in ("tower d4", "stone d5"):
        match.play(name)
    lost = match.play("tower e5")[1]
    assert (lost["kind"], lost["rule"]) == ("control", "T-19")
    assert lost["args"] == {"tower": "d4", "seat": None, "was": 1, "threat": [0, 4]}
    assert match.say(lost) == "Yellow loses d4: nobody threatens it with 5 any more."


def test_results_name_winners_scores_places_and_rule():
    won = position("siegestones", FOUR_EACH_NEXT)
    won.play("tower d5")
    assert won.result is None
    won.play("stone a2")
    assert won.result == {"winners": [1], "scores": [3, 4], "places": [2, 1], "rule": "T-23"}
    shared = position("siegestones", DRAWN_NEXT)
    shared.play("stone e2")
    assert shared.result == {"winners": [0, 1], "scores": [3, 3], "places": [1, 1], "rule": "T-25"}


def test_the_picture_is_xml_and_the_last_cells_are_those_of_the_last_seat_action():
    match = new()
    assert match.last_cells() == []
    match.play("stone d4")
    match.resign(1)
    assert match.last_cells() == ["d4"]
    for seat in (None, 0, 1):
        assert ElementTree.fromstring(match.svg(seat)).tag.endswith("svg")
    assert match._repr_svg_() == match.svg()


# Positions


@every_table
def test_positions_go_there_and_back_at_every_ply(seats, options):
    for seed in range(2):
        match = Match.new("siegestones", seats, options=options)
        for now in random_play(match, seed):
            again = Match.from_position("siegestones", json.loads(json.dumps(now.position())))
            assert again.position() == now.position()
            assert (again.to_move, again.legal(), again.result) == (now.to_move, now.legal(), now.result)
            assert again.state.tobytes() == now.state.tobytes()
            assert again.ply == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_go_there_and_back_after_seats_have_left(seats):
    dice, played_on = random.Random(seats), 0
    for seed in range(6):
        match = Match.new("siegestones", seats, seed=seed)
        while match.result is None:
            if dice.random() < 0.1:
                match.resign(dice.choice([seat for seat in range(seats) if seat not in match.gone]))
            else:
                match.play(dice.choice(match.legal()))
            played_on += bool(match.gone) and match.result is None
            again = Match.from_position("siegestones", match.position())
            assert again.state.tobytes() == match.state.tobytes()
            assert again.result == match.result
    assert played_on or seats == 2  # which end when one has left


def test_a_position_needs_no_more_than_a_board():
    match = Match.from_position("siegestones", {"board": "..../...../....../...bT../....../...../y..."})
    assert (match.seats, match.to_move, match.view()["start"]) == (2, 1, 0)
    assert match.view()["control"] == {"d5": 0}


def test_who_began_follows_from_who_is_to_move():
    one_stone = "..../...../....../...y.../....../...../...."
    match = Match.from_position("siegestones", {"seats": 3, "board": one_stone, "to_move": 2})
    assert match.position()["start"] == 1


def test_fields_nobody_knows_are_allowed_and_forgotten():
    match = Match.from_position("siegestones", {"board": EMPTY_BOARD, "comment": "mine", "board2": None})
    assert "comment" not in match.position()


def test_a_position_before_the_draw_waits_for_it_or_draws_from_the_seed():
    assert Match.from_position("siegestones", {"to_move": "chance"}).legal() == ["start 0", "start 1"]
    drawn = Match.from_position("siegestones", {"seats": 4, "to_move": "chance"}, seed=7)
    assert drawn.actions == Match.new("siegestones", 4, seed=7).actions


NINE_TOWERS = "TTTT/TTTT./T...../......./....../...../...."
WON = board("""
      . . b T
     . . . . .
    . . . . . .
   . . . y . . T
    . . . . . b
     b . . . .
      T . b T
""")
FULL = board(DRAWN_NEXT).replace(".", "b")


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"board": NINE_TOWERS}, "T-4"),
        ({"board": NINE_TOWERS, "seats": 3, "options": {"tower_pool": 8}}, "T-36"),
        ({"board": "bb../...../....../......./....../...../....", "start": 0}, "T-8"),
        ({"board": "y.../...../....../......./....../...../....", "start": 0}, "T-8"),
        ({"board": "byyb/bbb../....../......./....../...../....", "seats": 3}, "T-8"),
        ({"board": WON, "to_move": 1}, "T-23"),
        ({"board": WON, "to_move": 0}, "T-23"),
        ({"board": FULL, "to_move": 1}, "T-25"),
        ({"board": EMPTY_BOARD, "to_move": None}, "T-26"),
        ({"board": "b.../...../....../......./....../...../....", "to_move": "chance"}, "T-6"),
        ({"board": "b.../...../....../......./....../...../....", "start": 0, "to_move": 0}, "T-7"),
        ({"board": EMPTY_BOARD, "start": 0, "to_move": "chance"}, "T-7"),
        ({"seats": 3, "gone": [1], "to_move": 1}, "T-7"),
        ({"board": "..../...../....../...bT../....../...../....", "control": {"d5": 1}}, "T-21"),
        ({"board": "..../...../....../...bT../....../...../....", "control": {}}, "T-21"),
        ({"board": "..../...../....../...bT../....../...../....", "threat": {"d5": [6, 0]}}, "T-16"),
        ({"board": "..../...../....../...bT../....../...../....", "pool": 8}, "T-4"),
        ({"board": "..../...../....../...bT../....../...../....", "supply": [20, 20]}, "T-3"),
        (
            {"board": "..../...../....../...T.../....../...../....", "options": {"no_first_tower": True}, "start": 0},
            "T-35a",
        ),
        (
            {"board": "b.../...../....../...y.../....../...../....", "options": {"centre_opening": True}, "start": 0},
            "T-35b",
        ),
        ({"gone": [0, 1]}, "T-A30"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_position_that_could_not_exist_is_refused_with_the_rule_it_breaks(fields, rule):
    with pytest.raises(BadPosition) as caught:
        Match.from_position("siegestones", fields)
    assert_refusal(caught.value, "bad_position", rule)


def test_the_same_positions_without_their_fault_are_fine():
    for fields in (
        {"board": NINE_TOWERS, "seats": 3},
        {"board": "by../...../....../......./....../...../....", "start": 0},
        {"board": WON, "to_move": None},
        {"board": FULL, "to_move": None},
        {"board": FULL},
        {"board": "..../...../....../...bT../....../...../....", "control": {"d5": 0}, "threat": {"d5": [5, 0]}},
        {"board": "..../...../....../...bT../....../...../....", "pool": 7, "supply": [19, 20]},
        {"board": "..../...../....../...bT../....../...../....", "options": {"no_first_tower": True}, "start": 0},
        {"board": "y.../...../....../...b.../....../...../....", "options": {"centre_opening": True}, "start": 0},
        {"seats": 3, "gone": [1], "to_move": 2},
    ):
        Match.from_position("siegestones", fields)


def test_new_luck_for_a_match_whose_seed_is_not_known_leaves_no_seed_in_its_record():
    known = Match.new("siegestones", 2, seed=1)
    opened = Match.from_record(known.record())
    opened.draw_from(5)
    assert opened.record() == known.record()
    waiting = Match.from_record(Match.new("siegestones", 2).record())
    waiting._seed_hash = known.seed_hash
    waiting.draw_from(5)
    assert waiting.to_move in (0, 1)
    assert "Seed" not in waiting.record()


def test_a_stone_of_a_colour_without_a_seat_stays_in_the_box():
    for seats, letter in ((2, "g"), (3, "r")):
        fields = {"seats": seats, "board": EMPTY_BOARD.replace(".", letter, 1)}
        with pytest.raises(BadPosition) as caught:
            Match.from_position("siegestones", fields)
        assert caught.value.rule == "T-3"
        assert "nobody plays" in caught.value.reason


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "/",
        "....",
        EMPTY_BOARD[:-1],
        EMPTY_BOARD + ".",
        EMPTY_BOARD + "/....",
        EMPTY_BOARD.replace("/", "|"),
        EMPTY_BOARD.replace("/", "\n"),
        " " + EMPTY_BOARD,
        EMPTY_BOARD.replace(".", "x", 1),
        EMPTY_BOARD.replace(".", "B", 1),
        EMPTY_BOARD.replace(".", "t", 1),
        EMPTY_BOARD.replace(".", "\x1b", 1),
        EMPTY_BOARD.replace(".", "ｂ", 1),
        None,
        5,
        [],
        {},
        True,
        EMPTY_BOARD.encode(),
        EMPTY_BOARD.split("/"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_a_malformed_board_is_refused(bad):
    with pytest.raises(BadPosition) as caught:
        Match.from_position("siegestones", {"board": bad})
    assert_refusal(caught.value, "bad_position", "T-1")


@pytest.mark.parametrize("given_position", [None, [], "{}", 5, True, b"{}", [("seats", 2)]], ids=repr)
def test_what_is_no_object_is_no_position(given_position):
    with pytest.raises(BadPosition) as caught:
        Match.from_position("siegestones", given_position)
    assert_refusal(caught.value, "bad_position", None)


@pytest.mark.parametrize(
    ("field", "rule", "values"),
    [
        ("seats", "T-2", [0, 1, 5, -2, "2", 2.0, True, None, [2], {}]),
        ("to_move", "T-7", [2, -1, "0", "Chance", 0.0, True, [], {}]),
        ("start", "T-6", [2, -1, "0", 0.0, True, [], {}]),
        ("gone", "T-A30", [0, None, "0", {}, [2], [-1], ["0"], [True], [0.0], [[]], [None]]),
        ("options", None, [None, [], "balanced", 5, {"nope": True}, {"": True}]),
        ("options", "T-30", [{"balanced": 1}, {"balanced": "true"}, {"balanced": None}]),
        ("options", "T-36", [{"tower_pool": 3}, {"tower_pool": 13}, {"tower_pool": True}, {"tower_pool": "8"}]),
    ],
    ids=lambda value: str(value)[:20],
)
def test_absurd_values_are_refused(field, rule, values):
    for value in values:
        with pytest.raises(BadPosition) as caught:
            Match.from_position("siegestones", {field: value})
        assert_refusal(caught.value, "bad_position", rule)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.text(max_size=5) | st.just("chance"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
LOOSE_BOARDS = st.text("...................byT", min_size=37, max_size=37).map(
    lambda cells: "/".join((cells[:4], cells[4:9], cells[9:15], cells[15:22], cells[22:28], cells[28:33], cells[33:]))
)
FIELDS = ["seats", "options", "to_move", "gone", "board", "start", "control", "threat", "pool", "supply"]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_any_json_object_is_a_position_or_a_bad_one(fields):
    try:
        match = Match.from_position("siegestones", fields)
    except BadPosition as problem:
        assert_refusal(problem, "bad_position", problem.rule)
    else:
        assert Match.from_position("siegestones", match.position()).position() == match.position()


@given(LOOSE_BOARDS, st.integers(0, 1) | st.none(), st.integers(0, 1) | st.none())
def test_any_board_is_refused_or_comes_back_the_same_and_can_be_played_on(cells, start, mover):
    fields = {"board": cells, "start": start, "to_move": mover}
    try:
        match = Match.from_position("siegestones", {key: value for key, value in fields.items() if value is not None})
    except BadPosition as problem:
        assert_refusal(problem, "bad_position", problem.rule)
        return
    assert match.position()["board"] == cells
    for now in random_play(match):
        assert now.position()["board"].count(".") == cells.count(".") - now.ply
