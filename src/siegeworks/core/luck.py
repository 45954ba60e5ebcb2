"""The luck of a match: draw number n of a seed, the same for everybody who recomputes it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SEED_BYTES = 32
WORD_BYTES = 8
WORD = 1 << (8 * WORD_BYTES)


def seed_bytes(seed: int | bytes) -> bytes:
    """A seed as its 32 bytes. Small whole numbers are fine for study; a secret seed must be 32 random bytes."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return seed
    if not 0 <= seed < 1 << (8 * SEED_BYTES):
        raise ValueError("a seed is a whole number from 0 up, of at most 32 bytes")
    return seed.to_bytes(SEED_BYTES, "big")


def seed_hash(seed: bytes) -> str:
    """What may be published before the first draw: it binds the seed and tells nothing of it."""
    return hashlib.blake2b(seed, digest_size=SEED_BYTES, person=b"siegeworks-seed").hexdigest()


def draw(seed: bytes, number: int, sides: int) -> int:
    """Draw `number` (from 0): a whole number below `sides`, every one exactly equally likely.

    The 64-byte BLAKE2b of (number, page), keyed with the seed, is read as eight big-endian words. The first word below
    the largest multiple of `sides` decides, modulo `sides`; if none is, the next page is read.
    """
    if not 0 < sides <= WORD:
        raise ValueError(f"there are from 1 to 2**64 sides, not {sides}")
    limit = WORD - WORD % sides
    page = 0
    while True:
        message = number.to_bytes(WORD_BYTES, "big") + page.to_bytes(WORD_BYTES, "big")
        digest = hashlib.blake2b(message, key=seed).digest()
        for at in range(0, len(digest), WORD_BYTES):
            word = int.from_bytes(digest[at : at + WORD_BYTES], "big")
            if word < limit:
                return word % sides
        page += 1


def pick(seed: bytes, number: int, weights: Sequence[int]) -> int:
    """Draw `number` among places of these whole weights: the place drawn."""
    left = draw(seed, number, sum(weights))
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    raise ValueError("weights must be whole and positive")
