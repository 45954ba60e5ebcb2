"""`notify test`: whether what tells people of their turns works: a test by each way that is set up."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any

from siegeworks.cli.serve import networks, post_of, ways
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.sentences import word

FAILED = 1


def notify(chosen: argparse.Namespace) -> int:
    """Send a test by each, and say what happened; 0 if all of them arrived where they were sent."""
    tests = [*_mail(chosen), *_hooks(chosen)]
    if not tests:
        raise BadSetup("cli.nothing-to-test")
    results = [_tried(what, test, chosen.language) for what, test in tests]
    return 0 if all(results) else FAILED


def _mail(chosen: argparse.Namespace) -> list[tuple[str, Coroutine[Any, Any, None]]]:
    from siegeworks.server.notices.mail import MailSender, is_address
    from siegeworks.server.people import SECRET_BYTES, Identities

    post = post_of(chosen)
    if post is None:
        return []
    to = chosen.mail or post.sender
    if not is_address(to):
        raise BadSetup("not-a-mail-address")
    sender = MailSender(post, Identities(secrets.token_bytes(SECRET_BYTES)))
    return [(f"{to} ({post.host}:{post.port})", sender.test(to))]


def _hooks(chosen: argparse.Namespace) -> list[tuple[str, Coroutine[Any, Any, None]]]:
    if not chosen.hook:
        return []
    ways(["hook"])
    from siegeworks.server.notices import Message
    from siegeworks.server.notices.hook import HookSender
    from siegeworks.server.notices.outside import Outside
    from siegeworks.server.store.noticing import Channel

    outside = Outside(networks("--notify-network", chosen.notify_network))
    for url in chosen.hook:
        outside.check(url)
    sender = HookSender(outside)
    return [(_place(url), sender.send(Channel("", "", "", "hook", url, 0), Message([], ""))) for url in chosen.hook]


def _place(url: str) -> str:
    """The part of an address that is no secret."""
    return "/".join(url.split("/", 3)[:3])


def _tried(what: str, test: Coroutine[Any, Any, None], language: str) -> bool:
    try:
        asyncio.run(test)
    except SiegeworksError as problem:
        print(word("cli.test-failed", language, what=what, why=problem.told(language)))
        return False
    print(word("cli.test-sent", language, what=what))
    return True
