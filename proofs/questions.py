"""Questions: what one asks of statements in Python, by the names or labels of the catalogue, or of one's own lemma."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from graphs.errors import OutOfDomain
from proofs.cite.check import examined
from proofs.cite.manifest import checked
from proofs.cite.record import citable
from proofs.cite.styles import STYLES
from proofs.errors import BadCertificate
from proofs.evidence.certificate import Uncertified, certify
from proofs.evidence.identity import as_text, cases, equation
from proofs.examine import examine as examined_alone
from proofs.finding import Finding
from proofs.lemma import Lemma
from proofs.lemmas import CATALOGUE, named
from proofs.suite import Entry, Report, run_all
from proofs.tools import tools


@dataclass(frozen=True)
class Identities:
    """The certificate of a lemma as one reads it; `equations` are texts that a computer algebra system can expand."""

    equations: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def examine(statement: Lemma | str, without: Iterable[str] = ()) -> Finding:
    """Returns what the evidence of one statement says by itself; the tools named in `without` are not asked.

    Raises UnknownLemma for a name that is none, and StatementError for a statement that is vacuous or not defined.

    >>> examine("T2").own.word, examine("T2", without=["certificates", "cvc5"]).own.word
    ('certificate', 'solver')
    """
    lemma = _meant(statement)
    return examined_alone(lemma, {**CATALOGUE, lemma.name: lemma}, tools(without))


def verify(statement: Lemma | str) -> Entry:
    """Returns the level of a statement after everything that it rests on was examined too; no result is reused.

    For a theorem that takes up to a minute. Raises UnknownLemma for a name that is none.

    >>> entry = verify("crossover")
    >>> entry.level.word, entry.limited_by
    ('certificate', '')
    """
    lemma = _meant(statement)
    report = examined([lemma.name], {**CATALOGUE, lemma.name: lemma})
    return next(entry for entry in report.entries if entry.lemma.name == lemma.name)


def verify_all(workers: int = 1) -> Report:
    """Returns the report on the whole catalogue, in a minute or two; `workers` processes share the work."""
    return run_all(CATALOGUE, workers=workers)


def certificate(statement: Lemma | str) -> Identities:
    """Returns the certificate of a statement, checked anew: identities to follow with a pencil.

    Raises BadCertificate if there is none that is valid, UnknownLemma for a name that is none.

    >>> certificate("T2").equations
    ('0 = 2*(M - d**2) + (2*d**2 - 2*M)',)
    """
    lemma = _meant(statement)
    certified = certify(lemma, {**CATALOGUE, lemma.name: lemma})
    if isinstance(certified, Uncertified):
        raise BadCertificate(f"lemma {lemma.name}: {certified.reason}")
    return Identities(tuple(map(equation, cases(certified))), as_text(certified))


def cite(statement: Entry | Lemma | str, style: str = "tex") -> str:
    r"""Returns the citation of a statement, at the level that it has now, in the style `tex`, `bibtex` or `markdown`.

    What `verify` returned is taken as it is, anything else is verified first. Raises OutOfDomain for an unknown style.

    >>> cite("T2")[:39]
    '\\checkedlemma[certificate]{denominator_'
    """
    if style not in STYLES:
        raise OutOfDomain(f"no style is called {style!r}; known: {', '.join(STYLES)}")
    record = citable(statement if isinstance(statement, Entry) else verify(statement))
    return STYLES[style](record, checked([record]))


def _meant(statement: Lemma | str) -> Lemma:
    return statement if isinstance(statement, Lemma) else named(statement)
