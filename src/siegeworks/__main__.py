"""python -m siegeworks"""

import sys

from siegeworks.cli import main

if __name__ == "__main__":
    sys.exit(main())
