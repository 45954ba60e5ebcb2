"""The page's files, and what is shown while they are not built."""

from __future__ import annotations

import functools
import gzip
import json
import mimetypes
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

from siegeworks.server.wire import told

STATIC = Path(__file__).resolve().parent.parent / "web" / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Siegeworks</title>
<h1>Siegeworks</h1>
<p>The server runs. The page is not built here: install the package with <code>pip install .</code>, which builds
it.</p>
<p>Meanwhile: <code>siegeworks play</code> plays in the terminal, <a href="/api/games">/api/games</a> lists the games,
and <a href="/api/openapi.json">/api/openapi.json</a> tells what programs may ask.</p></html>
"""
YEAR = "public, max-age=31536000, immutable"
PACKED = {".js", ".css"}
MOST_PATH = 200
"""Letters of an address; a name on disk may be no longer."""


def table_page(first: dict[str, Any]) -> Response:
    """The page of a table, with all its first look needs: what the first calls would answer, and the game's board."""
    if not (STATIC / "index.html").is_file():
        return HTMLResponse(NOT_BUILT)
    inert = told(first).replace(b"<", b"\\u003c").decode()
    plain = (STATIC / "index.html").read_text(encoding="utf-8")
    links = "".join(link for link in _preloads(first["game"]["name"]) if link not in plain)
    head = f'{links}<script type="application/json" id="first">{inert}</script></head>'
    return HTMLResponse(plain.replace("</head>", head, 1), headers={"cache-control": "no-store"})


@functools.cache
def _preloads(game: str) -> list[str]:
    """Links to the scripts of a game's board, so that they come beside the page's own."""
    manifest = STATIC / "manifest.json"
    chunks = json.loads(manifest.read_bytes()) if manifest.is_file() else {}
    wanted = [f"src/games/{game}/index.ts"]
    for name in wanted:
        wanted += [more for more in chunks.get(name, {}).get("imports", ()) if more not in wanted]
    files = [chunks[name]["file"] for name in wanted if name in chunks and not chunks[name].get("isEntry")]
    return [f'<link rel="modulepreload" crossorigin href="/{file}">' for file in files]


@functools.lru_cache(maxsize=128)
def _asset(file: Path, packed: bool) -> bytes:
    """A file whose name changes with what is in it: read once, packed once."""
    return gzip.compress(file.read_bytes(), 9, mtime=0) if packed else file.read_bytes()


def _asset_sent(file: Path, takes_gzip: bool) -> Response:
    packed = takes_gzip and file.suffix in PACKED
    headers = {"cache-control": YEAR, "vary": "accept-encoding", **({"content-encoding": "gzip"} if packed else {})}
    return Response(_asset(file, packed), headers=headers, media_type=mimetypes.guess_type(file.name)[0])


def page(path: str, takes_gzip: bool = False) -> Response:
    """A file of the page; any address without a dot is the page itself, which knows its own ways."""
    if not (STATIC / "index.html").is_file():
        return HTMLResponse(NOT_BUILT)
    if "\0" in path or len(path) > MOST_PATH:
        raise HTTPException(404)
    found = (STATIC / path).resolve()
    if path and found.is_file() and STATIC in found.parents:
        if found.parent == STATIC / "assets":
            return _asset_sent(found, takes_gzip)
        return FileResponse(found, headers={"cache-control": "no-cache"})
    if "." in path.rsplit("/", 1)[-1]:
        raise HTTPException(404)
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})
