"""The command line: `serve`, `think`, `tables`, `move`, `verify`, `play`, `games`, `replay`, `draw`, `bench` ..."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from siegeworks import __version__
from siegeworks.cli.book import add_openings, add_puzzles
from siegeworks.cli.spreading import add_workers
from siegeworks.cli.trained import add_exploit, add_train
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.sentences import ENGLISH, word

REFUSED, INTERRUPTED, CLOSED_PIPE = 2, 130, 141
LANGUAGE = "--language"
MODULES = {
    "serve": "serve",
    "verify": "serve",
    "think": "think",
    "doctor": "doctor",
    "tables": "tables",
    "move": "move",
    "notify": "notify",
    "games": "show",
    "replay": "show",
    "draw": "show",
    "play": "play",
    "engine": "engine",
    "analyse": "study",
    "moments": "moments",
    "puzzle": "puzzle",
    "puzzles": "puzzles",
    "openings": "openings",
    "arena": "arena",
    "properties": "research",
    "dataset": "dataset",
    "train": "train",
    "exploit": "exploit",
    "perft": "measure",
    "bench": "measure",
}
"""Where each command is, as a function of its name: only the one that is run is imported."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; every failure ends with one sentence and an exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    language = _language_in(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except SiegeworksError as problem:
        rule = f" ({problem.rule})" if problem.rule else ""
        return _end(problem.told(language) + rule, REFUSED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _end(word("cli.output-closed", language), CLOSED_PIPE)
    except KeyboardInterrupt:
        return _end(word("cli.stopped", language), INTERRUPTED)
    except UnicodeDecodeError as problem:
        return _end(word("cli.file-not-text", language, byte=problem.start), REFUSED)
    except OSError as problem:
        about = f"{problem.filename}: " if problem.filename else ""
        return _end(f"{about}{problem.strerror or problem}.", REFUSED)


def _language_in(arguments: Sequence[str]) -> str:
    """The language that was asked for, also where the rest cannot be read."""
    for at, argument in enumerate(arguments):
        option, _, value = argument.partition("=")
        if option == LANGUAGE:
            return value or next(iter(arguments[at + 1 :]), ENGLISH)
    return ENGLISH


def _end(sentence: str, code: int) -> int:
    sys.stderr.write(f"siegeworks: {sentence}\n")
    return code


def _run(arguments: Sequence[str] | None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        chosen = parser.parse_args(["serve"])
    module = importlib.import_module(f"siegeworks.cli.{MODULES[chosen.command]}")
    return int(getattr(module, chosen.command)(chosen))


class Parser(argparse.ArgumentParser):
    """Refuses with one sentence, as everything else here does."""

    def error(self, message: str) -> NoReturn:
        problem = message[0].upper() + message[1:].rstrip(".")
        raise BadSetup("cli.bad-arguments", problem=problem, command=self.prog)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="siegeworks",
        description="The Siege games: play, replay, draw and measure them.",
        epilog='Without a command it serves the page; "siegeworks play" plays in the terminal.',
    )
    parser.add_argument("--version", action="version", version=f"siegeworks {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_serve(commands)
    _add_think(commands)
    _add_notify(commands)
    _add_stored(commands)
    _add_language(commands.add_parser("games", help="the games, their seats and options"))
    _add_play(commands)
    _add_records(commands)
    _add_perft(commands)
    _add_engine(commands)
    _add_bench(commands)
    _add_analyse(commands)
    for each in (*add_puzzles(commands), add_openings(commands)):
        _add_language(each)
    _add_arena(commands.add_parser("arena", help="let bots play each other, and measure their strength"))
    _add_properties(commands)
    _add_dataset(commands)
    add_train(commands)
    _add_language(add_exploit(commands))
    return parser


def _add_play(commands: Any) -> None:
    play = commands.add_parser("play", help="play in the terminal")
    play.add_argument("game", nargs="?", help="which game (default: the first of `siegeworks games`)")
    play.add_argument(
        "--seats",
        default="human,random",
        help="who sits where: human, random, level1 to level5 or engine:COMMAND, separated by commas",
    )
    play.add_argument("--seed", type=_seed, help="a whole number: the same luck every time (default: secret luck)")
    play.add_argument("--by-hand", action="store_true", help="type in the luck too, for a game on a real table")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved match")
    _add_language(play)
    _add_table(play)


def _add_records(commands: Any) -> None:
    replay = commands.add_parser("replay", help="tell a record in words")
    replay.add_argument("file", help="a record, or - for standard input")
    replay.add_argument("--boards", action="store_true", help="draw the board after every line")
    replay.add_argument("--plain", action="store_true", help="no colours")
    _add_language(replay)

    draw = commands.add_parser("draw", help="draw a record's position, or a line of it, as a picture")
    draw.add_argument("file", help="a record, or - for standard input")
    where = draw.add_mutually_exclusive_group()
    where.add_argument("--ply", type=int, help="after how many lines of the main line (default: all)")
    where.add_argument("--node", type=int, metavar="N", help="after line N as `replay` counts, variations included")
    draw.add_argument("--seat", type=int, metavar="N", help="as this seat sees it (default: a spectator)")
    draw.add_argument("--animate", action="store_true", help="all positions up to there, one after another")
    draw.add_argument("--out", metavar="FILE", help="a .svg, .png or .webp file (default: SVG, to standard output)")
    _add_language(draw)


def _add_perft(commands: Any) -> None:
    perft = commands.add_parser("perft", help="count the lines of play to a depth")
    perft.add_argument("game")
    perft.add_argument("--depth", type=int, default=3)
    perft.add_argument("--count-seats", type=int, metavar="N", help="how many seats (default: the fewest)")
    _add_table(perft)


def _add_engine(commands: Any) -> None:
    engine = commands.add_parser("engine", help="let other programs play against a bot of ours, line by line")
    engine.add_argument("--bot", default="level3", help="which bot: level1 to level5, random, search:0.5s ...")


def _add_bench(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure speed and soundness")
    bench.add_argument(
        "what",
        choices=(
            *("rules", "games", "search", "first", "stops"),
            *("server", "crowd", "capacity", "thinking", "fairness", "restart", "envs", "agree"),
        ),
        help="rules, search: speed beside OpenSpiel; first: how soon a bot's first move comes; stops: how late its "
        "thinking ends; games: many random games; server: moves beside boardgame.io; "
        "crowd: many tables at once; capacity: how many before moves take too long; "
        "thinking: tables beside bots that think; fairness: bots beside people who ask for much; "
        "restart: a server that finds many unfinished tables; "
        "envs: environments beside their peers; agree: many games of a batch followed by Match",
    )
    bench.add_argument(
        "--tables", type=int, help="how many (server, crowd, thinking, fairness, restart), or up to how many (capacity)"
    )
    bench.add_argument("--rounds", type=int, help="server, crowd, capacity, fairness: how often each is measured")
    bench.add_argument("--against", metavar="FOLDER", help="server, capacity: another checkout, in the same rounds")
    bench.add_argument("--game", help="one game only")
    bench.add_argument("--seconds", type=float, default=2.0, help="rules, search, envs: CPU seconds a line")
    bench.add_argument("--count", type=int, default=10_000, help="games, agree: how many in all")


def _add_analyse(commands: Any) -> None:
    analyse = commands.add_parser("analyse", help="judge every decision of a record by what its seat could know")
    analyse.add_argument("file", help="a record, or - for standard input")
    analyse.add_argument("--seconds-per-ply", type=float, metavar="S", help="how long to think about each (default: 1)")
    analyse.add_argument(
        "--simulations", type=int, metavar="N", help="instead: so many simulations, the same each time"
    )
    analyse.add_argument("--threads", type=int, default=1, metavar="N", help="think with so many threads")
    analyse.add_argument("--json", action="store_true", help="everything as JSON, to standard output")
    analyse.add_argument("--plain", action="store_true", help="no colours")
    _add_language(analyse)

    moments = commands.add_parser("moments", help="play on the board what analyses of bots' games say was given away")
    moments.add_argument("game")
    moments.add_argument("--games", type=int, default=10, metavar="N", help="how many games (default: 10)")
    moments.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first (default: 0)")
    moments.add_argument("--simulations", type=int, default=400, metavar="N", help="a decision (default: 400)")
    _add_language(moments)


def _add_properties(commands: Any) -> None:
    known = commands.add_parser("properties", help="measure what the games are like: length, branching, luck, seats")
    known.add_argument("--game", help="one game only")
    known.add_argument("--count", type=int, default=20_000, help="how many random games a table")
    known.add_argument("--write", metavar="FOLDER", help="write properties.md and its pictures there")


def _add_dataset(commands: Any) -> None:
    data = commands.add_parser("dataset", help="very many games of bots in one file, or what such a file holds")
    data.add_argument("what", metavar="GAME|FILE", help="a game whose bots are to play, or a file that is checked")
    data.add_argument("--out", metavar="FILE", help="where the games are written")
    data.add_argument("--count", type=int, default=100_000, help="how many games (default: 100,000)")
    data.add_argument("--seed", type=int, default=1, help="another seed, other games (default: 1)")
    data.add_argument("--count-seats", type=int, metavar="N", help="how many seats (default: the fewest)")
    data.add_argument("--bots", nargs="+", metavar="BOT", help="each seat draws one of these (default: a cheap mix)")
    data.add_argument("--opening", type=int, default=4, metavar="N", help="decisions at random first (default: 4)")
    data.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    data.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play (default: 1)")


def _add_serve(commands: Any) -> None:
    serve = commands.add_parser("serve", help="serve the page and tables, for this machine or the network")
    serve.add_argument("--host", default="127.0.0.1", help="where to listen (0.0.0.0: the whole network)")
    serve.add_argument("--port", type=int, default=8037, help="the port (0: any free one)")
    serve.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: the user's data folder)")
    serve.add_argument(
        "--database",
        metavar="URL",
        help="keep tables in PostgreSQL: postgresql://user@host/database (or the variable SIEGEWORKS_DATABASE)",
    )
    serve.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes that serve, with PostgreSQL (default: 1)"
    )
    serve.add_argument(
        "--bots",
        type=int,
        metavar="N",
        help="bots that think at a time (default: one for each core less one; 0: leave it to `siegeworks think`)",
    )
    serve.add_argument("--no-browser", dest="browser", action="store_false", help="open no browser")
    _add_limits(serve)
    _add_post(serve)
    serve.add_argument(
        "--notify", action="append", default=[], choices=("hook",), help="hook: webhooks of chat programs"
    )
    serve.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written")
    serve.add_argument("--cold", action="store_true", help="get each game ready when it is first asked for")
    serve.add_argument("--bot-pause", type=float, metavar="SECONDS", help="the least time a bot takes to answer")
    _add_language(serve)


def _add_limits(serve: argparse.ArgumentParser) -> None:
    """Who reaches a server, and how much they may have."""
    serve.add_argument("--origin", action="append", default=[], help="another address the page is reached at")
    serve.add_argument(
        "--host-name", action="append", default=[], metavar="NAME", help="a name the server is reached by"
    )
    serve.add_argument("--secure", action="store_true", help="cookies over https only, behind a proxy that has it")
    serve.add_argument("--rate", type=float, default=1.0, help="how much one address may ask for (default: 1.0)")
    serve.add_argument("--per-address", type=int, metavar="N", help="the same as --limit connections=N (0: any number)")
    serve.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="what one person or address may have: docs/operate.md",
    )
    serve.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS", help="a proxy whose X-Forwarded-For is believed"
    )
    serve.add_argument(
        "--metrics-for",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="who may read /metrics besides this machine: an address or a network",
    )


def _add_post(serve: argparse.ArgumentParser) -> None:
    """By which servers people may hear of their turns."""
    serve.add_argument(
        "--smtp",
        metavar="URL",
        help="send e-mail by smtp://user:password@host or smtps://... (or the variable SIEGEWORKS_SMTP)",
    )
    serve.add_argument(
        "--notify-network",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address or network of your own that webhooks may lead to",
    )
    serve.add_argument("--mail-from", metavar="ADDRESS", help="from whom e-mail comes (default: the user of --smtp)")


def _add_think(commands: Any) -> None:
    think = commands.add_parser("think", help="think for the bots of servers on the same PostgreSQL")
    think.add_argument("--database", metavar="URL", help="PostgreSQL (or the variable SIEGEWORKS_DATABASE)")
    think.add_argument("--bots", type=int, metavar="N", help="how many at a time (default: one for each core less one)")
    think.add_argument("--bot-pause", type=float, metavar="SECONDS", help="the least time a bot takes to answer")
    think.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written")
    think.add_argument("--cold", action="store_true", help="get each game ready when it is first asked for")
    _add_language(think)


def _add_notify(commands: Any) -> None:
    notify = commands.add_parser("notify", help="send a test by what tells people of their turns")
    notify.add_argument("what", choices=("test",), help="send a test by each that is named")
    notify.add_argument("--mail", metavar="ADDRESS", help="where a test goes by e-mail (default: to --mail-from)")
    notify.add_argument("--hook", action="append", default=[], metavar="URL", help="a webhook that is tested")
    _add_post(notify)
    _add_language(notify)


def _add_stored(commands: Any) -> None:
    doctor = commands.add_parser("doctor", help="whether a server and its database are well: a line each, and a code")
    doctor.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: the user's data folder)")
    doctor.add_argument("--database", metavar="URL", help="PostgreSQL (or the variable SIEGEWORKS_DATABASE)")

    tables = commands.add_parser("tables", help="what a server has stored, and delete some of it")
    tables.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: the user's data folder)")
    tables.add_argument("--database", metavar="URL", help="PostgreSQL (or the variable SIEGEWORKS_DATABASE)")
    tables.add_argument(
        "--kind", choices=("table", "record", "lesson", "study"), help="only these; records are uploads"
    )
    tables.add_argument("--most", type=int, default=20, metavar="N", help="how many to list, the largest first")
    tables.add_argument(
        "--delete", nargs="+", default=[], metavar="ID", help="delete these (the server must be stopped)"
    )

    move = commands.add_parser("move", help="move all that is stored to another database, and compare it")
    for option, dest in (("--from", "source"), ("--to", "target")):
        move.add_argument(
            option,
            dest=dest,
            required=True,
            metavar="DATABASE",
            help="sqlite (in the user's data folder), sqlite:FOLDER, postgresql://user@host/database, "
            "or postgres: the one that SIEGEWORKS_DATABASE names",
        )
    _add_language(move)

    verify = commands.add_parser("verify", help="recompute every draw of a record from its seed")
    verify.add_argument("file", help="a record, or - for standard input")
    verify.add_argument("--hash", help="the hash that was published before the first draw")
    _add_language(verify)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    """What can be typed after `siegeworks arena`."""
    parser.add_argument(
        "what",
        metavar="GAME|sprt|levels|leaderboard",
        help="a game; sprt GAME A B; or levels [GAME ...]; or leaderboard [GAME ...]",
    )
    parser.add_argument("names", nargs="*", metavar="BOT", help="such as level3, uct:5000, search:0.2s or random")
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="COMMAND",
        help="a program that plays too (docs/engine-protocol.md)",
    )
    parser.add_argument("--after", default="random", metavar="BOT", help="leaderboard: whom engines stand after")
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats (default: the fewest)")
    parser.add_argument("--games", type=int, metavar="N", help="games for each table, or at most so many (sprt)")
    parser.add_argument("--one-against", action="store_true", help="the first bot alone against a table of the next")
    add_workers(parser, "play")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other deals")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--opening", type=int, default=2, metavar="N", help="decisions at random first (default: 2)")
    parser.add_argument("--even", action="store_true", help="only openings a judge finds even")
    parser.add_argument("--out", metavar="FILE", help="keep every game here; the same command goes on from it")
    parser.add_argument("--anew", action="store_true", help="forget what --out holds and begin again")
    parser.add_argument("--report", action="append", default=[], metavar="FILE", help="a .svg, .html or .json file")
    parser.add_argument("--elo0", type=float, default=0.0, help="sprt: not better means by so many points")
    parser.add_argument("--elo1", type=float, default=50.0, help="sprt: better means by so many points")
    parser.add_argument("--alpha", type=float, default=0.05, help="sprt: the chance to say better wrongly")
    parser.add_argument("--beta", type=float, default=0.05, help="sprt: the chance to say not better wrongly")
    parser.add_argument("--plain", action="store_true", help="no colours")


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(LANGUAGE, default=ENGLISH, metavar="CODE", help="the language of what is told (default: en)")


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--plain", action="store_true", help="no colours")


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSetup("cli.seed-not-whole", text=text[:40]) from None
