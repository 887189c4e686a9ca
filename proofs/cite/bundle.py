"""Bundle: the files that a paper needs to cite, all made from one manifest."""

from __future__ import annotations

from importlib.resources import files

from proofs.cite.lemmas_tex import lemmas_tex
from proofs.cite.manifest import Manifest, as_json
from proofs.cite.styles import bibtex

_SHIPPED = ("checkedlemmas.sty", "checkedlemmas.typ", "CITATION.cff")


def bundle(manifest: Manifest) -> dict[str, str]:
    """Returns the text of each file by its name; the same manifest gives the same bytes.

    >>> sorted(bundle(Manifest((), "1.0")))
    ['CITATION.cff', 'checkedlemmas.sty', 'checkedlemmas.typ', 'lemmas.bib', 'lemmas.tex', 'manifest.json']
    """
    made = {
        "manifest.json": as_json(manifest),
        "lemmas.tex": lemmas_tex(manifest),
        "lemmas.bib": "\n\n".join(bibtex(statement, manifest) for statement in manifest.statements) + "\n",
    }
    return made | {name: (files("proofs.cite") / name).read_text(encoding="utf-8") for name in _SHIPPED}
