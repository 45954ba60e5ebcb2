"""The OpenAPI document is true: schemathesis asks for everything in it, right and wrong, with all its checks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok

from siegeworks.bots.simple import RandomBot
from siegeworks.server import connections, guards, letters
from siegeworks.server.thinkers import Thinkers
from tests.server.house import PATIENCE_S, House, Person

EXAMPLES = int(os.environ.get("SIEGEWORKS_EXAMPLES", "12"))
REFUSED_BY_RULES = ["2xx", "403", "404", "409", "422", "429"]
"""What a well-formed request may be answered: rules and limits, and whoever sits there, may stand against it."""
REFUSED_AS_WRONG = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""What a malformed request may be answered: also, where it is long beyond all bounds, that it is."""
CONFIG = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": REFUSED_BY_RULES},
        "negative_data_rejection": {"expected-statuses": REFUSED_AS_WRONG},
    }
}


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server whose bots, and hints, need not think, and which waits for requests however busy the machine is."""
    monkeypatch.setattr(guards, "BODY_SECONDS", PATIENCE_S)
    monkeypatch.setattr(connections, "HEADERS_S", PATIENCE_S)
    with House(tmp_path, thinkers=Thinkers(lambda game, name: RandomBot(game))) as house:
        yield house


def tables_of(ada: Person) -> list[str]:
    """Somebody's tables: going on, with secrets, over, and a record."""
    made = [str(ada.make(game, "me", "me", start=0)["table"]["id"]) for game in ("siegestones", "siege", "siegestones")]
    ada.act(made[-1], "resign", 0)
    text = ada.call("GET", f"/tables/{made[-1]}/record").content
    return [*made, str(ada.call("POST", "/records", content=text).json()["id"])]


def operations(house: House) -> list[Any]:
    address = f"http://127.0.0.1:{house.port}/api/openapi.json"
    schema = schemathesis.openapi.from_url(address, config=schemathesis.Config.from_dict(CONFIG))
    found = []
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        found.append(operation.ok())
    return found


def has_input(operation: Any) -> bool:
    """Whether anything can be wrong with a request: a path alone is only unknown."""
    return bool(operation.body or operation.query)


def test_every_request_is_answered_as_the_document_says(quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "LONGEST_WAIT_S", 0.01)  # nothing new will come
    load_all_checks()
    person = quick.person()
    names = tables_of(person)
    for operation in operations(quick):
        modes = [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if has_input(operation) else [])]
        for mode in modes:

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
                database=None,
            )
            @given(case=operation.as_strategy(generation_mode=mode), name=st.sampled_from([*names, None]))
            def try_it(case: Any, name: str | None) -> None:
                who = person if case.method != "DELETE" else quick.person()  # who is forgotten can ask no more
                if case.method == "DELETE":
                    mine = str(who.make("siegestones", "me", "me")["table"]["id"])
                    name = mine if name is not None else None
                if name is not None and "table" in case.path_parameters:
                    case.path_parameters["table"] = name
                cookies = {"siegeworks": who.cookie}
                case.call_and_validate(checks=tuple(CHECKS.get_all()), cookies=cookies, timeout=PATIENCE_S)

            try_it()
