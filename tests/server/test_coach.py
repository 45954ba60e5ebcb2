"""The coach: against bots a move is weighed before it is played; with other people at the table never."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.analysis import analyse
from siegeworks.core.phrases import Sentence
from siegeworks.sentences import render
from siegeworks.server.studies import BUDGET
from tests.compiled import compile_game
from tests.server.house import House, Person, pair

# Blue can take a fourth tower at once; if it does not, Yellow can.
WIN_IN_ONE = {"seats": 2, "to_move": 0, "start": 0, "board": "T.Ty/b.T.T/byTy../y..T.../...T.b/Tbb.b/...."}
BLUNDER = "stone a1"


def winning(house: House, **wish: Any) -> tuple[Person, str]:
    """Somebody who can win at once against a bot."""
    compile_game("siegestones")
    ada = house.person()
    return ada, str(ada.make("siegestones", "me", "1", position=WIN_IN_ONE, **wish)["table"]["id"])


def weighed(person: Person, table: str, action: str = BLUNDER, share: int = 10, **more: Any) -> dict[str, Any]:
    return dict(person.act(table, "weigh", 0, action=action, share=share, **more))


def refusal(person: Person, table: str) -> str:
    return str(weighed(person, table)["says"]["code"])


def test_what_gives_much_away_is_told_before_it_is_played(house: House) -> None:
    ada, table = winning(house)
    before = ada.sync(table)
    told = weighed(ada, table, action_id="one")
    assert (told["type"], told["action_id"], told["holds"]) == ("weigh", "one", True)
    says = told["says"]
    assert render(Sentence(says["code"], says["args"])).startswith("It lets Yellow win the game")
    assert ada.sync(table) == before  # nothing has happened
    assert weighed(ada, table, share=100)["holds"] is False  # not more than all of it
    best = ada.act(table, "hint", 0)["action"]
    found = weighed(ada, table, best)
    assert (found["holds"], found["says"]) == (False, None)
    assert ada.play(table, 0, BLUNDER)["type"] == "answer"  # all the same


def test_over_the_socket_too(house: House) -> None:
    ada, table = winning(house)
    with ada.sit_down(table) as here:
        here.hear("sync")
        assert here.ask(type="weigh", seat=0, action=BLUNDER, share=5)["holds"] is True


def test_never_with_other_people(house: House) -> None:
    ada, ben, table = pair(house)
    assert refusal(ada, table) == "coach-off"
    ada, ben, table = pair(house, hints=True)
    assert refusal(ada, table) == "coach-off"
    ada.act(table, "leave", 0)
    ben.act(table, "sit_in", 0, level=1)
    assert ben.act(table, "weigh", 1, action=BLUNDER, share=5)["says"]["code"] == "coach-off"


def test_nor_for_people_at_one_screen_open_seats_and_tables_without_hints(house: House) -> None:
    ada = house.person()
    for others, wish in (("me", {}), ("open", {}), ("1", {"hints": False})):
        table = ada.make("siegestones", "me", others, start=0, **wish)["table"]["id"]
        assert refusal(ada, table) == "coach-off"


def test_what_cannot_be_played_is_refused_as_if_it_were_played(house: House) -> None:
    ada, table = winning(house)
    assert weighed(ada, table, "stone g4")["code"] == "illegal"
    assert weighed(ada, table, "nonsense")["code"] == "unknown"
    assert house.person().act(table, "weigh", 0, action=BLUNDER, share=5)["code"] == "not_your_seat"


@pytest.mark.parametrize(("game", "plies"), [("charge", 6), ("nobles", 20)])
def test_it_warns_of_what_the_analysis_will_say_that_an_action_gave_away(house: House, game: str, plies: int) -> None:
    """To the percent, in games with a net: by the same search, and with no limit of time."""
    compile_game(game)
    ada, match, dice = house.person(), Match.new(game, 2, seed=3), random.Random(3)
    for _ in range(plies):
        match.play(dice.choice(match.legal()))
    seat, position, losses = match.to_move, match.position(), {}
    assert isinstance(seat, int)
    for action in dice.sample(match.legal(), 6):
        played = Match.from_position(game, position)
        played.play(action)
        losses[action] = 100 * analyse(played, BUDGET).decisions[0].loss
    action = max(losses, key=lambda each: losses[each])
    assert losses[action] > 6  # or nothing of it could be warned of
    others = ["1", "1"]
    others[seat] = "me"
    table = str(ada.make(game, *others, position=position)["table"]["id"])
    share = math.floor(losses[action])
    told = [ada.act(table, "weigh", seat, action=action, share=each)["holds"] for each in (share, share + 1)]
    assert told == [True, False]
