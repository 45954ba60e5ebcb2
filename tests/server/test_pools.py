"""Fair shares: bots, hints and analyses have places of their own, and nobody who asks for much holds up another."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks import Match
from siegeworks.bots import Thought
from siegeworks.bots.simple import RandomBot
from siegeworks.compiling.awaiting import await_code, use_code
from siegeworks.games import GAMES, Game
from siegeworks.server import studies
from siegeworks.server.askers import Asker
from siegeworks.server.guards import TooMany
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.peers import BOT, Job
from siegeworks.server.pools import Bounds, Pool
from siegeworks.server.thinkers import Thinkers, first_choice
from siegeworks.server.turns import OUTSIDE_S, Turns, mover
from siegeworks.server.warm import Readiness
from tests.server.house import PATIENCE_S, PROXY, House, Person, wait_for

HOME, SCHOOL = "203.0.113.5", "203.0.113.6"


def elsewhere(who: str) -> Asker:
    """Somebody at an address: `ada@home`, or a place of the same name."""
    person, _, place = who.partition("@")
    return Asker(person, place or person)


def served(wishes: list[str], **bounds: Any) -> list[str]:
    """Who is served when, if all wish while a pool of one place is busy."""
    order: list[str] = []

    async def main() -> None:
        pool, may_end, is_busy = Pool("hints", 1, 10, Bounds(**bounds)), threading.Event(), threading.Event()

        def hold() -> None:
            is_busy.set()
            may_end.wait(PATIENCE_S)

        first = asyncio.create_task(pool.run(hold, PATIENCE_S, elsewhere("first")))
        await asyncio.to_thread(is_busy.wait, PATIENCE_S)
        waiting = []
        for who in wishes:
            expected = pool.next_place(elsewhere(who))
            waiting.append(asyncio.create_task(pool.run(partial(order.append, who), PATIENCE_S, elsewhere(who))))
            await asyncio.sleep(0)
            is_refused = waiting[-1].done()
            assert is_refused or pool.place_in_line(elsewhere(who)) == expected
        places.update({who: pool.place_in_line(elsewhere(who)) for who in wishes})
        may_end.set()
        await asyncio.gather(first, *waiting)
        pool.close()

    places: dict[str, int] = {}
    asyncio.run(main())
    for who, place in places.items():
        assert max(at for at, each in enumerate(order, 1) if each == who) == place
    return order


def test_askers_are_served_in_turn_however_much_one_of_them_asks_for() -> None:
    assert served(["a"] * 40 + ["b"])[:3] == ["a", "b", "a"]
    assert served(["a", "a", "a", "b", "b", "c"]) == ["a", "b", "c", "a", "b", "a"]


def test_what_one_asker_and_all_of_them_may_ask_for_is_bounded_and_said() -> None:
    with pytest.raises(TooMany, match="You have 2 hints under way"):
        served(["a", "a", "a"], person=2)
    with pytest.raises(TooMany, match="At your address 3 hints are under way"):
        served(["a@home", "b@home", "c@home", "d@home"], person=2, address=3)
    with pytest.raises(TooMany, match="There are 4 hints waiting"):
        served(["a", "b", "c", "d"], waiting=3)


def test_who_gives_up_waiting_leaves_the_line_and_nobody_loses_a_place() -> None:
    async def main() -> None:
        pool, may_end = Pool("hints", 1, 10), threading.Event()
        first = asyncio.create_task(pool.run(lambda: may_end.wait(PATIENCE_S), PATIENCE_S, elsewhere("a")))
        gone = asyncio.create_task(pool.run(lambda: None, PATIENCE_S, elsewhere("b")))
        last = asyncio.create_task(pool.run(lambda: "served", PATIENCE_S, elsewhere("c")))
        for _ in range(3):
            await asyncio.sleep(0)
        gone.cancel()
        may_end.set()
        assert await last == "served"
        await first
        assert await pool.run(lambda: "again", PATIENCE_S, elsewhere("b")) == "again"
        pool.close()

    asyncio.run(main())


def test_what_waits_for_something_else_first_is_counted_too() -> None:
    async def main() -> None:
        pool, ready = Pool("hints", 1, 10, Bounds(person=1)), asyncio.Event()

        async def before() -> None:
            await ready.wait()

        first = asyncio.create_task(pool.run(lambda: "done", PATIENCE_S, elsewhere("a"), before))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await pool.run(lambda: None, PATIENCE_S, elsewhere("a"), before)
        ready.set()
        assert await first == "done"
        assert await pool.run(lambda: "again", PATIENCE_S, elsewhere("a")) == "again"
        pool.close()

    asyncio.run(main())


def finished(person: Person) -> str:
    """A table with a match that is over."""
    table = str(person.make("siegestones", "me", "me", start=0)["table"]["id"])
    person.play(table, 0, "stone d4")
    person.act(table, "resign", 1)
    return table


class Held:
    """Analyses that take until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end = threading.Event()
        run = studies.Study.run
        held = self

        def wait(self: studies.Study) -> dict[str, Any]:
            held.may_end.wait(PATIENCE_S)
            return run(self)

        monkeypatch.setattr(studies.Study, "run", wait)


def at_once() -> Thinkers:
    """Bots that need not think, and may be held up for as long as a test takes on a busy machine."""
    return Thinkers(lambda game, name: RandomBot(game), limit_s=10 * PATIENCE_S)


def test_an_analysis_holds_up_no_bot_and_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path, thinkers=at_once()) as house:
        analyse_beside_a_bot(house, Held(monkeypatch))


def analyse_beside_a_bot(house: House, held: Held) -> None:
    ada, ben = house.person(), house.person()
    table = finished(ada)
    assert ada.call("POST", f"/tables/{table}/analysis").json()["state"] == "running"
    other = ben.make("siegestones", "me", "1", start=0)["table"]["id"]
    ben.play(other, 0, "stone d4")
    wait_for(lambda: ben.sync(other)["table"]["waiting"] == [0])
    assert ben.act(other, "hint", 0)["type"] == "hint"
    assert ada.get(f"/tables/{table}/analysis")["state"] == "running"
    held.may_end.set()
    wait_for(lambda: ada.get(f"/tables/{table}/analysis")["state"] == "done")


def test_all_at_a_table_are_told_which_place_in_the_line_its_bot_has(tmp_path: Path) -> None:
    may_end, places = threading.Event(), max(1, (os.cpu_count() or 2) - 1)

    class Slow(RandomBot):
        def choose(self, *asked: Any) -> tuple[int, Thought]:
            assert may_end.wait(PATIENCE_S)
            return super().choose(*asked)

    thinkers = Thinkers(lambda game, name: Slow(game), limit_s=10 * PATIENCE_S)
    with House(tmp_path, thinkers=thinkers) as house:
        for _ in range(places + 1):
            others = house.person()
            table = others.make("siegestones", "me", "1", start=0)["table"]["id"]
            others.play(table, 0, "stone d4")
        wait_for(lambda: turns_asked(house) == places + 1)
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
        with ada.sit_down(table) as here, house.person().sit_down(table) as watching:
            here.hear("sync"), watching.hear("sync")
            assert here.ask(type="play", seat=0, action="stone d4")["type"] == "answer"
            told = {"type": "waiting", "seat": 1, "place": 2}
            assert [here.hear("waiting"), watching.hear("waiting")] == [told, told]
            may_end.set()
            assert here.hear("update")["table"]["waiting"] == [0]


def turns_asked(house: House) -> int:
    """Turns of bots that are under way or wait, here or in the database."""
    inside = house.inside
    return max(inside.thinkers.bots.asked, house.call(inside.peers.count(Job("", BOT, 0, 0, ""))).of_all)


def test_analyses_are_counted_by_person_and_tell_their_place_in_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path, proxies=PROXY) as house:
        count_analyses(house.person(HOME), house.person(SCHOOL), Held(monkeypatch))


def count_analyses(ada: Person, ben: Person, held: Held) -> None:
    tables = [finished(ada) for _ in range(DEFAULTS.analyses + 1)]
    answers = [ada.call("POST", f"/tables/{table}/analysis") for table in tables]
    assert [answer.status_code for answer in answers] == [202] * DEFAULTS.analyses + [429]
    assert answers[-1].json()["code"] == "too_many"
    assert str(DEFAULTS.analyses) in answers[-1].json()["reason"]
    assert ada.call("POST", f"/tables/{tables[0]}/analysis").status_code == 202  # it is under way
    his = finished(ben)
    assert ben.call("POST", f"/tables/{his}/analysis").status_code == 202
    wait_for(lambda: ben.get(f"/tables/{his}/analysis")["place"] in (1, 2))  # after one of Ada's that wait, at most
    held.may_end.set()
    for table in (*tables[:-1], his):
        wait_for(lambda table=table: ada.get(f"/tables/{table}/analysis")["state"] == "done")
    assert ada.call("POST", f"/tables/{tables[-1]}/analysis").status_code == 202
    wait_for(lambda: ada.get(f"/tables/{tables[-1]}/analysis")["state"] == "done")


def test_all_at_one_address_have_so_many_analyses_whoever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    with House(tmp_path, proxies=PROXY, limits=Limits(analyses_address=2)) as house:
        answers = [analysed(house.person(HOME)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert answers[-1].json()["reason"].startswith("At your address 2 analyses")
        assert int(answers[-1].headers["retry-after"]) > 0
        assert analysed(house.person(SCHOOL)).status_code == 202
        held.may_end.set()


def analysed(person: Person) -> httpx.Response:
    """The answer to somebody who asks for an analysis of one more match."""
    return person.call("POST", f"/tables/{finished(person)}/analysis")


def test_people_at_this_machine_are_not_counted_and_nobody_fills_the_line_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    with House(tmp_path, limits=Limits(analyses=1, analyses_address=1, waiting=6)) as house:
        ada, ben = house.person(), house.person()
        assert [analysed(ada).status_code for _ in range(4)] == [202, 202, 202, 429]
        assert analysed(ben).status_code == 202
        held.may_end.set()


def test_whoever_asks_for_an_analysis_is_somebody(house: House) -> None:
    table, stranger = finished(house.person()), house.person()
    assert stranger.call("POST", f"/tables/{table}/analysis").status_code == 202
    assert stranger.cookie


def test_one_person_s_hints_are_bounded_and_another_s_is_served(tmp_path: Path) -> None:
    thinkers = at_once()
    may_end = threading.Event()
    thinking, begun = thinkers._with_mind, threading.Semaphore(0)

    def slow(*asked: Any) -> Any:
        begun.release()
        may_end.wait(PATIENCE_S)
        return thinking(*asked)

    thinkers._with_mind = slow  # type: ignore[method-assign,assignment]
    with House(tmp_path, thinkers=thinkers, proxies=PROXY) as house:
        ada, ben = house.person(HOME), house.person(HOME)  # a family: one address
        hers = [ada.make("siegestones", "me", "me", start=0)["table"]["id"] for _ in range(DEFAULTS.hints + 1)]
        his = ben.make("siegestones", "me", "me", start=0)["table"]["id"]
        told: dict[str, Any] = {}

        def ask(person: Person, table: str) -> None:
            told[table] = Person(house.port, person.cookie, HOME).act(table, "hint", 0)

        asking = [threading.Thread(target=ask, args=(ada, table)) for table in hers[:-1]]
        for thread in asking:
            thread.start()
        assert begun.acquire(timeout=PATIENCE_S)
        wait_for(lambda: thinkers.hints.asked == DEFAULTS.hints)
        refused = ada.act(hers[-1], "hint", 0)
        assert refused["code"] == "too_many"
        assert refused["reason"].startswith(f"You have {DEFAULTS.hints} hints")
        asking.append(threading.Thread(target=ask, args=(ben, his)))
        asking[-1].start()
        may_end.set()
        for thread in asking:
            thread.join(PATIENCE_S)
        assert {answer["type"] for answer in told.values()} == {"hint"}
        assert len(told) == DEFAULTS.hints + 1


def test_a_hint_that_waits_tells_its_place_in_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queued = Queued()
    with House(tmp_path, thinkers=Thinkers(queued.make, 10 * PATIENCE_S)) as house, ExitStack() as doors:
        sockets = []
        for number in range(3):
            who = house.person()
            table = who.make("siegestones", "me", "me", start=0)["table"]["id"]
            there = doors.enter_context(who.sit_down(table))
            there.send(type="hint", seat=0, action_id="h")
            wait_for(lambda number=number: house.inside.thinkers.hints.asked == number + 1)
            sockets.append(there)
        told = [there.hear("waiting") for there in sockets[1:]]
        assert told == [{"type": "waiting", "action_id": "h", "place": place} for place in (1, 2)]
        queued.may_end.set()
        assert {there.hear("hint")["action_id"] for there in sockets} == {"h"}


class Queued:
    """Bots that note when it is their turn, by their level, and think until they may end."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.may_end = threading.Event()

    def make(self, game: Game, name: str) -> Any:
        queue = self

        class Noted(RandomBot):
            def choose(self, view: Any, budget: Any, dice: Any) -> Any:
                queue.order.append(name)
                assert queue.may_end.wait(PATIENCE_S)
                return super().choose(view, budget, dice)

        return Noted(game)


def test_new_cookies_give_the_bots_of_an_address_no_more_turns(tmp_path: Path) -> None:
    """Each of its cookies had a turn of its own, so that the bot of another came after all of them."""
    queued, cookies = Queued(), 30
    thinkers = Thinkers(queued.make, 10 * PATIENCE_S)
    with House(tmp_path, thinkers=thinkers, proxies=PROXY) as house:
        for _ in range(cookies):
            house.person(HOME).make("siegestones", "1", "me", start=0)
        house.person(SCHOOL).make("siegestones", "2", "me", start=0)
        wait_for(lambda: turns_asked(house) == cookies + 1)
        queued.may_end.set()
        wait_for(lambda: len(queued.order) == cookies + 1)
    places = max(1, (os.cpu_count() or 2) - 1)
    assert queued.order.index("level2") <= places + 1


def random_bots(game: Game, name: str) -> RandomBot:
    return RandomBot(game)


def test_after_a_restart_the_bots_of_an_address_still_share_its_turns(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, thinkers=Thinkers(random_bots)) as house:
        tables = [house.person(HOME).make("siegestones", "me", "1")["table"]["id"] for _ in range(2)]
        before = {house.room(table).table.origin for table in tables}
    with House(tmp_path, proxies=PROXY, thinkers=Thinkers(random_bots)) as house:
        after = {house.call(house.inside.rooms.find(table)).table.origin for table in tables}
    assert before == after
    assert len(before) == 1
    assert None not in before


def test_the_next_match_of_a_series_counts_for_the_same_address(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY) as house:
        ada = house.person(HOME)
        table = ada.make("siegestones", "me", "me", series="village")["table"]["id"]
        origin = house.room(table).table.origin
        ada.act(table, "resign", 0)
        following = wait_for(lambda: ada.sync(table)["table"]["next"])
        assert house.room(following).table.origin == origin
        stored = house.call(house.inside.store.load(following))
        assert stored is not None
        assert stored.shelf is not None
        assert stored.shelf.origin == origin


def test_a_family_on_one_machine_is_counted_by_person(house: House) -> None:
    table = house.person().make("siegestones", "me", "1")["table"]["id"]
    assert house.room(table).table.origin is None


def test_bots_of_one_asker_wait_outside_once_as_many_wait_as_may() -> None:
    """They come in when there is room, and nobody's move is lost."""
    queued = Queued()

    async def main() -> None:
        thinkers, slept = Thinkers(queued.make, 10 * PATIENCE_S, Limits(bots=2)), [0.0]

        async def sleep(seconds: float) -> None:
            slept.append(seconds)
            assert thinkers.bots.asked == 2
            queued.may_end.set()
            await asyncio.sleep(0)

        readiness = Readiness(thinkers.make)
        readiness.skip()
        turns = Turns(thinkers, readiness, 0.0, sleep=sleep)
        match = Match.new("siegestones", 2, seed=1)
        view, legal = match.seat_view(mover(match)), match.legal_numbers()
        asked = [turns.thought(match.game, 1, view, legal, Asker("ada")) for _ in range(5)]
        assert len(await asyncio.gather(*asked)) == 5
        assert max(slept) == OUTSIDE_S
        thinkers.close()

    asyncio.run(main())
    assert len(queued.order) == 5


def test_bots_in_plain_python_are_served_in_turn_too() -> None:
    """They stood in one line, whoever asked."""
    queued, game = Queued(), GAMES["siegestones"]

    async def main() -> None:
        thinkers, seen = Thinkers(queued.make, 10 * PATIENCE_S), first_choice(game, 2)
        await_code(game.rules.STATE)
        asked = [asyncio.create_task(thinkers.choose(game, 1, seen, Asker("ada"))) for _ in range(10)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(thinkers.choose(game, 2, seen, Asker("ben"))))
        await asyncio.sleep(0)
        queued.may_end.set()
        await asyncio.gather(*asked)
        thinkers.close()

    try:
        asyncio.run(main())
    finally:
        use_code(game.rules.STATE)
    assert queued.order.index("level2") <= 2
