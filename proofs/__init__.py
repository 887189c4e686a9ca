"""Top floor: statements, their evidence and status, and the command.

The names to begin with; each is imported when it is first asked for. A statement is given by its name or label in the
catalogue, or as a lemma of one's own.

    CATALOGUE     all statements by name
    named         the lemma with a name or a label
    lemma         a lemma of one's own, written as arithmetic
    examine       what the evidence of one statement says by itself, with a counterexample if it is false
    verify        its level after all that it rests on was examined too
    verify_all    the same for the whole catalogue
    certificate   the identity to check with a pencil
    cite          how to cite it, at the level that it has now
    Level         the levels, each with its mark and what it means

>>> import proofs
>>> proofs.verify("crossover").level.word
'certificate'
>>> false = proofs.lemma("square_le", "A square is small", "x", ["x >= 0"], "x**2 <= x", "nobody")
>>> proofs.examine(false).counterexample
{'x': Fraction(2, 1)}
"""

from typing import TYPE_CHECKING

from graphs.face import face

if TYPE_CHECKING:
    from proofs.lemma import lemma
    from proofs.lemmas import CATALOGUE, named
    from proofs.level import Level
    from proofs.questions import certificate, cite, examine, verify, verify_all

__all__ = [
    "CATALOGUE",
    "Level",
    "certificate",
    "cite",
    "examine",
    "lemma",
    "named",
    "verify",
    "verify_all",
]

face(
    __name__,
    {
        "proofs.lemma": "lemma",
        "proofs.lemmas": "CATALOGUE named",
        "proofs.level": "Level",
        "proofs.questions": "certificate cite examine verify verify_all",
    },
)
