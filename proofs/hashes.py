"""Hashes: SHA-256 of values in canonical JSON, so that anyone can compute them again from what is printed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import rfc8785

SHORT = 10
"""Hexadecimal digits of a hash that are printed and cited."""


def hash_of(value: Mapping[str, object]) -> str:
    """Returns the SHA-256 of a JSON value in canonical form (RFC 8785), in hexadecimal digits.

    >>> hash_of({"b": 1, "a": "x"}) == hash_of({"a": "x", "b": 1})
    True
    >>> hash_of({})[:10]  # sha256 of the two characters {}
    '44136fa355'
    """
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()  # type: ignore[arg-type]
