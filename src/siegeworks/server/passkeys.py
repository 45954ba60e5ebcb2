"""What a browser is asked to sign with a passkey, and whether it did: all of it by the library `webauthn`, an extra.

A passkey is bound to the name by which the page was reached; browsers keep none for pages without https (but for
localhost), nor for an address of numbers.
"""

from __future__ import annotations

import importlib.util
import json
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from siegeworks.errors import SiegeworksError
from siegeworks.server.hosts import LOCAL, is_address

if TYPE_CHECKING:
    from siegeworks.server.store.passkeys import Passkey

OUR_NAME = "Siegeworks"
ASKED_FOR_MS = 5 * 60 * 1000
"""How long a challenge may be answered."""


class NoPasskey(SiegeworksError):
    """An answer that is not good, whatever is wrong with it, or a passkey that is not the asker's."""

    code = "no_passkey"


class NotOffered(SiegeworksError):
    """Passkeys cannot be used here."""

    code = "no_passkeys"


class Site(NamedTuple):
    """The page as browsers know it: a passkey works for this name alone."""

    name: str
    origin: str


class New(NamedTuple):
    """A passkey that a device has made."""

    credential: str
    public: bytes
    signed: int


def is_installed() -> bool:
    """Whether the library is there."""
    return importlib.util.find_spec("webauthn") is not None


def site_of(origin: str | None) -> Site:
    """The site of a page, by its Origin header; that it is ours is checked before. Raises NotOffered."""
    if not is_installed():
        raise NotOffered("passkeys-not-installed")
    parts = urlsplit(origin or "")
    name = parts.hostname or ""
    is_local = name == LOCAL or name.endswith(f".{LOCAL}")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_local):
        raise NotOffered("passkeys-need-https")
    if is_address(name):
        raise NotOffered("passkeys-need-a-name")
    return Site(name, str(origin))


def to_make(site: Site, handle: bytes, called: str, known: list[Passkey]) -> tuple[str, dict[str, Any]]:
    """What a browser needs to make a passkey: the challenge, and the options that carry it."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers import structs as w

    options = generate_registration_options(
        rp_id=site.name,
        rp_name=OUR_NAME,
        user_id=handle,
        user_name=called,
        timeout=ASKED_FOR_MS,
        authenticator_selection=w.AuthenticatorSelectionCriteria(
            resident_key=w.ResidentKeyRequirement.REQUIRED, user_verification=w.UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[w.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential)) for one in known],
    )
    return _told(options.challenge, options_to_json(options))


def to_come_back(site: Site) -> tuple[str, dict[str, Any]]:
    """What a browser needs to show a passkey, whosever it is."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers import structs as w

    options = generate_authentication_options(
        rp_id=site.name, timeout=ASKED_FOR_MS, user_verification=w.UserVerificationRequirement.REQUIRED
    )
    return _told(options.challenge, options_to_json(options))


def _told(challenge: bytes, options: str) -> tuple[str, dict[str, Any]]:
    from webauthn.helpers import bytes_to_base64url

    found: dict[str, Any] = json.loads(options)
    return bytes_to_base64url(challenge), found


def challenge_in(credential: dict[str, Any]) -> str:
    """Which challenge an answer is for, as it says itself; raises NoPasskey."""
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

    try:
        said = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return bytes_to_base64url(said.challenge)
    except Exception:  # it parses whatever somebody sent, and fails in many ways
        raise NoPasskey("passkey-not-good") from None


def made(credential: dict[str, Any], challenge: str, site: Site) -> New:
    """The passkey that an answer brings; raises NoPasskey, whatever is wrong with it."""
    from webauthn import verify_registration_response
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception:  # it parses whatever somebody sent, and fails in many ways
        raise NoPasskey("passkey-not-good") from None
    return New(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def shown(credential: dict[str, Any], challenge: str, site: Site, known: Passkey) -> int:
    """How often a passkey has signed by now, if it has signed the challenge; raises NoPasskey."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=known.public,
            credential_current_sign_count=known.signed,
            require_user_verification=True,
        )
    except Exception:  # it parses whatever somebody sent, and fails in many ways
        raise NoPasskey("passkey-not-good") from None
    return found.new_sign_count
