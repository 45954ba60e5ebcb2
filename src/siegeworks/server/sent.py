"""What all that the server says is made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Sent(BaseModel):
    """What goes out."""

    model_config = ConfigDict(extra="forbid")


class Sentence(Sent):
    """A sentence in no language: `GET /api/text/{language}` has the words for its code (docs/languages.md)."""

    code: str
    args: dict[str, Any]
    rule: str | None = None
