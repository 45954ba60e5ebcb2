"""The arguments of `train` and `exploit`."""

from __future__ import annotations

from typing import Any


def add_train(commands: Any) -> None:
    """Name those of `train`."""
    train = commands.add_parser("train", help="let a net teach itself a game, on a GPU or, small, on the CPU")
    train.add_argument("game")
    train.add_argument("--seconds", type=float, default=540.0, help="for how long (default: 540)")
    train.add_argument(
        "--resume", metavar="FOLDER", help="go on from the checkpoint there, and keep the next ones there"
    )
    train.add_argument("--begin", metavar="FILE", help="begin with the weights of this net, if there is no checkpoint")
    train.add_argument("--net", metavar="FILE", help="write the net there at the end, for the bot `net`")
    train.add_argument("--seed", type=int, default=0, help="another seed, other games")
    train.add_argument(
        "--count-seats",
        type=int,
        nargs="+",
        metavar="N",
        help="seat counts (default: the fewest); one named twice is played twice as often",
    )
    train.add_argument(
        "--varied", type=float, default=0.0, metavar="SHARE", help="the share of tables with options drawn at random"
    )
    train.add_argument("--games", type=int, metavar="N", help="games played at once")
    train.add_argument("--simulations", type=int, metavar="N", help="simulations a decision")
    train.add_argument("--batch", type=int, metavar="N", help="positions a step of learning")
    train.add_argument("--uses", type=float, metavar="N", help="how often a position is learnt from, on average")
    train.add_argument("--rate", type=float, default=1e-3, help="the first learning rate (default: 0.001)")
    train.add_argument(
        "--halved-after", type=int, default=25_000, metavar="STEPS", help="when it is halved (default: every 25,000)"
    )
    train.add_argument("--hidden", type=int, nargs=2, metavar="N", help="the widths of the two hidden layers")
    train.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")


def add_exploit(commands: Any) -> Any:
    """Name those of `exploit`; returns what reads them."""
    exploit = commands.add_parser("exploit", help="how much can be won from a bot by somebody who knows how it plays")
    exploit.add_argument("game")
    exploit.add_argument("bot", help="such as level3, search:1000 or net=FILE:200")
    exploit.add_argument("--seed", type=int, default=0, help="another seed, other dice")
    exploit.add_argument("--position", nargs="+", metavar="NAME", help="small positions of the game (default: all)")
    exploit.add_argument("--plain", action="store_true", help="no colours")
    exact = exploit.add_argument_group("exactly, in small positions")
    exact.add_argument("--seconds", type=float, default=300.0, help="for how long at most (default: 300)")
    exact.add_argument(
        "--asks",
        type=int,
        default=16,
        metavar="N",
        help="how often the bot is asked about a view, to choose a response and again to measure it (default: 16)",
    )
    _add_learning(exploit.add_argument_group("learnt, in whole games or from one small position"))
    return exploit


def _add_learning(learnt: Any) -> None:
    learnt.add_argument("--learn", type=float, metavar="SECONDS", help="learn a response for so long, and measure it")
    learnt.add_argument("--games", type=int, default=100, metavar="N", help="games to measure it in (default: 100)")
    learnt.add_argument(
        "--simulations",
        type=int,
        default=100,
        metavar="N",
        help="more of them before each decision, forgotten after the game (default: 100)",
    )
    learnt.add_argument(
        "--judge",
        default="search:100",
        metavar="BOT",
        help="says what it thinks of positions nobody has seen yet (default: search:100)",
    )
    learnt.add_argument("--seats", type=int, metavar="N", help="seats at the table (default: the fewest)")
    learnt.add_argument(
        "--opening", type=int, default=0, metavar="N", help="random decisions to begin with (default: 0)"
    )
    learnt.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
