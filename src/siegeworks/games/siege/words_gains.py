"""What an action of Siege brought a seat, from its events: parts of a sentence after "lets the House of Hearts"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from siegeworks.core.game import Gain, Phrase, Told
from siegeworks.core.phrases import listed, phrase

IN_KEEP = "keep"
SIMPLE = {"trick": "siege.gains-trick", "title": "siege.gains-title"}


def gains(events: Sequence[Told], seat: int, mover: int) -> Iterator[Gain]:
    """S-22 to S-53. Tricks and the title; walls breached, cards captured and brought home; attacks beaten back."""
    for kind, args, rule in events:
        says = _of_anybody(kind, args, seat) or (_of_mover(kind, args) if mover == seat else None)
        if says is not None:
            yield Gain(says, rule)


def _of_anybody(kind: str, args: dict[str, Any], seat: int) -> Phrase | None:
    """What can also come of another's action."""
    if kind in SIMPLE and args["seat"] == seat:
        return phrase(SIMPLE[kind])
    if kind == "success" and args["attacker"] == seat and args["captured"]:
        return phrase("siege.gains-capture", cards=listed([{"card": card} for card in args["captured"]], "and"))
    if kind == "repulse" and args["defender"] == seat:
        return phrase("siege.gains-repulse", seat={"seat": args["attacker"]})
    return None


def _of_mover(kind: str, args: dict[str, Any]) -> Phrase | None:
    if kind == "siege" and args["breached"]:
        return phrase("siege.gains-breach", wall={"card": args["wall"]})
    if kind == "prize":
        return phrase("siege.gains-prize", card={"card": args["card"]})
    if kind == "stow" and args["place"] == IN_KEEP:
        return phrase("siege.gains-bring-home", card={"card": args["card"]})
    return None
