"""python -m tests.contract freezes the action tables of games that have none frozen yet."""

from __future__ import annotations

import json

from siegeworks import GAMES
from tests.contract.test_contract import FROZEN, table_of

frozen = json.loads(FROZEN.read_text())
FROZEN.write_text(
    json.dumps({name: frozen.get(name) or table_of(game) for name, game in GAMES.items()}, indent=2) + "\n"
)
