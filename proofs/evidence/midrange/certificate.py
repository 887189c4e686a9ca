"""Certificates of the mid range: read from their files, and believed only after the checker has accepted them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files

from graphs.errors import OutOfDomain
from proofs.errors import BadCertificate
from proofs.evidence.midrange.checker import PRODUCTS, Program, Rejected, check

FOLDER = files("proofs.evidence.midrange") / "certificates"
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?(/[1-9][0-9]{0,9})?")
_KEYS = {"theta", "tau", "ramp", "weights", "F", "tree"}


@dataclass(frozen=True)
class Certificate:
    """A claim, that no segment of the program does more work than F, and the tree that shows it."""

    program: Program
    F: Fraction
    tree: object

    @property
    def constant(self) -> Fraction:
        """The c for which Q >= (c - o(1)) n² d/√M, for every M <= theta d²."""
        return self.program.constant(self.F)

    def check(self) -> int:
        """Returns the number of boxes of an accepted certificate; raises BadCertificate at any other.

        >>> read("28.4").check() > 10
        True
        """
        try:
            return check(self.program, self.F, self.tree)
        except Rejected as error:
            name = f"mid range, theta = {self.program.theta}"
            raise BadCertificate(f"{name}: {error}; run tools/midrange.py to find another") from error


def thetas() -> list[str]:
    """Returns the thetas that have a certificate, least first.

    >>> thetas()[0], thetas()[-1]
    ('0.0001', '28.4')
    """
    names = (entry.name for entry in FOLDER.iterdir())
    found = [name.removeprefix("theta_").removesuffix(".json") for name in names if name.startswith("theta_")]
    return sorted(found, key=Fraction)


def read(theta: str) -> Certificate:
    """Returns the certificate of a theta, not yet checked; raises BadCertificate if there is none or it is misshapen.

    >>> read("1").program.tau
    Fraction(17, 10)
    >>> read("5")
    Traceback (most recent call last):
    proofs.errors.BadCertificate: there is no certificate for theta = 5; take one of 0.0001, ..., 28.4
    """
    listed = thetas()
    if theta not in listed:
        raise BadCertificate(f"there is no certificate for theta = {theta}; take one of {listed[0]}, ..., {listed[-1]}")
    certificate = parse((FOLDER / f"theta_{theta}.json").read_text(encoding="utf-8"), f"theta_{theta}.json")
    if certificate.program.theta != Fraction(theta):
        raise BadCertificate(f"theta_{theta}.json: it is for theta = {certificate.program.theta}; rename it")
    return certificate


def serving(theta: Fraction) -> Certificate:
    """Returns a checked certificate that holds at theta = M/d²: that of the next theta up, as the counts grow with it.

    Raises OutOfDomain above the largest theta that has one.

    >>> serving(Fraction(5, 6)).program.theta
    Fraction(1, 1)
    """
    for listed in thetas():
        if theta <= Fraction(listed):
            certificate = read(listed)
            certificate.check()
            return certificate
    raise OutOfDomain(f"theta = M/d² is at most {thetas()[-1]} here; got {float(theta):.6g}: use Theorem B above it")


def parse(text: str, where: str) -> Certificate:
    """Returns the certificate that a JSON text holds; `where` names it in errors.

    >>> parse('{"theta": 1}', "a.json")
    Traceback (most recent call last):
    proofs.errors.BadCertificate: a.json: the keys are F, ramp, tau, theta, tree, weights; got theta
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCertificate(f"{where}: no JSON: {error}; run tools/midrange.py to write it again") from error
    if not isinstance(data, dict) or set(data) != _KEYS:
        got = ", ".join(sorted(data)) if isinstance(data, dict) else type(data).__name__
        raise BadCertificate(f"{where}: the keys are {', '.join(sorted(_KEYS))}; got {got}")
    weights = data["weights"]
    if not isinstance(weights, list) or len(weights) != len(PRODUCTS):
        raise BadCertificate(f"{where}: there is a weight for each of {', '.join(PRODUCTS)}; got {weights!r}")
    S, N, dP, dQ = (_number(weight, where) for weight in weights)
    theta, tau, ramp, F = (_number(data[key], where) for key in ("theta", "tau", "ramp", "F"))
    return Certificate(Program(theta, tau, ramp, (S, N, dP, dQ)), F, data["tree"])


def _number(value: object, where: str) -> Fraction:
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        raise BadCertificate(f"{where}: a number is a string such as 0.25 or 1/4; got {value!r}")
    return Fraction(value)
