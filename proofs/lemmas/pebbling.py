"""What every schedule must pay for, before anything is counted: inputs and outputs."""

from __future__ import annotations

from proofs.lemma import lemma
from proofs.lemmas.formulas import TRIVIAL, TRIVIAL_FORWARD

LEMMAS = (
    lemma(
        "lb-trivial Q_ge_trivial",
        "Inputs are loaded, outputs stored",
        "n:N d:N M:N Q:F",
        ["M >= 3"],
        f"Q >= {TRIVIAL}",
        "Hong and Kung 1981",
        reads=["inputs-and-outputs"],
    ),
    lemma(
        "lb-trivial-forward Qf_ge_trivial",
        "The same for the forward pass",
        "n:N d:N M:N Qf:F",
        ["M >= 3"],
        f"Qf >= {TRIVIAL_FORWARD}",
        "Hong and Kung 1981",
        reads=["inputs-and-outputs"],
    ),
)
