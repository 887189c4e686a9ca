"""Lines: what is printed as text is no wider than 100 columns, on stdout and on stderr."""

from __future__ import annotations

import sys
import textwrap

WIDTH = 100


def folded(text: str, indent: int = 4, width: int = WIDTH) -> str:
    """Returns a text whose wide lines are broken at blanks, and go on indented; a word is never broken.

    >>> print(folded("  one two three\\nfour", indent=2, width=10))
      one two
        three
    four
    """
    lines = []
    for line in text.splitlines():
        own = line[: len(line) - len(line.lstrip())]
        fits = len(line) <= width
        lines += (
            [line]
            if fits
            else textwrap.wrap(
                line,
                width,
                subsequent_indent=own + " " * indent,
                break_long_words=False,
                break_on_hyphens=False,
                replace_whitespace=False,
            )
        )
    return "\n".join(lines)


def complain(message: str) -> None:
    """Prints a message of the command on stderr."""
    print(folded(f"pebbleproof: {message}"), file=sys.stderr)
