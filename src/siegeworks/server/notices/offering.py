"""By which kinds of channels a server tells people, as its operator chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siegeworks.server.notices.mail import MailSender
from siegeworks.server.notices.noticing import Notices
from siegeworks.server.people import Identities
from siegeworks.server.sharing import for_others
from siegeworks.server.store import Store

if TYPE_CHECKING:
    from siegeworks.server.settings import Settings


async def offer(notices: Notices, chosen: Settings, store: Store, identities: Identities) -> None:
    """Give it all senders that it may use."""
    notices.base = base_of(chosen)
    if chosen.post is not None:
        notices.senders["mail"] = MailSender(chosen.post, identities)
    if "hook" in chosen.notify:
        from siegeworks.server.notices.hook import HookSender  # not before: it needs more packages
        from siegeworks.server.notices.outside import Outside

        notices.senders["hook"] = HookSender(Outside(chosen.notify_networks))


def base_of(chosen: Settings) -> str:
    """Where people find this server, for links in messages; its operator names that by `--origin`."""
    host, port = chosen.listens or ("127.0.0.1", 0)
    return for_others(host, port, chosen.origins) or next(iter(chosen.origins), f"http://localhost:{port}").rstrip("/")
