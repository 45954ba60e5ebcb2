"""Tables as JSON, for each who asks. What is the same for several is written once, without models, for speed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import orjson

from siegeworks import endings, lines, prompts
from siegeworks.core import phrases
from siegeworks.core.phrases import Sentence
from siegeworks.core.views import has_secrets
from siegeworks.games import Game
from siegeworks.match import Event, Match
from siegeworks.series import HALVES, standing
from siegeworks.server import manners
from siegeworks.server.table import Table
from siegeworks.targets import picks

WATCH, WATCHING = "watch", b'"watch":'
LOOK_BACK = 60
"""Lines in which the last action of a seat is looked for; a deal is shorter than that."""
EMPTY = b"[]"
MOST_FINAL_LOGS = 8
"""Logs of one finished match that are kept as they were written."""
MOST_POINTED = 4096
"""Actions whose targets are remembered."""
MOST_TURNS = 1024
"""Sentences about whose turn it is that are remembered."""
VIEW = b'{"seats":%d,"options":%b,"to_move":%b,"gone":%b,%b}'
CALM = (
    b'"seats":%b,%b,"over":false,"result":null,"series":null,"offers":[],"hints":%b,"awaited":[],'
    b'"next":null,"seed":null,"notice":null,"talk":%b'
)


@cache
def legal_parts(game: Game) -> tuple[bytes, ...]:
    """Each action of a game with its targets, written once."""
    return tuple(orjson.dumps(pick._asdict()) for pick in picks(game))


def said(match: Match, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events, each with the sentence about it. Words are made by whoever reads them."""
    return [_event(match, event) for event in events]


def _event(match: Match, event: Event) -> dict[str, Any]:
    told = {"kind": event["kind"], "args": event["args"], "rule": event["rule"], "says": _data(match.sentence(event))}
    return told | {"detail": True} if event["kind"] in match.game.words.DETAILS else told


def _data(sentence: Sentence) -> dict[str, Any]:
    """A sentence made of plain numbers and text, whose rule is told beside it."""
    return {"code": sentence.code, "args": sentence.args}


def choices(table: Table, seat: int | None) -> list[int]:
    """The numbers of what the seat can play now."""
    return [] if seat is None or seat not in table.waiting else table.seen_by(seat).legal_numbers()


def legal(game: Game, numbers: Iterable[int]) -> bytes:
    """Actions with their targets."""
    parts = legal_parts(game)
    return b"[%b]" % b",".join([parts[number] for number in numbers])


def prompt(table: Table, seat: int | None, numbers: Sequence[int]) -> Sentence:
    """What a reader is asked to decide, or for whom it waits."""
    if table.is_over:
        return phrases.said("turn-over")
    return prompts.prompt(table.game, table.match.seen(seat), seat, table.waiting, numbers)


def is_forced(table: Table, seat: int | None) -> bool:
    """Whether everybody can see that a seat has one legal action. Where there are secrets, the game has to say so."""
    if seat is None or seat not in table.waiting:
        return False
    if not has_secrets(table.game.rules.STATE):
        return len(table.match.legal_numbers()) == 1
    told = table.game.words.is_publicly_forced
    return told is not None and bool(told(table.match.seen(None)[0], seat))


def view(table: Table, seat: int | None) -> bytes:
    """What a reader sees; of a record everything. Where a game can write it itself, that is twenty times as quick."""
    match, writing = table.match, table.game.writing
    if writing is None or match.is_agreed:
        return orjson.dumps(match.position() if table.is_archive else match.view(seat))
    out = np.empty(writing.MOST_LETTERS, np.uint8)
    size = writing.write(match.states if table.is_archive else match.seen(seat), 0, out)
    common = match.seats, table.options, orjson.dumps(match.to_move), orjson.dumps(match.gone)
    return VIEW % (*common, out[:size].tobytes())


def log(table: Table, seat: int | None, first: int) -> list[dict[str, Any]]:
    """The seat's log from a line on."""
    return [
        {"n": line["ply"], "seat": line["seat"], "action": line["action"], "says": said(table.match, line["events"])}
        for line in table.match.log_from(seat, first)
    ]


def taken_back(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """What was taken back, with the line of the log it stood before."""
    return [
        {"n": each.at, "seat": each.seat, "says": [s for line in each.lines for s in said(table.match, line["events"])]}
        for each in table.taken_back_for(seat)
    ]


class Page:
    """What can be read of a table at one moment: what several readers share is written once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shared = not has_secrets(table.game.rules.STATE)
        self.news: dict[int | None, list[bytes]] = {}
        """What each reader is told, where several have the same seat."""
        self._views: dict[int | None, bytes] = {}
        self._lasts: dict[int | None, bytes] = {}
        self._prompts: dict[int | None, bytes] = {}
        self._logs: dict[tuple[int | None, int], bytes] = {}

    def view(self, seat: int | None) -> bytes:
        reader = None if self._shared or self.table.is_over else seat
        if reader not in self._views:
            self._views[reader] = view(self.table, reader)
        return self._views[reader]

    def log(self, seat: int | None, first: int) -> bytes:
        """The reader's log from a line on. Of a match that is over it is kept: it may be long, and is final."""
        table = self.table
        key = (None if self._shared or table.is_archive else seat), first
        kept = table.final_logs if table.is_open else self._logs
        if key not in kept:
            if len(kept) >= MOST_FINAL_LOGS:
                kept.clear()
            kept[key] = orjson.dumps(log(table, *key))
        return kept[key]

    def last(self, seat: int | None) -> bytes:
        """What the last action that the reader knows of pointed at."""
        reader = None if self._shared else seat
        if reader not in self._lasts:
            self._lasts[reader] = last_targets(self.table.match, reader)
        return self._lasts[reader]

    def prompt(self, seat: int | None, numbers: Sequence[int]) -> bytes:
        """What the reader is asked; without secrets all that are not to act are told the same."""
        reader = None if self._shared and not numbers else seat
        if reader not in self._prompts:
            self._prompts[reader] = orjson.dumps(prompt(self.table, reader, numbers)._asdict())
        return self._prompts[reader]

    def seat(self, seat: int | None, first: int, key: str | None = None, with_taken_back: bool = True) -> list[bytes]:
        """A SeatSync in pieces, its log from a line on."""
        table, dumps = self.table, orjson.dumps
        log = self.log(seat, first)  # first, since it finds the view on its way
        turn = table.match.last_turn(seat)
        sealed = None if seat is None else table.sealed.get(seat)
        numbers = choices(table, seat)
        return [
            b'{"seat":%b,"log_from":%d,"since_last_turn":%d,"view":' % (dumps(seat), first, turn),
            self.view(seat),
            b',"prompt":',
            self.prompt(seat, numbers),
            b',"legal":',
            legal(table.game, numbers),
            b',"log":',
            log,
            b',"taken_back":%b' % dumps(taken_back(table, seat)) if with_taken_back else b"",
            b',"last":%b,"sealed":%b,"forced":%b' % (self.last(seat), dumps(sealed), dumps(is_forced(table, seat))),
            b',"orders":%b' % dumps(table.orders.told(seat)),
            b',"key":%b}' % dumps(key),
        ]


def read_once(table: Table) -> Table:
    """A table whose readers will find their logs ready: what has to be made once is made here, in a thread."""
    seated = [seat for seat, found in enumerate(table.seats) if found.people]
    for reader in seated or (None,):
        if table.is_open:
            Page(table).log(reader, 0)
        else:
            table.match.log_from(reader, 0)
    return table


def last_targets(match: Match, seat: int | None) -> bytes:
    """What the last action that this reader knows of pointed at."""
    if not has_secrets(match.game.rules.STATE):
        return pointed(match.game, match.last_played(), is_open=True)
    length = match.log_length(seat, match.ply)
    for line in reversed(match.log_from(seat, max(0, length - LOOK_BACK))):
        if isinstance(line["seat"], int):
            return pointed(match.game, line["action"], is_open=False)
    return EMPTY


@lru_cache(MOST_POINTED)
def pointed(game: Game, action: str | None, is_open: bool) -> bytes:
    """What an action points at; in open games these are cells."""
    if action is None:
        return EMPTY
    if is_open:
        return orjson.dumps([f"cell:{word}" for word in action.split() if word in game.picture.CELLS])
    number = game.action_numbers.get(action)
    return EMPTY if number is None else orjson.dumps(picks(game)[number].targets)


def seats(table: Table, tick: int, here: Collection[int]) -> list[dict[str, Any]]:
    """Who sits where."""
    running = table.on_clock()
    gone = table.match.gone
    return [
        {
            "seat": number,
            "name": table.name_of(number),
            "kind": "bot" if seat.is_bot else seat.kind,
            "level": seat.stand_in or seat.level,
            "here": seat.is_bot or number in here,
            "gone": number in gone,
            "away": seat.away,
            "numbered": not table.game.words.SEATS_HAVE_COLOURS,
            "clock_ms": table.clock.left_at(tick, number, number in running) if table.clock else None,
            "clock_runs": number in running,
        }
        for number, seat in enumerate(table.seats)
    ]


def clock(table: Table) -> dict[str, Any] | None:
    """The clock of a table, with what happens when it runs out."""
    return None if table.clock is None else {**table.setup["clock"], "flag": table.clock.flag}


def turn(table: Table) -> dict[str, Any]:
    """Whose turn it is, as a sentence."""
    if table.is_over:
        return _data(phrases.said("turn-over"))
    return turn_sentence(table.game, table.waiting, bool(table.choosing()))


def turn_sentence(game: Game, waiting: Collection[int], is_choice: bool) -> dict[str, Any]:
    """The same while the match goes on."""
    if not waiting:
        return _data(phrases.said("turn-nobody"))
    seats = phrases.listed(phrases.seats(list(waiting), game.name), "ands")
    return _data(phrases.said("turn-choose" if is_choice else "turn-move", seats=seats))


def outcome(match: Match) -> dict[str, Any] | None:
    """The result, with sentences: who won, why, and how close it was; and the targets that show it."""
    result, says, why = match.result, match.result_sentence(), endings.why(match)
    if result is None or says is None:
        return None
    margin = phrases.said("all-of", parts=[lines.margin(match.game, result["winners"], result["scores"])])
    told = {"says": _data(says), "why": why and _data(why), "margin": _data(margin)}
    return {**result, "reason": match.ending, **told, "highlights": endings.highlights(match)}


def series(table: Table) -> dict[str, Any] | None:
    """How a series stands, this match included once it is over."""
    found = table.setup.get("series")
    if not found:
        return None
    target = table.game.series[found["name"]] * HALVES
    totals, winners = standing(found["totals"], table.match.result, target, found["match"])
    told = {"name": found["name"], "match": found["match"], "totals": totals, "target": target}
    return {**told, "over": winners is not None, "winners": winners or []}


def undo(table: Table, seats: Iterable[int]) -> dict[str, Any]:
    """Whether each of the asker's seats may take something back. To others it would tell of private steps."""
    return {str(seat): manners.undo(table, seat) for seat in seats}


def change(table: Table, seated: Any) -> dict[str, Any]:
    """What of a table may have changed, for everybody; `seated` says who sits where."""
    return {
        "seats": seated,
        "waiting": table.waiting,
        "turn": turn(table),
        "over": table.is_over,
        "result": outcome(table.match),
        "series": series(table),
        "offers": [{"seat": o.seat, "what": what, "agreed": o.agreed} for what, o in table.offers.items()],
        "hints": manners.hints(table),
        "awaited": sorted(table.awaited),
        "next": table.next,
        "seed": _seed(table.match),
        "notice": table.notice,
        "talk": table.talk.told(),
    }


def update(table: Table, seated: bytes) -> bytes:
    """The same as JSON, without the braces around it; most often only whose turn it is has changed."""
    if table.is_over or table.offers or table.next or table.notice or table.awaited or table.setup.get("series"):
        return orjson.dumps(change(table, orjson.Fragment(seated)))[1:-1]
    turn = whose_turn(table.game, tuple(table.waiting), bool(table.choosing()))
    return CALM % (seated, turn, orjson.dumps(manners.hints(table)), orjson.dumps(table.talk.told()))


@lru_cache(MOST_TURNS)
def whose_turn(game: Game, waiting: tuple[int, ...], is_choice: bool) -> bytes:
    """Who is waited for, as a part of JSON."""
    return orjson.dumps({"waiting": waiting, "turn": turn_sentence(game, waiting, is_choice)})[1:-1]


def _seed(match: Match) -> str | None:
    """The seed, once the match is over."""
    return match.seed.hex() if match.result is not None and match.seed is not None else None


def info(table: Table, tick: int, here: Collection[int], person: str | None) -> dict[str, Any]:
    """All of a TableInfo."""
    return {
        "id": table.id,
        "game": table.game.name,
        "options": table.match.options,
        "public": table.setup["public"],
        "clock": clock(table),
        "seed_hash": None if table.begun_from else table.match.seed_hash,
        "begun_from": table.begun_from,
        "host": person is not None and table.host == person,
        "archive": table.is_archive,
        **change(table, seats(table, tick, here)),
        "undo": undo(table, table.seats_of(person)),
    }


def told(message: dict[str, Any]) -> bytes:
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS)
