"""Typst: a citation is a call, #checked("name", "hash", level: "certificate"), of what checkedlemmas.typ defines."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.cite.citation import DEFAULT, Citation
from proofs.cite.papers.source import blanked, line_at, text_of

_NO_TEXT = re.compile(
    r"(?P<ticks>`{3,}).*?(?P=ticks)|`[^`]*`|/\*.*?(?:\*/|\Z)|(?<![:\\])//[^\n]*",
    re.DOTALL,
)
_CALL = re.compile(r"(?<![\w.-])checked(?:-statement)?\((?P<arguments>[^()]*)\)")
_ARGUMENT = re.compile(r'\s*(?:(?P<key>[\w-]+)\s*:\s*)?(?:"(?P<value>[^"\\]*)"|(?P<code>[^\s",][^",]*))\s*(?:,|$)')
_INCLUDE = re.compile(r'(?:#|^\s*)(?:include|import)\s+"(?P<file>[^"@][^"]*\.typ)"', re.MULTILINE)


def citations(paper: Path) -> list[Citation]:
    """Returns the citations of a Typst file and of the files that it includes, each file once."""
    found: list[Citation] = []
    _read(paper, text_of(paper), paper.parent, {paper.resolve()}, found)
    return found


def _read(path: Path, whole: str, root: Path, seen: set[Path], found: list[Citation]) -> None:
    text = blanked(whole, _NO_TEXT)
    places = sorted([*_CALL.finditer(text), *_INCLUDE.finditer(text)], key=lambda match: match.start())
    for match in places:
        line = line_at(text, match.start("file" if match.re is _INCLUDE else 0))
        if match.re is _CALL:
            found.append(_citation(match["arguments"], str(path), line))
            continue
        # the library is in the same folder as the paper, or in the paper's packages; it cites nothing
        name = match["file"]
        included = root / name[1:] if name.startswith("/") else path.parent / name
        if included.name == "checkedlemmas.typ" or included.resolve() in seen:
            continue
        seen.add(included.resolve())
        _read(included, text_of(included, str(path), line), root, seen, found)


def _citation(arguments: str, file: str, line: int) -> Citation:
    values: list[str] = []
    level = DEFAULT
    for match in _ARGUMENT.finditer(arguments):
        if match["code"] is not None:
            reason = f"{match['code'].strip()!r} is no text in quotation marks"
            return Citation(arguments.strip(), "", level, file, line, reason)
        if match["key"] == "level":
            level = match["value"]
        elif match["key"] is None:
            values.append(match["value"])
    if len(values) != 2:
        return Citation(arguments.strip(), "", level, file, line, "a name and a hash are wanted, in quotation marks")
    return Citation(values[0], values[1], level, file, line)
