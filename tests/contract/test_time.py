"""What a clock does to a match of any game, and how its record, its logs and its result tell it."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.lines import CLOCK, RESIGN
from tests.tables import Table, every_seat_count

pytestmark = pytest.mark.plain

ACTIONS = 4


def some_way_in(table: Table) -> Match:
    """A match after a few actions, some of them played by the clock."""
    match, dice = table.new(3), random.Random(3)
    acted = 0
    while acted < ACTIONS or match.to_move == "chance":
        is_seat = match.to_move != "chance"
        match.play(dice.choice(match.legal()), None, "time" if is_seat and dice.random() < 0.5 else None)
        acted += is_seat
    return match


def lose_on_time(match: Match, seat: int) -> None:
    """The seat's time runs out; where leaving waits for the end of a turn, that turn is played."""
    if match.result is None:
        match.resign(seat, "time")
    while match.result is None and (match.to_move == "chance" or len(match.staying) == 1):
        match.play(match.legal()[0] if match.to_move == "chance" else match.default())


@every_seat_count
def test_a_loss_on_time_replays_and_older_readers_read_a_resignation(table: Table) -> None:
    match = some_way_in(table)
    for seat in range(1, table.seats):
        lose_on_time(match, seat)
    text = match.record()
    assert f"\n{table.seats - 1} resign # time\n" in text
    again = Match.from_record(text)
    assert again.record() == text
    assert again.lines == match.lines
    assert again.log(0) == match.log(0)
    older = "\n".join(line.partition(" #")[0] for line in text.split("\n"))  # what a reader without reasons sees
    assert Match.from_record(older).result == match.result
    assert Match.from_record(older).ending == "resigned"


@every_seat_count
def test_a_loss_on_time_is_told_in_the_log_and_the_result(table: Table) -> None:
    match = some_way_in(table)
    for seat in range(1, table.seats):
        lose_on_time(match, seat)
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert (match.ending, match.last_leaver) == ("time", table.seats - 1)
    assert "lost on time" in (match.say_result() or "")
    for reader in (None, *range(table.seats)):
        told = [event for line in match.log(reader) for event in line["events"] if event["kind"] == RESIGN]
        assert [event["seat"] for event in told] == list(range(1, table.seats))
        assert all("lost on time" in match.say(event) for event in told)


@every_seat_count
def test_what_a_clock_played_says_so_to_everybody_who_may_know_of_it(table: Table) -> None:
    match = some_way_in(table)
    late = [line for line in match.lines if line.reason]
    assert late
    assert sum(event["kind"] == CLOCK for event in match.events) == len(late)
    for reader in (None, *range(table.seats)):
        for line in match.log(reader):
            clocked = [event for event in line["events"] if event["kind"] == CLOCK]
            assert len(clocked) <= 1
            assert clocked == line["events"][: len(clocked)]  # told before what it did
    own = late[0].who
    assert isinstance(own, int)
    assert any(event["kind"] == CLOCK for line in match.log(own) for event in line["events"])


@every_seat_count
def test_when_the_time_of_all_runs_out_at_once_they_share_the_result(table: Table) -> None:
    match = some_way_in(table)
    match.agree_draw("time")
    assert match.ending == "time"
    assert "at the same moment" in (match.say_result() or "")
    assert Match.from_record(match.record()).ending == "time"


@every_seat_count
def test_an_end_by_the_rules_alone_has_no_other_reason(table: Table) -> None:
    match = table.new(5)
    assert match.ending is None
    match.agree_draw()
    assert match.ending == "agreed"
    match.undo()
    assert match.ending is None
    left = table.new(5)
    if table.seats > 2:
        left.resign(2)
        assert (left.ending, left.last_leaver) == (None, None)
