"""Palette: the colour of each level on light and on dark paper; a test holds them apart for colour-blind readers."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.level import Level

PAPER = ("#fdfcf8", "#16181b")
"""What they stand on, light and dark."""

LEVELS: Mapping[Level, tuple[str, str]] = {
    Level.KERNEL: ("#1a2664", "#e6ecfd"),
    Level.CERTIFICATE: ("#2044a0", "#6996fc"),
    Level.SOLVERS: ("#07768f", "#9cccb6"),
    Level.SOLVER: ("#029f70", "#4a7268"),
    Level.TINY: ("#bf7508", "#fcca44"),
    Level.OPEN: ("#605d4d", "#9c948e"),
    Level.REFUTED: ("#c0030b", "#f96812"),
}


def as_css() -> str:
    """Returns the colours as custom properties, and a class for each level that makes its colour the current one.

    >>> as_css().splitlines()[0]
    ':root { --kernel: light-dark(#1a2664, #e6ecfd); }'
    """
    tokens = [f":root {{ --{level.word}: light-dark({light}, {dark}); }}" for level, (light, dark) in LEVELS.items()]
    classes = [f".lv-{level.word} {{ --level: var(--{level.word}); }}" for level in LEVELS]
    return "\n".join([*tokens, *classes])
