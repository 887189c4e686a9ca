"""Certificates: refutations kept in files, one for each lemma, found once and checked whenever they are used."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from proofs.errors import BadCertificate, StatementError
from proofs.evaluate import Point
from proofs.evidence.cases import Problem, problems, steps
from proofs.evidence.checker import Rejected
from proofs.evidence.points import satisfies
from proofs.evidence.refutation import Identity, Refutation, Split, Summand, Vanishing, refute
from proofs.finding import shown
from proofs.hashes import hash_of
from proofs.lemma import Lemma
from proofs.statement import Term, term
from proofs.text import text

SCHEMA = 1
CERTIFICATES = files("proofs") / "certificates"
"""Where the certificates of the catalogue are."""
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,999})(/[1-9][0-9]{0,999})?")
_COORDINATE = re.compile(f"-?{_FRACTION.pattern}")


@dataclass(frozen=True)
class Certificate:
    """The refutations of all problems of a lemma, each with its claim, and the lemmas that the proof of the goal uses.

    `digest` is that of the statement, `witness` a point that satisfies its hypotheses, so that it says something.
    """

    lemma: str
    digest: str
    uses: tuple[str, ...]
    witness: Point
    refutations: tuple[tuple[str, Refutation], ...]


@dataclass(frozen=True)
class Certified:
    """A lemma with a certificate that has been checked; `proved` pairs each problem with its refutation.

    The witness satisfies the hypotheses, which exact arithmetic has confirmed.
    """

    lemma: Lemma
    uses: tuple[str, ...]
    witness: Point
    proved: tuple[tuple[Problem, Refutation], ...]


@dataclass(frozen=True)
class Uncertified:
    """A lemma without a valid certificate, and why."""

    lemma: Lemma
    reason: str


def certify(
    lemma: Lemma, catalogue: Mapping[str, Lemma], directory: Traversable = CERTIFICATES
) -> Certified | Uncertified:
    """Returns a lemma as certified if its file in a directory has a certificate for this very statement that is valid.

    Everything is checked, each time. A lemma that uses others is certified on condition that they hold.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> certify(named("T2"), CATALOGUE).uses
    ()
    >>> certify(named("T2").without("M >= d**2"), CATALOGUE).reason
    'no certificate is known'
    """
    try:
        certificate = load(lemma.name, directory)
    except BadCertificate as error:
        return Uncertified(lemma, str(error))
    return (
        Uncertified(lemma, "no certificate is known")
        if certificate is None
        else validate(lemma, catalogue, certificate)
    )


def validate(lemma: Lemma, catalogue: Mapping[str, Lemma], certificate: Certificate) -> Certified | Uncertified:
    """Returns a lemma as certified if the certificate is one for its statement and refutes all its problems."""
    if (certificate.lemma, certificate.digest) != (lemma.name, lemma.digest):
        return Uncertified(lemma, f"the certificate is for another statement, {certificate.lemma} {certificate.digest}")
    if not satisfies(lemma, certificate.witness):
        return Uncertified(lemma, f"the witness {shown(certificate.witness)} does not satisfy the hypotheses")
    try:
        to_refute = problems_of(lemma, catalogue, certificate.uses)
        claims = [text(problem.claim) for problem in to_refute]
        if [claim for claim, _ in certificate.refutations] != claims:
            return Uncertified(lemma, f"the certificate does not prove exactly these claims: {'; '.join(claims)}")
        proved = tuple((p, found) for p, (_, found) in zip(to_refute, certificate.refutations, strict=True))
        for problem, refutation in proved:
            refute(problem.formulas, refutation, problem.linear)
    except (Rejected, StatementError) as error:
        return Uncertified(lemma, f"the certificate is not valid: {error}")
    return Certified(lemma, certificate.uses, certificate.witness, proved)


def problems_of(lemma: Lemma, catalogue: Mapping[str, Lemma], uses: tuple[str, ...]) -> tuple[Problem, ...]:
    """Returns what must be refuted to prove a lemma from some of the lemmas that it may use, given by name."""
    known = steps(lemma, catalogue)
    if not set(uses) <= {name for name, _ in known}:
        raise StatementError(f"lemma {lemma.name} may not use all of {', '.join(uses)}")
    return problems(lemma, [step for name, step in known if name in uses])


def load(name: str, directory: Traversable = CERTIFICATES) -> Certificate | None:
    """Returns the certificate of the lemma that has a name, unchecked, or None if a directory has none.

    Raises BadCertificate if the file is not written in the format.
    """
    if not _FILE_NAME.fullmatch(name):
        return None
    try:
        content = (directory / f"{name}.json").read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadCertificate(f"the certificate of {name} cannot be read: {error}") from None
    return read(content)


def fingerprint(name: str, directory: Traversable = CERTIFICATES) -> str:
    """Returns the hash of the certificate of a lemma, or nothing if there is none."""
    certificate = load(name, directory)
    return "" if certificate is None else hash_of(json.loads(write(certificate)))


def save(certificate: Certificate, directory: Path) -> Path:
    """Writes a certificate to its file and returns where that is; the same certificate gives the same bytes."""
    if not _FILE_NAME.fullmatch(certificate.lemma):
        raise BadCertificate(f"{certificate.lemma!r} cannot be the name of a file")
    path = directory / f"{certificate.lemma}.json"
    path.write_text(write(certificate), encoding="ascii")
    return path


def write(certificate: Certificate) -> str:
    """Returns a certificate as JSON, keys sorted, fractions and polynomials as text."""
    content = {
        "schema": SCHEMA,
        "lemma": certificate.lemma,
        "digest": certificate.digest,
        "uses": list(certificate.uses),
        "witness": {name: str(value) for name, value in certificate.witness.items()},
        "proofs": [{"claim": claim, "refutation": _plain(found)} for claim, found in certificate.refutations],
    }
    return json.dumps(content, sort_keys=True, indent=1) + "\n"


def read(content: str) -> Certificate:
    """Reads what `write` returns; raises BadCertificate, with the place, for anything else."""
    try:
        whole = json.loads(content, object_pairs_hook=_object)
        names = ("schema", "lemma", "digest", "uses", "witness", "proofs")
        schema, name, digest, uses, witness, proved = _fields(whole, *names)
        if type(schema) is not int or schema != SCHEMA:
            raise BadCertificate(f"a certificate has schema {SCHEMA}; got {schema!r}")
        refutations = []
        for entry in _list(proved):
            claim, refutation = _fields(entry, "claim", "refutation")
            refutations.append((_text(claim), _refutation(refutation)))
        return Certificate(
            _text(name), _text(digest), tuple(map(_text, _list(uses))), _point(witness), tuple(refutations)
        )
    except (ValueError, RecursionError, StatementError) as error:
        raise BadCertificate(f"this is no certificate: {error}") from None


def _plain(refutation: Refutation) -> dict[str, object]:
    match refutation:
        case Split(alternative, branches):
            return {"split": alternative, "branches": list(map(_plain, branches))}
        case Identity(summands, vanishing):
            return {
                "terms": [
                    {
                        "coefficient": str(s.coefficient),
                        "factors": list(s.factors),
                        "squares": list(map(text, s.squares)),
                    }
                    for s in summands
                ],
                "equalities": [{"equality": v.equality, "multiplier": text(v.multiplier)} for v in vanishing],
            }


def _refutation(node: object) -> Refutation:
    if isinstance(node, dict) and "split" in node:
        alternative, branches = _fields(node, "split", "branches")
        return Split(_text(alternative), tuple(map(_refutation, _list(branches))))
    terms, equalities = _fields(node, "terms", "equalities")
    summands = []
    for entry in _list(terms):
        coefficient, factors, squares = _fields(entry, "coefficient", "factors", "squares")
        names = tuple(map(_text, _list(factors)))
        summands.append(Summand(_fraction(coefficient), names, tuple(map(_term, _list(squares)))))
    vanishing = []
    for entry in _list(equalities):
        equality, multiplier = _fields(entry, "equality", "multiplier")
        vanishing.append(Vanishing(_text(equality), _term(multiplier)))
    return Identity(tuple(summands), tuple(vanishing))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise BadCertificate("an object has a key twice")
    return dict(pairs)


def _fields(node: object, *names: str) -> list[object]:
    if not isinstance(node, dict) or set(node) != set(names):
        raise BadCertificate(f"expected an object with the keys {', '.join(names)}")
    return [node[name] for name in names]


def _list(node: object) -> list[object]:
    if not isinstance(node, list):
        raise BadCertificate(f"expected a list; got {node!r:.60}")
    return node


def _text(node: object) -> str:
    if not isinstance(node, str):
        raise BadCertificate(f"expected a text; got {node!r:.60}")
    return node


def _fraction(node: object) -> Fraction:
    if not _FRACTION.fullmatch(_text(node)):
        raise BadCertificate(f"a coefficient is a fraction and not negative, such as 1/2; got {node!r:.60}")
    return Fraction(_text(node))


def _point(node: object) -> Point:
    if not isinstance(node, dict):
        raise BadCertificate(f"expected a point; got {node!r:.60}")
    for value in node.values():
        if not _COORDINATE.fullmatch(_text(value)):
            raise BadCertificate(f"a coordinate is a fraction such as -1/2; got {value!r:.60}")
    return {name: Fraction(value) for name, value in node.items()}


def _term(node: object) -> Term:
    return term(_text(node))
