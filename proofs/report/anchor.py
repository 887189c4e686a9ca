"""Anchors: the ids in the page of statements, which may be called anything."""

from __future__ import annotations

import re


def anchor(name: str) -> str:
    """Returns the id of the statement that has a name; no two have the same, and no section of the page has one.

    >>> anchor("Q_ge_trivial"), anchor('a "b" <c>')
    ('s-Q_ge_trivial', 's-a~20~~22~b~22~~20~~3c~c~3e~')
    """
    return "s-" + re.sub(r"[^A-Za-z0-9_.-]", lambda found: f"~{ord(found.group()):x}~", name)
