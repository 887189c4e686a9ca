"""Papers: the citations of a file, by its format, which its suffix tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from graphs.errors import FormatError
from proofs.cite.citation import Citation
from proofs.cite.papers import ckl, markdown, tex, typst

PAPERS: Mapping[str, Callable[[Path], list[Citation]]] = {
    ".tex": tex.citations,
    ".ckl": ckl.citations,
    ".md": markdown.citations,
    ".typ": typst.citations,
}
"""What reads a paper, by the suffix of its file."""


def citations(paper: Path) -> list[Citation]:
    """Returns the citations of a paper in the order in which they stand; raises FormatError if it cannot be read."""
    read = PAPERS.get(paper.suffix.lower())
    if read is None:
        cure = f"a paper has one of the suffixes {', '.join(PAPERS)}"
        raise FormatError(str(paper), f"the suffix {paper.suffix!r} is that of no format of papers", cure=cure)
    return read(paper)
