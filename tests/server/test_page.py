"""The page of a table comes with what its first calls would answer, for whoever asks, and inert."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks.server import answers, page
from tests.server.house import House, Person

INDEX = "<!doctype html><html><head><title>x</title></head><body></body></html>"
BOARD = {"file": "assets/siege-1.js", "imports": ["_shared.js", "index.html"]}
MANIFEST = {
    "index.html": {"file": "assets/index-1.js", "isEntry": True},
    "src/games/siege/index.ts": BOARD,
    "_shared.js": {"file": "assets/shared-1.js"},
}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.setattr(page, "STATIC", tmp_path)
    page._preloads.cache_clear()
    yield
    page._preloads.cache_clear()


def first(html: str) -> Any:
    """What stands in the page for its first look."""
    written = html.split('id="first">', 1)[1].split("</script>", 1)[0]
    return json.loads(written)


def look(person: Person, path: str) -> httpx.Response:
    """A page's address, asked for as a browser does."""
    return person.web.get(f"http://127.0.0.1:{person.port}{path}")


@pytest.mark.usefixtures("built")
def test_a_table_comes_with_its_page_as_the_asker_may_see_it(house: House) -> None:
    ada, eve = house.person(), house.person()
    made = ada.make("siege", "me", "me")
    answer = look(ada, made["links"]["watch"])
    assert answer.headers["cache-control"] == "no-store"
    mine = first(answer.text)
    answers.FIRST.validate_python(mine, strict=True)
    assert mine["game"]["name"] == "siege"
    assert mine["sync"]["seats"] == ada.get(f"/tables/{made['table']['id']}")["seats"]
    assert list(first(look(eve, made["links"]["watch"]).text)["sync"]["seats"]) == ["watch"]
    assert answer.text.count("modulepreload") == 2
    assert "/assets/shared-1.js" in answer.text


@pytest.mark.usefixtures("built")
def test_nothing_in_it_can_end_the_script_it_stands_in() -> None:
    told = {"name": "siege", "goal": "</script><b>"}
    html = bytes(page.table_page({"game": told}).body).decode()
    assert html.count("</script>") == 1
    assert first(html)["game"] == told


@pytest.mark.usefixtures("built")
def test_the_page_alone_where_there_is_no_table_to_show_yet(house: House) -> None:
    ada = house.person()
    made = ada.make("siege", "me", "open")
    assert look(ada, made["links"]["seats"]["1"]).text == INDEX
    assert look(ada, "/t/nosuchtable1").text == INDEX


@pytest.mark.usefixtures("built")
def test_scripts_come_packed_to_whoever_can_unpack_them(house: House) -> None:
    script = "let a = 1;" * 100
    (page.STATIC / "assets").mkdir()
    (page.STATIC / "assets" / "siege-1.js").write_text(script)
    packed = look(house.person(), "/assets/siege-1.js")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(script) / 10
    plain = house.person().web.get(str(packed.url), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == script
    assert plain.headers["cache-control"] == page.YEAR
