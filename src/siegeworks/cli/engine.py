"""`engine`: one of our bots as a program that others host."""

from __future__ import annotations

import argparse
import sys

from siegeworks.engines import serve


def engine(chosen: argparse.Namespace) -> int:
    """Speak the engine protocol on standard input and output until told to quit."""
    serve(chosen.bot, sys.stdin, sys.stdout)
    return 0
