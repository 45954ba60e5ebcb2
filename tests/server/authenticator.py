"""A device that keeps passkeys, written from the standard (WebAuthn, sections 6 and 7): no part of what is tested."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


def told(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey."""

    def __init__(self, origin: str, site: str = "localhost") -> None:
        self.origin = origin
        self.site = site
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.signed = 0
        self.flags = PRESENT | VERIFIED

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.signed.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        data = self._data(self.flags | NEW) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(public)})
        said = self._said("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": told(said), "attestationObject": told(attested)})

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.signed += 1
        said, data = self._said("webauthn.get", options["challenge"]), self._data(self.flags)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {"clientDataJSON": told(said), "authenticatorData": told(data), "signature": told(signature)}
        )

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        named = told(self.id)
        return {"id": named, "rawId": named, "type": "public-key", "response": response, "clientExtensionResults": {}}
