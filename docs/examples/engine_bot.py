#!/usr/bin/env python3
"""An engine in thirty lines that uses nothing of Siegeworks: towers near the middle first, else picked at random."""

import json
import random
import sys

MIDDLE = {"d4", "c3", "c4", "d3", "d5", "e4", "e5"}


def choose(question):
    """The name of one of the legal actions."""
    dice = random.Random(question["seed"])
    good = [name for name in question["legal"] if name.startswith("tower") and name.split()[1] in MIDDLE]
    return dice.choice(good or question["legal"])


def answer(message):
    if message["do"] == "hello":
        return {"protocol": 1, "name": "Example bot"}
    if message["do"] == "choose":
        return {"play": choose(message), "says": "It felt right."}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "quit":
        break
    print(json.dumps(answer(message)), flush=True)
