"""Lemmas C1 to C8: where the two regimes meet, and how their bounds move with M."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from proofs.lemma import Expectation, lemma
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, LARGE, PAPER, SMALL

_SIZES = ["n > 0", "d >= 1"]
_GROWING = [*_SIZES, "M1 > 0", "M2 >= M1"]
_COUNTS = "Hong and Kung 1981, with Loomis and Whitney 1949"
_LEADING = "leading terms of FlashAttention and Algorithm 6 over n**2, s = sqrt(M)"

crossover = lemma(
    "crossover A_le_B_iff_sq_d_le_M",
    "The regimes meet exactly at d²",
    "n d s M",
    [*_SIZES, "s >= 0", "M > 0", "s**2 == M"],
    "((n**2*d**2 + n*d**3)/M <= (n**2*d + n*d**2)/s) == (M >= d**2)",
    f"{PAPER}, Theorem 1.1",
    theorem=True,
)


def _at(formula: str, memory: str) -> str:
    return formula.replace("M", memory)


LEMMAS = (
    crossover,
    lemma(
        "C1 A_le_B_of_sq_d_le_M",
        "From d² words on, A is smaller",
        "n d M",
        [*_SIZES, "M >= d**2"],
        f"{LARGE} <= {SMALL}",
        PAPER,
    ),
    lemma(
        "C2 B_le_A_of_M_le_sq_d",
        "Up to d² words, B is smaller",
        "n d M",
        [*_SIZES, "M > 0", "M <= d**2"],
        f"{SMALL} <= {LARGE}",
        PAPER,
    ),
    lemma(
        "C3 M_eq_sq_d_of_A_eq_B",
        "A = B only at d²",
        "n d M",
        [*_SIZES, "M > 0", f"{LARGE} == {SMALL}"],
        "M == d**2",
        PAPER,
    ),
    lemma(
        "C4 A_antitone_in_M",
        "A falls as M grows",
        "n d M1 M2",
        _GROWING,
        f"{_at(LARGE, 'M2')} <= {_at(LARGE, 'M1')}",
        PAPER,
    ),
    lemma(
        "C5 B_antitone_in_M",
        "B falls as M grows",
        "n d M1 M2",
        _GROWING,
        f"{_at(SMALL, 'M2')} <= {_at(SMALL, 'M1')}",
        PAPER,
    ),
    lemma(
        "C6 LBlarge_antitone_in_M",
        "LBlarge falls as M grows",
        "n d M1 M2",
        _GROWING,
        f"{_at(COUNT_LARGE, 'M2')} - M2 <= {_at(COUNT_LARGE, 'M1')} - M1",
        _COUNTS,
    ),
    lemma(
        "C7 LBlarge_le_LBsmall_of_M_le",
        "Product count wins up to d(d-1)²",
        "n d M",
        [*_SIZES, "M > 0", "M <= d*(d - 1)**2"],
        f"{COUNT_SMALL} >= {COUNT_LARGE}",
        _COUNTS,
    ),
    lemma(
        "C8 LBsmall_le_LBlarge_of_M_ge",
        "Root count wins from d(d-1)² on",
        "n d M",
        [*_SIZES, "M > 0", "M >= d*(d - 1)**2"],
        f"{COUNT_SMALL} <= {COUNT_LARGE}",
        _COUNTS,
    ),
    lemma(
        "C9 flash_le_alg6_of_s_ge",
        "Flash leads from s = 14d/15 on",
        "d s",
        ["d > 0", "15*s >= 14*d"],
        "10*d**2 <= 8*d*s + 3*s**2",
        _LEADING,
    ),
    lemma(
        "C10 alg6_le_flash_of_s_le",
        "Algorithm 6 leads up to s = 12d/13",
        "d s",
        ["d > 0", "s >= 0", "13*s <= 12*d"],
        "10*d**2 >= 8*d*s + 3*s**2",
        _LEADING,
    ),
)

MUTANTS = tuple(
    replace(
        crossover.without(hypothesis),
        name=f"mutant-{number}",
        title=f"Crossover without {hypothesis}",
        expect=Expectation.REFUTED,
        refuted_at={symbol: Fraction(value) for symbol, value in zip("ndsM", point, strict=True)},
        theorem=False,
    )
    for number, (hypothesis, point) in enumerate(
        (("s >= 0", ("1", "1", "-1", "1")), ("d >= 1", ("1", "-1", "1/2", "1/4"))), 1
    )
)
"""Lemmas made false on purpose: a checker that accepted them would accept anything."""
