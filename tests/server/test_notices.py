"""Whoever is not there hears that it is their turn: once, soon enough, never in quiet hours, and nothing secret."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from siegeworks.errors import BadSetup
from siegeworks.server.notices import noticing
from siegeworks.server.notices.mail import Post, is_address
from siegeworks.server.notices.noticing import AGAIN_MS, MOST_TRIES, REST_MS, WAIT_MS
from siegeworks.server.notices.quiet import left_ms
from siegeworks.server.store.noticing import MOST, Quiet, Turn
from tests.server.house import PROXY, House, Person, ask_store, pair, wait_for
from tests.server.notices import ADA, ORIGIN, PostOffice, ask_for_mail, confirm, link_in, send_due, with_mail
from tests.server.test_devices import carry, drop, link
from tests.server.test_tables import winter


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers send when a test says so, and not by themselves."""
    monkeypatch.setattr(noticing, "LOOK_S", 3600)


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as found:
        yield found


def open_house(folder: Path, office: PostOffice, **chosen: Any) -> House:
    post = Post.at(office.url, "siegeworks@example.org")
    return House(folder, post=post, origins=frozenset([ORIGIN]), hosts=frozenset(["127.0.0.1"]), **chosen)


@pytest.fixture
def mailing(tmp_path: Path, office: PostOffice) -> Iterator[House]:
    """A server that sends e-mail. Its clock shows noon."""
    with open_house(tmp_path, office) as found:
        found.inside.notices.clock = lambda: datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()
        yield found


def let_it_be_due(house: House, ms: int = WAIT_MS + 1) -> None:
    wait_for(lambda: not house.inside.notices._is_noting)
    house.let_pass(ms)
    send_due(house)


def sent(house: House, office: PostOffice, ms: int = WAIT_MS + 1) -> list[str]:
    """What is sent once it is due: the subjects."""
    let_it_be_due(house, ms)
    found = [str(mail["Subject"]) for mail in office.mails]
    office.mails.clear()
    return found


TURN = "It is your turn in SiegeStones."


def test_who_is_not_there_gets_one_message_a_turn(mailing: House, office: PostOffice) -> None:
    ada, ben, table = pair(mailing, start=1)
    with_mail(mailing, office, ada)
    ben.play(table, 1, "stone d4")
    send_due(mailing)
    assert office.mails == []
    let_it_be_due(mailing)
    mail = office.take()
    assert (mail["To"], mail["Subject"]) == (ADA, TURN)
    assert f"SiegeStones: {ORIGIN}/t/{table}" in mail.get_content().splitlines()
    assert sent(mailing, office) == []
    ben.act(table, "offer", 1, what="draw")
    assert sent(mailing, office) == []
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    assert sent(mailing, office) == []
    assert sent(mailing, office, REST_MS["mail"]) == [TURN]


def test_nobody_is_told_without_having_asked(mailing: House, office: PostOffice) -> None:
    ada, ben, table = pair(mailing, start=1)
    ben.play(table, 1, "stone d4")
    assert sent(mailing, office) == []
    assert ask_for_mail(ada).json()["channels"][0]["confirmed"] is False
    office.take()
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    assert sent(mailing, office) == []
    assert mailing.call(mailing.inside.store.notices.is_due(10**12)) is False


def test_who_is_there_or_comes_in_time_is_not_told(mailing: House, office: PostOffice) -> None:
    ada, ben, table = pair(mailing, start=1)
    with_mail(mailing, office, ada)
    with ada.sit_down(table) as there:
        there.hear("sync")
        ben.play(table, 1, "stone d4")
        there.hear("update")
    assert sent(mailing, office) == []
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    with ada.sit_down(table) as there:
        there.hear("sync")
        assert sent(mailing, office) == []
    assert sent(mailing, office) == []
    ada.play(table, 0, "stone c5")
    ben.play(table, 1, "stone d6")
    ada.play(table, 0, "stone b2")
    assert sent(mailing, office) == []


def test_whoever_was_alone_is_told_once_somebody_sits_down(mailing: House, office: PostOffice) -> None:
    ada, ben = mailing.person(), mailing.person()
    with_mail(mailing, office, ada)
    made = ada.make("siegestones", "me", "open", start=0)
    assert sent(mailing, office, 3600 * 1000) == []
    ben.join(made, 1)
    assert sent(mailing, office) == [TURN]


def test_bots_and_people_at_one_screen_are_not_waited_for(mailing: House, office: PostOffice) -> None:
    ada = mailing.person()
    with_mail(mailing, office, ada)
    ada.make("siegestones", "me", "1", start=0)
    ada.make("siegestones", "me", "me", start=0)
    ada.make("siegestones", "me", "open", start=0)
    assert sent(mailing, office) == []


def test_many_turns_are_told_in_one_message(mailing: House, office: PostOffice) -> None:
    ada, ben = mailing.person(), mailing.person()
    with_mail(mailing, office, ada)
    tables = []
    for _ in range(3):
        made = ada.make("siegestones", "me", "open", start=1)
        ben.join(made, 1, "Ben")
        tables.append(made["table"]["id"])
        ben.play(tables[-1], 1, "stone d4")
    let_it_be_due(mailing)
    mail = office.take()
    assert mail["Subject"] == "It is your turn at 3 tables."
    assert all(f"{ORIGIN}/t/{table}" in mail.get_content() for table in tables)


def test_a_message_holds_nothing_but_the_game_and_the_table(mailing: House, office: PostOffice) -> None:
    """Ben's name, the cards, keys and cookies are in none of it."""
    ada, ben, table = pair(mailing, "siege")
    with_mail(mailing, office, ada)
    token = link_in(first_mail(mailing, office, {0: ada, 1: ben}, table), "stop")
    content = str(office.mails[0])
    key = ada.sync(table)["seats"]["0"]["key"]
    for secret in ("Ben", key, ada.cookie, ben.cookie, mailing.inside.identities._secret.hex()):
        assert secret not in content
    assert token.count(".") == 1


def first_mail(house: House, office: PostOffice, people: dict[int, Person], table: str) -> EmailMessage:
    """They play until it has been the second's turn, and then the first's."""
    order = list[int]()
    while order[-2:] != [1, 0]:
        (seat,) = people[0].sync(table)["table"]["waiting"]
        order.append(seat)
        if order[-2:] != [1, 0]:
            people[seat].play(table, seat, people[seat].legal(table, seat)[0])
    let_it_be_due(house)
    return office.mails[0]


def test_private_steps_make_nothing_due_and_move_nothing(tmp_path: Path, office: PostOffice) -> None:
    """A Winter: whatever is done in private, what is stored of notices stays byte for byte, and nothing is sent."""
    with open_house(tmp_path, office) as house:
        people, table, seat = winter(house)
        with_mail(house, office, people[1 - seat])
        with_mail(house, office, people[seat], "ben@example.org")
        asked = "SELECT * FROM notices ORDER BY channel, table_id, seat"
        before = ask_store(tmp_path, asked), house.room(table).table.turns
        recall = next(name for name in people[seat].legal(table, seat) if name != "done")
        assert people[seat].play(table, seat, recall)["type"] == "answer"
        wait_for(lambda: not house.inside.notices._is_noting)
        assert (ask_store(tmp_path, asked), house.room(table).table.turns) == before
        assert sent(house, office) == []


def test_whoever_chooses_again_at_once_is_told_of_each_choice(mailing: House, office: PostOffice) -> None:
    """In BluffStones both choose in secret: who was last is waited for again with the next choice."""
    ada, ben, table = pair(mailing, "bluffstones")
    with_mail(mailing, office, ada)
    first = mailing.room(table).table.turns[0]
    for person, seat in ((ben, 1), (ada, 0)):
        assert person.play(table, seat, "bid -")["type"] == "answer"
    told = ada.sync(table)["table"]["waiting"]
    assert 0 not in told or mailing.room(table).table.turns[0].seq > first.seq


def test_quiet_hours_put_off_what_is_due(mailing: House, office: PostOffice) -> None:
    ada, ben, table = pair(mailing, start=1)
    with_mail(mailing, office, ada)
    wish = {"zone": "Pacific/Auckland", "begins": 22 * 60, "ends": 8 * 60}  # there it is one in the morning
    assert ada.call("PUT", "/me/quiet", json=wish).json() == wish
    assert ada.get("/me/notices")["quiet"] == wish
    ben.play(table, 1, "stone d4")
    assert sent(mailing, office) == []
    mailing.inside.notices.clock = lambda: datetime(2026, 11, 19, 19, 1, tzinfo=UTC).timestamp()
    assert sent(mailing, office, 7 * 3600 * 1000) == [TURN]
    assert ada.call("DELETE", "/me/quiet").status_code == 200
    assert ada.get("/me/notices")["quiet"] is None
    assert ada.call("PUT", "/me/quiet", json={**wish, "zone": "../etc/passwd"}).json()["code"] == "bad_address"


@pytest.mark.sqlite
def test_quiet_ends_by_the_clock_on_the_wall() -> None:
    """Also on the night when that clock is put back."""
    quiet = Quiet("Europe/Berlin", 22 * 60, 8 * 60)
    for at, minutes in (
        (datetime(2026, 6, 1, 20, 0, tzinfo=UTC), 600),
        (datetime(2026, 6, 2, 5, 59, tzinfo=UTC), 1),
        (datetime(2026, 6, 2, 6, 0, tzinfo=UTC), 0),
        (datetime(2026, 6, 1, 19, 59, tzinfo=UTC), 0),
        (datetime(2026, 10, 24, 20, 0, tzinfo=UTC), 660),
    ):
        assert left_ms(quiet, at.timestamp()) == minutes * 60_000, at
    assert left_ms(Quiet("Europe/Berlin", 60, 60), 0) == left_ms(None, 0) == 0


def test_what_cannot_be_sent_is_tried_again_and_given_up_and_told(mailing: House, office: PostOffice) -> None:
    ada, ben, table = pair(mailing, start=1)
    with_mail(mailing, office, ada)
    office.refuses, office.asked = "451 later", 0
    ben.play(table, 1, "stone d4")
    let_it_be_due(mailing)
    for tries in range(1, MOST_TRIES):
        assert office.asked == tries
        let_it_be_due(mailing, AGAIN_MS * 2 ** (tries - 1) // 2)
        assert office.asked == tries
        let_it_be_due(mailing, AGAIN_MS * 2 ** (tries - 1))
    assert office.asked == MOST_TRIES
    assert ada.get("/me/notices")["channels"][0]["problem"]["code"] == "mail-server-refuses"
    office.refuses = None
    assert sent(mailing, office, 3600 * 1000) == []
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    assert sent(mailing, office) == [TURN]
    assert ada.get("/me/notices")["channels"][0]["problem"] is None


def test_what_is_due_outlives_the_server(tmp_path: Path, office: PostOffice) -> None:
    with open_house(tmp_path, office) as house:
        ada, ben, table = pair(house, start=1)
        with_mail(house, office, ada)
        ben.play(table, 1, "stone d4")
        wait_for(lambda: not house.inside.notices._is_noting)
    with open_house(tmp_path, office) as house:
        assert sent(house, office, 2 * WAIT_MS) == [TURN]
    with open_house(tmp_path, office) as house:
        Person(house.port, ben.cookie).sync(table)
        assert sent(house, office, 2 * WAIT_MS) == []


def test_two_processes_that_send_at_once_send_one_message(tmp_path: Path, office: PostOffice) -> None:
    """What one has taken the other does not find, until the first has had time enough."""
    with open_house(tmp_path, office) as house:
        ada, ben, table = pair(house, start=1)
        with_mail(house, office, ada)
        ben.play(table, 1, "stone d4")
        wait_for(lambda: not house.inside.notices._is_noting)
        rows, now = house.inside.store.notices, house.inside.ticks.now() + WAIT_MS
        first = house.call(rows.take(now, now + 1000))
        assert first is not None
        assert [notice.table for notice in first.notices] == [table]
        assert house.call(rows.take(now + 999, now + 2000)) is None
        again = house.call(rows.take(now + 1000, now + 2000))
        assert again is not None
        assert again.notices == first.notices


def test_forget_me_ends_all_of_it(tmp_path: Path, office: PostOffice) -> None:
    with open_house(tmp_path, office) as house:
        ada, ben, table = pair(house, start=1)
        with_mail(house, office, ada)
        ada.call("PUT", "/me/quiet", json={"zone": "Europe/Berlin", "begins": 0, "ends": 60})
        ben.play(table, 1, "stone d4")
        assert ada.call("DELETE", "/me").status_code == 200
        assert sent(house, office) == []
        for name in ("channels", "notices", "quiet_hours"):
            assert ask_store(tmp_path, f"SELECT * FROM {name}") == [], name


def test_a_device_that_is_shut_out_takes_its_channels_along(mailing: House, office: PostOffice) -> None:
    """Whoever has stolen a phone may have asked for notices with it."""
    ada, ben, table = pair(mailing, start=1)
    phone = mailing.person()
    carry(phone, link(ada))
    with_mail(mailing, office, ada)
    with_mail(mailing, office, phone, "eve@example.org")
    assert [each["here"] for each in ada.get("/me/notices")["channels"]] == [True, False]
    drop(ada, 1)
    assert [each["address"] for each in ada.get("/me/notices")["channels"]] == [ADA]
    ben.play(table, 1, "stone d4")
    assert sent(mailing, office) == [TURN]


def test_a_table_that_is_deleted_is_told_of_no_more(tmp_path: Path, office: PostOffice) -> None:
    with open_house(tmp_path, office) as house:
        ada, ben, table = pair(house, start=1)
        with_mail(house, office, ada)
        ben.play(table, 1, "stone d4")
        for person in (ada, ben):
            person.call("DELETE", f"/tables/{table}")
        assert sent(house, office) == []
        assert ask_store(tmp_path, "SELECT * FROM notices") == []


def test_a_table_that_was_thrown_away_is_told_of_no_more(tmp_path: Path, office: PostOffice) -> None:
    with open_house(tmp_path, office) as house:
        ada, ben, table = pair(house, start=1)
        with_mail(house, office, ada)
        ben.play(table, 1, "stone d4")
        wait_for(lambda: ask_store(tmp_path, "SELECT * FROM notices"))
        ada.call("DELETE", f"/tables/{table}")  # Ben stays there
        assert ask_store(tmp_path, "SELECT * FROM notices") == []
        person = house.room(table).table.seats[0].people[0]
        for named in (table, "gone"):
            house.call(house.inside.store.notices.note([Turn(person, named, 0, 2, 2**50)], 0))
        assert ask_store(tmp_path, "SELECT * FROM notices") == []
        assert ada.play(table, 0, "stone e5")["type"] == "answer"  # who plays on hears of it again
        ben.play(table, 1, "stone c3")
        assert sent(house, office) == [TURN]


# The links


def test_one_click_stops_it(mailing: House, office: PostOffice) -> None:
    """As a mail program does it (RFC 8058): a plain POST to the address in the header, without a cookie."""
    ada, ben, table = pair(mailing, start=1)
    with_mail(mailing, office, ada)
    ben.play(table, 1, "stone d4")
    let_it_be_due(mailing)
    mail = office.take()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = str(mail["List-Unsubscribe"]).strip("<>")
    assert address == f"{ORIGIN}/api/notices/stop/{link_in(mail, 'stop')}"
    path, program = address.removeprefix(f"{ORIGIN}/api"), mailing.person()
    looked = program.call("GET", path)
    assert (looked.status_code, looked.headers["location"]) == (303, f"/stop#{link_in(mail, 'stop')}")
    assert len(ada.get("/me/notices")["channels"]) == 1
    for _ in range(2):
        assert program.call("POST", path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ada.get("/me/notices")["channels"] == []
    ada.play(table, 0, "stone e5")
    ben.play(table, 1, "stone c3")
    assert sent(mailing, office, REST_MS["mail"]) == []


def test_links_that_are_forged_old_or_of_others_do_nothing(
    mailing: House, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    from siegeworks.server import notice_routes

    ada, eve = mailing.person(), mailing.person()
    ask_for_mail(ada)
    token = link_in(office.take(), "confirm")
    mine = ada.get("/me/notices")["channels"][0]["channel"]
    stop = mailing.inside.identities.signed("notices-stop", mine)
    for tried in (token[:-1], token.upper(), mine, stop, ada.cookie, "é", "." * 200):
        assert confirm(eve, tried) == 404, tried
    for tried in (token, stop[:-1], mine, ada.cookie):
        assert eve.call("POST", f"/notices/stop/{tried}").status_code == 404, tried
    assert eve.call("DELETE", f"/me/notices/{mine}").status_code == 404
    now = notice_routes.now_ms()
    with monkeypatch.context() as late:
        late.setattr(notice_routes, "now_ms", lambda: now + notice_routes.DAY_MS + 60_000)
        assert confirm(eve, token) == 404
    assert [confirm(eve, token) for _ in range(2)] == [200, 200]
    assert eve.call("POST", f"/notices/stop/{stop}").status_code == 200
    assert confirm(eve, token) == 404
    assert ada.get("/me/notices")["channels"] == []


def test_an_address_is_asked_few_times_a_day_whoever_wishes_it(tmp_path: Path, office: PostOffice) -> None:
    with open_house(tmp_path, office, proxies=PROXY) as house:
        for number in range(5):
            answer = ask_for_mail(house.person(f"10.0.{number}.1"), "Ada@example.org" if number % 2 else ADA)
            assert (answer.status_code, answer.json().get("code")) == ((201, None) if number < 3 else (429, "too_many"))
        assert office.asked == 3
        assert ADA not in str(ask_store(tmp_path, "SELECT * FROM counts"))


def test_channels_of_a_person_are_bounded_and_each_address_is_one(mailing: House, office: PostOffice) -> None:
    ada = mailing.person()
    for number in range(MOST):
        assert ask_for_mail(ada, f"ada{number}@example.org").status_code == 201
    assert ask_for_mail(ada, "ada0@example.org").status_code == 201
    assert ask_for_mail(ada).json()["code"] == "too_many"
    assert len(ada.get("/me/notices")["channels"]) == MOST
    for channel in ada.get("/me/notices")["channels"]:
        assert ada.call("DELETE", f"/me/notices/{channel['channel']}").status_code == 200
    assert ada.get("/me/notices")["channels"] == []


def test_an_address_the_server_refuses_is_not_kept(mailing: House, office: PostOffice) -> None:
    ada = mailing.person()
    office.refuses = "554 no"
    answer = ask_for_mail(ada)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_sent")
    assert ada.get("/me/notices")["channels"] == []


def test_without_an_smtp_server_no_mail_is_offered(house: House) -> None:
    ada = house.person()
    assert ada.get("/me/notices")["offers"]["mail"] is False
    answer = ask_for_mail(ada)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_offered")


@pytest.mark.parametrize(
    "text",
    [
        *("ada", "@example.org", "ada@", "ada@example", "a b@example.org", "ada@example.org, eve@example.org"),
        *("ada@example.org\r\nBcc: eve@example.org", "<ada@example.org>", "ädä@example.org", "a" * 300 + "@b.org"),
    ],
)
@pytest.mark.sqlite
def test_what_is_no_address_is_refused(text: str) -> None:
    assert not is_address(text)
    assert is_address(ADA)


# The operator's server


def test_the_password_opens_the_server_and_stands_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, "siegeworks")
    with PostOffice(password="hunter2 & co") as office:
        url = f"smtp://games:hunter2%20%26%20co@127.0.0.1:{office.port}"
        post = Post.at(url, "siegeworks@example.org")
        with House(tmp_path, post=post, origins=frozenset([ORIGIN])) as house:
            ada = house.person()
            with_mail(house, office, ada)
            assert "hunter2" not in repr(post) + repr(house.app.state.settings) + "".join(ada.heard)
        wrong = Post.at(f"smtp://games:wrong-one@127.0.0.1:{office.port}", "siegeworks@example.org")
        (tmp_path / "other").mkdir()
        with House(tmp_path / "other", post=wrong, origins=frozenset([ORIGIN])) as house:
            assert ask_for_mail(house.person()).json()["says"]["code"] == "mail-server-refuses"
    told = caplog.text + "".join(capfd.readouterr())
    assert "hunter2" not in told
    assert "wrong-one" not in told


@pytest.mark.sqlite
def test_what_is_no_smtp_server_is_refused() -> None:
    for url in ("", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://host:port"):
        with pytest.raises(BadSetup):
            Post.at(url, "a@example.org")
    with pytest.raises(BadSetup):
        Post.at("smtp://mail.example.org", "nobody")
    found = Post.at("smtps://ada%40example.org:secret@mail.example.org", None)
    assert (found.port, found.sender, found.must_hide) == (465, "ada@example.org", False)
    assert Post.at("smtp://ada%40example.org:secret@mail.example.org", None).must_hide
