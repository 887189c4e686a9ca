"""The plain list of citations: one a line, as level, name and hash; what follows a # is a comment."""

from __future__ import annotations

from pathlib import Path

from graphs.errors import FormatError
from proofs.cite.citation import Citation
from proofs.cite.papers.source import text_of


def citations(paper: Path) -> list[Citation]:
    """Returns the citations of a list; raises FormatError for a line that is none."""
    found = []
    for number, line in enumerate(text_of(paper).split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3:
            rule = f"a citation is a level, a name and a hash; got {len(words)} words"
            raise FormatError(str(paper), rule, line=number, cure="write a comment behind a #")
        level, name, digest = words
        found.append(Citation(name, digest, level, str(paper), number))
    return found
