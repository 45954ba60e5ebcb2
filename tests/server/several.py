"""Several servers on one database, each in a thread of this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from siegeworks.server.clocks import Ticks
from siegeworks.server.peers import Together
from siegeworks.server.store.postgres import PostgresStore
from tests.server.cluster import ask
from tests.server.house import House, Person


class Servers:
    """Houses on one database, each with a folder of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.houses: list[House] = []

    def start(self, **chosen: Any) -> House:
        folder = self.folder / str(len(self.houses))
        folder.mkdir()
        house = House(folder, store=PostgresStore(self.url), ticks=Ticks(), **chosen)
        self.houses.append(house)
        return house

    def ask(self, *statements: str) -> list[Any]:
        return ask(self.url, *statements)

    def close(self) -> None:
        """All that still run."""
        for house in self.houses:
            if house.thread.is_alive():
                house.close()


def same(person: Person, house: House) -> Person:
    """The same person at another server."""
    return Person(house.port, person.cookie)


def peers_of(house: House) -> Together:
    found = house.inside.peers
    assert isinstance(found, Together)
    return found


async def deafen(house: House) -> None:
    """A server hears nothing of others any more."""
    shared = house.inside.store.shared
    assert shared is not None
    await shared.close()
