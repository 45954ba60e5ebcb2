"""What people do at a table: sit, play, take back, agree, leave, come back, play again."""

from __future__ import annotations

import asyncio
import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import Bot
from siegeworks.bots.simple import RandomBot
from siegeworks.games import Game
from siegeworks.server.store import Entry, Event, Shelf, Sitting
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.wire import outcome
from siegeworks.targets import picks
from tests.server.house import PATIENCE_S, House, Person, ask_store, pair, play_out, store_of, wait_for


def as_people(house: House, game: str, seats: int, **wish: Any) -> tuple[dict[int, Person], str]:
    """One person a seat."""
    host = house.person()
    made = host.make(game, "me", *["open"] * (seats - 1), **wish)
    people = {0: host}
    for seat in range(1, seats):
        people[seat] = house.person()
        people[seat].join(made, seat)
    return people, made["table"]["id"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_and_its_record_verifies(house: House, game: str) -> None:
    options = {"max_years": 1} if game == "siege" else {}
    people, table = as_people(house, game, GAMES[game].seats[0], options=options)
    told = play_out(people, table, 3)
    if not told["table"]["over"]:
        assert people[0].act(table, "resign", 0)["type"] == "answer"
        told = people[0].sync(table)
    assert told["table"]["over"]
    assert told["table"]["result"]["says"]["code"] in ("end-won", "end-shared", "end-resigned")
    match = Match.from_record(people[1].call("GET", f"/tables/{table}/record").text)
    assert match.seed is not None
    assert match.seed.hex() == told["table"]["seed"]
    assert match.seed_hash == told["table"]["seed_hash"]
    assert match.result is not None
    assert match.result.items() <= told["table"]["result"].items()
    assert outcome(match) == told["table"]["result"]
    replay = people[0].get(f"/tables/{table}/replay")
    assert (len(replay["plies"]), replay["decisions"], replay["yours"]) == (match.ply, match.decisions(), [0])
    assert people[0].get(f"/tables/{table}/replay/{match.ply}")["view"] == match.position()


def test_both_hear_a_move_at_once_with_their_own_view(house: House) -> None:
    ada, ben, table = pair(house)
    with ada.sit_down(table) as here, ben.sit_down(table) as there:
        assert here.hear("sync")["seats"].keys() == {"0"}
        assert there.hear("sync")["seats"].keys() == {"1"}
        answer = here.ask(type="play", seat=0, action="stone d4", seq=here.last["seq"])
        assert answer["type"] == "answer"
        while there.last["seq"] < answer["seq"]:
            there.hear("update")
        assert there.last["table"]["waiting"] == [1]
        assert there.last["seats"]["1"]["log"][-1]["says"][0]["says"] == {
            "code": "siegestones.stone",
            "args": {"seat": {"seat": 0}, "cell": "d4"},
        }
        assert {each["action"] for each in there.last["seats"]["1"]["legal"]} >= {"stone e4", "tower a1"}
        assert there.last["seats"]["1"]["since_last_turn"] == 0
    told = ada.sync(table, since=answer["seq"])
    assert told["seats"]["0"]["log"] == []
    assert told["seats"]["0"]["log_from"] == 2


def test_refusals_are_coded_and_name_the_rule(house: House) -> None:
    ada, ben, table = pair(house)
    assert ben.play(table, 1, "stone d4")["code"] == "not_your_turn"
    assert ada.play(table, 1, "stone d4")["code"] == "not_your_seat"
    assert ada.play(table, 0, "stone d9")["code"] == "unknown"
    assert ada.play(table, 0, "stone d4", action_id="a")["type"] == "answer"
    assert ben.play(table, 1, "stone e4", seq=1)["code"] == "stale"
    refused = ben.play(table, 1, "tower d4", action_id="b")
    assert (refused["code"], refused["rule"], refused["action_id"]) == ("illegal", "T-12", "b")
    assert ada.play("nowhere", 0, "stone d4")["code"] == "no_table"
    assert ada.act(table, "resign")["type"] == "answer"
    assert ben.play(table, 1, "stone e4")["code"] == "over"


def test_why_and_preview_answer_before_anything_is_played(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    why = ben.act(table, "why", 1, targets=["cell:d4"])
    assert (why["ok"], why["rule"]) == (False, "T-12")
    assert ben.act(table, "why", 1, targets=["cell:e4"])["ok"]
    assert ben.act(table, "why", 1, action="tower d4")["rule"] == "T-12"
    assert ada.act(table, "why", 0, targets=["cell:e4"])["rule"] == "T-7"
    assert ben.act(table, "why", 1, targets=["card:QH"])["code"] == "bad_setup"
    preview = ben.act(table, "preview", 1, action="tower d5")
    assert preview["view"]["board"] != ben.sync(table)["seats"]["1"]["view"]["board"]
    assert preview["says"][0]["kind"] == "tower"
    assert ben.act(table, "preview", 1, action="tower d4")["code"] == "illegal"


def test_the_same_act_sent_again_gets_the_same_answer_and_happens_once(house: House) -> None:
    ada, _, table = pair(house)
    first = ada.play(table, 0, "stone d4", action_id="once")
    again = ada.play(table, 0, "stone d4", action_id="once")
    assert first == again
    assert ada.sync(table)["seq"] == first["seq"]


@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_a_game_has_a_verb_and_targets(game: str) -> None:
    for pick in picks(GAMES[game]):
        words = [target.split(":", 1)[1] for target in pick.targets]
        assert " ".join([pick.verb, *words]) == pick.action
    kinds = {target.split(":")[0] for pick in picks(GAMES[game]) for target in pick.targets}
    assert kinds <= {"cell", "card", "place", "seat", "suit", "end", "row", "bid"}


# Taking back


def test_undo_is_free_until_another_acts_and_then_takes_agreement(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    assert ada.sync(table)["table"]["undo"] == {"0": "free"}
    with ben.sit_down(table) as there:
        there.hear("sync")
        assert ada.act(table, "offer", 0, what="undo")["type"] == "answer"
        while there.last["seq"] < ada.sync(table)["seq"]:
            there.hear("update")
        assert there.last["seats"]["1"]["log_from"] == 1
        assert there.last["seats"]["1"]["log"] == []
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    assert ada.sync(table)["table"]["undo"] == {"0": "ask"}
    ada.act(table, "offer", 0, what="undo")
    assert ben.sync(table)["table"]["offers"] == [{"seat": 0, "what": "undo", "agreed": [0]}]
    ben.act(table, "accept", 1, what="undo")
    told = ada.sync(table)
    assert told["table"]["waiting"] == [0]
    assert len(told["seats"]["0"]["log"]) == 1
    assert told["table"]["offers"] == []


def test_undo_against_bots_alone_is_always_free(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    ada.play(table, 0, "stone d4")
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
    assert ada.sync(table)["table"]["undo"] == {"0": "free"}
    ada.act(table, "offer", 0, what="undo")
    assert len(ada.sync(table)["seats"]["0"]["log"]) == 1


def test_an_offer_can_be_declined_and_a_draw_agreed(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    assert ada.act(table, "offer", 0, what="undo")["type"] == "answer"
    ada.play(table, 0, "stone d4")
    ada.act(table, "offer", 0, what="draw")
    ben.act(table, "decline", 1, what="draw")
    assert ben.act(table, "accept", 1, what="draw")["code"] == "illegal"
    ben.act(table, "offer", 1, what="draw")
    ada.act(table, "offer", 0, what="draw")  # offering what is offered is agreeing
    told = ada.sync(table)["table"]
    assert told["result"]["winners"] == [0, 1]
    assert told["result"]["rule"] == "agreement"


# Coming and going


def test_a_rematch_rotates_who_begins_and_keeps_the_seats(house: House) -> None:
    ada, ben, table = pair(house)
    assert ada.act(table, "offer", 0, what="rematch")["code"] == "illegal"
    ada.act(table, "resign", 0)
    ada.act(table, "offer", 0, what="rematch")
    ben.act(table, "accept", 1, what="rematch")
    following = ada.sync(table)["table"]["next"]
    told = ben.sync(following)
    assert told["seats"].keys() == {"1"}
    assert told["table"]["waiting"] == [1]
    assert told["table"]["seats"][1]["name"] == "Ben"
    assert told["table"]["seed_hash"] != ada.sync(table)["table"]["seed_hash"]


def test_a_series_goes_on_by_itself_until_somebody_has_won_it(house: House) -> None:
    ada = house.person()
    made = ada.make("siegestones", "me", "me", series="village", start=0)
    table, dice = made["table"]["id"], random.Random(1)
    for number in range(1, 30):
        told = play_out({0: ada, 1: ada}, table, dice.randrange(1000))["table"]
        assert told["series"]["match"] == number
        if told["series"]["over"]:
            break
        table = wait_for(lambda table=table: ada.sync(table)["table"]["next"])
        assert ada.sync(table)["table"]["waiting"] == [number % 2]
    assert max(told["series"]["totals"]) >= told["series"]["target"]
    assert told["next"] is None


def test_a_seat_is_opened_by_its_key_once_and_then_on_its_holder_s_other_device(house: House) -> None:
    ada, ben, eve = house.person(), house.person(), house.person()
    made = ada.make("siege", "me", "open")
    table = made["table"]["id"]
    ben.join(made, 1)
    key = made["links"]["seats"]["1"].split("key=")[1]
    for person, given in ((ada, key), (eve, key), (eve, "0" * 32), (eve, None)):
        answer = person.call("POST", f"/tables/{table}/join", json={"key": given, "seat": 1})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
    phone = house.person()
    answer = phone.call("POST", f"/tables/{table}/join", json={"key": ben.sync(table)["seats"]["1"]["key"]})
    assert answer.json()["seats"].keys() == {"1"}
    assert eve.sync(table)["seats"].keys() == {"watch"}


def test_a_public_table_is_listed_and_anybody_may_sit_down(house: House) -> None:
    ada, ben = house.person(), house.person()
    table = ada.make("charge", "me", "open", public=True)["table"]["id"]
    assert table in [line["id"] for line in ben.get("/tables")["tables"]]
    assert ben.call("POST", f"/tables/{table}/join", json={"name": "Ben"}).status_code == 200
    late = house.person().call("POST", f"/tables/{table}/join", json={})
    assert late.json()["code"] == "illegal"
    assert [line["id"] for line in ben.get("/me/tables")["tables"]] == [table]


def test_a_bot_sits_in_for_somebody_who_left_and_gives_the_seat_back(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    with ben.sit_down(table):
        wait_for(lambda: ada.sync(table)["table"]["seats"][1]["here"])
        assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"
    ben.act(table, "leave", 1)
    wait_for(lambda: not ada.sync(table)["table"]["seats"][1]["here"])
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
    assert ada.sync(table)["table"]["seats"][1]["kind"] == "bot"
    ben.act(table, "take_back", 1)
    ada.play(table, 0, ada.legal(table)[0])
    assert ben.sync(table)["table"]["waiting"] == [1]
    assert ben.play(table, 1, ben.legal(table, 1)[0])["type"] == "answer"


def test_the_host_gives_an_open_seat_to_a_bot_which_plays_on(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("siegestones", "me", "open", "open", start=0)
    table, key = made["table"]["id"], made["links"]["seats"]["2"].split("key=")[1]
    ada.play(table, 0, "stone d4")
    ben.join(made, 1)
    for person, seat, code in ((ben, 2, "not_your_seat"), (house.person(), 2, "not_your_seat"), (ada, 1, "illegal")):
        assert person.act(table, "seat_bot", seat, level=1)["code"] == code
    assert ada.act(table, "seat_bot", 5)["code"] == "illegal"
    assert ada.act(table, "seat_bot", 2, level=1)["type"] == "answer"
    told = ada.sync(table)["table"]["seats"][2]
    assert (told["kind"], told["level"]) == ("bot", 1)
    assert house.person().call("POST", f"/tables/{table}/join", json={"key": key}).json()["code"] == "no_table"
    ben.play(table, 1, ben.legal(table, 1)[0])
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])


def test_a_host_without_a_seat_gives_open_seats_to_bots_until_the_match_is_over(house: House) -> None:
    ada, ben = house.person(), house.person()
    first, second = (ada.make("siegestones", "open", "open", start=0) for _ in range(2))
    assert ada.act(first["table"]["id"], "seat_bot", 1, level=1)["type"] == "answer"
    ben.join(second, 0)
    assert ben.act(second["table"]["id"], "resign", 0)["type"] == "answer"
    assert ada.act(second["table"]["id"], "seat_bot", 1)["code"] == "over"


def test_forget_me_deletes_my_name_and_the_tables_that_are_nobody_else_s(house: House) -> None:
    ada, ben = house.person(), house.person()
    ada.call("PUT", "/me", json={"name": "Ada"})
    alone = ada.make("nobles", "me", "2")["table"]["id"]
    made = ada.make("nobles", "me", "open")
    ben.join(made, 1, "Ben")
    shared = made["table"]["id"]
    assert ben.sync(shared)["table"]["seats"][0]["name"] == "Ada"
    assert ada.call("DELETE", "/me").status_code == 200
    assert ben.call("GET", f"/tables/{alone}").status_code == 404
    assert [seat["name"] for seat in ben.sync(shared)["table"]["seats"]] == [None, "Ben"]
    assert "Ada" not in ben.call("GET", f"/tables/{shared}/record").text


def hosts(folder: Path) -> dict[str, str | None]:
    """Whose tables they are, as it is stored."""
    return dict(ask_store(folder, "SELECT table_id, host FROM shelves"))


@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "after a restart"])
def test_whose_table_it_was_stays_forgotten_when_play_goes_on(tmp_path: Path, restarted: bool) -> None:
    with House(tmp_path) as house:
        ada, ben = house.person(), house.person()
        made = ada.make("siegestones", "open", "open", start=0, clock={"kind": "move", "seconds": 60})
        shared = made["table"]["id"]
        ben.join(made, 0)
        ben.join(made, 1)
        ada.call("DELETE", "/me")
        assert hosts(tmp_path) == {shared: None}
        if not restarted:
            go_on_without_the_host(ben, shared, tmp_path)
    if restarted:
        with House(tmp_path) as house:
            go_on_without_the_host(Person(house.port, ben.cookie), shared, tmp_path)


def go_on_without_the_host(ben: Person, table: str, folder: Path) -> None:
    """A clock that runs, the end, and the next match: each of them writes where a table is found."""
    assert ben.play(table, 0, "stone d4")["type"] == "answer"
    assert ben.act(table, "resign", 1)["type"] == "answer"
    assert ben.act(table, "offer", 0, what="rematch")["type"] == "answer"
    wait_for(lambda: is_over(folder, table))
    assert list(hosts(folder).values()) == [None, None]


def is_over(folder: Path, table: str) -> bool:
    return ask_store(folder, f"SELECT over FROM shelves WHERE table_id = '{table}'") == [(1,)]


def test_a_shelf_that_is_written_late_brings_no_forgotten_table_back(tmp_path: Path) -> None:
    async def write_late() -> list[str]:
        store = store_of(tmp_path)
        await store.open()
        shelf = Shelf("t", "siegestones", "ada", False, 1, False, None)
        await store.append(Entry([Event("t", 0, 0, 0, "made", {})], [Sitting("t", 0, "ada")], [shelf]))
        await store.forget("ada")
        await store.append(Entry(shelves=[replace(shelf, open_seats=0)]))
        await store.close()
        return list(hosts(tmp_path))

    assert asyncio.run(write_late()) == []


def waiting_for(
    event: threading.Event, chosen: threading.Event | None = None, asked_for: threading.Event | None = None
) -> Thinkers:
    """Bots that play at random, once something has happened; `asked_for` is set when one is asked, `chosen` after."""

    class Waiting(RandomBot):
        def choose(self, *asked: Any) -> Any:
            if asked_for:
                asked_for.set()
            event.wait()
            found = super().choose(*asked)
            if chosen:
                chosen.set()
            return found

    def make(game: Game, name: str) -> Bot:
        return Waiting(game)

    return Thinkers(make)


def test_what_a_bot_chose_is_not_stored_behind_a_table_that_was_forgotten(tmp_path: Path) -> None:
    may_go, chosen, asked_for = threading.Event(), threading.Event(), threading.Event()
    with House(tmp_path, thinkers=waiting_for(may_go, chosen, asked_for)) as house:
        ada, store = house.person(), house.inside.store
        table = ada.make("siegestones", "me", "1", start=1)["table"]["id"]
        assert asked_for.wait(PATIENCE_S)  # a bot that is asked later would find no table, and never choose
        forget = store.forget

        async def slowly(person: str) -> Any:
            found = await forget(person)
            may_go.set()
            await asyncio.to_thread(chosen.wait, PATIENCE_S)
            return found

        store.forget = slowly  # type: ignore[method-assign]
        room = house.room(table)
        assert ada.call("DELETE", "/me").status_code == 200
        wait_for(lambda: not room.thinking)  # the bot has tried to play
        assert ada.call("GET", f"/tables/{table}").status_code == 404


@pytest.mark.parametrize("is_known", [True, False], ids=["a name everywhere", "a name at this table"])
def test_at_a_table_shared_with_somebody_who_is_forgotten_the_others_are_told_and_play_goes_on(
    tmp_path: Path, is_known: bool
) -> None:
    may_go = threading.Event()
    with House(tmp_path, thinkers=waiting_for(may_go)) as house:
        ada, ben = house.person(), house.person()
        if is_known:
            ada.call("PUT", "/me", json={"name": "Ada"})
        seats = [
            {"kind": "me", "name": None if is_known else "Ada"},
            {"kind": "bot"},
            {"kind": "open"},
            {"kind": "bot"},
        ]
        made = ada.call("POST", "/tables", json={"game": "siegestones", "seats": seats, "start": 1}).json()
        table = made["table"]["id"]
        ben.join(made, 2, "Ben")
        with ben.sit_down(table) as there:
            told = there.hear("sync")["table"]
            assert (told["seats"][0]["name"], told["waiting"]) == ("Ada", [1])
            ada.call("DELETE", "/me")
            while there.last["table"]["seats"][0]["name"]:
                there.hear("update")
            may_go.set()
            while there.last["table"]["waiting"] == [1]:
                there.hear("update")
            assert ben.play(table, 2, ben.legal(table, 2)[0])["type"] == "answer"
            while there.last["table"]["waiting"] != [0]:
                there.hear("update")
            assert [line["seat"] for line in ben.sync(table)["seats"]["2"]["log"]][-3:] == [1, 2, 3]


# Records


def test_a_record_can_be_brought_looked_at_and_played_on_from(house: House) -> None:
    ada = house.person()
    match = Match.new("nobles", 2, seed=4)
    dice = random.Random(4)
    for _ in range(20):
        match.play(dice.choice(match.legal()))
    answer = ada.call("POST", "/records", content=match.record().encode())
    assert answer.status_code == 201
    kept = answer.json()["id"]
    told = ada.sync(kept)
    assert told["table"]["archive"]
    assert ada.play(kept, 0, "skip")["code"] == "not_your_seat"
    assert ada.get(f"/tables/{kept}/replay/{match.ply}")["view"] == match.position()
    made = ada.make("nobles", "me", "me", record=match.record(), ply=match.ply)
    assert ada.sync(made["table"]["id"])["seats"]["0"]["view"] == match.view()
    assert ada.call("POST", "/records", content=b"Siegeworks: 1\n").json()["code"] == "bad_record"
    assert ada.call("POST", "/records", content=b"\xff\xfe").json()["code"] == "malformed"


def test_a_table_can_begin_from_a_position(house: House) -> None:
    ada = house.person()
    position = {"board": "..../...../....../...T.../..b.../...../....", "to_move": 0}
    made = ada.make("siegestones", "me", "me", position=position)
    assert ada.sync(made["table"]["id"])["seats"]["0"]["view"]["board"] == position["board"]
    wish = {"game": "siegestones", "seats": [{"kind": "me"}] * 2, "position": {"board": "nonsense"}}
    assert ada.call("POST", "/tables", json=wish).json()["rule"] == "T-1"


def test_before_the_end_a_record_holds_what_the_asker_may_read_and_no_seed(house: House) -> None:
    people, table = as_people(house, "siege", 2)
    text = people[0].call("GET", f"/tables/{table}/record").text
    assert "deal 1 ?" in text
    assert "deal 0 ?" not in text
    assert "deal 0 ?" in house.person().call("GET", f"/tables/{table}/record").text
    assert people[0].call("GET", f"/tables/{table}/replay").json()["code"] == "over"


def test_a_finished_match_is_analysed_in_the_background(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    assert ada.call("GET", f"/tables/{table}/analysis").json()["code"] == "over"
    for seat, action in ((0, "stone d4"), (1, "tower d5"), (0, "stone e5")):
        ada.play(table, seat, action)
    ada.act(table, "resign", 1)
    assert ada.get(f"/tables/{table}/analysis")["state"] == "none"
    assert ada.call("POST", f"/tables/{table}/analysis").status_code == 202
    found = wait_for(lambda: (said := ada.get(f"/tables/{table}/analysis"))["state"] != "running" and said)
    assert found["state"] == "done", found
    assert [best["ply"] for best in found["best"]] == [1, 2, 3]
    for best in found["best"]:
        assert best["says"][0]["args"]["instruction"]["say"] in ("siegestones.do-stone", "siegestones.do-tower")
        assert best["targets"][0] == [f"cell:{best['action'].split()[1]}"]
    assert len(found["values"]) == len(ada.get(f"/tables/{table}/replay")["plies"])
    (first, *_), there = found["best"], ada.get(f"/tables/{table}/replay/{found['best'][0]['ply']}")
    assert len(there["ahead"]) == min(3, len(first["line"]))
    assert there["ahead"][0]["board"] != there["view"]["board"]
    assert there["ahead"][0]["to_move"] != there["view"]["to_move"]
    assert ada.get(f"/tables/{table}/replay/0")["ahead"] == []


# Siege's Winter, arranged


def winter(house: House) -> tuple[dict[int, Person], str, int]:
    """A Siege table at somebody's Winter, and whose it is."""
    people, table = as_people(house, "siege", 2)
    dice = random.Random(5)
    for _ in range(60):
        told = people[0].sync(table)
        (seat,) = told["table"]["waiting"]
        if told["seats"]["0"]["view"]["phase"] in ("winter", "recall"):
            return people, table, seat
        people[seat].play(table, seat, dice.choice(people[seat].legal(table, seat)))
    raise AssertionError("no Winter came")


def test_a_winter_is_arranged_in_one_go_and_tells_others_nothing_of_its_steps(house: House) -> None:
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    city = mine.sync(table)["seats"][str(seat)]["view"]["cities"][seat]
    owned = [*city["hand"], *city["forts"].values()]
    wall = next(card for card in owned if card != "JK")
    rest = sorted(set(range(len(owned))) - {owned.index(wall)}, key=lambda at: owned[at] == "JK")
    discard = [owned[at] for at in rest[: max(0, len(rest) - 5)]]
    layout = {"forts": {wall[-1]: wall}, "garrisons": {}, "discard": discard}
    found = mine.act(table, "arrange", seat, layout=layout)
    assert found["ok"], found
    assert found["actions"].count("done") == 3
    before = other.sync(table)["seq"]
    assert mine.act(table, "arrange", seat, layout=layout, confirm=True)["type"] == "answer"
    after = mine.sync(table)["seats"][str(seat)]["view"]["cities"][seat]
    assert after["forts"] == {wall[-1]: wall}
    assert other.sync(table)["seq"] == before + 1
    assert other.act(table, "arrange", 1 - seat, layout={"forts": 3})["rule"] in ("S-26", "S-27")


def test_a_layout_that_cannot_be_is_refused_with_its_rule(house: House) -> None:
    people, table, seat = winter(house)
    mine = people[seat]
    hand = mine.sync(table)["seats"][str(seat)]["view"]["cities"][seat]["hand"]
    for layout, rule in (
        ({"forts": {"H": "2C"}}, "S-27"),
        ({"keep": ["QQ"]}, "S-29"),
        ({"garrisons": {"X": []}}, "S-28"),
        ({"hand": [], "discard": []}, "S-30"),
        ({"discard": ["2H"] * 9}, "S-26"),
        ({"walls": {}}, "S-26"),
    ):
        found = mine.act(table, "arrange", seat, layout=layout)
        assert (found["ok"], found["rule"]) == (False, rule), found
    if len(hand) > 5:
        assert mine.act(table, "arrange", seat, layout={}, confirm=True)["rule"] == "S-30"
    ada = house.person()
    other = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    assert ada.act(other, "arrange", 0, layout={})["code"] == "illegal"


def test_whoever_asks_about_a_layout_is_told_alone_where_each_card_may_go(house: House) -> None:
    card = None
    while card is None:  # a hand may be empty, or of jokers alone
        people, table, seat = winter(house)
        mine, other = people[seat], people[1 - seat]
        hand = mine.sync(table)["seats"][str(seat)]["view"]["cities"][seat]["hand"]
        card = next((each for each in hand if each != "JK"), None)
    wall, garrison = f"fort:{card[-1]}", f"garrison:{card[-1]}"

    def told(**layout: Any) -> dict[tuple[str, str], set[str]]:
        found = mine.act(table, "arrange", seat, layout=layout)
        return {(place["thing"], place["at"]): set(place["to"]) for place in found["open"]}

    with other.sit_down(table) as there:
        there.hear("sync")
        first = told()
        assert {thing for thing, at in first if at == "hand"} == set(hand)
        assert {wall, garrison, "discard"} <= first[card, "hand"]
        assert {wall, "hand", "discard"} <= told(garrisons={card[-1]: [card]})[card, garrison]
        wrong = mine.act(table, "arrange", seat, layout={"garrisons": {card[-1]: [card] * 3}})
        assert (wrong["ok"], wrong["open"]) == (False, None)
        assert there.ask(type="ping")["type"] == "pong"
        assert "open" not in there.ask(type="arrange", seat=1 - seat, layout={})
    assert '"thing"' not in "".join(other.heard)


def test_private_steps_are_neither_counted_nor_heard_by_others(house: House) -> None:
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    with other.sit_down(table) as there:
        first = there.hear("sync")
        assert mine.play(table, seat, "done")["type"] == "answer"  # no more recalls
        assert other.sync(table) == {**first, "table": other.sync(table)["table"]}
        assert mine.act(table, "offer", seat, what="undo")["type"] == "answer"
        assert mine.play(table, seat, "done")["type"] == "answer"
        assert mine.play(table, seat, "done")["type"] == "answer"
        assert other.sync(table)["seq"] == first["seq"]
        told = [there.ask(type="play", seat=1 - seat, action="done", seq=first["seq"] + more) for more in (-1, 0, 1)]
        assert [each["code"] for each in told] == ["stale", "not_your_turn", "stale"]  # as before the private steps
        while mine.sync(table)["table"]["waiting"] == [seat]:
            legal = mine.legal(table, seat)
            mine.play(table, seat, "done" if "done" in legal else legal[0])
        while there.last["seq"] == first["seq"]:
            there.hear("update")
        assert there.last["seq"] == first["seq"] + 1
        assert there.last["seats"][str(1 - seat)]["log"][-1]["action"] == "winter"


def test_a_private_step_leaves_the_notice_of_the_table_as_it_was(house: House) -> None:
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    house.room(table).table.notice = {"code": "time-ran-out", "args": {}, "rule": None}
    recall = next(name for name in mine.legal(table, seat) if name != "done")
    assert mine.play(table, seat, recall)["type"] == "answer"
    assert other.sync(table)["table"]["notice"]["code"] == "time-ran-out"
    assert mine.act(table, "offer", seat, what="undo")["type"] == "answer"
    assert other.sync(table)["table"]["notice"]["code"] == "time-ran-out"
