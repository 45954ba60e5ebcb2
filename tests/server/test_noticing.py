"""Notices where several servers share a database: whoever is there by way of any of them is there, and one sends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from siegeworks.server.notices import noticing
from siegeworks.server.notices.mail import Post
from siegeworks.server.store.noticing import Notice
from tests.server.house import House, Person, wait_for
from tests.server.notices import ORIGIN, PostOffice, with_mail
from tests.server.several import Servers, same


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers send when a test says so, and everything is due at once."""
    monkeypatch.setattr(noticing, "LOOK_S", 3600)
    monkeypatch.setattr(noticing, "WAIT_MS", 0)
    monkeypatch.setattr(noticing, "REST_MS", {})


def start(servers: Servers, office: PostOffice) -> House:
    return servers.start(post=Post.at(office.url, "games@example.org"), origins=frozenset([ORIGIN]))


def seated(one: House, office: PostOffice) -> tuple[Person, Person, str]:
    """Two people at a table, the second to move; the first is told by e-mail."""
    ada, ben = one.person(), one.person()
    made = ada.make("siegestones", "me", "open", start=1)
    ben.join(made, 1)
    with_mail(one, office, ada)
    return ada, ben, made["table"]["id"]


def is_noted(servers: Servers, table: str) -> list[Any]:
    return servers.ask(f"SELECT turn FROM notices WHERE table_id = '{table}' AND due IS NOT NULL")


def test_whoever_is_there_by_way_of_another_server_is_not_told(servers: Servers) -> None:
    with PostOffice() as office:
        one, two = start(servers, office), start(servers, office)
        ada, ben, table = seated(one, office)
        ben.play(table, 1, "stone d4")
        wait_for(lambda: is_noted(servers, table))
        with same(ada, two).sit_down(table) as there:
            there.hear("sync")
            wait_for(lambda: servers.ask(f"SELECT 1 FROM presence WHERE table_id = '{table}' AND here = 1"))
            wait_for(lambda: one.call(one.inside.notices.send_due()) or not is_noted(servers, table))
        assert is_noted(servers, table) == []
        assert office.mails == []


def test_of_servers_that_send_at_once_one_sends(servers: Servers) -> None:
    with PostOffice() as office:
        one, two = start(servers, office), start(servers, office)
        ada, ben, table = seated(one, office)
        same(ben, two).play(table, 1, "stone d4")
        wait_for(lambda: is_noted(servers, table))

        async def both() -> None:
            calls = [house.inside.notices.send_due() for house in (one, two)]
            futures = [
                asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call, house.inside.loop))
                for call, house in zip(calls, (one, two), strict=True)
            ]
            await asyncio.gather(*futures)

        wait_for(lambda: asyncio.run(both()) or office.mails)
        office.take()
        assert is_noted(servers, table) == []
        assert ada.get("/me/notices")["channels"][0]["problem"] is None


def test_what_a_dead_server_was_sending_is_sent_by_another(servers: Servers) -> None:
    with PostOffice() as office:
        one, two = start(servers, office), start(servers, office)
        _, ben, table = seated(one, office)
        ben.play(table, 1, "stone d4")
        wait_for(lambda: is_noted(servers, table))
        now = one.inside.ticks.now()
        taken = one.call(one.inside.store.notices.take(now, now + noticing.LEASE_MS))
        assert taken is not None
        assert isinstance(taken.notices[0], Notice)
        two.call(two.inside.notices.send_due())
        assert office.mails == []
        servers.ask("UPDATE notices SET held = 0 RETURNING held")  # as if the time it may hold them were over
        wait_for(lambda: two.call(two.inside.notices.send_due()) or office.mails)  # its time may be behind the other's
        office.take()
