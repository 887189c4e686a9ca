"""Lemma S1: the effective size of a sparse product is at most half the number of its nonzeros."""

from __future__ import annotations

from proofs.lemma import lemma
from proofs.lemmas.formulas import PAPER

LEMMAS = (
    lemma(
        "S1",
        "Effective size <= nonzeros/2",
        "delta R C Z ZQ ZK",
        ["delta >= 0", "R >= 0", "C >= 0", "Z >= 0", "R*delta <= ZQ", "C*delta <= ZK", "Z <= R*C"],
        "delta*sqrt(Z) <= (ZQ + ZK)/2",
        f"{PAPER}, Theorem 4.5; R rows of Q and C rows of K have at least delta nonzeros each",
    ),
)
