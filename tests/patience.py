"""Time in tests on a machine that does other things too.

What never comes to pass is waited for a long time; what comes, only as long as it takes. Where a test is about how
long something takes, the processor time that somebody else gets meanwhile is its clock.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Self

PATIENCE_S = 600.0
"""On a machine that is busy with other programs, what takes a second alone may take half a minute."""

SPINNER = """
import sys, threading, time
waits = threading.Thread(target=sys.stdin.read)
waits.start()
print("ready", flush=True)
began = time.process_time()
while waits.is_alive():
    pass
print(time.process_time() - began)
"""


class Stopwatch:
    """How long something takes as if nothing else ran here: what a process that never rests gets of a core meanwhile.

    Alone that is the time that passes; beside twenty others it is what is left of it for each.
    """

    seconds = 0.0

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        self._spinner = subprocess.Popen([sys.executable, "-S", "-c", SPINNER], stdin=pipe, stdout=pipe, text=True)
        assert self._spinner.stdout is not None
        assert self._spinner.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *problem: object) -> None:
        self.seconds = float(self._spinner.communicate()[0])
