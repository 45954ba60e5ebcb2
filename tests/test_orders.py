"""What games say can be ordered beforehand: names, words, sentences and answers fit together, whatever the position."""

from __future__ import annotations

import random
from itertools import product

import pytest

from siegeworks import GAMES, Match
from siegeworks.core.game import Game
from siegeworks.core.orders import read, spelled
from siegeworks.lines import EVENTS
from siegeworks.sentences import render
from siegeworks.server.ordering import is_offered
from tests.games.charge.laid import laid

WITH_ORDERS = [game for game in GAMES.values() if game.orders.REACTIONS]
MOST_STEPS = 60
every_such_game = pytest.mark.parametrize("game", WITH_ORDERS, ids=lambda game: game.name)


def test_games_offer_answers_or_lines_of_moves() -> None:
    assert {game.name for game in WITH_ORDERS} >= {"charge", "bluffstones"}
    assert [name for name in GAMES if not is_offered(GAMES[name])] == ["siege"]


@every_such_game
def test_names_and_events_of_orders_are_those_of_the_game(game: Game) -> None:
    names = [each.name for each in game.orders.REACTIONS]
    assert len(set(names)) == len(names)
    for each in game.orders.REACTIONS:
        assert each.expects <= {*game.words.EVENTS, *EVENTS}
        assert " " not in each.name
        assert render(each.label)
        assert render(each.stands).endswith(".")


@every_such_game
def test_every_order_that_can_be_chosen_reads_back_and_answers_only_what_its_seat_is_asked(game: Game) -> None:
    dice = random.Random(7)
    match = Match.new(game.name, min(game.seats), seed=3)
    answered = 0
    for _ in range(MOST_STEPS):
        if match.to_move is None:
            break
        for seat in range(match.seats):
            seen = match.seat_view(seat)[0]
            for each in game.orders.REACTIONS:
                choices = [field.choices(seen, seat) for field in each.fields]
                for chosen in product(*choices):
                    words = tuple(choice.word for choice in chosen)
                    assert read(game.orders.REACTIONS, spelled(each, words)) == (each, words)
                    assert render(each.says(words)).endswith(".")
                    if seat == match.to_move:
                        number = each.answer(seen, seat, words)
                        assert number is None or 0 <= number < game.rules.ACTIONS
                        answered += number in match.legal_numbers()
        match.play(dice.choice(match.legal()))
    assert answered > 0


def answer(match: Match, order: str, seat: int) -> str | None:
    """What an order says to what its seat is asked."""
    found = read(match.game.orders.REACTIONS, order)
    assert found is not None
    number = found[0].answer(match.seat_view(seat)[0], seat, found[1])
    return None if number is None else match.game.words.ACTION_NAMES[number]


def test_charge_a_hold_costs_no_more_than_was_said_and_is_paid_as_was_said() -> None:
    match = laid("b c4; y b4 b5; B g4; Y a4")
    match.play("move c4 b4")
    assert answer(match, "yield any", 1) == answer(match, "yield b4", 1) == "yield"
    assert answer(match, "yield b5", 1) is None
    assert answer(match, "hold b4 1 supply", 1) == "hold"
    match.play("hold")
    assert answer(match, "hold b4 1 supply", 1) == answer(match, "hold any 3 support", 1) == "drop supply"
    match = laid("b d2; y d4 e4; B g4; Y a4")
    match.play("move d2 d4")
    assert answer(match, "hold any 1 support", 1) is None  # it costs two
    assert answer(match, "hold any 2 supply", 1) is None  # the supply does not stand behind it


def test_bluffstones_a_stone_is_placed_only_where_it_scores_if_that_was_said() -> None:
    match = Match.new("bluffstones", 2, seed=1)
    first = match.to_move
    assert isinstance(first, int)
    assert answer(match, "bid bb", first) == "bid bb"
    assert answer(match, "place e4 always", first) is None
    match.play("bid b")
    match.play("bid -")
    assert answer(match, "place e4 always", first) == "place e4"
    assert answer(match, "place e4 scores", first) is None
    assert answer(match, "remove e4", first) is None
