"""The documents and the wire agree: models, OpenAPI, the bot on the page, rules pages, the command line."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES
from siegeworks.bots import bot
from siegeworks.cli import main
from siegeworks.compiling import processes, queue
from siegeworks.compiling.awaiting import is_awaited, use_code
from siegeworks.compiling.works import is_of_use
from siegeworks.core.jit import IS_PLAIN
from siegeworks.server import acts, answers, warm
from siegeworks.server.rulebook import RulesPage
from tests.server.house import PATIENCE_S, House, Person, Process, pair, wait_for

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_bot_in_the_documents_plays_a_whole_match(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (DOCS / "bots-api.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    random.seed(1)
    exec(compile(code[1], "bots-api.md", "exec"), {"server": f"http://127.0.0.1:{house.port}"})
    assert re.search(r"winners: \[\d.*\] scores: \[\d", capsys.readouterr().out)


def test_all_messages_stand_in_the_openapi_document(house: House) -> None:
    schemas = house.person().get("/openapi.json")["components"]["schemas"]
    for name in ("Act", "Told", "Play", "Arrange", "Sync", "Update", "Refused", "TableInfo", "SeatSync", "Preview"):
        assert name in schemas
    assert set(schemas["Act"]["discriminator"]["mapping"]) == set(ACT_KINDS)
    references = set(re.findall(r"#/components/schemas/(\w+)", str(schemas)))
    assert references <= set(schemas)


QUESTIONS = ("preview", "why", "hint", "weigh", "orders", "ping")
ACT_KINDS = (*acts.ACTS, *QUESTIONS)


def test_the_documents_name_every_act_and_every_code() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    source = "".join(path.read_text() for path in (DOCS.parent / "src/siegeworks/server").glob("**/*.py"))
    codes = set(re.findall(r'code = "(\w+)"', source)) | {"illegal", "not_your_turn", "over", "unknown", "bad_setup"}
    for word in (*ACT_KINDS, *codes - {"fault", "no_page"}):
        assert f"`{word}" in text, word


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_served_by_section_with_a_place_for_every_number(house: House, game: str) -> None:
    page = house.person().get(f"/rules/{game}")
    RulesPage.model_validate(page)
    html = "".join(section["html"] for section in page["sections"])
    for number, anchor in page["anchors"].items():
        assert f'id="{anchor}"' in html, number
    letter = next(iter(page["anchors"]))[0]
    source = "".join(path.read_text() for path in (DOCS.parent / "src/siegeworks/games" / game).glob("*.py"))
    for number in set(re.findall(rf'"({letter}A?-A?\d+[ab]?)"', source)):
        assert number in page["anchors"], number
    for picture in re.findall(r'src="/api(/rules/img/[\w.-]+)"', html):
        answer = house.person().call("GET", picture)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "sandbox" in answer.headers["content-security-policy"]


def test_games_are_listed_with_all_that_can_be_chosen(house: House) -> None:
    found = house.person().get("/games")
    assert [game["name"] for game in found] == list(GAMES)
    for game in found:
        answers.GameInfo.model_validate(game)
        assert len({level["name"] for level in game["levels"]}) == 5
    assert house.person().get("/me")["name"] is None


def test_a_picture_is_drawn_as_the_asker_may_see_it(house: House) -> None:
    ada, _, table = pair(house)
    ada.play(table, 0, "stone d4")
    assert ada.call("GET", f"/tables/{table}/picture").text.startswith("<svg")
    assert ada.call("GET", f"/tables/{table}/picture?ply=1").status_code == 200
    assert ada.call("GET", f"/tables/{table}/picture?ply=99").status_code == 422
    english = ada.call("GET", f"/tables/{table}/picture").text
    assert english == ada.call("GET", f"/tables/{table}/picture?language=xx").text
    assert "Towers" in english
    assert "Towers" not in ada.call("GET", f"/tables/{table}/picture?language=qps").text


def test_waiting_for_news_ends_with_the_news(house: House) -> None:
    ada, ben, table = pair(house)
    seq = ada.play(table, 0, "stone d4")["seq"]
    assert ben.get(f"/tables/{table}?since={seq}&wait=0.2")["seq"] == seq
    assert ben.get(f"/tables/{table}?since={seq - 1}&wait=20")["seq"] == seq


def test_the_page_s_addresses_all_lead_to_the_page(house: House) -> None:
    for path in ("/", "/t/abc", "/learn/siegestones", "/rules/siege"):
        answer = house.person().web.get(f"http://127.0.0.1:{house.port}{path}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")


def test_serve_refuses_a_taken_port_and_a_taken_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Process(tmp_path)
    other = tmp_path / "other"
    assert main(["serve", "--port", str(server.port), "--data", str(other), "--no-browser"]) == 2
    assert f"port {server.port}" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]) == 2
    assert "Another server" in capsys.readouterr().err
    server.stop_within(5)


def test_importing_siegeworks_brings_no_server() -> None:
    code = "import sys, siegeworks, siegeworks.cli.play; print({'fastapi', 'uvicorn', 'pydantic'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


BROKEN = "nobles"
"""A game for which no process can be started."""


class Other:
    """A process that compiles until it is told to end."""

    def __init__(self) -> None:
        self.ended, self.returncode = threading.Event(), 0

    def wait(self) -> None:
        self.ended.wait(PATIENCE_S)

    def terminate(self) -> None:
        self.returncode = -15
        self.ended.set()


@pytest.fixture
def compilers(monkeypatch: pytest.MonkeyPatch):
    """All games but the first are cold; who was asked to compile which of them. Nothing is really compiled."""
    first, *others = GAMES
    asked: list[tuple[str, tuple[str, ...], Other]] = []

    def started(game, *works, nice, apart):
        if game.name == BROKEN:
            raise BlockingIOError("no more processes")
        asked.append((game.name, works, Other()))
        return asked[-1][2]

    monkeypatch.setattr(processes, "started", started)
    monkeypatch.setattr(warm, "mark_warm", lambda game: None)
    monkeypatch.setattr(queue, "mark_warm", lambda game: None)
    monkeypatch.setattr(warm, "is_cold", lambda game: game.name != first)
    monkeypatch.setattr(warm, "warm_rules", lambda game: None)
    monkeypatch.setattr(warm, "warm_table", lambda game: None)
    monkeypatch.setattr(warm, "warm_bots", lambda game, make: None)
    monkeypatch.setattr(warm, "FIRST_COMERS_S", 0.0)
    yield asked
    for name in others:
        use_code(GAMES[name].rules.STATE)
    gc.unfreeze()


def compiling(name: str) -> int:
    """How many processes compile a game: one more where there is a net."""
    return sum(any(is_of_use(GAMES[name], work) for work in works) for works in warm.WORKS)


def awaited() -> list[str]:
    return [name for name, game in GAMES.items() if is_awaited(game.rules.STATE)]


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_nobody_waits_for_a_compiler_but_bots_that_look_far(compilers) -> None:
    """What is asked for is compiled next; where no compiler can be started, nobody waits for one."""
    kept, *cold = GAMES
    left = [name for name in cold if name != BROKEN]

    async def begin() -> None:
        readiness = warm.Readiness(bot)
        readiness.start(asyncio.get_running_loop())
        await asyncio.wait_for(readiness.wait_for_kept(), PATIENCE_S)
        assert readiness.waiting == []
        await asyncio.to_thread(wait_for, lambda: len(compilers) == compiling(left[0]))
        assert awaited() == left
        for name in GAMES:
            await asyncio.wait_for(readiness.wait(GAMES[name]), PATIENCE_S)
            await asyncio.wait_for(readiness.wait_for_code(GAMES[name], 1), PATIENCE_S)
        for name in (kept, BROKEN):
            await asyncio.wait_for(readiness.wait_for_code(GAMES[name], 5), PATIENCE_S)
        far = asyncio.ensure_future(readiness.wait_for_code(GAMES[left[-1]], 5))
        await asyncio.wait_for(readiness.wait_for_kept(), PATIENCE_S)  # nobody's wish
        begun = 0
        for done, name in enumerate((left[0], left[-1], *left[1:-1]), 1):
            before, begun = begun, begun + compiling(name)
            await asyncio.to_thread(wait_for, lambda begun=begun: len(compilers) == begun)
            assert {asked for asked, _, _ in compilers[before:]} == {name}
            assert done > 2 or not far.done()  # when another game has its code, it waits on
            for _, _, other in compilers[before:]:
                other.ended.set()
            await asyncio.to_thread(wait_for, lambda name=name: name not in awaited())
        await asyncio.wait_for(far, PATIENCE_S)

    asyncio.run(begin())
    assert awaited() == []
    assert {works for _, works, _ in compilers} == set(warm.WORKS)


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_a_server_that_closes_ends_those_who_compile(compilers) -> None:
    wanted = compiling(next(name for name in list(GAMES)[1:] if name != BROKEN))

    async def begin() -> None:
        readiness = warm.Readiness(bot)
        readiness.start(asyncio.get_running_loop())
        await asyncio.to_thread(wait_for, lambda: len(compilers) == wanted)
        readiness.close()
        await asyncio.to_thread(wait_for, lambda: all(other.ended.is_set() for _, _, other in compilers))

    asyncio.run(begin())
    assert len(compilers) == wanted


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_a_new_machine_plays_at_once(tmp_path: Path) -> None:
    """With nothing compiled, a table is made, a person moves and a bot answers; closing ends whoever compiles."""
    server = Process(tmp_path, cache=tmp_path / "cache")
    person = server.person()
    for game in GAMES:
        table = person.make(game, "me", "1")["table"]["id"]
        told = wait_for(lambda table=table: waiting_for(person, table, 0))
        person.play(table, 0, told["seats"]["0"]["legal"][0]["action"])
        wait_for(lambda table=table: waiting_for(person, table, 0))
    assert "in the background" in (tmp_path / "log").read_text()
    compiling = compilers_of(server)
    server.stop_within(10)
    wait_for(lambda: not any(map(is_running, compiling)))


def compilers_of(server: Process) -> list[int]:
    """The two processes a server has started, once there are two; where nobody can tell, none."""

    def found() -> list[int]:
        children = [pid for pid, parent in parents() if parent == server.process.pid]
        return children if len(children) == 2 else []

    return wait_for(found) if Path("/proc").exists() else []


def parents() -> Iterator[tuple[int, int]]:
    """All processes and who started them."""
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            pid, parent = re.findall(r"^P(?:id|Pid):\t(\d+)$", status.read_text(), re.MULTILINE)
            yield int(pid), int(parent)


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only waiting to be asked how it ended."""
    try:
        return " Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return False


def waiting_for(person: Person, table: str, seat: int) -> dict[str, Any] | None:
    """What a table tells once it waits for the seat, or is over."""
    told = person.sync(table)
    return told if seat in told["table"]["waiting"] or told["table"]["over"] else None
