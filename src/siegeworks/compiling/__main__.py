"""`python -m siegeworks.compiling GAME NICE WORK ...`: what a process does that another one started to compile."""

from __future__ import annotations

from siegeworks.compiling.processes import main

if __name__ == "__main__":
    main()
