"""What every game must do, for every seat count and option; compiled, and on a smaller budget as plain Python."""

from __future__ import annotations

import hashlib
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import orjson
import pytest
from rich.console import Console

from siegeworks import Match, SiegeworksError, lines
from siegeworks.choices import option_codes
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice, roll
from siegeworks.core.rules import NOBODY, random_action
from siegeworks.games import GAMES, Game
from siegeworks.sentences import seat_name, word
from tests.tables import (
    TABLES,
    Table,
    budget,
    every_game,
    every_seat_count,
    every_secret_table,
    every_table,
    mixed_options,
    play_out,
)

pytestmark = pytest.mark.plain

FROZEN = Path(__file__).with_name("frozen.json")
RULE = re.compile(r"([A-Z]{1,2}-A?\d+[ab]?|platform|agreement)$")
SOME = budget(6, 1)
DRAWS = budget(5, 2)


def bytes_of(match: Match) -> bytes:
    return match.states.tobytes()


@every_table
def test_same_actions_give_same_bytes(table: Table) -> None:
    first = play_out(table.new(1), random.Random(1))
    again = table.new(None)
    for line in first.lines:
        again.play(line.name)
    assert bytes_of(again) == bytes_of(first)
    assert again.events == first.events


@every_table
def test_play_ends_with_a_result(table: Table) -> None:
    for seed in range(SOME):
        match = play_out(table.new(seed), random.Random(seed))
        result = match.result
        assert result is not None
        assert match.legal() == []
        assert result["winners"] == [seat for seat, place in enumerate(result["places"]) if place == 1] != []
        assert len(result["scores"]) == len(result["places"]) == table.seats
        better = [sum(other < place for other in result["places"]) for place in result["places"]]
        assert result["places"] == [count + 1 for count in better]
        assert match.events[-1]["kind"] == "end"
        assert RULE.match(result["rule"])


@every_table
def test_legal_actions_are_ascending_and_the_default_is_one_of_them(table: Table) -> None:
    def look(match: Match) -> None:
        numbers = match.legal_numbers()
        assert numbers == sorted(set(numbers)) != []
        top = match.game.rules.CHANCES if match.to_move == "chance" else match.game.rules.ACTIONS
        assert 0 <= numbers[0] <= numbers[-1] < top
        if match.to_move != "chance":
            assert match.default() in match.legal()

    play_out(table.new(2), random.Random(2), look)


@every_table
def test_picking_finds_what_listing_lists(table: Table) -> None:
    """Where a game can count and pick without listing; the dice then give the same game either way."""
    rules = table.new().game.rules

    def look(match: Match) -> None:
        if rules.legal_at is not None and rules.legal_count is not None and match.to_move != "chance":
            numbers = match.legal_numbers()
            assert rules.legal_count(match.state) == len(numbers)
            assert [rules.legal_at(match.state, n) for n in range(len(numbers))] == numbers
        one, two, numbers = new_dice(match.ply), new_dice(match.ply), match.legal_numbers()
        out = np.zeros(max(rules.ACTIONS, rules.CHANCES), np.int64)
        for _ in range(DRAWS if match.to_move != "chance" else 0):
            assert random_action(match.state, one, out) == numbers[roll(two, len(numbers))]

    play_out(table.new(15), random.Random(15), look)


@every_table
def test_chance_has_a_positive_whole_weight_for_each_draw(table: Table) -> None:
    match = table.new(None)
    assert match.to_move == "chance" or match.game.rules.CHANCES == 0
    weights = np.zeros_like(match._out)
    while match.to_move == "chance":
        weights[:] = 0
        count = step.weigh(match.states, 0, weights)
        assert count == len(match.legal())
        assert (weights[:count] > 0).all()
        match.play(match.legal()[-1])


@every_table
def test_record_and_position_come_back_the_same_at_every_point(table: Table) -> None:
    rng = random.Random(3)
    share = budget(5, 40)
    looked: list[int] = []

    def look(match: Match) -> None:
        if not looked or rng.randrange(share) == 0:
            text = match.record()
            back = Match.from_record(text)
            assert bytes_of(back) == bytes_of(match)
            assert back.record() == text
        if not looked or rng.randrange(share) == 0:
            position = json.loads(json.dumps(match.position()))
            placed = Match.from_position(table.game, position)
            assert placed.position() == position
            assert placed.legal() == match.legal()
            assert Match.from_record(placed.record()).position() == position
        looked.append(match.ply)

    over = play_out(table.new(3), rng, look, resign=0.01)
    assert Match.from_record(over.record()).record() == over.record()
    assert Match.from_position(table.game, over.position()).position() == over.position()


@every_table
def test_undo_restores_every_byte_and_the_same_luck(table: Table) -> None:
    match = table.new(4)
    rng, undone = random.Random(4), 0
    while match.result is None:
        if undone and rng.randrange(budget(6, 40)):
            match.play(rng.choice(match.legal()))
            continue
        before, name = (match.record(), bytes_of(match)), rng.choice(match.legal())
        match.play(name)
        after = match.record()
        match.undo()
        undone += 1
        assert (match.record(), bytes_of(match)) == before
        match.play(name)
        assert match.record() == after


@every_table
def test_preview_changes_nothing_and_tells_what_play_tells(table: Table) -> None:
    rng = random.Random(5)

    def look(match: Match) -> None:
        before = bytes_of(match)
        name = rng.choice(match.legal())
        shown = match.preview(name)
        assert bytes_of(match) == before
        if not views.has_secrets(match.state.dtype):
            twin = match.copy()
            twin._seed = None
            assert twin.play(name) == shown

    play_out(table.new(5), rng, look)


@every_table
def test_a_preview_is_what_the_seat_then_sees(table: Table) -> None:
    """Events and view of every legal action; where they rest on secrets, the first events and no view."""
    rng = random.Random(18)
    looked: list[int] = []

    def look(match: Match) -> None:
        seat = match.to_move
        if not isinstance(seat, int) or (looked and rng.randrange(budget(4, 40))):
            return
        looked.append(match.ply)
        told = len(match.log_from(seat, 0))
        for name in match.legal():
            shown, seen = match.preview(name), match.view_after(match.game.action_numbers[name], seat)
            then = played_alone(match, name, seat)
            events = then.log_from(seat, told)[0]["events"]
            assert shown
            assert shown == (events[: len(shown)] if seen is None else events)
            assert seen is None or seen == then.view(seat)

    play_out(table.new(18), rng, look)
    assert looked


def played_alone(match: Match, name: str, seat: int) -> Match:
    """The match after an action and before the luck that follows; the log goes on from the seat's."""
    then = match.copy()
    if views.has_secrets(match.state.dtype):
        read = match._logs.readings[seat]
        then._logs.readings[seat] = replace(
            read, states=views.copied(read.states), log=list(read.log), lengths=list(read.lengths), seen=None
        )
    then._seed = None
    then.play(name)
    return then


@every_table
def test_every_refusal_is_a_sentence_with_a_rule(table: Table) -> None:
    rng = random.Random(6)
    tries = budget(12, 2)

    def look(match: Match) -> None:
        legal = set(match.legal())
        words = match.game.words
        names = words.CHANCE_NAMES if match.to_move == "chance" else words.ACTION_NAMES
        for _ in range(tries):
            name = rng.choice(names)
            refusal = match.why_not(name)
            assert (refusal is None) == (name in legal)
            if refusal is not None:
                assert refusal.code == "illegal"
                assert refusal.reason.endswith(".")
                assert refusal.reason[0].isupper() or refusal.reason[0] in "abcdefg\"'" or refusal.reason[0].isdigit()
                assert refusal.rule is not None
                assert RULE.match(refusal.rule)
                with pytest.raises(SiegeworksError):
                    match.play(name)

    play_out(table.new(6), rng, look)


@every_table
def test_every_event_is_data_with_a_rule_and_a_sentence(table: Table) -> None:
    match = play_out(table.new(7), random.Random(7), resign=0.005)
    for event in match.events:
        assert json.loads(json.dumps(event)) == event
        assert RULE.match(event["rule"])
        assert match.say(event).endswith(".")
    assert [event["ply"] for event in match.events] == sorted(event["ply"] for event in match.events)


@every_seat_count
def test_leaving_never_wins_and_the_game_still_ends(table: Table) -> None:
    for seed in range(budget(20, 2)):
        rng = random.Random(seed)
        options = mixed_options(table.game, table.seats, rng)
        match = play_out(Match.new(table.game, table.seats, seed=seed, options=options), rng, resign=0.05)
        result = match.result
        assert result is not None
        assert not set(result["winners"]) & set(match.gone)
        assert Match.from_record(match.record()).result == result


@every_seat_count
def test_the_last_one_left_wins(table: Table) -> None:
    match = table.new(8)
    for seat in range(1, table.seats):
        while match.to_move == "chance":
            match.play(match.legal()[0])
        if match.result is None:
            match.resign(seat)
    while match.result is None:  # where a resignation waits for the end of somebody's turn
        match.play(match.default())
    assert match.result["winners"] == [0]


@every_seat_count
def test_an_agreed_draw_is_shared_by_all_still_in(table: Table) -> None:
    match = table.new(9)
    match.agree_draw()
    assert match.result is not None
    assert match.result["winners"] == list(range(table.seats))
    assert match.legal() == []
    assert Match.from_record(match.record()).record() == match.record()
    again = Match.from_position(table.game, match.position())
    assert again.position() == match.position()
    assert again.result == match.result
    assert Match.from_record(again.record()).result == match.result


@every_seat_count
def test_a_view_hides_what_its_field_names_say(table: Table) -> None:
    rng = random.Random(10)

    def look(match: Match) -> None:
        states = match.states
        for seat in (*range(table.seats), None):
            seen = views.view(states, seat)
            for name in states.dtype.names or ():
                value, shown = states[name][0], seen[name][0]
                if name.startswith("sealed_"):
                    assert (shown == views.UNKNOWN).all()
                elif name.startswith("own_"):
                    for row in range(len(value)):
                        assert (shown[row] == (value[row] if row == seat else views.UNKNOWN)).all()
                else:
                    assert (shown == value).all()

    over = play_out(table.new(10), rng, look)
    assert views.view(over.states, None).tobytes() == over.states.tobytes()


@every_seat_count
def test_a_guess_fits_the_view_it_was_made_from(table: Table) -> None:
    rng, dice = random.Random(11), new_dice(11)
    looked: list[int] = []

    def look(match: Match) -> None:
        if looked and rng.randrange(budget(1, 15)):
            return
        looked.append(match.ply)
        for seat in range(table.seats):
            seen = views.view(match.states, seat)
            guessed = seen.copy()
            step.imagine(guessed, 0, seat, dice)
            assert views.view(guessed, seat).tobytes() == seen.tobytes()
            if views.has_secrets(seen.dtype):
                for name in seen.dtype.names or ():
                    if name.startswith(("own_", "sealed_")):
                        rows = guessed[name][0][: table.seats] if name.startswith("own_") else guessed[name][0]
                        assert (rows != views.UNKNOWN).all()

    play_out(table.new(11), rng, look)
    assert looked


@every_secret_table
def test_nothing_a_seat_is_told_rests_on_what_it_cannot_see(table: Table) -> None:
    """Two states that look the same to a seat give it the same view, actions, refusals and previews."""
    rng, dice, asked = random.Random(16), new_dice(16), []

    def look(match: Match) -> None:
        if rng.randrange(budget(2, 40)):
            return
        for seat in range(table.seats):
            other = match.copy()
            seen = views.view(match.states, seat)
            step.imagine(seen, 0, seat, dice)
            other._states[:] = seen
            other._count = step.list_legal(other._states, 0, other._out)
            assert other.view(seat) == match.view(seat)
            if match.to_move == seat:
                asked.append(match.ply)
                assert other.legal() == match.legal()
                name, wish = rng.choice(match.legal()), rng.choice(match.game.words.ACTION_NAMES)
                assert other.preview(name) == match.preview(name)
                assert str(other.why_not(wish)) == str(match.why_not(wish))

    play_out(table.new(16), rng, look)
    assert asked


@pytest.mark.parametrize("table", [table for table in TABLES if GAMES[table.game].writing is not None], ids=str)
def test_what_a_game_writes_is_json_without_spaces_and_fits(table: Table) -> None:
    """The server sends it as it is: as another writer of JSON would write it, and well within the room there is."""
    rng, match = random.Random(19), table.new(19)
    writing = match.game.writing
    assert writing is not None
    out = np.zeros(writing.MOST_LETTERS, np.uint8)

    def look(match: Match) -> None:
        if match.result is None and rng.randrange(budget(3, 20)):
            return
        for states in (match.states, *(views.view(match.states, seat) for seat in (*range(table.seats), None))):
            size = writing.write(states, 0, out)
            text = b"{%b}" % out[:size].tobytes()
            assert orjson.dumps(orjson.loads(text)) == text
            assert size < writing.MOST_LETTERS // 4

    look(play_out(match, rng, look, resign=0.002))


@every_seat_count
def test_logs_only_ever_grow(table: Table) -> None:
    rng = random.Random(17)
    readers = (0, table.seats - 1, None)
    read: dict[int | None, str] = dict.fromkeys(readers, "")

    def look(match: Match) -> None:
        for seat in readers:
            text = json.dumps(match.log(seat))[:-1]
            assert text.startswith(read[seat])
            read[seat] = text

    look(play_out(table.new(17), rng, lambda match: look(match) if rng.randrange(8) == 0 else None))


@every_seat_count
def test_pictures_are_made_from_views_and_are_well_formed(table: Table) -> None:
    rng = random.Random(12)
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115

    def look(match: Match) -> None:
        for seat in (0, None):
            ElementTree.fromstring(match.game.picture.svg(match.view(seat), match.last_cells()))
            console.print(match.game.picture.terminal_picture(match.view(seat), match.last_cells()))

    over = play_out(table.new(12), rng, lambda match: look(match) if rng.randrange(8) == 0 else None)
    look(over)
    ElementTree.fromstring(over._repr_svg_())
    assert console.export_text().strip()
    console.file.close()


@every_seat_count
def test_step_all_plays_what_step_plays(table: Table) -> None:
    game = table.new().game
    rng = random.Random(13)
    codes = option_codes(game, table.new().options)
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    many, counts = np.zeros(5, game.rules.STATE), np.zeros(5, np.int64)
    out, one = np.zeros((5, width), np.int64), np.zeros(width, np.int64)
    for at in range(5):
        counts[at] = step.begin(many, at, table.seats, codes, out[at])
    single = many.copy()
    for _ in range(budget(400, 30)):
        actions = np.array([rng.choice(out[at][: max(1, counts[at])].tolist()) for at in range(5)])
        for at in range(5):
            if single["to_move"][at] != NOBODY:
                step.step(single, at, actions[at], one)
        step.step_all(many, actions, counts, out)
        assert many.tobytes() == single.tobytes()


@every_seat_count
def test_random_games_follow_their_dice_alone(table: Table) -> None:
    game = table.new().game
    codes = option_codes(game, table.new().options)
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    found = []
    for seed in (1, 1, 2):
        states, dice = np.zeros(1, game.rules.STATE), new_dice(seed)
        decisions = step.random_games(
            states, 0, table.seats, codes, dice, 1, np.zeros(width, np.int64), np.zeros(width, np.int64)
        )
        assert decisions > 0
        found.append(states.tobytes())
    assert found[0] == found[1] != found[2]


@every_game
def test_names_parse_back_and_are_unlike_each_other(game: Game) -> None:
    words, rules = game.words, game.rules
    assert len(words.ACTION_NAMES) == rules.ACTIONS == len(set(words.ACTION_NAMES))
    assert len(words.CHANCE_NAMES) == rules.CHANCES == len(set(words.CHANCE_NAMES))
    assert not set(words.ACTION_NAMES) & set(words.CHANCE_NAMES)
    for number, name in enumerate(words.ACTION_NAMES):
        assert game.action_numbers[name] == number
        assert name == " ".join(name.split())


@every_game
def test_action_tables_are_frozen(game: Game) -> None:
    """A stored record is a list of names; whoever changes a table must raise VERSION and say so here."""
    frozen = json.loads(FROZEN.read_text())
    assert frozen[game.name] == table_of(game)


def table_of(game: Game) -> dict[str, object]:
    """Enough of the tables to see any change: their sizes, and a sum over all names in order."""
    names = "\n".join([*game.words.ACTION_NAMES, "", *game.words.CHANCE_NAMES])
    return {
        "version": game.rules.VERSION,
        "actions": game.rules.ACTIONS,
        "chances": game.rules.CHANCES,
        "names": hashlib.blake2b(names.encode(), digest_size=16).hexdigest(),
    }


@every_game
def test_fields_are_signed_and_have_rows_for_all_seats(game: Game) -> None:
    state = game.rules.STATE
    assert issubclass(state.type, np.record)
    names = state.names or ()
    assert {"to_move", "seats", "gone"} <= set(names)
    for name in names:
        assert state[name].base.kind == "i", f"{name} must be a signed whole number"
        assert not hasattr(np.ndarray, name)
        if name.startswith("own_"):
            assert state[name].shape[0] >= max(game.seats)


@every_game
def test_facts_and_options_are_said(game: Game) -> None:
    for option in game.rules.OPTIONS:
        assert RULE.match(option.rule)
        assert all(option.value(option.code(value)) == value for value in option.values)
    assert word(f"{game.name}.goal").endswith(".")
    assert all(word(f"{game.name}.option-{option.name}") for option in game.rules.OPTIONS)
    assert len({seat_name(game.name, seat) for seat in range(max(game.seats))}) == max(game.seats)


@every_table
def test_every_kind_of_event_is_declared(table: Table) -> None:
    """The page has a scene for each of them."""
    match = play_out(table.new(3), random.Random(3))
    told = {event["kind"] for reader in (None, 0) for line in match.log(reader) for event in line["events"]}
    declared = match.game.words.EVENTS
    assert len(set(declared)) == len(declared)
    assert not declared or told - set(lines.EVENTS) <= set(declared)
