"""Check: statements examined anew, with all that they rest on, for a manifest; no stored level is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from proofs.cite.aliases import resolve
from proofs.cite.manifest import Manifest, checked
from proofs.cite.record import Citable, citables, counted
from proofs.dependency import resting_on
from proofs.evidence.counting import COUNTING
from proofs.ledger import evidence_hashes
from proofs.lemma import Lemma
from proofs.suite import Report, run

Progress = Callable[[str], None]


def meant(name: str, catalogue: Mapping[str, Lemma]) -> str | None:
    """Returns the name of the lemma, or of the combinatorial lemma, that a name, an old name or a label means.

    >>> meant("segment-lemma", {}), meant("no such lemma", {})
    ('segment-lemma', None)
    """
    return resolve(name, {**COUNTING, **catalogue})


def examined(
    names: Iterable[str], catalogue: Mapping[str, Lemma], progress: Progress = lambda what: None, workers: int = 1
) -> Report:
    """Returns the report on some statements and on all that they rest on, in the order of the catalogue.

    >>> from proofs.lemma import lemma
    >>> half = lemma("half_lt", "Half of it is less", "n:N", [], "n/2 < n", "folklore")
    >>> [entry.level.word for entry in examined(["half_lt"], {"half_lt": half}).entries]
    ['solvers']
    """
    asked = set(names)
    wanted = {name for lemma in asked & set(catalogue) for name in resting_on(catalogue[lemma], catalogue)}
    report = run({name: lemma for name, lemma in catalogue.items() if name in wanted}, None, progress, workers)
    besides = {}
    for name in COUNTING:
        if name in asked and name not in report.counting:
            progress(name)
            besides[name] = COUNTING[name].check()
    return replace(report, counting={**report.counting, **besides})


def records(report: Report) -> dict[str, Citable]:
    """Returns the records of all that a report is about, by name, combinatorial lemmas first."""
    hashes = evidence_hashes(report)
    read = [counted(COUNTING[name], found, hashes.get(name)) for name, found in report.counting.items()]
    return {statement.name: statement for statement in (*read, *citables(report.entries, evidence=hashes))}


def manifest_of(
    names: Iterable[str],
    catalogue: Mapping[str, Lemma],
    progress: Progress = lambda what: None,
    workers: int = 1,
) -> Manifest:
    """Returns the manifest of what some names, old names or labels mean, and of what that rests on.

    Names that mean nothing are passed over.
    """
    known = [name for name in (meant(asked, catalogue) for asked in names) if name is not None]
    return checked(records(examined(known, catalogue, progress, workers)).values())
