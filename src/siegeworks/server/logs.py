"""What the server writes to its log: words for people, or a JSON object a line for programs.

Each line has the id of the request it is about. For an act at a table that is the `action_id` the page gave it, which
is stored with the event; for other requests the header `X-Request-Id`, or a new one that the answer carries.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime

import orjson

WORDS = "siegeworks: %(message)s"
FORMATS = ("text", "json")

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)


class JsonLines(logging.Formatter):
    """A JSON object for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Its time (UTC), level, logger, message, the request it is about, and the traceback if there is one."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (about := request_id.get()) is not None:
            told["request"] = about
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return orjson.dumps(told).decode()


def set_up(kind: str = "text") -> None:
    """Warnings and worse go to standard error, in one of FORMATS."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else logging.Formatter(WORDS))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
