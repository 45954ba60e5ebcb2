"""The pseudo-language in a real browser: what is left in plain letters on any page is in no catalogue."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from siegeworks import Match
from siegeworks.games import GAMES
from siegeworks.sentences import ACCENTED, ACCENTS
from tests.e2e.conftest import PATIENCE_MS, Problems
from tests.e2e.person import begin, make_table, painted, rest, sit_down
from tests.e2e.test_learn import finished

SHOWN = """() => {
  const told = [];
  const aside = (node) => node.closest('[data-text="rules"], code, script, style, kbd');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.textContent.trim() && !aside(node.parentElement)) told.push(node.textContent.trim());
  }
  for (const node of document.querySelectorAll('*')) {
    if (aside(node)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
      if (node.getAttribute(name)) told.push(node.getAttribute(name));
  }
  return [...told, document.title];
}"""
"""All text of the page, seen or heard. Rules are a book of their own."""
NAMES = ("Siegeworks", "Ada", "Bo", *(game.title for game in GAMES.values()))
PEOPLE = r"Patrick Matthews|Live Oak Games|Jeff Morrow|Cromulent Games|Yehuda Berlinger|Peter Cobcroft"
LONGEST = 8
"""Words in a name of an action."""
WORD = re.compile(r"[A-Za-z]{3,}")
QUOTED = re.compile(r'"([^"]*)"')
BY_SEAT = re.compile(r"^\d+ ")
SENTENCES = ".log p, .log summary"
"""What the log tells, folded or not."""
RECORD = ("Siegeworks: 1", "Game: siegestones 1", "Seats: 2", "", "chance start 0", "0 stone d4", "1 stone d4", "")
"""Its last line cannot be."""
PAGES = [
    "/",
    "/learn",
    "/puzzles",
    "/rules",
    "/nowhere/at/all",
    "/t/nosuchtable1",
    *(f"/rules/{game}" for game in GAMES),
]


@cache
def notation() -> set[str]:
    """The names of all actions and how they are written, as they are typed and as records have them."""
    words = [game.words for game in GAMES.values()]
    names = {name for word in words for name in (*word.ACTION_NAMES, *word.CHANCE_NAMES, *word.SHAPES)}
    return {"resign", "draw", *names, *(f"{name.split()[0]}:" for name in names)}


def without_notation(text: str) -> str:
    """The text without names of actions, also where one, or a line of a record, stands in quotation marks."""
    text = QUOTED.sub(lambda quoted: "" if BY_SEAT.sub("", quoted[1]) in notation() else quoted[0], text)
    words = [word.rstrip(".,;") for word in text.split()]
    left: list[str] = []
    while words:
        size = next((size for size in range(LONGEST, 0, -1) if " ".join(words[:size]) in notation()), 0)
        left += [] if size else words[:1]
        words = words[max(size, 1) :]
    return " ".join(left)


def english(page: Page) -> list[str]:
    """What is shown in plain letters, apart from titles, names and notation."""
    found = []
    for text in page.evaluate(SHOWN):
        left = re.sub(PEOPLE, "", without_notation(text))
        for name in sorted(NAMES, key=len, reverse=True):
            left = left.replace(name, "")
        if WORD.search(left):
            found.append(text)
    return sorted(set(found))


@pytest.fixture(scope="module")
def tab(browser: Browser, browser_context_args: dict[str, Any], base_url: str) -> Iterator[tuple[Page, Problems]]:
    """One page for all these tests: the language stays for as long as the tab is open."""
    context = browser.new_context(**{**browser_context_args, "base_url": base_url})
    context.add_init_script('localStorage.siegeworks ??= \'{"pace":"swift"}\'')
    page, problems = context.new_page(), Problems()
    page.set_default_timeout(PATIENCE_MS)
    problems.watch(page)
    page.goto("/?lang=qps")
    page.locator("main h1").first.wait_for()
    yield page, problems
    context.close()


@pytest.fixture
def page_in_accents(tab: tuple[Page, Problems]) -> Iterator[Page]:
    page, problems = tab
    yield page
    assert problems == []


def accents(text: str) -> str:
    return text.translate(ACCENTS)


def button(page: Page | Locator, name: str) -> Locator:
    """A button by its English words."""
    return page.get_by_role("button", name=accents(name))


class Other:
    """Somebody else, at another browser."""

    def __init__(self, page: Page) -> None:
        self.web = page.request

    def act(self, table: str, **act: Any) -> None:
        answer = self.web.post(f"/api/tables/{table}/act", data=act)
        assert answer.ok, answer.text()

    def join(self, made: dict[str, Any], seat: int, name: str) -> None:
        key = made["links"]["seats"][str(seat)].partition("key=")[2]
        table = made["table"]["id"]
        assert self.web.post(f"/api/tables/{table}/join", data={"seat": seat, "key": key, "name": name}).ok


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    painted(page)


@pytest.mark.parametrize("address", PAGES)
def test_a_page(page_in_accents: Page, address: str) -> None:
    page_in_accents.goto(address)
    settled(page_in_accents)
    assert english(page_in_accents) == []


@pytest.mark.parametrize("game", GAMES)
def test_setting_up(page_in_accents: Page, game: str) -> None:
    page = page_in_accents
    page.goto(f"/?new={game}")
    page.get_by_role("dialog").wait_for()
    for each in page.locator("dialog details").all():
        each.evaluate("details => { details.open = true }")
    settled(page)
    assert english(page) == []


def test_settings(page_in_accents: Page) -> None:
    page = page_in_accents
    page.goto("/")
    button(page, "Settings").click()
    page.get_by_role("dialog").wait_for()
    assert english(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table(page_in_accents: Page, game: str) -> None:
    """The first look, a refusal, a hint, and two turns with their lines of the log."""
    page = page_in_accents
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game=game, seats=seats, start=0)
    sit_down(page, made["links"]["watch"])
    settled(page)
    assert english(page) == []
    expect(page.locator(".bar .headline")).to_have_text(re.compile(f"[{ACCENTED}]{{3}}.*[.]$"))
    page.keyboard.press("t")
    typed = page.locator("form input").first
    typed.fill("12345")
    typed.press("Enter")
    page.locator(".complaint").wait_for()
    assert english(page) == []
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    expect(page.locator(".complaint")).to_have_count(0)
    expect(button(page, "Hint")).to_be_enabled()  # it is our turn
    page.keyboard.press("h")
    page.locator(".bar .doing button.main").wait_for()  # what is hinted is picked
    settled(page)
    assert english(page) == []
    page.keyboard.press("Escape")
    for turn in range(1, 3):
        before = told(page)
        begin(page, turn)
        page.wait_for_function(
            "before => document.querySelectorAll('.log p, .log summary').length > before", arg=before
        )
        rest(page)
        settled(page)
        assert english(page) == []


def told(page: Page) -> int:
    return page.locator(SENTENCES).count()


def test_looking_again(page_in_accents: Page) -> None:
    page = page_in_accents
    page.goto(f"/t/{finished(page)}/again")
    page.get_by_role("slider").wait_for()
    settled(page)
    assert english(page) == []
    page.keyboard.press("Home")
    painted(page)
    assert english(page) == []


@pytest.mark.parametrize("game", ["siegestones", "nobles", "bluffstones", "charge", "siege"])
def test_a_lesson(page_in_accents: Page, game: str) -> None:
    page = page_in_accents
    page.goto(f"/learn/{game}")
    page.locator(".area").wait_for()
    settled(page)
    assert english(page) == []


def against_bot(page: Page, game: str = "siegestones") -> str:
    made = make_table(page, game=game, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], start=0)
    sit_down(page, made["links"]["watch"])
    return str(made["table"]["id"])


def test_the_menu_and_what_it_opens(page_in_accents: Page) -> None:
    """More, Invite and share, a bot that sits in, and a resignation with its result."""
    page = page_in_accents
    against_bot(page)
    button(page, "More").click()
    page.get_by_role("dialog").wait_for()
    for each in page.locator("dialog details").all():
        each.evaluate("details => { details.open = true }")
    assert english(page) == []
    button(page.get_by_role("dialog"), "Invite and share").click()
    page.get_by_role("heading", name=accents("Invite and share")).wait_for()
    assert english(page) == []
    page.keyboard.press("Escape")
    button(page, "More").click()
    button(page, "Resign").click()
    button(page, "Yes, resign").wait_for()
    assert english(page) == []
    button(page, "Yes, resign").click()
    page.locator("#over").wait_for()
    assert english(page) == []


def test_what_is_taken_back_and_who_sits_in(page_in_accents: Page) -> None:
    page = page_in_accents
    table = against_bot(page)
    begin(page, 1)
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 2")
    rest(page)
    page.keyboard.press("Escape")
    button(page, "Undo").first.click()
    page.locator(".log summary").first.wait_for()
    page.locator(".log details").first.evaluate("details => { details.open = true }")
    assert english(page) == []
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=1)
    assert made["table"]["id"] != table
    sit_down(page, made["links"]["watch"])
    settled(page)
    assert english(page) == []
    button(page, "More").click()
    button(page, "Let a bot sit in").click()
    button(page, "Take the seat back").wait_for()
    assert english(page) == []


def test_offers(page_in_accents: Page, visitor: Callable[[], Page]) -> None:
    page, other = page_in_accents, Other(visitor())
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    table = made["table"]["id"]
    other.join(made, 1, "Bo")
    sit_down(page, made["links"]["watch"])
    for what in ("draw", "rematch"):
        if what == "rematch":
            other.act(table, type="resign", seat=1)
        other.act(table, type="offer", seat=1, what=what)
        page.locator(".offer").wait_for()
        assert english(page) == []
        button(page.locator(".offer"), "Decline").click()
        expect(page.locator(".offer")).to_have_count(0)
    assert english(page) == []


def test_an_offer_of_ones_own(page_in_accents: Page, visitor: Callable[[], Page]) -> None:
    page, other = page_in_accents, Other(visitor())
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    table = made["table"]["id"]
    other.join(made, 1, "Bo")
    sit_down(page, made["links"]["watch"])
    button(page, "More").click()
    button(page, "Offer a draw").click()
    page.get_by_text(accents("You offered a draw.")).first.wait_for()
    assert english(page) == []
    other.act(table, type="decline", seat=1, what="draw")
    page.get_by_text(accents("Your offer of a draw was declined.")).first.wait_for()
    assert english(page) == []


def test_the_curtain(page_in_accents: Page) -> None:
    page = page_in_accents
    made = make_table(page, game="bluffstones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    page.goto(made["links"]["watch"])
    page.locator(".curtain").wait_for()
    assert english(page) == []


def test_a_spectator_and_lists_with_tables(page_in_accents: Page, visitor: Callable[[], Page]) -> None:
    page, host = page_in_accents, visitor()
    assert host.request.put("/api/me", data={"name": "Bo"}).ok
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_table(host, game="nobles", seats=seats, start=0, public=True)
    against_bot(page)
    page.goto(made["links"]["watch"])
    page.locator(".bar .headline").wait_for()
    settled(page)
    assert english(page) == []
    page.goto("/")
    expect(page.locator("main li.paper")).not_to_have_count(0)
    settled(page)
    button(page, "Remove").first.click()
    assert english(page) == []


def phase_of_siege(wanted: str) -> dict[str, Any]:
    """A position of Siege in which seat 0 has to act in this phase."""
    for seed in range(60):
        dice, match = random.Random(seed), Match.new("siege", 2, seed=seed)
        while match.result is None and match.ply < 160:
            view = match.view(0)
            is_fought = wanted != "autumn" or view["trick"]
            if match.to_move == 0 and view["phase"] == wanted and is_fought:
                return match.position()
            match.play(dice.choice(match.legal()))
    raise AssertionError(f"no {wanted} was found")


@pytest.mark.parametrize("phase", ["autumn", "recall", "spring", "defend", "assault"])
def test_siege_through_the_year(page_in_accents: Page, phase: str) -> None:
    page = page_in_accents
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game="siege", seats=seats, position=phase_of_siege(phase))
    sit_down(page, made["links"]["watch"])
    settled(page)
    assert english(page) == []


def test_a_game_to_its_end_and_its_moments(page_in_accents: Page) -> None:
    """Played through the API; then its result, and the analysis with what it found."""
    page = page_in_accents
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    table, dice, match = made["table"]["id"], random.Random(5), Match.new("siegestones", 2, chance=["start 0"])
    while match.result is None:
        seat, action = match.to_move, dice.choice(match.legal())
        match.play(action)
        assert page.request.post(f"/api/tables/{table}/act", data={"type": "play", "seat": seat, "action": action}).ok
    page.goto(made["links"]["watch"])
    page.locator("#over").wait_for()
    settled(page)
    assert english(page) == []


def test_moments(page_in_accents: Page) -> None:
    page = page_in_accents
    page.goto(f"/t/{finished(page)}/again")
    button(page, "Find the key moments").click()
    page.locator(".moments li").first.wait_for()
    page.locator("details").first.evaluate("details => { details.open = true }")
    assert english(page) == []


def test_a_refused_record(page_in_accents: Page) -> None:
    page = page_in_accents
    page.goto("/")
    summary = page.locator("summary", has_text=accents("Open a saved game"))
    summary.click()
    page.locator("textarea").fill("\n".join(RECORD))
    button(page, "Open it").click()
    page.locator(".problem").wait_for()
    assert english(page) == []


def test_a_lost_connection(page_in_accents: Page) -> None:
    page = page_in_accents
    sockets = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("/live"), pass_on)
    against_bot(page)
    settled(page)
    page.route(re.compile("/api/"), lambda route: route.abort())
    page.route_web_socket(re.compile("/live"), lambda socket: socket.close())
    sockets[-1].close()
    page.locator(".lost").wait_for()
    assert english(page) == []
    page.unroute_all()


def test_english_comes_back(visitor: Callable[[], Page]) -> None:
    page = visitor()
    page.goto("/?lang=qps")
    page.locator("main h1").first.wait_for()
    page.goto("/?lang=en")
    expect(page.get_by_role("link", name="Learn", exact=True).first).to_be_visible()
