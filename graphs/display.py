"""Display: values as HTML for a notebook; every text is escaped, whatever file or statement it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_LEFT = "text-align:left"
_HEAD = f"{_LEFT};white-space:nowrap"


def facts(title: str, rows: Iterable[tuple[str, object]], below: str = "") -> str:
    """Returns a table of two columns, what and its value; rows without a value are left out, `below` is HTML.

    >>> made = facts("1 < 2", [("M", 3), ("note", "")])
    >>> "1 &lt; 2</caption><tr>" in made, made.count("<tr>")
    (True, 1)
    """
    shown = [(name, str(value)) for name, value in rows]
    body = "".join(
        f'<tr><th style="{_LEFT}">{escape(name)}</th><td style="{_LEFT}">{escape(value)}</td></tr>'
        for name, value in shown
        if value
    )
    return f'<table><caption style="{_HEAD}">{escape(title)}</caption>{body}</table>{below}'


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Returns a table with a head.

    >>> table("moves", ["move"], [["load <a>"]]).count("<td"), "&lt;a&gt;" in table("moves", ["move"], [["load <a>"]])
    (1, True)
    """
    first = "".join(f'<th style="{_LEFT}">{escape(name)}</th>' for name in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_LEFT}">{escape(str(value))}</td>' for value in row) + "</tr>" for row in rows
    )
    return f'<table><caption style="{_HEAD}">{escape(title)}</caption><tr>{first}</tr>{body}</table>'
