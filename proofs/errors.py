"""The errors of the top floor, in the one exception tree."""

from __future__ import annotations

from graphs.errors import PebbleproofError


class StatementError(PebbleproofError):
    """A statement is not written in the language of statements, or is no lemma."""


class VacuousLemma(StatementError):
    """The hypotheses of a lemma contradict each other, so that it would prove everything."""


class IllDefined(StatementError):
    """A denominator can be zero or negative, or the argument of a root negative, at a point the hypotheses allow."""


class UnknownLemma(PebbleproofError):
    """No lemma of the catalogue has the name asked for."""


class BadCertificate(PebbleproofError):
    """A certificate is not written in its format, or belongs to another statement."""


class ToolMissing(PebbleproofError):
    """A program or package that is asked for is not installed."""
