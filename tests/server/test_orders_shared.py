"""Standing orders at several servers on one database: played once, wherever they were given, and though one dies."""

from __future__ import annotations

from tests.server.house import House, Person, wait_for
from tests.server.several import Servers
from tests.server.test_orders import CHARGE, order, played, standing, until, why


def two_servers(servers: Servers) -> tuple[House, House, Person, Person, str]:
    """Two people, each at a server of their own, and their table."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("charge", "me", "open", position=CHARGE)
    ben.join(made, 1, "Ben")
    return one, two, ada, ben, made["table"]["id"]


def test_an_order_given_at_one_server_is_played_once_by_the_other(servers: Servers) -> None:
    _, _, ada, ben, table = two_servers(servers)
    assert order(ben, table, 1, "yield d4") == "answer"
    with ben.sit_down(table) as there:
        there.hear("sync")
        assert ada.play(table, 0, "move d2 d4")["type"] == "answer"
        until(ada, table, 0, "yield")
        until(ben, table, 1, "yield")
    stored = servers.ask(f"SELECT 1 FROM events WHERE table_id = '{table}' AND data LIKE '%\"reason\":\"order\"%'")
    assert len(stored) == 1
    assert played(ben, table, 1) == played(ada, table, 0)


def test_the_owner_at_another_server_is_told_that_an_order_is_off(servers: Servers) -> None:
    _, _, ada, ben, table = two_servers(servers)
    order(ben, table, 1, "yield b4")
    with ben.sit_down(table) as there:
        there.hear("sync")
        ada.play(table, 0, "move d2 d4")
        while not (there.last["seats"]["1"]["orders"] or {"off": []})["off"]:
            there.hear("update")
    assert why(ben, table, 1) == ["order-off-asked"]
    found = standing(ben, table, 1)
    assert found is not None
    assert found["rules"] == []


def test_what_is_due_is_played_by_another_server_when_the_one_that_stored_the_move_cannot(servers: Servers) -> None:
    one, _, ada, ben, table = two_servers(servers)
    order(ben, table, 1, "yield d4")
    ben.sync(table)
    one.inside.work.is_closing = True  # it stops before it plays the order
    ada.play(table, 0, "move d2 d4")
    until(ben, table, 1, "yield")
    wait_for(lambda: played(ada, table, 0)[-1] == "yield")
