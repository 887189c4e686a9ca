"""Filenames: a file name made from the name of a statement, a program or a family, which every system accepts."""

from __future__ import annotations

import re

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f~]|[. ]$|[^\x00-\x7f]')
_DEVICES = re.compile(r"(?i)(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM\d|LPT\d)(?=\.|$)")


def file_name(name: str, suffix: str = "") -> str:
    """Returns a name for a file that Windows takes as well; names that differ give names that differ.

    A character that is not allowed, or not ASCII, becomes its code point between tildes; so does the first letter of
    the name of a device. Two names that differ by case only still do, and are one file on Windows.

    >>> file_name("Q_ge_Phi", ".smt2"), file_name("fft:8"), file_name("nul", ".txt"), file_name("a.")
    ('Q_ge_Phi.smt2', 'fft~3a~8', '~6e~ul.txt', 'a~2e~')
    """
    name = _FORBIDDEN.sub(_code, name)
    if _DEVICES.match(name):
        name = f"~{ord(name[0]):x}~{name[1:]}"
    return name + suffix


def _code(found: re.Match[str]) -> str:
    return f"~{ord(found.group()):x}~"
