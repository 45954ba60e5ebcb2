"""Writes the page of observations and actions, and the checksums of versions that have none yet."""

import json

from siegeworks.envs.ids import id_of
from siegeworks.games import OURS
from tests.envs.tables import PAGE, page
from tests.envs.test_versions import FROZEN, met

PAGE.write_text(page(), encoding="utf-8")
frozen = json.loads(FROZEN.read_text(encoding="utf-8")) if FROZEN.exists() else {}
for game in OURS:
    frozen.setdefault(id_of(game), met(game))
FROZEN.write_text(json.dumps(frozen, indent=2) + "\n", encoding="utf-8")
