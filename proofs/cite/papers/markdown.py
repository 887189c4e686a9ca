"""Markdown: a citation is a link, [any text](checked:name#hash "level"); without a level it claims a certificate."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.cite.citation import DEFAULT, Citation
from proofs.cite.papers.source import blanked, line_at, text_of

_NO_TEXT = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|<!--.*?(?:-->|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
# a link within the text, or the definition of a reference
_CITATION = re.compile(
    r"(?:\]\(\s*|^ {0,3}\[[^\]\n]+\]:\s*)<?checked:(?P<name>[^\s#)>]*)(?:#(?P<hash>[^\s)>]*))?>?"
    r"(?:\s+(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|\((?P<round>[^)]*)\)))?",
    re.MULTILINE,
)


def citations(paper: Path) -> list[Citation]:
    """Returns the citations of a Markdown file; code and comments are no text."""
    text = blanked(text_of(paper), _NO_TEXT)
    found = []
    for match in _CITATION.finditer(text):
        level = match["double"] or match["single"] or match["round"] or DEFAULT
        line = line_at(text, match.start())
        found.append(Citation(match["name"], match["hash"] or "", level.strip(), str(paper), line))
    return found
