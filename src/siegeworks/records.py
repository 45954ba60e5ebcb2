"""Whole matches as text, both ways. What a record says is checked against the rules before it is believed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from siegeworks.choices import changed_options, is_text, parsed_option, spelled_option
from siegeworks.core import luck
from siegeworks.core.phrases import listed, phrase, within
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadRecord, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.lines import DRAW, ORDER, RESIGN, TIME, Line, Reason
from siegeworks.nodes import Node, Remark, has_variations, in_text_order, remarks

if TYPE_CHECKING:
    from siegeworks.match import Match, Result

FORMAT, WITH_VARIATIONS = 1, 2
"""The version of the format, and the one that is written if there are variations."""
HEADERS = ("Siegeworks", "Game", "Seats", "Options", "Names", "Seed", "Fixed", "Result", "Position", "Check")
MOST_CHARACTERS = 4_000_000
MOST_LINES = 40_000
"""Lines of a match, with those of its variations: no game lasts so long."""
SPECIAL = re.compile(r'[\\"#]')
BAR = "|"
BAR_OR_SPACE = "| \t\r"


def write(match: Match, root: Node | None = None) -> str:
    """The record of a match: headers, an empty line, one line for each thing that happened.

    With the root of a tree, whose main line the match is, the variations and comments are written too.
    """
    game = match.game
    changed = changed_options(game, match.options)
    headers = {"Siegeworks": str(FORMAT), "Game": f"{game.name} {game.rules.VERSION}", "Seats": str(match.seats)}
    if changed:
        headers["Options"] = ", ".join(
            spelled_option(o, changed[o.name]) for o in game.rules.OPTIONS if o.name in changed
        )
    if match.names is not None:
        headers["Names"] = ", ".join(json_line(name) for name in match.names)
    result = match.result
    if result is None and match.seed_hash is not None:
        headers["Seed"] = match.seed_hash
    elif match.seed is not None and luck.seed_hash(match.seed) == match.seed_hash:
        headers["Seed"] = match.seed.hex()
    if "Seed" in headers and match.fixed:
        headers["Fixed"] = str(match.fixed)
    if result is not None:
        headers["Result"] = result_text(result)
    if match.first_position is not None:
        headers["Position"] = json_line(match.first_position)
    lines = [f"{line.who} {line.name}" for line in match.lines]
    headers["Check"] = check_of(headers, lines)
    told = [with_reason(text, line.reason) for text, line in zip(lines, match.lines, strict=True)]
    if root is not None:
        headers["Siegeworks"] = str(WITH_VARIATIONS if has_variations(root) else FORMAT)
        told = [*remarks(root), *(text for depth, node in in_text_order(root) for text in _written(depth, node))]
    return "\n".join([*(f"{key}: {value}" for key, value in headers.items()), "", *told, ""])


def _written(depth: int, node: Node) -> list[str]:
    """A line of a tree behind its bars, and below it what is noted there."""
    return [f"{BAR} " * depth + text for text in (with_reason(node.text, node.reason), *remarks(node))]


def with_reason(line: str, reason: str | None) -> str:
    """A line with the reason for it, as a comment: a reader that knows of no reasons replays the same."""
    return line if reason is None else f"{line} # {reason}"


def json_line(value: object) -> str:
    """JSON on one line, in plain letters wherever UTF-8 can write them."""
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if _is_broken(text) else text


def _is_broken(text: str) -> bool:
    """Whether the text holds halves of surrogate pairs."""
    return re.search(r"[\ud800-\udfff]", text) is not None


def result_text(result: Result) -> str:
    """A result in one line: 0 wins, 4 to 2 (T-23)."""
    who = " and ".join(map(str, result["winners"]))
    verb = "wins" if len(result["winners"]) == 1 else "share"
    return f"{who} {verb}, {' to '.join(map(str, result['scores']))} ({result['rule']})"


def check_of(headers: Mapping[str, str], lines: list[str]) -> str:
    """A short sum over headers and main line; it is that of the record without variations, comments and spaces."""
    counted = dict(headers)
    if counted.get("Siegeworks") == str(WITH_VARIATIONS):
        counted["Siegeworks"] = str(FORMAT)
    kept = [f"{key}: {counted[key]}" for key in HEADERS if key in counted and key != "Check"]
    return hashlib.blake2b("\n".join([*kept, "", *lines]).encode(), digest_size=8).hexdigest()


def read(text: str, make: type[Match]) -> Match:
    """The match a record tells, replayed line by line; of variations only whether they can be played."""
    return opened(text, make).match


class Opened(NamedTuple):
    """A record that was read: the match of its main line, all its lines as a tree, and the comments of each node."""

    match: Match
    root: Node
    remarks: list[list[Remark]]


def opened(text: str, make: type[Match]) -> Opened:
    """All that a record tells, every line of it played."""
    headers, lines = _parse(text)
    game = _game(headers)
    _check_depths(headers, lines)
    match = _beginning(headers, game, make)
    root = Node(0)
    draws = _replay(match, root, lines[1:])
    _check_result(match, headers, text.count("\n"))
    _check_sum(headers, lines[1:])
    _give_seed(match, headers, draws)
    return Opened(match, root, [line.remarks for line in lines])


class Header(str):
    """A header's value, which knows its line."""

    line: int

    def __new__(cls, value: str, line: int) -> Header:
        made = super().__new__(cls, value)
        made.line = line
        return made


class Told(NamedTuple):
    """A line of a record: its number in the text, what it says, the reason for it, its bars, and comments on it."""

    number: int
    text: str
    reason: Reason | None
    depth: int
    remarks: list[Remark]


def _parse(text: str) -> tuple[dict[str, Header], list[Told]]:
    """Headers by name, and the lines after them; first of all an empty one, which is the beginning."""
    if not isinstance(text, str) or not text.startswith("Siegeworks:"):
        raise BadRecord(1, "not-a-record")
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(1, "record-too-long", most=MOST_CHARACTERS)
    if _is_broken(text):
        raise BadRecord(1, "record-half-characters")
    numbered = list(enumerate(text.split("\n"), 1))
    if numbered[-1][1] != "":
        raise BadRecord(len(numbered), "record-cut-off")
    headers: dict[str, Header] = {}
    rest = iter(numbered[:-1])
    for number, raw in rest:
        line, _ = _split(raw)
        if not line:
            if raw.strip():
                continue
            break
        _add_header(headers, number, line)
    else:
        raise BadRecord(len(numbered) - 1, "headers-cut-off")
    return headers, _lines(rest)


def _lines(numbered: Iterable[tuple[int, str]]) -> list[Told]:
    """The lines, each with the comments after it and below it."""
    lines = [Told(0, "", None, 0, [])]
    for number, raw in numbered:
        bars = raw[: len(raw) - len(raw.lstrip(BAR_OR_SPACE))]
        line, comment = _split(raw[len(bars) :])
        reason = _reason(comment) if line else None
        if line:
            lines.append(Told(number, " ".join(line.split()), reason, bars.count(BAR), []))
        if comment is not None and reason is None:
            lines[-1].remarks.append(Remark(number, comment))
    if len(lines) - 1 > MOST_LINES:
        raise BadRecord(lines[MOST_LINES + 1].number, "most-lines", most=MOST_LINES)
    return lines


def _split(raw: str) -> tuple[str, str | None]:
    """The line, and the comment that stands after " #", unless that is inside a JSON string."""
    inside, escaped_at = False, -1
    for found in SPECIAL.finditer(raw):
        at, letter = found.start(), found[0]
        if letter == "#" and not inside and (at == 0 or raw[at - 1] in " \t"):
            return raw[:at].strip(), raw[at + 1 :].strip()
        if letter == '"' and at != escaped_at:
            inside = not inside
        elif letter == "\\" and at != escaped_at:
            escaped_at = at + 1
    return raw.strip(), None


def _reason(comment: str | None) -> Reason | None:
    """The reason for a line, if its comment is one."""
    return next((reason for reason in (TIME, ORDER) if reason == comment), None)


def _check_depths(headers: Mapping[str, Header], lines: list[Told]) -> None:
    """A variation stands right after a line it can replace."""
    for before, line in pairwise(lines):
        if line.depth and int(headers["Siegeworks"]) < WITH_VARIATIONS:
            raise BadRecord(line.number, "variations-in-old-format", format=WITH_VARIATIONS)
        if line.depth and not before.text:
            raise BadRecord(line.number, "variation-of-nothing")
        if line.depth > before.depth + 1:
            raise BadRecord(line.number, "variation-too-deep", depth=line.depth, most=before.depth + 1)


def _add_header(headers: dict[str, Header], number: int, line: str) -> None:
    key, colon, value = line.partition(":")
    if not colon or key not in HEADERS:
        raise BadRecord(number, "not-a-header", line=line[:40], headers=listed(HEADERS, "comma"))
    if key in headers:
        raise BadRecord(number, "header-given-twice", key=key)
    headers[key] = Header(value.strip(), number)


def _is_whole(text: str) -> bool:
    """Whether the text is a whole number of sensible size, in plain digits."""
    return re.fullmatch("[0-9]{1,9}", text) is not None


def _needed(headers: Mapping[str, Header], key: str) -> Header:
    if key not in headers:
        raise BadRecord(1, "header-missing", key=key)
    return headers[key]


def _game(headers: Mapping[str, Header]) -> Game:
    """The game, if its rules are those the record was played by."""
    version = _needed(headers, "Siegeworks")
    if not _is_whole(version):
        raise BadRecord(version.line, "not-a-format", version=version[:20])
    if int(version) > WITH_VARIATIONS:
        raise BadRecord(version.line, "format-too-new", version=version, format=WITH_VARIATIONS)
    if int(version) < FORMAT:
        raise BadRecord(version.line, "no-format", version=version)
    value = _needed(headers, "Game")
    name, _, rules = value.partition(" ")
    if name not in GAMES:
        raise BadRecord(value.line, "unknown-game", name=name[:40])
    game = GAMES[name]
    if not _is_whole(rules) or int(rules) != game.rules.VERSION:
        newer = _is_whole(rules) and int(rules) > game.rules.VERSION
        why = phrase("rules-newer" if newer else "rules-other")
        raise BadRecord(value.line, "rules-differ", rules=rules[:20], name=name, why=why, version=game.rules.VERSION)
    return game


def _beginning(headers: Mapping[str, Header], game: Game, make: type[Match]) -> Match:
    """The match before its first line. Chance is in the lines, so the seed is added afterwards."""
    seats = _needed(headers, "Seats")
    if not _is_whole(seats):
        raise BadRecord(seats.line, "not-a-seat-count", seats=seats[:20])
    options = _options(headers, game)
    try:
        if "Position" in headers:
            match = _from_position(headers["Position"], game, int(seats), options, make)
        else:
            match = make.new(game.name, int(seats), options=options)
    except SiegeworksError as problem:
        if isinstance(problem, BadRecord):
            raise
        raise BadRecord(headers.get("Position", seats).line, problem.says, problem.rule) from None
    match.names = _names(headers, match.seats)
    return match


def _from_position(header: Header, game: Game, seats: int, options: dict[str, OptionValue], make: type[Match]) -> Match:
    try:
        position = json.loads(header)
    except (ValueError, RecursionError):
        raise BadRecord(header.line, "position-not-json") from None
    match = make.from_position(game.name, position)
    if match.seats != seats or changed_options(game, match.options) != options:
        raise BadRecord(header.line, "position-contradicts-headers")
    return match


def _options(headers: Mapping[str, Header], game: Game) -> dict[str, OptionValue]:
    value = headers.get("Options")
    if not value:
        return {}
    found: dict[str, OptionValue] = {}
    for part in value.split(","):
        try:
            name, choice = parsed_option(game, part)
        except SiegeworksError as problem:
            raise BadRecord(value.line, problem.says, problem.rule) from None
        if name in found:
            raise BadRecord(value.line, "option-given-twice", name=name)
        found[name] = choice
    return found


def _names(headers: Mapping[str, Header], seats: int) -> list[str] | None:
    value = headers.get("Names")
    if value is None:
        return None
    try:
        names: Any = json.loads(f"[{value}]")
    except (ValueError, RecursionError):
        raise BadRecord(value.line, "names-not-strings") from None
    if not all(isinstance(name, str) for name in names) or len(names) != seats:
        raise BadRecord(value.line, "wrong-number-of-names", seats=seats)
    if not all(is_text(name) for name in names):
        raise BadRecord(value.line, "names-not-text")
    return list(names)


class Draw(NamedTuple):
    """A draw of a record: its line, which of the legal draws it was, and their weights."""

    line: int
    place: int
    weights: list[int]


def _replay(match: Match, root: Node, lines: list[Told]) -> list[Draw]:
    """Play every line and put it into the tree; returns the draws of the main line, to be compared with a seed."""
    matches, latest, draws = [match], [root], []  # the first two by depth
    for number, (line, following) in enumerate(pairwise([*lines, END]), 1):
        parent = latest[line.depth] if line.depth < len(latest) else latest[-1].parent
        del latest[line.depth :], matches[line.depth + 1 :]
        assert parent is not None
        now = matches[line.depth]
        before = now.copy() if following.depth > line.depth else None
        draw = _play_line(now, line)
        if draw is not None and line.depth == 0:
            draws.append(draw)
        latest.append(_grown(parent, number, now.lines[-1], line.number))
        if before is not None:
            matches.append(before)
    return draws


END = Told(0, "", None, 0, [])


def _grown(parent: Node, number: int, line: Line, at: int) -> Node:
    """A new node below a parent that has none like it."""
    if parent.child(line.who, line.name) is not None:
        raise BadRecord(at, "variation-repeats", line=f"{line.who} {line.name}")
    parent.children.append(Node(number, line.who, line.name, line.reason, parent))
    return parent.children[-1]


def _play_line(match: Match, line: Told) -> Draw | None:
    """Play one line; if it was a draw, returns which."""
    who, _, name = line.text.partition(" ")
    is_draw = who == "chance" and match.to_move == "chance"
    legal, weights = (match.legal(), match.weights()) if is_draw else ([], [])
    try:
        _play(match, who, name, line.number, line.reason)
    except SiegeworksError as problem:
        if isinstance(problem, BadRecord):
            raise
        raise BadRecord(
            line.number, "line-refused", problem.rule, line=line.text[:60], problem=within(problem.says)
        ) from None
    return Draw(line.number, legal.index(name), weights) if is_draw else None


def _play(match: Match, who: str, name: str, number: int, reason: Reason | None) -> None:
    if who == "chance" and match.to_move != "chance":
        raise BadRecord(number, "no-draw-open", name=name[:40])
    if who == "chance":
        follow(match, Node(number, "chance", name))
    elif who == "all" and name == DRAW:
        follow(match, Node(number, "all", name, reason))
    elif _is_whole(who) and len(who) == 1:
        follow(match, Node(number, int(who), name, reason))
    else:
        raise BadRecord(number, "nobody-of-that-name", who=who[:20])


def follow(match: Match, node: Node) -> None:
    """Play the line of a node."""
    if node.who == "all":
        match.agree_draw(node.reason)
    elif not isinstance(node.who, int):
        match.play(node.name)
    elif node.name == RESIGN:
        match.resign(node.who, node.reason)
    else:
        match.play(node.name, node.who, node.reason)


def _check_result(match: Match, headers: Mapping[str, Header], last: int) -> None:
    """What the header says of the end must be what the lines lead to."""
    claimed, result = headers.get("Result"), match.result
    if claimed is None:
        return
    if result is None:
        raise BadRecord(last, "match-cut-off", claimed=claimed[:40])
    if claimed != result_text(result):
        raise BadRecord(
            claimed.line, "result-differs", result["rule"], claimed=claimed[:60], result=result_text(result)
        )


def _check_sum(headers: Mapping[str, Header], lines: list[Told]) -> None:
    """A record with a Check header was written by a program; a line taken out or changed since shows here."""
    claimed = headers.get("Check")
    if claimed is not None and claimed != check_of(headers, [line.text for line in lines if not line.depth]):
        raise BadRecord(claimed.line, "check-does-not-fit")


def _give_seed(match: Match, headers: Mapping[str, Header], draws: list[Draw]) -> None:
    """Until the match is over a record holds its seed's hash; after that the seed, and every draw must be its."""
    value = headers.get("Seed")
    if value is None:
        if "Fixed" in headers:
            raise BadRecord(headers["Fixed"].line, "fixed-without-seed")
        return
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise BadRecord(value.line, "not-a-seed")
    fixed = headers.get("Fixed", Header("0", value.line))
    if not _is_whole(fixed) or int(fixed) > len(draws):
        raise BadRecord(fixed.line, "fixed-not-a-count")
    match._fixed = int(fixed)
    if match.result is None:
        match._seed_hash = str(value)
        return
    match._seed = bytes.fromhex(value)
    match._seed_hash = luck.seed_hash(match._seed)
    for number, (line, place, weights) in enumerate(draws):
        if number >= match.fixed and luck.pick(match._seed, number, weights) != place:
            raise BadRecord(line, "draw-not-of-seed", match.game.words.CHANCE_RULE)
