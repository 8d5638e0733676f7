"""A shuffle that nobody has to trust: everything follows from one secret, whose hash is told first.

`docs/shuffle.md` describes it so that anybody can write it anew; the two must agree.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
VERSION = "operating-round 1"
WORD_BYTES = 4
WORDS = 2 ** (8 * WORD_BYTES)
SEATS = "seats"
"""The name of the shuffle that seats the players; those of the setup are named in `setup`."""


@dataclass(frozen=True, slots=True)
class Secret:
    """256 bits. Neither its `repr` nor its `str` shows them, so that no log or error can."""

    value: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.value) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.value)}")

    @classmethod
    def from_hex(cls, text: str) -> Secret:
        """Read a secret that was revealed. Raises ValueError if it is none."""
        return cls(bytes.fromhex(text))

    def reveal(self) -> str:
        """The secret in 64 hexadecimal digits."""
        return self.value.hex()

    @property
    def sha256(self) -> str:
        """What is told of the secret before the game: the SHA-256 of its 32 bytes."""
        return hashlib.sha256(self.value).hexdigest()

    def shuffled(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in the order of the shuffle of that name (Fisher–Yates, from the end)."""
        order = list(items)
        words = self._words(name)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return order

    def _words(self, name: str) -> Iterator[int]:
        """Numbers of 32 bits: the HMAC-SHA256 of "version/name/0", "version/name/1" and so on."""
        block = 0
        while True:
            message = f"{VERSION}/{name}/{block}".encode()
            digest = hmac.digest(self.value, message, "sha256")
            for start in range(0, len(digest), WORD_BYTES):
                yield int.from_bytes(digest[start : start + WORD_BYTES], "big")
            block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 to `limit` − 1, each as likely: words past the last multiple are left out."""
    most = WORDS - WORDS % limit
    return next(word for word in words if word < most) % limit
