"""`siegeworks notify test`: what the operator is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.cli import REFUSED, main
from tests.server.house import free_port
from tests.server.notices import PostOffice, Receiver

SENDER = ("--mail-from", "games@example.org")


def test_a_test_goes_by_each_that_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with PostOffice(password="hunter2") as office, Receiver() as room:
        monkeypatch.setenv("SIEGEWORKS_SMTP", office.url)
        hook = ("--hook", room.at("/secret"), "--notify-network", "127.0.0.1")
        assert main(["notify", "test", *SENDER, "--mail", "ada@example.org", *hook]) == 0
        assert office.take()["To"] == "ada@example.org"
        assert [path for path, _, _ in room.got] == ["/secret"]
        told = capsys.readouterr().out
        assert told.splitlines() == [
            f"ok   ada@example.org (127.0.0.1:{office.port}): the test was taken there.",
            f"ok   http://127.0.0.1:{room.port}: the test was taken there.",
        ]
        assert "hunter2" not in told
        room.status = 404
        assert main(["notify", "test", *SENDER, *hook]) == 1
        assert office.take()["To"] == "games@example.org"
        assert "BAD" in capsys.readouterr().out


def test_a_server_whose_links_would_lead_nowhere_sends_no_messages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    serve = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    for option in (("--smtp", "smtp://mail.example.org", *SENDER), ("--notify", "hook")):
        assert main([*serve, *option]) == REFUSED
        assert "--origin" in capsys.readouterr().err


def test_a_server_starts_where_the_packages_for_notices_are_not_installed() -> None:
    without = "import sys; sys.modules.update(aiosmtplib=None, httpcore=None)"
    subprocess.run([sys.executable, "-c", f"{without}; import siegeworks.server.app, siegeworks.cli.serve"], check=True)


def test_what_cannot_be_reached_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIEGEWORKS_SMTP", raising=False)
    assert main(["notify", "test", "--smtp", f"smtp://127.0.0.1:{free_port()}", *SENDER]) == 1
    assert "cannot be reached" in capsys.readouterr().out
    assert main(["notify", "test"]) == REFUSED
    assert "Name what is to be tested" in capsys.readouterr().err
    assert main(["notify", "test", "--hook", "https://127.0.0.1/"]) == 1
    assert "may reach" in capsys.readouterr().out
