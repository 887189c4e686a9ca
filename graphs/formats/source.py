"""Source: the text of a graph file, read without trusting its size, its encoding or its existence."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from graphs.errors import FormatError

MAX_BYTES = 32 * 2**20
STDIN = "-"


def read_text(path: str | Path) -> str:
    """Returns the text of a file, or of standard input if the path is `-`.

    A file that is too large is refused before it is read, and a stream that never ends after MAX_BYTES + 1 bytes.

    Raises FormatError: missing, a directory, not permitted, too large, binary, empty.

    >>> read_text("no/such.dot")
    Traceback (most recent call last):
    graphs.errors.FormatError: no/such.dot: no such file; check the path
    """
    where = shown(path)
    try:
        if str(path) == STDIN:
            if sys.stdin is None:  # so Python says that the descriptor was closed
                raise FormatError(where, "is closed")
            data = _limited(sys.stdin.buffer, where)
        else:
            with Path(path).open("rb") as stream:
                _check_size(os.fstat(stream.fileno()).st_size, where)
                data = _limited(stream, where)
    except FileNotFoundError:
        raise FormatError(where, "no such file", cure="check the path") from None
    except IsADirectoryError:
        raise FormatError(where, "is a directory", cure="name a file in it") from None
    except PermissionError:
        raise FormatError(where, "permission to read is denied") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise FormatError(where, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return decode(data, where)


def decode(data: bytes, where: str) -> str:
    r"""Returns the bytes as text without byte order mark and with line ends \n.

    Raises FormatError if they are no UTF-8 text, or white space only.

    >>> decode(b"\xef\xbb\xbf1 2\r\n", "a.txt")
    '1 2\n'
    >>> decode(b"\x00\x01", "a.txt")
    Traceback (most recent call last):
    graphs.errors.FormatError: a.txt: is binary; a graph file is UTF-8 text
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise FormatError(where, "is binary", cure="a graph file is UTF-8 text")
    if not text.strip():
        raise FormatError(where, "is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown(path: str | Path) -> str:
    r"""Returns the path as messages print it; one that is no UTF-8 is escaped, so that printing cannot fail.

    >>> shown("-"), shown("a/b.dot"), shown("\udcff.dot")
    ('<stdin>', 'a/b.dot', '\\udcff.dot')
    """
    return "<stdin>" if str(path) == STDIN else str(path).encode("utf-8", "backslashreplace").decode()


def _limited(stream: BinaryIO, where: str) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    _check_size(len(data), where)
    return data


def _check_size(size: int, where: str) -> None:
    if size > MAX_BYTES:
        raise FormatError(where, f"is larger than {MAX_BYTES} bytes (32 MiB)", cure="give a smaller graph")
