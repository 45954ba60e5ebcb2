"""One server for the tests that need nothing special of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import STARTED, VISITORS, House


@pytest.fixture(autouse=True)
def closing_time() -> Iterator[None]:
    yield
    while VISITORS:
        VISITORS.pop().web.close()
    while STARTED:
        server = STARTED.pop()
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as found:
        yield found
