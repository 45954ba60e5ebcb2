"""Notices by e-mail, through the operator's own SMTP server. Nothing is sent where nobody wants it."""

from __future__ import annotations

import ssl
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from siegeworks.errors import BadSetup
from siegeworks.sentences import word
from siegeworks.server.askers import is_loopback
from siegeworks.server.notices import BadAddress, Message, NotSent
from siegeworks.server.people import Identities
from siegeworks.server.store.noticing import Channel

CONFIRM, STOP = "notices-confirm", "notices-stop"
"""For what a link in a message is signed."""
LIMIT_S = 30.0
PORTS = {"smtp": 587, "smtps": 465}
MOST_ADDRESS = 254


class Post(NamedTuple):
    """The operator's SMTP server, and from whom messages come. Its password is never printed."""

    host: str
    port: int
    is_secure: bool
    """By TLS from the first byte; else STARTTLS, which a server elsewhere must offer where there is a password."""
    user: str | None
    password: str | None
    sender: str

    def __repr__(self) -> str:
        return f"Post({self.host}:{self.port})"

    @classmethod
    def at(cls, url: str, sender: str | None) -> Post:
        """The server at smtp://user:password@host:port or smtps://..., checked."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadSetup("cli.not-an-smtp-server") from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise BadSetup("cli.not-an-smtp-server")
        user = unquote(parts.username) if parts.username else None
        sent_by = sender or (user if user and is_address(user) else f"siegeworks@{parts.hostname}")
        if not is_address(sent_by):
            raise BadSetup("cli.not-an-address", address=sent_by[:MOST_ADDRESS])
        password = None if parts.password is None else unquote(parts.password)
        return cls(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "smtps", user, password, sent_by)

    @property
    def must_hide(self) -> bool:
        """Whether a password would otherwise cross the network to be read."""
        return not self.is_secure and self.password is not None and not is_own(self.host)


def is_own(host: str) -> bool:
    """Whether a server runs on this machine."""
    return host == "localhost" or (host != "" and is_loopback(host))


def is_address(text: str) -> bool:
    """Whether mail can be sent there: one address, with a domain, and nothing else."""
    try:
        found = Address(addr_spec=text)
    except (ValueError, IndexError, MessageError):
        return False
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' ,<>"')
    return len(text) <= MOST_ADDRESS and is_plain and bool(found.username) and "." in found.domain


class MailSender:
    """Sends through one server. `identities` sign the links by which somebody agrees, and stops."""

    def __init__(self, post: Post, identities: Identities, tls: ssl.SSLContext | None = None) -> None:
        self._post = post
        self._identities = identities
        self._tls = tls

    def check(self, address: str) -> None:
        """Raises unless it is one address."""
        if not is_address(address):
            raise BadAddress("not-a-mail-address")

    async def send(self, channel: Channel, message: Message) -> None:
        """The tables that wait, with a link for each."""
        token = self._identities.signed(STOP, channel.channel)
        words = [message.subject, "", *message.lines, "", word("notice-stop", link=message.link(f"/stop#{token}"))]
        made = self._written(channel.address, message.subject, words)
        made["List-Unsubscribe"] = f"<{message.link(f'/api/notices/stop/{token}')}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self.deliver(made)

    async def ask(self, channel: Channel, message: Message) -> None:
        """Whether whoever has the address wants to hear anything: the only message before they say so."""
        token = self._identities.signed(CONFIRM, channel.channel)
        link = message.link(f"/confirm#{token}")
        words = [word("notice-confirm", link=link), "", word("notice-confirm-else")]
        await self.deliver(self._written(channel.address, word("notice-confirm-subject"), words))

    async def test(self, address: str) -> None:
        """Whether a message arrives."""
        words = Message([], "").subject
        await self.deliver(self._written(address, words, [words]))

    def _written(self, to: str, subject: str, words: list[str]) -> EmailMessage:
        made = EmailMessage()
        made["From"], made["To"], made["Subject"] = self._post.sender, to, subject
        made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain=self._post.sender.rpartition("@")[2])
        made["Auto-Submitted"] = "auto-generated"
        made.set_content("\n".join(words) + "\n")
        return made

    async def deliver(self, made: EmailMessage) -> None:
        """Hand a message to the server; raises NotSent. What the server says may hold addresses: it is not repeated."""
        import aiosmtplib  # not before: only who has an SMTP server needs it

        post = self._post
        try:
            await aiosmtplib.send(
                made,
                sender=post.sender,
                hostname=post.host,
                port=post.port,
                username=post.user,
                password=post.password,
                use_tls=post.is_secure,
                start_tls=True if post.must_hide else None,
                tls_context=self._tls,
                timeout=LIMIT_S,
            )
        except aiosmtplib.SMTPRecipientsRefused as problem:
            is_final = all(each.code >= 500 for each in problem.recipients)
            raise NotSent("mail-refused", is_final) from None
        except aiosmtplib.SMTPResponseException as problem:
            raise NotSent("mail-server-refuses", code=problem.code) from None
        except (aiosmtplib.SMTPException, OSError):
            raise NotSent("mail-server-away") from None
