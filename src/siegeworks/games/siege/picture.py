"""Siege as a picture, from a view: cities of three by three places, as SVG and for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2s
from html import escape
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks.core.carddrawing import SANS, cards_text, definitions, empty, row
from siegeworks.core.phrases import listed, phrase
from siegeworks.sentences import ENGLISH, HIDDEN_CARD, Say, speaker

CELLS: frozenset[str] = frozenset()
"""No word of an action marks a place: a card named in private must not light up for others."""
LAYOUT = (  # row by row: zone and quarter (S-5)
    (("garrisons", "C"), ("forts", "H"), ("garrisons", "H")),
    (("forts", "C"), ("keep", ""), ("forts", "D")),
    (("garrisons", "S"), ("forts", "S"), ("garrisons", "D")),
)
PILES = {
    "hand": ("siege.label-hand", "line-hand"),
    "tricks": ("siege.label-tricks", "line-tricks"),
    "captured": ("siege.label-captured", "line-captured"),
}
"""The piles beside a city: what they are called in a sentence, and on a line of their own."""
PLACE_WIDTH, PLACE_HEIGHT, MARGIN = 138, 106, 14
CITY_WIDTH, CITY_HEIGHT = 3 * PLACE_WIDTH + 2 * MARGIN, 3 * PLACE_HEIGHT + 262
BAND = 136
INK, STONE, FIELD, SHEET = "#2b180a", "#d9cfb8", "#7d9a63", "#f7ead0"
TERMINAL_PLACE = 15


def shown(pile: Any) -> list[str]:
    """The cards of a pile; of a hidden one those known, and backs for the rest."""
    if isinstance(pile, Mapping):
        return [*pile["known"], *[HIDDEN_CARD] * (pile["count"] - len(pile["known"]))]
    return list(pile)


def place(city: Mapping[str, Any], zone: str, quarter: str) -> list[str]:
    """The cards at one of the nine places."""
    if zone == "keep":
        return ([f"J{city['line']}"] if city["line"] else []) + shown(city["keep"])
    if zone == "forts":
        return [city["forts"][quarter]] if quarter in city["forts"] else []
    return shown(city["garrisons"].get(quarter, []))


def label(zone: str, quarter: str) -> dict[str, Any]:
    """What a place is called."""
    return phrase("siege.label-of-place", place=zone, quarter=quarter)


@cache
def labels(language: str) -> dict[tuple[str, str], str]:
    """The same of all places, in words."""
    say = speaker("siege", language)
    return {spot: say("all-of", parts=label(*spot)) for line in LAYOUT for spot in line}


def svg(
    view: Mapping[str, Any],
    last: Iterable[str] = (),
    title: str = "",
    seat: int | None = None,
    language: str = ENGLISH,
) -> str:
    """The table with all cities, or (seat) one city."""
    say = speaker("siege", language)
    seats = list(range(view["seats"])) if seat is None else [seat]
    columns = 1 if len(seats) == 1 else 2 if len(seats) < 5 else 3
    rows = -(-len(seats) // columns)
    band = 0 if seat is not None else BAND
    width, height = columns * (CITY_WIDTH + MARGIN) + MARGIN, rows * (CITY_HEIGHT + MARGIN) + MARGIN + band
    words = in_words(view, seats, say)
    prefix = "c" + blake2s(repr((words, title, width)).encode(), digest_size=4).hexdigest()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">',
        f'<title id="{prefix}-title">{escape(title or "Siege")}</title><desc id="{prefix}-desc">{escape(words)}</desc>',
        definitions(prefix),
        f'<rect width="{width}" height="{height}" fill="{FIELD}"/>',
        _band(view, width, prefix, say) if band else "",
    ]
    for at, each in enumerate(seats):
        x = MARGIN + at % columns * (CITY_WIDTH + MARGIN)
        y = band + MARGIN + at // columns * (CITY_HEIGHT + MARGIN)
        parts.append(f'<g transform="translate({x} {y})">{_city(view, each, prefix, language)}</g>')
    return "\n".join(part for part in parts if part) + "\n</svg>\n"


def _text(text: str, x: float, y: float, size: int = 15, weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" {SANS} font-size="{size}" font-weight="{weight}" fill="{INK}">{escape(text)}</text>'
    )


def _band(view: Mapping[str, Any], width: int, prefix: str, say: Say) -> str:
    """Season, deck and discard, and the cards of the running trick or attack."""
    parts = [f'<rect x="8" y="8" width="{width - 16}" height="{BAND - 10}" rx="10" fill="{SHEET}" opacity=".92"/>']
    parts += [_text(line, 24, 34 + 22 * at, 15, 700 if at == 0 else 400) for at, line in enumerate(status(view, say))]
    on_table = table_cards(view)
    if on_table:
        parts.append(row(on_table, width * 0.52, 30, width * 0.45, prefix, say("joker-face")))
    return "".join(parts)


def _city(view: Mapping[str, Any], seat: int, prefix: str, language: str) -> str:
    city, say, names = view["cities"][seat], speaker("siege", language), labels(language)
    joker, bare = say("joker-face"), say("label-empty")
    parts = [
        f'<rect width="{CITY_WIDTH}" height="{CITY_HEIGHT}" rx="12" fill="{SHEET}" stroke="{INK}" stroke-width="2"/>',
        _text(heading(view, seat, say), 14, 24, 17, 700),
        f'<rect x="{MARGIN}" y="34" width="{3 * PLACE_WIDTH}" height="{3 * PLACE_HEIGHT + 6}" rx="8" fill="{STONE}"/>',
    ]
    for down, line in enumerate(LAYOUT):
        for across, (zone, quarter) in enumerate(line):
            x, y = MARGIN + 8 + across * PLACE_WIDTH, 34 + 22 + down * PLACE_HEIGHT
            cards = place(city, zone, quarter)
            parts.append(_text(names[zone, quarter], x, y - 6, 12))
            parts.append(row(cards, x, y, PLACE_WIDTH - 14, prefix, joker) if cards else empty(bare, x, y))
    y = 34 + 3 * PLACE_HEIGHT + 26
    won = [*shown(city["tricks"]), *shown(city["captured"])]
    for code, cards in (("count-of-field", shown(city["hand"])), ("count-of-won", won)):
        parts.append(_text(say(code, count=len(cards)), MARGIN, y, 13))
        parts.append(row(cards, MARGIN, y + 6, CITY_WIDTH - 2 * MARGIN - 4, prefix, joker))
        y += 104
    return "".join(parts)


def heading(view: Mapping[str, Any], seat: int, say: Say) -> str:
    """A city's name and what its seat is."""
    line = view["cities"][seat]["line"]
    notes = [phrase("siege.note-line", suit=line) if line else phrase("siege.note-no-line")]
    notes += [phrase("siege.note-initiator")] if view["initiator"] == seat else []
    notes += [phrase("siege.note-to-move")] if view["to_move"] == seat else []
    notes += [phrase("siege.note-left")] if seat in view["gone"] else []
    return say("heading-of-city", seat={"seat": seat}, notes=listed(notes, "comma"))


def status(view: Mapping[str, Any], say: Say) -> list[str]:
    """Where the game stands, in a few lines."""
    coming = view["next_initiator"]
    when = {"year": view["year"], "phase": view["phase"]}
    lines = [say("status-year", **when) if coming is None else say("status-next", **when, seat={"seat": coming})]
    lines.append(say("status-piles", deck=len(shown(view["deck"])), discard=len(shown(view["discard"]))))
    if view["phase"] == "autumn":
        lines.append(say("status-tricks", tricks=listed(view["tricks_won"], "comma")))
    if attack := view["attack"]:
        fighters = {"seat": {"seat": attack["attacker"]}, "defender": {"seat": attack["defender"]}}
        lines.append(say("status-attack", **fighters, quarter=attack["quarter"]))
    return lines


def table_cards(view: Mapping[str, Any]) -> list[str]:
    """The cards of the running trick, or of the running attack in the order played."""
    cards = [card for _, card in view["trick"]]
    if attack := view["attack"]:
        cards += [attack["siege"]] if attack["siege"] else []
        cards += [card for fighter, _, answer in attack["fought"] for card in (fighter, answer) if card]
    return cards


def in_words(view: Mapping[str, Any], seats: Sequence[int], say: Say) -> str:
    """The picture as sentences for those who do not see it."""
    lines = [f"{'. '.join(status(view, say))}."]
    for seat in seats:
        city = view["cities"][seat]
        places = [(label(*spot), place(city, *spot)) for line in LAYOUT for spot in line]
        places += [(phrase(code), shown(city[pile])) for pile, (code, _) in PILES.items()]
        told = [phrase("siege.cards-at", place=name, cards=spelled(cards)) for name, cards in places if cards]
        title = heading(view, seat, say)
        if told:
            lines.append(say("city-told", heading=title, places=listed(told, "semicolon")))
        else:
            lines.append(say("city-bare", heading=title))
    return " ".join(lines)


def spelled(cards: Sequence[str]) -> Any:
    """Cards in words; if none is known, how many there are."""
    if set(cards) == {HIDDEN_CARD}:
        return phrase("siege.cards-counted", count=len(cards))
    return [{"card": card} for card in cards]


def city_text(view: Mapping[str, Any], seat: int, language: str) -> Text:
    """A city in a terminal: three by three, then the Field."""
    city, say, names = view["cities"][seat], speaker("siege", language), labels(language)
    text = Text(f" {heading(view, seat, say)}\n", "bold")
    for line in LAYOUT:
        for zone, quarter in line:
            text.append(f" {names[zone, quarter]:<{TERMINAL_PLACE}}", "dim")
        text.append("\n")
        for zone, quarter in line:
            text.append(" ")
            text.append_text(cards_text(place(city, zone, quarter), TERMINAL_PLACE))
        text.append("\n")
    for pile, (_, code) in PILES.items():
        cards = shown(city[pile])
        if cards or pile == "hand":
            text.append(f" {say(code)} ")
            text.append_text(cards_text(cards))
            text.append("\n")
    return text


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> RenderableType:
    """The table for a terminal: the seat to move last, where the eye is."""
    say = speaker("siege", language)
    order = [seat for seat in range(view["seats"]) if seat != view["to_move"]]
    order += [view["to_move"]] if isinstance(view["to_move"], int) else []
    lines: list[RenderableType] = [city_text(view, seat, language) for seat in order]
    lines += [Text(f" {line}") for line in status(view, say)]
    if cards := table_cards(view):
        lines.append(Text(f" {say('line-on-table')} ").append_text(cards_text(cards)))
    return Group(*lines)
