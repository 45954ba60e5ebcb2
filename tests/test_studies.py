"""Studies: matches with variations, comments, marks and arrows, as trees and as text."""

from __future__ import annotations

import random
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siegeworks import GAMES, BadRecord, BadSetup, IllegalAction, Match, Study, records
from siegeworks.nodes import Node, in_text_order
from tests.matches import assert_refusal, everything, played
from tests.tables import QUICK

WRITTEN = """\
Siegeworks: 2
Game: siegestones 1
Seats: 2

# Two ways to begin.
chance start 0
0 stone d4 # the middle
# {"marks": ["d4"], "arrows": [["d4", "e5"], ["d4", "c3"]]}
| 0 stone e5
| # Further out.
| | 0 tower a1
| 1 stone d4
| | 1 tower d4
| | 0 resign
1 tower e5
0 resign # time
| 0 stone c3
"""


def shape(node: Node) -> object:
    """A tree as plain data."""
    notes = (node.comment, node.marks, node.arrows)
    return (node.who, node.name, node.reason, *notes, [shape(child) for child in node.children])


def grown(game: str, seed: int, steps: int) -> Study:
    """A study of random lines: all kinds of nodes, some of them with notes, some deleted or promoted."""
    dice = random.Random(seed)
    study = Study(Match.new(game, min(GAMES[game].seats), options=QUICK.get(game)))
    nodes = [study.root]
    for _ in range(steps):
        node = dice.choice(nodes[-3:] if dice.random() < 0.7 else nodes)
        match = study.match(node)
        if match.to_move is None:
            continue
        if isinstance(match.to_move, int) and dice.random() < 0.1:
            new = study.resign(node, match.to_move)
        else:
            new = study.play(node, dice.choice(match.legal()))
        nodes.append(new)
        if dice.random() < 0.2:
            study.promote(new)
    if len(nodes) > 3 and dice.random() < 0.5:
        study.delete(dice.choice(nodes[1:]))
    return study


# There and back


def test_a_record_with_variations_is_read_as_it_is_written():
    study = Study.from_record(WRITTEN)
    first = study.root.children[0]
    assert study.root.comment == "Two ways to begin."
    assert [child.text for child in first.children] == ["0 stone d4", "0 stone e5", "0 tower a1"]
    middle, out, tower = first.children
    assert (middle.comment, middle.marks, middle.arrows) == ("the middle", ["d4"], [("d4", "e5"), ("d4", "c3")])
    assert (out.comment, tower.comment) == ("Further out.", "")
    assert [child.text for child in out.children] == ["1 stone d4", "1 tower d4"]
    assert [child.text for child in out.children[1].children] == ["0 resign"]
    assert [node.text for node in study.root.main_line][-1] == "0 resign"
    assert study.root.main_line[-1].reason == "time"
    ours = WRITTEN.replace(" # the middle\n", "\n# the middle\n").split("\n")
    headers, written = study.record().split("\n\n")
    assert headers.split("\n")[:4] == [*ours[:3], "Result: 1 wins, 0 to 0 (T-A30)"]
    assert written.split("\n") == ours[4:]


def test_the_main_line_reads_the_same_without_variations():
    text = Study.from_record(WRITTEN).record()
    lines = [line for line in text.split("\n") if not line.startswith(("|", "#"))]
    plain = "\n".join(["Siegeworks: 1", *lines[1:]])
    match = Match.from_record(text)
    assert match.record() == plain
    assert everything(Match.from_record(plain)) == everything(match)
    assert everything(Match.from_record("\n".join(lines))) == everything(match)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32), st.data())
@settings(max_examples=40)
def test_every_study_comes_back_byte_for_byte(game, seed, data):
    study = grown(game, seed, 24)
    everywhere = [study.root, *(node for _, node in in_text_order(study.root))]
    cells = sorted(study.main.game.picture.CELLS)
    for node in data.draw(st.lists(st.sampled_from(everywhere), max_size=3)):
        remark = data.draw(st.text().filter(lambda text: '{"' not in text))
        study.comment(node, remark)
        if cells:
            marks, arrows = st.lists(st.sampled_from(cells)), st.lists(st.permutations(cells[:4]).map(lambda p: p[:2]))
            study.draw(node, data.draw(marks), data.draw(arrows))
    text = study.record()
    again = Study.from_record(text)
    assert shape(again.root) == shape(study.root)
    assert again.record() == text
    assert Match.from_record(text).record() == study.main.record()
    assert text.startswith("Siegeworks: 2") == any(depth for depth, _ in in_text_order(study.root))
    for here, there in zip(everywhere[1:], [node for _, node in in_text_order(again.root)], strict=True):
        assert study.match(here).state == again.match(there).state


@pytest.mark.parametrize("game", GAMES)
def test_a_record_without_variations_stays_as_it_is(game):
    match = Match.new(game, max(GAMES[game].seats), seed=3, options=QUICK.get(game))
    dice = random.Random(3)
    while match.result is None:
        match.play(dice.choice(match.legal()))
    match.names = [f"# {seat} |" for seat in range(match.seats)]
    for each in (match, match.until(match.ply // 2)):
        assert Study.from_record(each.record()).record() == each.record()
        assert Study(each).record() == each.record()
        assert Study(each).main.seed_hash == match.seed_hash


def test_a_study_begins_from_a_position():
    board = "..../...../....../...bT../....../...../y..."
    study = Study(Match.from_position("siegestones", {"board": board, "seats": 2}))
    for action in ("stone a3", "tower a2"):
        study.play(study.root, action)
    again = Study.from_record(study.record())
    assert again.record() == study.record()
    assert [child.name for child in again.root.children] == ["stone a3", "tower a2"]


# Nodes


def test_every_node_is_a_match():
    study = Study.from_record(WRITTEN)
    for _, node in in_text_order(study.root):
        match = study.match(node)
        assert [f"{line.who} {line.name}" for line in match.lines] == [each.text for each in node.line]
        assert study.node(node.number) is node
    match.resign(0)
    assert study.match(node).result is None


def test_what_is_there_already_is_found_and_luck_can_be_chosen_or_drawn():
    study = Study(Match.new("nobles", 2))
    first = study.play(study.root, "start 1")
    assert study.play(study.root, "start 1") is first
    other = study.play(study.root, "start 0")
    assert study.root.children == [first, other]
    assert study.roll(first).parent is first
    with pytest.raises(IllegalAction, match="cannot be drawn"):
        study.play(study.root, "row b")
    seat = Study.from_record(WRITTEN)
    with pytest.raises(IllegalAction, match="No draw is open"):
        seat.roll(seat.root.children[0])


def test_a_variation_is_promoted_one_at_a_time_and_deleted_with_all_that_follows():
    study = Study.from_record(WRITTEN)
    (first,) = study.root.children
    out = first.children[1]
    deep = out.children[1].children[0]
    study.promote(deep)
    assert out.children[0].name == "tower d4"
    assert first.children[0].name == "stone d4"
    study.promote(deep)
    assert [child.name for child in first.children] == ["stone e5", "stone d4", "tower a1"]
    assert study.main.result is not None
    study.promote(deep)
    study.delete(out)
    assert study.root.main_line[1].name == "stone d4"
    with pytest.raises(BadSetup, match="no line"):
        study.node(deep.number)
    with pytest.raises(BadSetup, match="beginning cannot"):
        study.delete(study.root)
    assert study.play(first, "stone e5").number > deep.number


def test_a_seed_is_told_as_long_as_the_main_line_is_the_match_that_was_played():
    match = played(seed=3)
    study = Study(match)
    before_end = study.root.main_line[-2]
    study.play(before_end, next(name for name in study.match(before_end).legal() if name != match.lines[-1].name))
    assert match.seed is not None
    assert f"Seed: {match.seed.hex()}" in study.record()
    assert Study.from_record(study.record()).main.seed == match.seed
    study.promote(before_end.children[-1])
    assert "Seed:" not in study.record()


# What is not quite a record


@pytest.mark.parametrize(
    ("line", "new", "says"),
    [
        (1, "Siegeworks: 1", "variations stand in records of format 2"),
        (6, "| chance start 0", "there is none before it"),
        (9, "| | 0 stone e5", "this line has 2 bars, and at most 1 can stand here"),
        (9, "| 0 stone d4", '"0 stone d4" stands here already'),
        (11, "| | 0 stone d4", '"0 stone d4" stands here already'),
        (9, "| 1 stone e5", "not Yellow's turn"),
        (12, "| 1 stone e5", "e5 already holds a blue stone"),
        (9, "| stone e5", '"stone" is not a seat'),
        (9, "|" * 5000 + " 0 stone e5", "this line has 5000 bars"),
        (8, '# {"marks": ["d4"}', "Marks and arrows are one JSON object"),
        (8, '# {"marks": ["d9"]}', '"d9" is not a cell'),
        (8, '# {"marks": "d4"}', "Marks are a list"),
        (8, '# {"marks": 4}', "Marks are a list"),
        (8, '# {"marks": [["d4"]]}', "is not a cell"),
        (8, '# {"arrows": [["d4"]]}', "Arrows are a list"),
        (8, '# {"arrows": [["d4", "d4"]]}', "pairs of different cells"),
        (8, '# {"arrows": ["d4"]}', "Arrows are a list"),
        (8, '# {"colour": "red"}', "Marks and arrows are one JSON object"),
        (8, '# {"marks": ' + "[" * 100_000, "Marks and arrows are one JSON object"),
        (10, "| # " + "a" * 5000, "at most 4,000 letters"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_cannot_be_is_named_with_its_line(line, new, says):
    lines = WRITTEN.split("\n")
    lines[line - 1] = new
    where = {1: 9}.get(line, line)
    with pytest.raises(BadRecord) as caught:
        Study.from_record("\n".join(lines))
    assert_refusal(caught.value, "bad_record", caught.value.rule)
    assert caught.value.line == where
    assert says in caught.value.reason


def test_an_illegal_move_of_a_variation_is_told_with_its_rule():
    with pytest.raises(BadRecord) as caught:
        Match.from_record(WRITTEN.replace("| 1 stone d4", "| 1 stone e5"))
    assert caught.value.rule == "T-12"


def nested(count: int) -> str:
    """Variations of one draw after another, each deeper."""
    return "".join("| " * depth + f"chance start {depth % 2}\n" for depth in range(count))


EMPTY = "Siegeworks: 2\nGame: siegestones 1\nSeats: 2\n\n"


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        (lambda: nested(1500), 7, "stands here already"),
        (lambda: "| " * 5_000_000 + "\n", 1, "longer than 4,000,000 characters"),
        (lambda: "# {\n" * 90_000, 5, "at most 4,000 letters"),
    ],
    ids=["deep", "long", "comments"],
)
def test_megabytes_of_nesting_are_answered_with_one_sentence(body: Callable[[], str], line: int, says: str):
    with pytest.raises(BadRecord, match=says) as caught:
        Study.from_record(EMPTY + body())
    assert_refusal(caught.value, "bad_record", None)
    assert caught.value.line == line


def test_megabytes_of_bars_before_nothing_are_an_empty_line():
    assert shape(Study.from_record(EMPTY + "|" * 3_000_000 + "\n").root) == shape(Study.from_record(EMPTY).root)


def test_many_variations_at_one_place_are_read_and_written_without_recursion():
    study = Study(Match.new("siegestones", 4, chance=("start 0",)))
    (start,) = study.root.children
    for action in study.match(start).legal():
        study.play(start, action)
    text = study.record()
    assert text.count("\n| | | | ") > 30
    assert Study.from_record(text).record() == text


@pytest.mark.parametrize("text", [7, "half \ud800", '{"marks": []}', 'a\n{"\n', "a" * 5000], ids=ascii)
def test_a_comment_that_no_record_can_hold_is_refused(text):
    study = Study.from_record(WRITTEN)
    with pytest.raises(BadSetup) as caught:
        study.comment(study.root, text)
    assert_refusal(caught.value, "bad_setup", None)
    assert study.root.comment == "Two ways to begin."


def test_a_game_without_cells_has_no_marks():
    study = Study(Match.new("siege", 2))
    with pytest.raises(BadSetup, match="Siege has no cells to mark"):
        study.draw(study.root, marks=["d4"])
    study.draw(study.root)


def test_a_study_is_not_larger_than_a_record(monkeypatch):
    monkeypatch.setattr("siegeworks.studies.MOST_LINES", 3)
    study = Study(Match.new("siegestones", 2, chance=("start 0",)))
    (start,) = study.root.children
    study.play(start, "stone d4")
    study.play(start, "stone d5")
    with pytest.raises(BadSetup, match="at most 3 lines"):
        study.play(start, "stone d6")
    assert records.MOST_LINES == 40_000


# Pictures


def test_marks_and_arrows_are_drawn():
    study = Study.from_record(WRITTEN)
    node = study.root.children[0].children[0]
    picture = study.svg(node)
    bare = study.match(node).svg()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture.count("#b3005e") == 1 + 2 * 3  # a ring, and shaft, edge and head of each arrow
    assert "#b3005e" not in bare
    assert study.svg(study.root) == study.match(study.root).svg()


def test_a_line_moves_from_the_beginning_to_a_node():
    study = Study.from_record(WRITTEN)
    drawn = ElementTree.fromstring(study.animated(study.node(8)))
    groups = [child for child in drawn if child.tag.endswith("}g")]
    assert len(groups) == 1 + len(study.node(8).line)
    assert [group.get("visibility") for group in groups] == ["hidden"] * (len(groups) - 1) + ["visible"]
