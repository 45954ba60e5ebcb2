"""Levels: opponents with a fixed amount of thought and a stated amount of error."""

from __future__ import annotations

import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import LEVELS, Candidate, bot
from siegeworks.bots.levels import Level, level_of, with_errors
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.sentences import render
from tests.tables import every_game

SEEN = (Candidate(4, 60, 0.6, 1.0), Candidate(7, 30, 0.55, 0.0), Candidate(9, 10, 0.0, 0.0), Candidate(2, 0, 0.0, 0.0))


def test_a_level_errs_with_a_net_as_it_says_and_without_as_before() -> None:
    """The rates of Charge! at level 4 are those of its net; at tables of three it errs by none."""
    game = GAMES["charge"]
    level = level_of(game, 4)
    assert level.net is not None
    assert (level.softmax_rate, level.random_rate) == (0.0, 0.0)
    shares = []
    for seats in (2, 3):
        match = Match.new(game.name, seats, seed=8)
        assert isinstance(match.to_move, int)
        thought = bot(game, "level4").choose(match.seat_view(match.to_move), None, new_dice(1))[1]
        shares.append(sorted((each.share for each in thought.candidates), reverse=True))
    assert 0.0 < shares[0][1] <= shares[0][0] < 1.0
    assert shares[1][:2] == [1.0, 0.0]


def test_softmax_prefers_what_is_nearly_as_good_and_never_takes_what_is_lost() -> None:
    shares = {each.action: each.share for each in with_errors(SEEN, Level(softmax_rate=0.5, temperature=0.1))}
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares[4] > shares[7] > 0.1
    assert shares[9] == shares[2] == 0.0


def test_a_random_action_may_be_anything_but_what_is_lost() -> None:
    shares = {each.action: each.share for each in with_errors(SEEN, Level(softmax_rate=0.0, random_rate=0.3))}
    assert shares == pytest.approx({4: 0.8, 7: 0.1, 9: 0.0, 2: 0.1})
    lost = tuple(Candidate(action, 5, 0.0, float(action == 0)) for action in range(4))
    assert sum(each.share for each in with_errors(lost, Level(random_rate=0.3))) == pytest.approx(1.0)


def test_without_errors_the_best_is_taken() -> None:
    assert with_errors(SEEN, Level(softmax_rate=0.0)) == SEEN


def test_a_level_with_contempt_plays_where_the_search_would_share_at_once() -> None:
    """In BluffStones two seats that bid nothing at the start share the win; a person came to play (B-9)."""
    match = Match.new("bluffstones", 2, seed=1)
    assert isinstance(match.to_move, int)
    shares = {}
    for name in ("search:500", "level4"):
        _, thought = bot(match.game, name).choose(match.seat_view(match.to_move), None, new_dice(1))
        shares[name] = {match.game.words.ACTION_NAMES[each.action]: each.share for each in thought.candidates}
    assert shares["search:500"]["bid -"] > 0.9
    assert shares["level4"]["bid -"] < 0.2


@every_game
def test_each_level_searches_at_least_as_much_as_the_one_below_and_errs_no_more(game: Game) -> None:
    levels = [level_of(game, number) for number in LEVELS]
    searching = [level for level in levels if level.thinks == "search"]
    assert [level.simulations for level in searching] == sorted(level.simulations for level in searching)
    for rates in ([level.softmax_rate for level in searching], [level.random_rate for level in searching]):
        assert rates == sorted(rates, reverse=True)
    assert levels[-1].thinks == "search"
    assert levels[-1].softmax_rate == levels[-1].random_rate == 0.0
    with_net = [level.net for level in levels if level.net is not None]
    assert [net.simulations for net in with_net] == sorted(net.simulations for net in with_net)
    assert all(net.softmax_rate == net.random_rate == 0.0 for net in with_net[-1:])
    assert all(level.net is None or level.thinks == "search" for level in levels)


@every_game
def test_every_level_plays(game: Game) -> None:
    match, dice = Match.new(game.name, game.seats[0], seed=8), new_dice(8)
    for number in LEVELS[:4]:
        if not isinstance(match.to_move, int):
            break
        action, thought = bot(game, f"level{number}").choose(match.seat_view(match.to_move), None, dice)
        assert sum(each.share for each in thought.candidates) == pytest.approx(1.0)
        assert render(thought.says).endswith(".")
        match.play(game.words.ACTION_NAMES[action])


def test_the_top_level_knows_when_it_has_won() -> None:
    board = "Tb../...../....../...y.bT/..y.../....T/Tb.."
    match = Match.from_position("siegestones", {"seats": 2, "to_move": 0, "board": board})
    assert isinstance(match.to_move, int)
    action, thought = bot(match.game, "level5").choose(match.seat_view(match.to_move), None, new_dice(1))
    assert thought.proven == "win in 1"
    assert thought.value == 1.0
    assert match.play(match.game.words.ACTION_NAMES[action])[-1]["kind"] == "end"
