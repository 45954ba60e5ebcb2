"""python -m tests.server.history --minutes 30 --seed 1"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.server.history.check import check, summary
from tests.server.history.measure import report
from tests.server.history.run import Plan, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.history", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000)
    parser.add_argument("--stopped", type=float, default=10.0, help="seconds for which a server stands still")
    parser.add_argument("--fault", default="well", help="what goes wrong in every server on purpose")
    parser.add_argument("--said", type=Path, help="a file for all that servers say")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}, {chosen.minutes:g} minutes", flush=True)
    is_well = chosen.fault == "well"
    plan = Plan(chosen.minutes * 60, chosen.seed, stopped_s=chosen.stopped, fault=chosen.fault, must_settle=is_well)
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(plan, Path(folder), lambda line: print(line, flush=True))
    if chosen.said:
        chosen.said.write_text(outcome.said)
    violations = check(outcome.notes, outcome.stored)
    print(report(outcome))
    print(summary(violations) if violations else "every answer and everything shown agrees with what is stored")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
