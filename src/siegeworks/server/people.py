"""People without accounts: a signed token in a cookie, a name, and keys that open seats."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import unicodedata
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "siegeworks"
COOKIE_SECONDS = 400 * 24 * 3600
SECRET_BYTES = 32
KEY_LETTERS = 32
PERSON_LETTERS = 22
DEVICE_LETTERS = 16


def server_secret(folder: Path) -> bytes:
    """The secret that signs tokens and keys, made at the first start and readable by the server alone."""
    path = folder / "secret"
    try:
        found = path.read_bytes()
        if len(found) == SECRET_BYTES:
            return found
    except FileNotFoundError:
        pass
    made = secrets.token_bytes(SECRET_BYTES)
    keep_secret(folder, made)
    return made


def keep_secret(folder: Path, secret: bytes) -> None:
    """Write the secret, whole or not at all."""
    part = folder / f"secret.{os.getpid()}.part"
    part.touch(mode=0o600)
    part.write_bytes(secret)
    os.replace(part, folder / "secret")


FIRST = "first"
"""The device somebody came with, among those on which their games were opened later."""


def mark(person: str, device: str) -> str:
    """By what a device that was shut out is still told apart, as `fingerprint` does for people."""
    return fingerprint(f"{person} {device}")


def fingerprint(person: str) -> str:
    """By what somebody who is forgotten is still told apart: their cookies are refused, and nobody learns whose."""
    return hashlib.sha256(f"forgotten {person}".encode()).hexdigest()[:KEY_LETTERS]


class Holder(NamedTuple):
    """Who shows a token: a person (or nobody), which of their devices, and its mark."""

    person: str | None
    device: str = FIRST
    mark: str = ""


NO_HOLDER = Holder(None)


class Identities:
    """Knows people by their token, and seats by their key."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.forgotten: set[str] = set()
        """The fingerprints of people, and the marks of devices, whose tokens are worth nothing any more."""
        self._tokens = URLSafeSerializer(
            secret, salt="siegeworks-person", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def new_person(self) -> str:
        return secrets.token_urlsafe(16)

    def token(self, person: str, device: str = FIRST) -> str:
        """What a device of somebody's shows to be known again."""
        made = self._tokens.dumps(person if device == FIRST else [person, device])
        return made if isinstance(made, str) else made.decode()

    def person(self, token: str | None) -> str | None:
        """Whose token this is; None for a wrong one, whatever is wrong with it."""
        return self.holder(token).person

    def holder(self, token: str | None) -> Holder:
        """Whose token this is, and which of their devices has it; nobody for a wrong one."""
        if not token or len(token) > 200:
            return NO_HOLDER
        try:
            found = self._tokens.loads(token)
        except (BadSignature, ValueError, RecursionError):
            return NO_HOLDER
        person, device = found if isinstance(found, list) and len(found) == 2 else (found, FIRST)
        if not all(isinstance(each, str) and len(each) <= PERSON_LETTERS for each in (person, device)):
            return NO_HOLDER
        holder = Holder(person, device, mark(person, device))
        return NO_HOLDER if {fingerprint(person), holder.mark} & self.forgotten else holder

    def signed(self, purpose: str, said: str) -> str:
        """What nobody else can make, for one purpose; it may be sent to whom it concerns."""
        made = self._signer(purpose).dumps(said)
        return made if isinstance(made, str) else made.decode()

    def read(self, purpose: str, token: str) -> str | None:
        """What was signed for a purpose; None if it was not."""
        try:
            found = self._signer(purpose).loads(token)
        except (BadSignature, ValueError, RecursionError):
            return None
        return found if isinstance(found, str) else None

    def _signer(self, purpose: str) -> URLSafeSerializer:
        signs = {"digest_method": hashlib.sha256}
        return URLSafeSerializer(self._secret, salt=f"siegeworks-{purpose}", signer_kwargs=signs)

    def device_of(self, code: str) -> str:
        """The device that a link is for: who has what is stored cannot make the link of it."""
        return hmac.new(self._secret, f"device {code}".encode(), hashlib.sha256).hexdigest()[:DEVICE_LETTERS]

    def origin(self, network: str) -> str:
        """What stands for a network where it is counted: nobody without the secret can tell which it is."""
        return hmac.new(self._secret, f"network {network}".encode(), hashlib.sha256).hexdigest()[:KEY_LETTERS]

    def key(self, table: str, seat: int, turn: int) -> str:
        """What opens a seat. It changes when somebody takes the seat, so that an invitation is good once."""
        said = f"seat {table} {seat} {turn}".encode()
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()[:KEY_LETTERS]

    def is_key(self, given: str | None, table: str, seat: int, turn: int) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), self.key(table, seat, turn).encode())


def clean_name(name: str) -> str:
    """A name as inert text: nothing that cannot be printed, no marks that turn text around."""
    kept = "".join(
        letter for letter in unicodedata.normalize("NFC", name) if letter.isprintable() and letter not in "<>&\"'`"
    )
    return " ".join(kept.split())[:24]
