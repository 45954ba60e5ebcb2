"""The examples of `deploy/`: their commands are commands of this version, and name nothing that is not there."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

import pytest

from siegeworks.cli import _parser

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
COMMAND = re.compile(r"^(?:ExecStart=\S*/|\s*command: )siegeworks (.+)$", re.MULTILINE)
VARIABLE = re.compile(r"\$\{(\w+):\?[^}]*\}")
EXPECTED = {
    "siegeworks.service": ["serve"],
    "siegeworks-think.service": ["think"],
    "compose.yaml": ["serve", "think"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_commands_are_understood(name: str) -> None:
    text = VARIABLE.sub(r"\1", (DEPLOY / name).read_text(encoding="utf-8"))
    chosen = [_parser().parse_args(shlex.split(command)) for command in COMMAND.findall(text)]
    assert [each.command for each in chosen] == EXPECTED[name]
    for each in chosen:
        if each.command == "serve":
            assert each.secure
            assert each.proxy
            assert not each.browser


def test_the_proxy_knows_the_servers_and_their_port() -> None:
    compose, proxy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("compose.yaml", "Caddyfile"))
    servers = re.findall(r"^  (\w+):\n    <<: \*server$", compose, re.MULTILINE)
    port = _parser().parse_args(["serve"]).port
    assert re.findall(r"reverse_proxy (.+) \{", proxy) == [" ".join(f"{server}:{port}" for server in servers)]
    assert len(servers) == 2


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.endswith(".service")])
def test_units_are_started_again_however_long_the_database_is_away(name: str) -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.read(DEPLOY / name, encoding="utf-8")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert (unit["Service"]["Restart"], unit["Service"]["RestartSec"]) == ("on-failure", "2")
