"""Notices in a room of a chat program: a webhook takes a line of JSON, whichever of the usual programs it is."""

from __future__ import annotations

import orjson

from siegeworks.server.notices import Message, NotSent
from siegeworks.server.notices.outside import Forbidden, Outside
from siegeworks.server.store.noticing import Channel

GONE = (404, 410)
LATER = (408, 425, 429)


class HookSender:
    """Posts to the address of a webhook: Slack, Mattermost and Matrix bridges read `text`, Discord `content`."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside

    def check(self, address: str) -> None:
        """Raises unless it is an address of https."""
        self.outside.check(address)

    async def send(self, channel: Channel, message: Message) -> None:
        """A line for each table, with who is to act. Nobody is called by it: names are no commands there."""
        words = "\n".join(message.lines_for_all).replace("@", "@\u200b")
        told = {"text": words, "content": words, "allowed_mentions": {"parse": []}}
        try:
            status = await self.outside.post(
                channel.address, orjson.dumps(told), {"content-type": "application/json", "user-agent": "siegeworks"}
            )
        except Forbidden as problem:
            raise NotSent(problem.says.code, is_final=True) from None
        if not 200 <= status < 300:
            is_final = 300 <= status < 500 and status not in LATER
            raise NotSent("hook-refuses", is_final, status=status)
