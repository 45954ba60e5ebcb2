"""python -m siegeworks"""

import sys

from siegeworks.cli import main

sys.exit(main())
