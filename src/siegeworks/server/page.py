"""The page's files, and what is shown while they are not built."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).resolve().parent.parent / "web" / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Siegeworks</title>
<h1>Siegeworks</h1>
<p>The server runs. The page is not built here: install the package with <code>pip install .</code>, which builds
it.</p>
<p>Meanwhile: <code>siegeworks play</code> plays in the terminal, <a href="/api/games">/api/games</a> lists the games,
and <a href="/api/openapi.json">/api/openapi.json</a> tells what programs may ask.</p></html>
"""
YEAR = "public, max-age=31536000, immutable"


def page(path: str) -> Response:
    """A file of the page; any address without a dot is the page itself, which knows its own ways."""
    if not (STATIC / "index.html").is_file():
        return HTMLResponse(NOT_BUILT)
    found = (STATIC / path).resolve()
    if path and found.is_file() and STATIC in found.parents:
        return FileResponse(found, headers={"cache-control": YEAR if "assets" in found.parts else "no-cache"})
    if "." in path.rsplit("/", 1)[-1]:
        raise HTTPException(404)
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})
