r"""The file lemmas.tex: every statement of a manifest, in the commands that checkedlemmas.sty reads."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.cite.manifest import Manifest
from proofs.cite.prose import escaped, prose
from proofs.cite.record import Citable
from proofs.level import Level

_LONG = 160
"""Characters of a scope that are too many to print with each citation."""


def lemmas_tex(manifest: Manifest) -> str:
    r"""Returns the text of the file; the same manifest gives the same bytes.

    >>> print(lemmas_tex(Manifest((), "1.0")).splitlines()[1])
    \cklchecked{pebbleproof 1.0}
    """
    return "\n".join(_lines(manifest)) + "\n"


def _lines(manifest: Manifest) -> Iterator[str]:
    yield "% Written by `pebbleproof cite --all FOLDER'; read by checkedlemmas.sty. Do not change it."
    yield rf"\cklchecked{{pebbleproof {escaped(manifest.version)}}}"
    for level in Level:
        yield rf"\ckllevel{{{level.word}}}{{{escaped(level.means)}}}"
    for statement in manifest.statements:
        yield from _statement(statement)
    for other, name in manifest.other_names.items():
        yield rf"\cklalias{{{other}}}{{{name}}}"


def _statement(statement: Citable) -> Iterator[str]:
    first = (statement.name, statement.hash, statement.level.word, statement.limited_by, escaped(statement.label))
    yield r"\cklstatement" + "".join(f"{{{part}}}" for part in first) + "%"
    latex = statement.latex
    second = (prose(statement.title), latex.opening, latex.goal, latex.closing)
    yield from (f"  {{{part}}}%" for part in second)
    kind = "theorem" if statement.theorem else "lemma"
    scope = (
        prose(statement.scope) if len(statement.scope) <= _LONG else r"for a finite range, in \texttt{manifest.json}"
    )
    yield rf"\cklabout{{{statement.name}}}{{{kind}}}{{{scope}}}{{{escaped(statement.source)}}}"
