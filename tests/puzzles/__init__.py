"""Puzzles: proofs, themes, mining, answers, and those that ship."""

from __future__ import annotations

from siegeworks import GAMES
from siegeworks.puzzles import Proof, Puzzle
from tests.drawn import board

SIEGESTONES = GAMES["siegestones"]

IN_TWO = Puzzle(
    position={
        "seats": 2,
        "to_move": 0,
        "board": board("""
              . . . .
             . . b . .
            . . y . b .
           . b . T T T .
            . y T . b .
             . T y . .
              . . . .
        """),
    },
    line=("tower f6", "stone a1", "tower c1"),
    goal="win",
    turns=2,
    proof=Proof("solver", plies=3, beyond=5),
    themes=("last-tower", "double-threat"),
    simulations=64,
    source=(101, 34, 12),
)
"""Blue places a tower and threatens two others, of which Yellow saves one."""
