"""Who receives what a server under test sends: an SMTP server with the mail it took."""

from __future__ import annotations

import email
import re
import threading
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.server.house import House, Person, free_port, wait_for

ADA = "ada@example.org"
ORIGIN = "https://games.example.org"


class PostOffice:
    """An SMTP server. `refuses`: what it answers whoever wants to send, if not nothing."""

    def __init__(self, password: str | None = None) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses: str | None = None
        self.asked = 0
        self.password = password
        login: dict[str, Any] = {"authenticator": self._check, "auth_require_tls": False} if password else {}
        self.port = free_port()
        self._server = Controller(self, "127.0.0.1", self.port, **login)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._server.stop()

    @property
    def url(self) -> str:
        login = f"games:{self.password}@" if self.password else ""
        return f"smtp://{login}127.0.0.1:{self.port}"

    def _check(self, server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
        is_known = isinstance(given, LoginPassword) and given.password.decode() == self.password
        return AuthResult(success=is_known, handled=False)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """As the library calls it, with a whole message."""
        self.asked += 1
        if self.refuses:
            return self.refuses
        if self.password and not session.authenticated:
            return "530 Authentication required"
        made = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(made, EmailMessage)
        assert envelope.rcpt_tos == [made["To"]]
        self.mails.append(made)
        return "250 OK"

    def take(self) -> EmailMessage:
        """The next message, and that there is no other."""
        wait_for(lambda: self.mails)
        (found,) = self.mails
        self.mails.clear()
        return found


def link_in(mail: EmailMessage, page: str) -> str:
    """What follows the # of a link to a page."""
    found = re.search(rf"{re.escape(ORIGIN)}/{page}#(\S+)", mail.get_content())
    assert found is not None, mail.get_content()
    return found[1]


def ask_for_mail(person: Person, address: str = ADA) -> Any:
    return person.call("POST", "/me/notices", json={"kind": "mail", "address": address})


def confirm(person: Person, token: str) -> int:
    return person.call("POST", "/notices/confirm", json={"token": token}).status_code


def with_mail(house: House, office: PostOffice, person: Person, address: str = ADA) -> None:
    """Somebody is told by e-mail from now on; the link is opened by somebody unknown, in another browser."""
    assert ask_for_mail(person, address).status_code == 201
    assert confirm(house.person(), link_in(office.take(), "confirm")) == 200


def send_due(house: House) -> None:
    """All that is due is sent; nothing waits for the server's own moment."""
    wait_for(lambda: not house.inside.notices._is_noting)
    house.call(house.inside.notices.send_due())


class Receiver:
    """A web server that notes what is posted to it. `status`: what it answers; `leads`: where it sends others."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 200
        self.leads: str | None = None
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.got.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
                self.send_response(receiver.status)
                if receiver.leads:
                    self.send_header("location", receiver.leads)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Nothing is told."""

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def at(self, path: str = "/room", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"
