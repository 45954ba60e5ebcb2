"""A table on a television, phones as hands: begun by codes, played, begun again; and nobody learns a secret."""

from __future__ import annotations

import json
import re
from copy import copy
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from siegeworks import Match
from siegeworks.games import OURS, Game
from tests.e2e.devices import Device, searched
from tests.e2e.person import make_table, painted, play_on
from tests.e2e.robot import Robot
from tests.e2e.test_play import SHORT

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TELEVISION: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
SCREENS: tuple[Any, ...] = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})
NAMES = ("Ada", "Grace", "Emmy", "Sofia", "Maryam", "Lise")
LOOKS = ("light", "dark")
SMALL = """() => {
  const least = 43.4;
  const found = [...document.querySelectorAll('.hand button, .hand a[href], .hand input, .hand summary')]
    .map((node) => [node.getBoundingClientRect(), node.getAttribute('aria-label') || node.textContent.trim()])
    .filter(([{ width, height }]) => width && (width < least || height < least))
    .map(([{ width, height }, name]) => `${Math.round(width)} x ${Math.round(height)}: ${name}`);
  const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
  return wide > window.innerWidth ? [...found, `${wide} wide`] : found;
}"""
"""What is too small for a thumb, and whether the page is wider than the phone."""

HIDDEN = """() => {
  const board = document.querySelector('.screen .framed').getBoundingClientRect();
  return Math.max(board.bottom - window.innerHeight, document.documentElement.scrollHeight - window.innerHeight);
}"""
"""How much of the board lies below the screen."""


def check(page: Page) -> None:
    painted(page)
    for look in LOOKS:
        page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
        found = Axe().run(page)
        assert found.violations_count == 0, f"{look}: {found.generate_report()}"


def put_up(screen: Page, game: str, seats: int, **options: Any) -> tuple[str, dict[str, str]]:
    """A table for a living room: the screen makes it and holds no seat. The codes it shows, by seat."""
    made = make_table(screen, game=game, seats=[{"kind": "open"}] * seats, options=options)
    links = json.dumps([[made["table"]["id"], made["links"]]])
    screen.evaluate("(links) => localStorage.setItem('siegeworks links', links)", links)
    screen.goto(f"/t/{made['table']['id']}/screen")
    expect(screen.get_by_text("Scan to take this seat")).to_have_count(seats)
    return made["table"]["id"], {seat: link.replace("?", "/hand?") for seat, link in made["links"]["seats"].items()}


def scan(phone: Page, link: str, name: str) -> None:
    phone.goto(link)
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Sit down").click()
    phone.locator(".bar .headline").wait_for()


def test_a_living_room_begins_by_codes_and_goes_on_to_the_next_game(visitor: Any) -> None:
    screen, *phones = visitor(**TELEVISION), visitor(**PHONE), visitor(**PHONE)
    screen.goto("/")
    screen.get_by_role("link", name="On the television").click()
    screen.get_by_role("combobox", name="Game").select_option("bluffstones")
    screen.get_by_role("combobox", name="Seats", exact=True).select_option("2")
    check(screen)
    screen.get_by_role("button", name="Begin").click()
    expect(screen.get_by_role("img", name=re.compile("^QR code"))).to_have_count(2)
    check(screen)
    links = screen.evaluate("JSON.parse(localStorage.getItem('siegeworks links'))[0][1].seats")
    phones[0].goto(links["0"].replace("?", "/hand?"))
    expect(phones[0].get_by_role("heading", name="Take your seat")).to_be_visible()
    assert "key" not in phones[0].url
    check(phones[0])
    scan(phones[0], links["0"].replace("?", "/hand?"), "Ada")
    expect(screen.get_by_role("img", name=re.compile("^QR code"))).to_have_count(1)
    expect(screen.get_by_role("heading", name="Ada")).to_be_visible()
    scan(phones[1], links["1"].replace("?", "/hand?"), "")
    expect(screen.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)
    expect(screen.get_by_role("list", name="Players")).to_contain_text("Ada")
    expect(screen.get_by_role("list", name="Players")).to_contain_text("Guest")
    check(screen)
    check(phones[0])
    first = screen.url
    for phone in phones[:1]:
        phone.get_by_role("button", name="More").click()
        phone.get_by_role("button", name="Resign").click()
        phone.get_by_role("button", name="Yes, resign").click()
    expect(screen.get_by_role("heading", name="Guest won")).to_be_visible()
    expect(screen.get_by_text("Choose “Rematch” on your phone")).to_be_visible()
    check(screen)
    phones[1].get_by_role("button", name="Rematch").click()
    expect(screen.get_by_text("Guest: ready for another game")).to_be_visible()
    phones[0].get_by_role("button", name="Agree").click()
    expect(screen).not_to_have_url(first)
    for page, end in ((screen, "screen"), *((phone, "hand") for phone in phones)):
        expect(page).to_have_url(re.compile(f"/t/[^/]+/{end}$"))
    expect(screen.get_by_role("list", name="Players")).to_contain_text("Ada")


def test_bots_take_the_seats_of_those_who_do_not_come(visitor: Any) -> None:
    screen, phone = visitor(**TELEVISION), visitor(**PHONE)
    _, links = put_up(screen, "siegestones", 3)
    expect(screen.get_by_role("button", name="Begin now")).to_have_count(0)  # bots alone are no company
    scan(phone, links["0"], "Ada")
    screen.get_by_role("button", name="Begin now: 2 bots take the free seats").click()
    expect(screen.get_by_role("list", name="Players").get_by_text("bot, level 2")).to_have_count(2)


def test_a_code_opens_its_seat_once(visitor: Any) -> None:
    screen, first, late = visitor(**TELEVISION), visitor(**PHONE), visitor(**PHONE)
    _, links = put_up(screen, "siegestones", 2)
    scan(first, links["0"], "Ada")
    late.goto(links["0"])
    late.get_by_role("button", name="Sit down").click()
    expect(late.locator(".bar .complaint")).to_contain_text("This link does not open a seat any more")


def test_two_people_share_a_phone(visitor: Any) -> None:
    """The second code on the same phone asks for no name again; between the two a curtain falls."""
    screen, phone = visitor(**TELEVISION), visitor(**PHONE)
    _, links = put_up(screen, "bluffstones", 2)
    scan(phone, links["0"], "Ada")
    phone.goto(links["1"])
    expect(phone.get_by_role("heading", name=re.compile("^Hand the screen to"))).to_be_visible()
    expect(screen.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)


def test_the_screen_of_somebody_who_plays_shows_nothing_of_their_hand(visitor: Any) -> None:
    """The same browser holds a seat: its other window asks as a stranger, and is told as one."""
    host = visitor()
    made = make_table(host, game="siege", seats=[{"kind": "me"}, {"kind": "bot", "level": 1}])
    host.goto(f"/t/{made['table']['id']}/hand")
    expect(host.get_by_role("region", name="Your hand")).to_be_visible()
    screen = host.context.new_page()
    device = Device(screen, None)
    screen.goto(f"/t/{made['table']['id']}/screen")
    expect(screen.get_by_role("list", name="Players")).to_be_visible()
    seat, watch = (host.request.get(f"/api/tables/{made['table']['id']}?watch={on}").json() for on in ("false", "true"))
    told = [json.loads(text)["seats"] for text in device.heard if text.startswith('{"type":"sync"')]
    assert len(told) >= 2  # by the first call, and by the socket
    assert all(set(each) == {"watch"} for each in told)
    assert set(seat["seats"]) == {"0"}
    assert told[-1]["watch"]["view"] == watch["seats"]["watch"]["view"]
    assert told[-1]["watch"]["view"]["cities"][0]["hand"] != seat["seats"]["0"]["view"]["cities"][0]["hand"]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_whole_table_is_in_sight_on_a_television(visitor: Any, game: Game) -> None:
    page = visitor(**TELEVISION)
    for seats in game.seats:
        made = make_table(page, game=game.name, seats=[{"kind": "me"}] * seats)
        page.goto(f"/t/{made['table']['id']}/screen")
        for size in SCREENS:
            page.set_viewport_size(size)
            expect(page.locator(".screen .lately")).to_be_visible()
            painted(page)
            assert page.evaluate(HIDDEN) <= 0, (seats, size)


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_a_hand_fits_a_phone_and_is_played_by_keys(visitor: Any, game: str) -> None:
    page = visitor(**PHONE)
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game=game, seats=seats, start=0)
    page.goto(f"/t/{made['table']['id']}/hand")
    page.locator(".bar .headline").wait_for()
    check(page)
    robot, seen = Robot(page, seed=6), 0
    for _ in range(4):
        seq = int(page.locator(".area").get_attribute("data-seq") or 0)
        expect(page.locator(".bar .headline")).not_to_contain_text("Waiting for")
        painted(page)
        assert page.evaluate(SMALL) == []
        robot.press("Escape", "c")
        robot.act(robot.tree())
        page.wait_for_function("(seq) => Number(document.querySelector('.area').dataset.seq) > seq", arg=seq)
        seen += 1
    assert seen == 4


def test_people_at_one_screen_are_called_by_their_names(visitor: Any) -> None:
    page = visitor()
    page.goto("/?new=bluffstones&how=screen")
    page.get_by_label("Name of whoever sits at seat 1").fill("Ada")
    page.get_by_label("Name of whoever sits at seat 2").fill("Grace")
    check(page)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name=re.compile("^I am (Ada|Grace)$")).click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("Ada")
    expect(page.get_by_role("list", name="Players")).to_contain_text("Grace")


def record_of(page: Page, table: str) -> Match:
    return Match.from_record(page.request.get(f"/api/tables/{table}/record").text())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "people", "least"), [("siege", 6, 200), ("bluffstones", 2, 0)])
def test_no_device_is_told_what_it_must_not_know(visitor: Any, game: str, people: int, least: int) -> None:
    """A year of Siege on six phones, and BluffStones on two, with a screen for all."""
    screen = visitor(**TELEVISION)
    phones = [visitor(**PHONE) for _ in range(people)]
    shown = Device(screen, None)
    hands = [Device(phone, seat) for seat, phone in enumerate(phones)]
    table, links = put_up(screen, game, people, **SHORT[game])
    for seat, phone in enumerate(phones):
        scan(phone, links[str(seat)], NAMES[seat])
    play_on(phones, seed=7)
    expect(screen.locator(".again")).to_be_visible()
    match = record_of(screen, table)
    found = {device.reader: searched(device, match) for device in (shown, *hands)}
    assert all(each.told >= 20 and each.kept >= least for each in found.values()), found
    if game == "siege":  # what another seat was told would have been found
        other = copy(hands[0])
        other.heard = [text.replace('"seats":{"1":', '"seats":{"0":') for text in hands[1].heard]
        with pytest.raises(AssertionError):
            searched(other, match)
    if game == "bluffstones":  # a bid was in a frame of whoever made it, so it would have been found in others'
        assert all(any('"sealed":"bid ' in text for text in hand.heard) for hand in hands)
        assert not any('"sealed":"bid ' in text for text in shown.heard)
