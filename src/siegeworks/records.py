"""Whole matches as text, both ways. What a record says is checked against the rules before it is believed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from siegeworks.choices import changed_options, is_text, parsed_option, spelled_option
from siegeworks.core import luck
from siegeworks.core.phrases import listed, phrase, within
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadRecord, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.lines import TIME, Reason

if TYPE_CHECKING:
    from siegeworks.match import Match, Result

FORMAT = 1
HEADERS = ("Siegeworks", "Game", "Seats", "Options", "Names", "Seed", "Fixed", "Result", "Position", "Check")
MOST_CHARACTERS = 4_000_000
MOST_LINES = 40_000
"""Lines of a match: no game lasts so long."""
SPECIAL = re.compile(r'[\\"#]')


def write(match: Match) -> str:
    """The record of a match: headers, an empty line, one line for each thing that happened."""
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
    return "\n".join([*(f"{key}: {value}" for key, value in headers.items()), "", *told, ""])


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
    """A short sum over all that matters in a record; comments and spacing do not."""
    kept = [f"{key}: {headers[key]}" for key in HEADERS if key in headers and key != "Check"]
    return hashlib.blake2b("\n".join([*kept, "", *lines]).encode(), digest_size=8).hexdigest()


def read(text: str, make: type[Match]) -> Match:
    """The match a record tells, replayed line by line."""
    headers, lines = _parse(text)
    game = _game(headers)
    match = _beginning(headers, game, make)
    draws = _replay(match, lines)
    _check_result(match, headers, text.count("\n"))
    _check_sum(headers, lines)
    _give_seed(match, headers, draws)
    return match


class Header(str):
    """A header's value, which knows its line."""

    line: int

    def __new__(cls, value: str, line: int) -> Header:
        made = super().__new__(cls, value)
        made.line = line
        return made


class Told(NamedTuple):
    """A line of a record: its number in the text, what it says, and the reason for it."""

    number: int
    text: str
    reason: Reason | None


def _parse(text: str) -> tuple[dict[str, Header], list[Told]]:
    """Headers by name, and the lines after them."""
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
        line = _without_comment(raw)
        if not line:
            if raw.strip():
                continue
            break
        _add_header(headers, number, line)
    else:
        raise BadRecord(len(numbered) - 1, "headers-cut-off")
    lines = [
        Told(number, line, _reason(raw)) for number, raw in rest if (line := " ".join(_without_comment(raw).split()))
    ]
    if len(lines) > MOST_LINES:
        raise BadRecord(lines[MOST_LINES].number, "most-lines", most=MOST_LINES)
    return headers, lines


def _without_comment(raw: str) -> str:
    """The line without what stands after " #", unless that is inside a JSON string."""
    inside, escaped_at = False, -1
    for found in SPECIAL.finditer(raw):
        at, letter = found.start(), found[0]
        if letter == "#" and not inside and (at == 0 or raw[at - 1] in " \t"):
            return raw[:at].strip()
        if letter == '"' and at != escaped_at:
            inside = not inside
        elif letter == "\\" and at != escaped_at:
            escaped_at = at + 1
    return raw.strip()


def _reason(raw: str) -> Reason | None:
    """The reason for a line, if its comment is one."""
    return TIME if raw.rpartition(" #")[2].strip() == TIME and raw.count("#") == 1 else None


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
    if int(version) > FORMAT:
        raise BadRecord(version.line, "format-too-new", version=version, format=FORMAT)
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


def _replay(match: Match, lines: list[Told]) -> list[Draw]:
    """Play every line; returns the draws among them, to be compared with a seed."""
    draws = []
    for number, line, reason in lines:
        who, _, name = line.partition(" ")
        is_draw = who == "chance" and match.to_move == "chance"
        legal, weights = (match.legal(), match.weights()) if is_draw else ([], [])
        try:
            _play(match, who, name, number, reason)
        except SiegeworksError as problem:
            if isinstance(problem, BadRecord):
                raise
            raise BadRecord(
                number, "line-refused", problem.rule, line=line[:60], problem=within(problem.says)
            ) from None
        if is_draw:
            draws.append(Draw(number, legal.index(name), weights))
    return draws


def _play(match: Match, who: str, name: str, number: int, reason: Reason | None) -> None:
    if who == "all" and name == "draw":
        match.agree_draw(reason)
    elif who == "chance":
        if match.to_move != "chance":
            raise BadRecord(number, "no-draw-open", name=name[:40])
        match.play(name)
    elif _is_whole(who) and len(who) == 1:
        if name == "resign":
            match.resign(int(who), reason)
        else:
            match.play(name, int(who), reason)
    else:
        raise BadRecord(number, "nobody-of-that-name", who=who[:20])


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
    if claimed is not None and claimed != check_of(headers, [line.text for line in lines]):
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
