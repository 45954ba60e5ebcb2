"""Games in a real browser: by link, against bots, on one screen, watched, and through every interruption."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.games import GAMES
from tests.e2e.conftest import Server
from tests.e2e.person import begin, make_table, play_on, rest, sit_down, type_move

SHORT: dict[str, dict[str, Any]] = {
    "nobles": {"row_per_colour": 4, "stall_rounds": 5},
    "bluffstones": {"early_end": True},
    "charge": {"quiet_rounds": 10},
    "siege": {"max_years": 1},
}
"""Options that make a game short enough for a test; the rules are the same."""

ENOUGH_LINES = 7
TOLD = re.compile("/api/tables/|/t/")
"""Addresses whose answers tell of a table."""
SECRETS = ("bluffstones", "siege")


def invite(host: Page, guest: Page, game: str, **more: Any) -> str:
    """The host sets a table up with a free seat, and the guest follows the link."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_table(host, game=game, seats=seats, options=SHORT.get(game, {}), **more)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])
    return str(made["table"]["id"])


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game_by_link(visitor: Any, game: str) -> None:
    host, guest = visitor(), visitor()
    table = invite(host, guest, game)
    assert guest.url.endswith(f"/t/{table}")  # a board is shown, so the key has long left the address
    play_on([host, guest], seed=5)
    said = [page.locator("[aria-labelledby=over] .says").inner_text() for page in (host, guest)]
    assert said[0] == said[1]


@pytest.mark.parametrize("game", GAMES)
def test_against_a_bot(visitor: Any, game: str) -> None:
    """A few turns against the gentlest bot, begun from the home page."""
    page = visitor()
    page.goto("/")
    title = GAMES[game].title
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    page.locator(".bar .headline").wait_for()
    told = page.locator(".log p, .log summary")
    lines = told.count() + ENOUGH_LINES
    begin(page, seed=3)
    told.nth(lines - 1).or_(page.locator("#over")).first.wait_for(state="attached")


def test_a_free_seat_is_named_and_its_link_is_kept(visitor: Any) -> None:
    """Also in another tab, and until someone sits there; the link then opens nothing, and says so."""
    host, guest, late = visitor(), visitor(), visitor()
    host.goto("/")
    host.get_by_role("link", name="Invite by link").click()
    host.locator("select").filter(has_text="Drawn by lot").select_option("1")
    host.get_by_role("button", name="Begin").click()
    host.get_by_role("button", name="To the table").click()
    expect(host.locator(".bar")).to_contain_text("Nobody sits at Yellow yet.")
    again = host.context.new_page()
    again.goto(host.url)
    again.get_by_role("button", name="Invite someone for Yellow").click()
    link = again.get_by_role("textbox", name="For Yellow").input_value()
    guest.goto(link)
    expect(guest.locator(".bar .headline")).to_have_text("Place a stone or a tower.")
    expect(host.get_by_role("button", name="Invite someone for Yellow")).to_have_count(0)
    late.goto(link)
    expect(late.locator(".bar .complaint")).to_contain_text("This link does not open a seat any more")
    host.go_back()
    host.get_by_role("button", name="Play now").wait_for()
    assert host.locator("dialog").count() == 0


def test_who_may_only_watch_is_offered_no_seat(visitor: Any) -> None:
    host, watcher = visitor(), visitor()
    seats = [{"kind": "me"}, {"kind": "open"}]
    private, public = (make_table(host, game="siegestones", seats=seats, public=listed) for listed in (False, True))
    sit_down(watcher, public["links"]["watch"])
    expect(watcher.get_by_role("button", name="Sit down as Yellow")).to_be_visible()
    sit_down(watcher, private["links"]["watch"])
    expect(watcher.get_by_role("button", name="Sit down as Yellow")).to_have_count(0)


def test_invite_by_link_from_the_home_page(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    host.goto("/")
    host.get_by_role("link", name="Invite by link").click()
    host.get_by_role("button", name="Begin").click()
    link = host.get_by_label(re.compile("^For "))
    expect(link).to_have_value(re.compile(r"/t/.*key="))
    guest.goto(link.input_value())
    guest.locator(".bar .headline").wait_for()
    host.get_by_role("button", name="To the table").click()
    expect(guest.locator("ul[aria-label=Players] li").filter(has_text="you")).to_have_count(1)


@pytest.mark.parametrize("game", SECRETS)
def test_a_curtain_hangs_between_two_people_at_one_screen(visitor: Any, game: str) -> None:
    page = visitor()
    made = make_table(page, game=game, seats=[{"kind": "me"}, {"kind": "me"}], options=SHORT.get(game, {}))
    page.goto(made["links"]["watch"])
    curtain = page.get_by_role("heading", name=re.compile("^Hand the screen to"))
    names: set[str] = set()
    while len(names) < 2:
        curtain.wait_for()
        rest(page)  # whoever played so far would play on, and the next curtain fall, before anyone has looked
        names.add(curtain.inner_text())
        assert page.locator(".board, .log").count() == 0
        page.get_by_role("button", name=re.compile("^I am ")).click()
        page.locator(".bar").wait_for()
        begin(page, seed=8)


def test_two_people_at_one_screen_are_told_apart_where_one_has_a_name(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    assert page.request.put("/api/me", data={"name": "Ada"}).ok
    made = make_table(page, game="bluffstones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    page.goto(made["links"]["watch"])
    page.get_by_role("button", name="I am Seat 1").click()
    expect(page.locator(".bar .headline")).to_contain_text("Seat 1: Choose a bid in secret")
    type_move(page, "bid b")
    expect(page.get_by_role("heading", name="Hand the screen to Seat 2")).to_be_visible()


def test_what_is_hinted_to_one_is_not_told_to_the_next(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="bluffstones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    page.goto(made["links"]["watch"])
    page.get_by_role("button", name=re.compile("^I am ")).click()
    page.get_by_role("button", name="Hint").click()
    advice = page.locator(".bar", has_text="Win chance")
    expect(advice).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name=re.compile("^Hand the screen to"))).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Win chance")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    expect(page.locator(".board :focus")).to_have_count(1)
    expect(page.locator(".bar .headline")).to_contain_text("Guest 2: Choose a bid in secret")
    expect(advice).to_have_count(0)


def test_nothing_is_shown_before_it_is_known_whether_there_are_secrets(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="bluffstones", seats=[{"kind": "me"}, {"kind": "me"}])
    of_games = re.compile(r"/api/games(\?|$)")
    page.route(of_games, lambda route: route.abort())
    page.goto("/")
    page.evaluate("path => history.pushState(null, '', path)", made["links"]["watch"])
    with page.expect_request_finished(lambda request: request.url.endswith(made["table"]["id"])):
        page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.locator("main")).to_have_text("Setting the table…")
    for _ in range(2):  # the second of them is a retry: what the page draws without the games, it has drawn by then
        with page.expect_event("requestfailed", lambda request: of_games.search(request.url)):
            pass
    assert page.locator(".board, .log").count() == 0
    page.unroute(of_games)
    expect(page.get_by_role("heading", name=re.compile("^Hand the screen to"))).to_be_visible()


def test_no_curtain_where_there_is_nothing_to_hide(visitor: Any) -> None:
    page = visitor()
    game = next(name for name in GAMES if name not in SECRETS)
    made = make_table(page, game=game, seats=[{"kind": "me"}, {"kind": "me"}])
    page.goto(made["links"]["watch"])
    play_on([page], seed=4)


def test_a_reload_loses_nothing(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    type_move(page, "stone d4")
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")
    page.reload()
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")
    expect(page.get_by_label(re.compile("^d4, blue stone"))).to_have_count(1)


def test_a_dropped_connection_comes_back_by_itself(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    invite(host, guest, "siegestones", start=0)
    guest.context.set_offline(True)
    type_move(host, "stone d4")
    guest.context.set_offline(False)
    expect(guest.locator(".log")).to_contain_text("Blue places a stone on d4.")
    type_move(guest, "tower d5")
    expect(host.locator(".log")).to_contain_text("Yellow places a tower on d5")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    house = Server(tmp_path)
    house.start()
    yield house
    house.stop()


def test_a_server_that_dies_and_comes_back_has_lost_nothing(visitor: Any, mortal: Server) -> None:
    page = visitor(base_url=mortal.url)
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    type_move(page, "stone d4")
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")
    board = page.locator(".board").bounding_box()
    mortal.stop(kill=True)
    expect(page.locator(".lost")).to_be_visible()
    assert page.locator(".board").bounding_box() == board
    mortal.start()
    expect(page.locator(".lost")).to_have_count(0)
    type_move(page, "stone e5")
    expect(page.locator(".log")).to_contain_text("Yellow places a stone on e5.")


def hidden_cards(view: dict[str, Any]) -> list[str]:
    return [card for city in view["cities"] for card in city["hand"] if isinstance(city["hand"], list)]


def test_a_spectator_sees_no_secret(visitor: Any) -> None:
    """Neither on the page nor in anything the server sent to it."""
    host, guest, watcher = visitor(), visitor(), visitor()
    heard: list[str] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    watcher.on("response", lambda answer: heard.append(answer.text()) if TOLD.search(answer.url) else None)
    table = invite(host, guest, "siege", start=None)
    sit_down(watcher, f"/t/{table}")
    expect(watcher.locator(".bar")).to_contain_text("You are watching")
    begin(host, seed=2)
    begin(guest, seed=3)
    watcher.locator(".log p, .log summary").nth(13).wait_for(state="attached")
    rest(host)
    rest(guest)
    told_so_far, body = list(heard), watcher.content()  # first: what is shown later need not have been secret then
    seats = [page.request.get(f"/api/tables/{table}").json()["seats"] for page in (host, guest)]
    views = [part["view"] for seat in seats for part in seat.values()]
    secret = {card for view in views for card in hidden_cards(view)}
    seen = json.loads(watcher.request.get(f"/api/tables/{table}").text())["seats"]["watch"]
    told = json.dumps(seen["log"]) + json.dumps(
        {**seen["view"], "cities": [without_hand(c) for c in seen["view"]["cities"]]}
    )
    unseen = {card for card in secret if f'"{card}"' not in told}
    assert len(unseen) >= 3
    assert all(f'"{card}"' not in message for card in unseen for message in told_so_far)
    assert all(f"card:{card}" not in body for card in unseen)
    assert seen["legal"] == []


def without_hand(city: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in city.items() if key != "hand"}


def test_on_a_phone_by_touch(visitor: Any) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url("**/t/*")
    page.get_by_label(re.compile("^d4, empty")).tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_a_table_with_a_board_fits_a_usual_screen(visitor: Any) -> None:
    page = visitor()
    for game in ("siegestones", "nobles", "bluffstones", "charge"):
        made = make_table(page, game=game, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], start=0)
        sit_down(page, made["links"]["watch"])
        page.locator(".log").wait_for()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), game


def test_a_wrong_click_is_answered_with_the_reason_and_the_rule(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    page.get_by_label(re.compile("^d4, empty")).click()
    page.get_by_label(re.compile("^d4")).first.click()
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")
    page.get_by_label(re.compile("^d4, blue stone")).click()
    expect(page.locator(".bar .complaint")).to_contain_text("d4 already holds a blue stone")
    expect(page.get_by_test_id("warned")).to_contain_text("d4 already holds a blue stone")
    page.locator(".bar").get_by_role("button", name="Show rule T-12").click()
    expect(page.get_by_role("complementary", name="Rule T-12")).to_contain_text("T-12")


def test_the_number_of_a_rule_is_read_where_one_points_or_comes_by_keys(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    number = page.locator(".log").get_by_text("T-6", exact=True)
    expect(number).to_be_hidden()
    page.locator(".log").get_by_text("Blue begins.").hover()
    expect(number).to_be_visible()
    page.mouse.move(2, 2)
    expect(number).to_be_hidden()
    page.get_by_role("button", name="Show rule T-6").focus()
    expect(number).to_be_visible()


def test_moves_in_words_come_by_a_key_or_from_the_menu_and_go(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    page.locator(".log").wait_for()
    words, field = page.get_by_role("group", name="Choices in words"), page.get_by_label("Type a move")
    expect(words).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Choices in words").click()
    expect(words.get_by_role("list", name="Choices").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    page.keyboard.press("t")
    expect(field).to_be_focused()
    assert field.get_attribute("placeholder") == "Type a move"
    words.get_by_role("button", name="Close").click()
    expect(words).to_have_count(0)


def test_a_complaint_does_not_outlive_what_it_was_about(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    invite(host, guest, "siegestones", start=0)
    guest.get_by_label(re.compile("^d4, empty")).click()
    expect(guest.locator(".bar .complaint")).to_contain_text("It is not Yellow's turn")
    type_move(host, "stone d4")
    expect(guest.locator(".bar .headline")).to_have_text("Place a stone or a tower.")
    expect(guest.locator(".bar .complaint")).to_have_count(0)


def test_an_offer_is_spoken_and_comes_into_sight(visitor: Any) -> None:
    host, guest = visitor(), visitor(viewport={"width": 390, "height": 700})
    invite(host, guest, "siegestones", start=0)
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Offer a draw").click()
    expect(guest.get_by_test_id("said")).to_contain_text("Blue offers a draw.")
    expect(guest.locator(".offer")).to_be_in_viewport(ratio=1)
    guest.get_by_role("button", name="Decline").click()
    expect(host.get_by_test_id("said")).to_contain_text("Your offer of a draw was declined.")
    type_move(host, "stone d4")
    expect(host.locator(".side")).not_to_contain_text("declined")


def test_a_bot_sits_in_and_gives_the_seat_back(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=1)
    sit_down(page, made["links"]["watch"])
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    page.get_by_role("button", name="Let a bot sit in").click()
    expect(page.locator(".bar")).to_contain_text("A bot sits in for you.")
    page.get_by_role("button", name="Take the seat back: Blue").click()
    expect(page.locator(".bar")).to_contain_text("Nobody sits at Yellow yet.")


def test_undo_resign_and_again(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], start=0)
    sit_down(page, made["links"]["watch"])
    type_move(page, "stone d4")
    expect(page.locator(".bar .headline")).to_have_text("Place a stone or a tower.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log li > p", has_text="stone on d4")).to_have_count(0)
    page.get_by_text("took a move back").click()
    expect(page.locator(".log del").first).to_have_text("Blue places a stone on d4.")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#over")).to_be_visible()
    for name in ("Gentler", "Stronger"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != before)
    page.locator(".bar .headline").wait_for()


WON_IN_ONE = {"seats": 2, "to_move": 0, "start": 1, "board": "Tb../...../....../...y.bT/..y.../....T/Tb.."}


@pytest.mark.parametrize(("has_lost", "offered", "level"), [(True, "Gentler", 1), (False, "Stronger", 3)])
def test_whoever_lost_to_a_bot_is_offered_a_gentler_one(visitor: Any, has_lost: bool, offered: str, level: int) -> None:
    page = visitor()
    seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
    made = make_table(page, game="siegestones", seats=seats, position=WON_IN_ONE)
    table = made["table"]["id"]
    act = {"type": "resign", "seat": 0} if has_lost else {"type": "play", "seat": 0, "action": "stone b4"}
    assert page.request.post(f"/api/tables/{table}/act", data=act).ok
    page.goto(made["links"]["watch"])
    expect(page.locator("#over")).to_be_visible()
    page.get_by_role("button", name=offered).click()
    page.wait_for_url(lambda url: table not in url)
    page.locator(".bar .headline").wait_for()
    told = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1].partition('?')[0]}").json()
    assert [seat.get("level") for seat in told["table"]["seats"]] == [None, level]
