"""Records: whole matches as text, there and back, and everything that is not quite one."""

from __future__ import annotations

import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks import GAMES, BadRecord, BadSetup, Match, records
from siegeworks.core import luck
from siegeworks.records import HEADERS, MOST_CHARACTERS, WITH_VARIATIONS, check_of
from tests.drawn import position
from tests.matches import TABLES, assert_refusal, everything, played, random_play

VERSION = GAMES["siegestones"].rules.VERSION
ODD_NAMES = [
    'Ada "the #1" Lovelace',
    "back\\slash \\",
    "two\nlines\r\n# and a comment",
    " # ",
    "Łukasz 石 🏰 é",
    "\u2028\u2029\x85\x0b\x0c\x1c\x00\x1b[31m",
    "",
    "'",
    '", "',
    "0 stone d4\n",
]

HAND_WRITTEN = """\
Siegeworks: 1          # the format
# a comment on a line of its own
Game: siegestones 1
Seats: 2
Options: balanced, tower_pool=12
Names: "Ada # 1", "Bo"  # the second one is new

chance start 1   # drawn with a coin

1 stone d4
  0   tower  e5
# 1 stone a1
1 stone e4 # "quoted
0 resign
"""


def assert_bad(text: str, line: int | None = None, says: str = "") -> BadRecord:
    """The text does not open; the refusal is one sentence and names a line there is."""
    with pytest.raises(BadRecord) as caught:
        Match.from_record(text)
    problem = caught.value
    assert_refusal(problem, "bad_record", problem.rule)
    assert problem.reason.startswith(f"line {problem.line}: ")
    assert 1 <= problem.line <= max(1, text.count("\n") + 1)
    assert says in problem.reason
    if line is not None:
        assert problem.line == line, problem.reason
    return problem


def edited(text: str, line: int, new: str) -> str:
    """The text with one line, counted from 1, replaced."""
    lines = text.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


def without_check(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("Check:"))


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


# There and back


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_a_record_comes_back_byte_for_byte_at_every_ply(seats, options):
    match = Match.new("siegestones", seats, seed=5 if options else None, options=options)
    match.names = ODD_NAMES[:seats]
    for now in random_play(match, seed=1):
        text = now.record()
        again = Match.from_record(text)
        assert again.record() == text
        assert everything(again) == everything(now)
        assert again.names == now.names
        assert text.encode().decode() == text
        assert text.endswith("\n")


def test_resignations_and_agreed_draws_come_back_too():
    dice, left, drawn = random.Random(2), 0, 0
    for seed in range(6):
        match = Match.new("siegestones", 4, seed=seed)
        while match.result is None:
            if dice.random() < 0.1:
                match.resign(dice.choice([seat for seat in range(4) if seat not in match.gone]))
                left += 1
            elif dice.random() < 0.05:
                match.agree_draw()
                drawn += 1
            else:
                match.play(dice.choice(match.legal()))
            assert everything(Match.from_record(match.record())) == everything(match)
    assert left > 3
    assert drawn


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_any_name_can_be_written_and_read(name):
    match = played(lines=4)
    match.names = [name, "Bo"]
    text = match.record()
    assert text.split("\n")[3].startswith("Names: ")
    assert Match.from_record(text).names == [name, "Bo"]
    assert Match.from_record(text).record() == text


@given(st.lists(st.text(), min_size=3, max_size=3))
def test_all_names_come_back(names):
    match = Match.new("siegestones", 3, seed=1)
    match.names = names
    assert Match.from_record(match.record()).names == names


@pytest.mark.parametrize(
    "names", [["Ada"], ["Ada", "Bo", "Cy"], ["Ada", 2], "AB", 7, {"Ada": 1, "Bo": 2}, [None, None]]
)
def test_names_are_checked_when_they_are_set(names):
    match = played(lines=4)
    match.names = ["Ada", "Bo"]
    with pytest.raises(BadSetup, match="Names are a list of 2 strings, one for each seat") as caught:
        match.names = names
    assert_refusal(caught.value, "bad_setup", None)
    assert match.names == ["Ada", "Bo"]


@pytest.mark.parametrize("half", ["\ud800", "Ada\udfff", "\udc00\ud800"], ids=ascii)
def test_half_a_letter_is_in_no_name(half):
    match = played(lines=4)
    with pytest.raises(BadSetup, match="Half a surrogate pair") as caught:
        match.names = [half, "Bo"]
    assert_refusal(caught.value, "bad_setup", None)
    match.names = ["Ada", "Bo"]
    text = match.record().replace('"Ada"', json.dumps(half))
    lines = [line for line in text.split("\n") if not line.startswith("Check: ")]
    with pytest.raises(BadRecord, match="half a surrogate pair"):
        Match.from_record("\n".join(lines))


def test_names_that_were_given_are_ones_own():
    match, given = played(lines=4), ["Ada", "Bo"]
    match.names = given
    given.append("Cy")
    names = match.names
    assert names == ["Ada", "Bo"]
    names.append("Dee")
    assert match.names == ["Ada", "Bo"]
    assert Match.from_record(match.record()).names == ["Ada", "Bo"]


def test_a_match_from_a_position_keeps_it_in_its_record():
    match = Match.from_position(
        "siegestones",
        {
            "seats": 3,
            "options": {"balanced": True},
            "board": "..../...../....../...bT../....../...../y...",
            "comment": 'a "quoted" # remark',
        },
        seed=9,
    )
    for now in random_play(match, seed=4):
        text = now.record()
        again = Match.from_record(text)
        assert again.record() == text
        assert again.position() == now.position()
    written = json.loads(text.split("\n")[line_of(text, "Position:") - 1].removeprefix("Position: "))
    assert written == {
        "seats": 3,
        "options": {"balanced": True},
        "to_move": 0,
        "gone": [],
        "board": "..../...../....../...bT../....../...../y...",
        "start": 0,
    }


def test_a_record_reads_as_the_contract_shows_it():
    match = Match.new("siegestones", 2, options={"balanced": True}, chance=("start 0",))
    match.names = ["Ada", "level 3"]
    for name in ("stone d4", "tower e5"):
        match.play(name)
    match.resign(0)
    lines = match.record().split("\n")
    check = lines.pop(6)
    assert lines == [
        "Siegeworks: 1",
        "Game: siegestones 1",
        "Seats: 2",
        "Options: balanced",
        'Names: "Ada", "level 3"',
        "Result: 1 wins, 0 to 0 (T-A30)",
        "",
        "chance start 0",
        "0 stone d4",
        "1 tower e5",
        "0 resign",
        "",
    ]
    assert check.startswith("Check: ")


def test_the_seed_is_told_only_once_the_match_is_over():
    match = Match.new("siegestones", 2, seed=7)
    secret = luck.seed_bytes(7).hex()
    for now in random_play(match):
        if now.result is None:
            assert secret not in now.record()
            assert f"Seed: {luck.seed_hash(luck.seed_bytes(7))}\n" in now.record()
            again = Match.from_record(now.record())
            assert (again.seed, again.seed_hash) == (None, match.seed_hash)
    assert f"Seed: {secret}" in match.record()
    assert Match.from_record(match.record()).seed == match.seed
    match.undo()
    assert secret not in match.record()


def test_draws_that_the_seed_does_not_give_are_named():
    match = played(seed=3)
    text = without_check(match.record())
    line = line_of(text, "chance start")
    drawn = int(text.split("\n")[line - 1].split()[-1])
    seeds = [seed for seed in range(20) if Match.new("siegestones", 2, seed=seed).to_move != drawn]
    other = edited(text, line_of(text, "Seed:"), f"Seed: {luck.seed_bytes(seeds[0]).hex()}")
    assert_bad(other, line, "the seed does not give this draw")


def test_draws_that_a_host_chose_are_marked_and_not_compared_with_the_seed():
    for start in (0, 1):
        match = Match.new("siegestones", 2, seed=3, chance=(f"start {start}",))
        match.resign(0)
        assert "Fixed: 1\n" in match.record()
        assert Match.from_record(match.record()).record() == match.record()


def test_an_opened_record_can_be_played_on_and_undone():
    match = played(3, seed=2, lines=10)
    again = Match.from_record(match.record())
    again.play(again.legal()[0])
    again.undo()
    again.undo()
    match.undo()
    assert everything(again) == everything(match)


# Written by hand


def test_a_record_written_by_hand_opens():
    match = Match.from_record(HAND_WRITTEN)
    assert match.actions == ["start 1", "stone d4", "tower e5", "stone e4", "resign"]
    assert match.names == ["Ada # 1", "Bo"]
    assert match.options == {"balanced": True, "no_first_tower": False, "centre_opening": False, "tower_pool": 12}
    assert match.result is not None
    assert match.result["winners"] == [1]


def test_a_record_with_the_line_ends_of_another_system_opens():
    for text in (HAND_WRITTEN, played(seed=3).record()):
        assert everything(Match.from_record(text.replace("\n", "\r\n"))) == everything(Match.from_record(text))


def test_comments_and_spaces_do_not_break_the_check():
    text = played(seed=3).record()
    commented = "".join(f"{line}   # {number}\n" if line else "\n" for number, line in enumerate(text.splitlines()))
    spaced = text.replace(" stone ", "   stone \t ").replace("\n\n", "\n\n# the lines:\n\n")
    assert Match.from_record(commented).record() == text
    assert Match.from_record(spaced).record() == text


def test_headers_may_stand_in_any_order_after_the_first():
    text = played(seed=3).record()
    headers, lines = text.split("\n\n")
    first, *others = headers.split("\n")
    shuffled = "\n".join([first, *reversed(others)]) + "\n\n" + lines
    assert Match.from_record(shuffled).record() == text


@pytest.mark.parametrize(
    ("line", "new", "at", "says"),
    [
        (8, "chance start 2", 8, "cannot be drawn"),
        (8, "chance start 9", 8, "not a draw"),
        (8, "0 start 1", 8, "not Blue's turn"),
        (8, "", 10, "not Yellow's turn"),
        (10, "0 stone d4", 10, "not Blue's turn"),
        (10, "2 stone d4", 10, "no seat 2"),
        (10, "99999999999999999999999 stone d4", 10, "is not a seat"),
        (10, "-1 stone d4", 10, "is not a seat"),
        (10, "01 stone d4", 10, "is not a seat"),
        (10, "١ stone d4", 10, "is not a seat"),
        (10, "² stone d4", 10, "is not a seat"),
        (10, "Ada stone d4", 10, "is not a seat"),
        (10, "stone d4", 10, "is not a seat"),
        (10, "1", 10, "no action"),
        (10, "1 stone d9", 10, 'did you mean "stone d'),
        (10, "1 Stone d4", 10, "no action"),
        (10, "1 draw", 10, "no action"),
        (10, "all resign", 10, "is not a seat"),
        (10, "all", 10, "is not a seat"),
        (10, "chance start 0", 10, "no draw is open"),
        (11, "0 tower d4", 11, "d4 already holds a yellow stone"),
        (12, "0 resign", 13, "over"),
        (13, "all draw", 14, "over"),
    ],
)
def test_a_line_that_cannot_be_played_is_named(line, new, at, says):
    assert_bad(edited(HAND_WRITTEN, line, new), at, says)


# Headers


def test_the_game_and_its_seats_must_be_named():
    for header in ("Game", "Seats"):
        text = without_check(played(lines=4).record())
        assert_bad(edited(text, line_of(text, header), "# gone"), 1, f"{header} is missing")


@pytest.mark.parametrize(
    ("header", "value", "says"),
    [
        ("Siegeworks", str(WITH_VARIATIONS + 1), "reads up to 2"),
        ("Siegeworks", "0", "no format 0"),
        ("Siegeworks", "-1", "not a version"),
        ("Siegeworks", "1.0", "not a version"),
        ("Siegeworks", "", "not a version"),
        ("Siegeworks", "one", "not a version"),
        ("Siegeworks", "9" * 5000, "not a version"),
        ("Siegeworks", "١", "not a version"),
        ("Game", f"siegestones {VERSION + 1}", "newer than this program's"),
        ("Game", f"siegestones {VERSION - 1}", "not those of this program"),
        ("Game", "siegestones", "not those of this program"),
        ("Game", "siegestones one", "not those of this program"),
        ("Game", "siegestones " + "9" * 5000, "not those of this program"),
        ("Game", "chess 1", 'no game is called "chess"'),
        ("Game", "", 'no game is called ""'),
        ("Seats", "5", "for 2 to 4 seats, not 5"),
        ("Seats", "1", "for 2 to 4 seats, not 1"),
        ("Seats", "two", "not a number"),
        ("Seats", "-2", "not a number"),
        ("Seats", "2.0", "not a number"),
        ("Seats", "", "not a number"),
        ("Seats", "٢", "not a number"),
        ("Seats", "9" * 5000, "not a number"),
        ("Options", "nope", "has no option"),
        ("Options", "balanced, balanced", "given twice"),
        ("Options", "balanced=1", "Option balanced is true or false"),
        ("Options", "tower_pool", "Option tower_pool is a whole number"),
        ("Options", "tower_pool=3", "Option tower_pool is a whole number"),
        ("Options", "tower_pool=", "Option tower_pool is a whole number"),
        ("Options", ",", "has no option"),
        ("Names", '"Ada"', "must be 2 names"),
        ("Names", '"Ada", "Bo", "Cy"', "must be 2 names"),
        ("Names", '"Ada", 2', "must be 2 names"),
        ("Names", "", "must be 2 names"),
        ("Names", "Ada, Bo", "JSON strings"),
        ("Names", '"Ada", "Bo', "JSON strings"),
        ("Names", '"Ada"], ["Bo"', "JSON strings"),
        ("Names", "[" * 100_000, "JSON strings"),
        ("Seed", "7", "64 hexadecimal digits"),
        ("Seed", "blake2b 7", "64 hexadecimal digits"),
        ("Seed", "G" * 64, "64 hexadecimal digits"),
        ("Fixed", "1", "goes with a seed"),
        ("Result", "0 wins, 4 to 2 (T-23)", "the match is not over here"),
        ("Position", "", "not JSON"),
        ("Position", "{", "not JSON"),
        ("Position", "[" * 100_000, "not JSON"),
        ("Position", "[]", "JSON object"),
        ("Position", "{}{}", "not JSON"),
        ("Position", '{"seats": 3}', "not those of the headers"),
        ("Position", '{"options": {"balanced": true}}', "not those of the headers"),
        ("Position", '{"board": "T"}', "cannot be read"),
        ("Position", '{"to_move": NaN}', "to_move holds a number that is none"),
        ("Position", '{"seats": ' + "9" * 5000 + "}", "not JSON"),
        ("Check", "", "Check does not fit"),
        ("Check", "0" * 16, "Check does not fit"),
        ("Check", "0" * 100_000, "Check does not fit"),
    ],
    ids=lambda value: value[:30],
)
def test_a_header_that_makes_no_sense_is_named(header, value, says):
    given_headers = {"Siegeworks": "1", "Game": "siegestones 1", "Seats": "2", header: value}
    text = "".join(f"{key}: {given_headers[key]}\n" for key in given_headers) + "\nchance start 0\n"
    problem = assert_bad(text, says=says)
    if problem.line != text.count("\n"):
        assert problem.line == 1 + list(given_headers).index(header)
    assert len(problem.reason) < 250


def test_unknown_and_doubled_headers_are_refused():
    text = played(lines=4).record()
    assert_bad(edited(text, 2, "Gamé: siegestones 1"), 2, "is not a header")
    assert_bad(edited(text, 2, "game: siegestones 1"), 2, "is not a header")
    assert_bad(edited(text, 2, "Game siegestones 1"), 2, "is not a header")
    for header in HEADERS:
        doubled = f"Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n{header}: 1\n{header}: 1\n\n"
        assert_bad(doubled, says=f"{header} is given twice")


def test_the_result_must_be_what_the_lines_lead_to():
    text = without_check(played(seed=3).record())
    line = line_of(text, "Result:")
    truth = text.split("\n")[line - 1].removeprefix("Result: ")
    assert_bad(edited(text, line, "Result: 0 and 1 share, 3 to 3 (T-25)"), line, truth)
    assert_bad(edited(text, line, f"Result: {truth}!"), line, truth)
    assert_bad(edited(text, line, "Result:"), line, truth)
    assert Match.from_record(edited(text, line, "# no result")).result is not None


# Cut, changed, foreign


def ended(seed: int = 3) -> str:
    match = played(seed=seed)
    match.names = ["Ada", "Bo"]
    return match.record()


@pytest.mark.parametrize("text", [ended(), played(3, seed=2, lines=9).record(), played(lines=1).record()])
def test_a_record_cut_after_any_line_is_refused(text):
    lines = text.splitlines(keepends=True)
    for kept in range(len(lines)):
        assert_bad("".join(lines[:kept]))
    assert Match.from_record("".join(lines)).record() == text


@pytest.mark.parametrize("text", [ended(), played(3, seed=2, lines=9).record()])
def test_a_record_cut_at_any_byte_is_refused(text):
    for kept in range(len(text)):
        assert_bad(text[:kept])


def test_a_record_with_a_result_notices_a_cut_even_without_its_check():
    lines = without_check(ended()).splitlines(keepends=True)
    for kept in range(len(lines)):
        problem = assert_bad("".join(lines[:kept]))
        if kept > 10:
            assert "cut off" in problem.reason


@pytest.mark.parametrize("text", [ended(), played(3, seed=2, lines=9).record()])
def test_any_line_taken_out_doubled_or_changed_is_noticed(text):
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        before, after = lines[: number - 1], lines[number:]
        if not line.startswith("Check:"):
            assert_bad("\n".join([*before, *after, ""]))
        assert_bad("\n".join([*before, line, line, *after, ""]))
        for at, letter in enumerate(line):
            other = "1" if letter == "0" else "0"
            changed = line[:at] + other + line[at + 1 :]
            if " ".join(changed.split()) != " ".join(line.split()):
                assert_bad("\n".join([*before, changed, *after, ""]))


def test_two_lines_of_a_seat_that_change_places_are_noticed():
    text = ended()
    first = line_of(text, "chance") + 1
    lines = text.split("\n")
    lines[first - 1], lines[first + 1] = lines[first + 1], lines[first - 1]
    assert_bad("\n".join(lines), line_of(text, "Check:"), "cut or changed")


def test_the_check_is_a_sum_over_headers_and_lines():
    match = Match.from_record(HAND_WRITTEN)
    text = match.record()
    headers = dict(line.split(": ", 1) for line in text.split("\n\n")[0].split("\n"))
    assert check_of(headers, [f"{line.who} {line.name}" for line in match.lines]) == headers["Check"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        " Siegeworks: 1\n",
        "\ufeffSiegeworks: 1\nGame: siegestones 1\nSeats: 2\n\n",
        "siegeworks: 1\n\n",
        "Siegeworks 1\n\n",
        '[Event "F/S Return Match"]\n\n1. e4 e5 2. Nf3\n',
        "(;FF[4]GM[11]SZ[37];B[d4])\n",
        '{"Siegeworks": 1}\n',
        "<html></html>\n",
        b"\x7fELF\x02\x01\x01\x00\xff\xfe".decode("latin-1"),
        "\0" * 1000,
        "\ud800",
        None,
        5,
        b"Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n\n",
        ["Siegeworks: 1"],
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_foreign_text_is_refused_at_its_first_line(text):
    with pytest.raises(BadRecord) as caught:
        Match.from_record(text)
    assert_refusal(caught.value, "bad_record", None)
    assert caught.value.line == 1
    assert "not a Siegeworks record" in caught.value.reason


def test_half_characters_are_refused_because_no_file_can_hold_them():
    text = edited(HAND_WRITTEN, 6, 'Names: "\ud800", "Bo"')
    assert_bad(text, 1, "half characters")


def test_what_is_quoted_from_a_record_cannot_command_a_terminal():
    for line, new in ((3, "\x1b[2J\x07: x"), (10, "1 \x1b]0;title\x07"), (10, "\x1b[31m stone d4")):
        assert "\\x1b" in assert_bad(edited(HAND_WRITTEN, line, new), line).reason


def test_a_monstrous_record_is_refused_at_once():
    text = HAND_WRITTEN + "# " + "x" * MOST_CHARACTERS + "\n"
    assert_bad(text, 1, "longer than")


def test_bad_records_survive_a_pickle():
    problem = assert_bad(edited(HAND_WRITTEN, 11, "0 tower d4"), 11)
    again = pickle.loads(pickle.dumps(problem))
    assert (again.line, again.reason, again.rule) == (11, problem.reason, "T-12")


# Any text at all


def opens_or_is_bad(text: str) -> None:
    """The promise: a match, or a BadRecord, and nothing else."""
    try:
        match = Match.from_record(text)
    except BadRecord as problem:
        assert_refusal(problem, "bad_record", problem.rule)
    else:
        assert Match.from_record(match.record()).record() == match.record()


ANY_TEXT = st.text(st.characters())  # halves of characters too
LINES = st.lists(
    st.one_of(
        ANY_TEXT,
        st.sampled_from(HAND_WRITTEN.split("\n")),
        st.sampled_from(ended().split("\n")),
        st.tuples(st.sampled_from(HEADERS), ANY_TEXT).map(": ".join),
        st.tuples(st.sampled_from(["0", "1", "chance", "all"]), ANY_TEXT).map(" ".join),
        st.builds("{} {} {}".format, st.integers(0, 3), st.sampled_from(["stone", "tower"]), st.just("d4")),
    )
)


@given(ANY_TEXT)
def test_any_text_opens_or_is_a_bad_record(text):
    opens_or_is_bad(text)
    opens_or_is_bad(f"Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n{text}\n")
    opens_or_is_bad(f"Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n\nchance start 0\n0 {text}\n")


@given(LINES)
def test_any_lines_open_or_are_a_bad_record(lines):
    opens_or_is_bad("\n".join(lines))
    opens_or_is_bad("\n".join(["Siegeworks: 1", "Game: siegestones 1", "Seats: 2", *lines, ""]))


@given(st.integers(0, len(HAND_WRITTEN)), st.integers(0, 12), ANY_TEXT)
def test_a_record_with_any_hole_or_patch_opens_or_is_bad(at, width, patch):
    opens_or_is_bad(HAND_WRITTEN[:at] + patch + HAND_WRITTEN[at + width :])


def test_a_position_in_a_record_is_checked_like_any_other():
    text = position("siegestones", "..../...../....../...bT../....../...../y...".replace("/", "\n")).record()
    text = without_check(text)
    line = line_of(text, "Position:")
    problem = assert_bad(text.replace("...bT..", "..bbb.."), line, "Blue has 3 stones")
    assert problem.rule == "T-8"
    assert_bad(text.replace('"start": 0', '"start": 1'), line, "to_move is 1")


# Comments and size


def without_comment(raw: str) -> str:
    """Letter by letter: what stands after " #" is left out, unless that is inside a JSON string."""
    inside = escaped = False
    for at, letter in enumerate(raw):
        if letter == '"' and not escaped:
            inside = not inside
        escaped = letter == "\\" and not escaped
        if letter == "#" and not inside and (at == 0 or raw[at - 1] in " \t"):
            return raw[:at].strip()
    return raw.strip()


@given(st.text(st.sampled_from('ab# \t"\\'), max_size=40))
def test_comments_are_found_as_reading_letter_by_letter_finds_them(raw):
    assert records._split(raw)[0] == without_comment(raw)


def test_a_record_has_so_many_lines_at_most():
    text = "Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n\nchance start 0\n" + "0 stone d4\n" * records.MOST_LINES
    assert_bad(text, line=records.MOST_LINES + 5, says="a match has at most 40,000 lines")
