"""Source: the text of a paper, with the parts that are no text of it blanked out, so that places stay what they are."""

from __future__ import annotations

import re
from pathlib import Path

from graphs.errors import FormatError


def text_of(path: Path, wanted_by: str = "", line: int | None = None) -> str:
    """Returns the text of a file; a byte that is no UTF-8 becomes a replacement character, which no name has.

    Raises FormatError, at the place that wants the file if there is one, where it cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        if wanted_by:
            cure = "give the file its place, or take the line out"
            raise FormatError(wanted_by, f"the file {path} cannot be read: {reason}", line=line, cure=cure) from None
        raise FormatError(str(path), f"cannot be read: {reason}", cure="name a paper that is there") from None
    except ValueError:
        raise FormatError(wanted_by or str(path), f"{str(path)!r} cannot be the name of a file", line=line) from None


def blanked(text: str, parts: re.Pattern[str]) -> str:
    """Returns a text with all matches of a pattern replaced by spaces; the lines keep their numbers.

    >>> blanked("a <!-- b -->c", re.compile("<!--.*?-->"))
    'a           c'
    """
    return parts.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def line_at(text: str, position: int) -> int:
    """Returns the number of the line, from 1, that a position of a text is in."""
    return text.count("\n", 0, position) + 1
