r"""Styles: one citation as it is written in a paper, in LaTeX, BibTeX, Markdown, Typst or a plain list."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from proofs.cite.manifest import Manifest
from proofs.cite.prose import escaped, prose
from proofs.cite.record import Citable

_MARKDOWN = re.compile(r"[\\`*_\[\]<>]")


def tex(statement: Citable, manifest: Manifest) -> str:
    """The command of checkedlemmas.sty."""
    return rf"\checkedlemma[{statement.level.word}]{{{statement.name}}}{{{statement.hash}}}"


def bibtex(statement: Citable, manifest: Manifest) -> str:
    """An entry for a bibliography, with the statement as its note; its key is `checked:` and the name."""
    limit = rf", limited by \texttt{{{escaped(statement.limited_by)}}}" if statement.limited_by else ""
    called = rf"\texttt{{{escaped(statement.name)}}}"
    fields = {
        "author": "{The pebbleproof developers}",
        "title": f"{{{prose(statement.title)}}}",
        "howpublished": rf"Statement {called} \texttt{{{statement.hash}}} of pebbleproof {escaped(manifest.version)}",
        "note": f"{statement.typeset} Evidence: {statement.level.word}{limit}",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@misc{{checked:{statement.name},", *lines, "}"])


def markdown(statement: Citable, manifest: Manifest) -> str:
    """A link whose address has the name and the hash, and whose title is the level."""
    shown = _MARKDOWN.sub(lambda sign: "\\" + sign.group(), statement.title)
    return f'[{shown}](checked:{statement.name}#{statement.hash} "{statement.level.word}")'


def typst(statement: Citable, manifest: Manifest) -> str:
    """A call of the function of checkedlemmas.typ."""
    return f'#checked("{statement.name}", "{statement.hash}", level: "{statement.level.word}")'


def ckl(statement: Citable, manifest: Manifest) -> str:
    """A line of a plain list of citations."""
    return f"{statement.level.word} {statement.name} {statement.hash}"


STYLES: Mapping[str, Callable[[Citable, Manifest], str]] = {
    "tex": tex,
    "bibtex": bibtex,
    "markdown": markdown,
    "typst": typst,
    "ckl": ckl,
}
"""What writes a citation, by the name of its style."""
