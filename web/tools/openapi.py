"""Prints the server's OpenAPI document, from which the page's types are made."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from siegeworks.server.app import create_app

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        json.dump(create_app(Path(folder)).openapi(), sys.stdout)
