"""Beside: what a false statement is corrected by, and what a corrected one replaces."""

from __future__ import annotations

from collections.abc import Mapping

_FALSE = "the statement read literally, which is false"

BESIDE: Mapping[str, Mapping[str, str]] = {
    "trivial_le_min_A_B": {
        "Q_eq_Theta_Phi": "the correction, true for every M from 7 words on",
        "Q_eq_Theta_Phi_of_M_ge_3": "the same, with a larger constant, from 3 words on",
        "KA_le_nd_of_M_ge": "no constant factor saves it: A falls below any part of n*d",
        "KB_le_sq_d_of_s_ge": "nor does one for n < d: B falls below any part of d**2",
        "Q_le_min_A_B_of_M_le": "where the statement holds as it stands, up to a constant",
        "Q_ge_min_A_B_of_M_ge": "where it fails, and by how much",
    },
    "Q_eq_Theta_Phi": {"trivial_le_min_A_B": _FALSE},
    "Q_eq_Theta_Phi_of_M_ge_3": {"trivial_le_min_A_B": _FALSE},
    "Q_le_Phi": {"trivial_le_min_A_B": _FALSE},
    "Q_le_min_A_B_of_M_le": {"trivial_le_min_A_B": _FALSE, "Q_ge_min_A_B_of_M_ge": "outside of it"},
    "Q_ge_min_A_B_of_M_ge": {"trivial_le_min_A_B": _FALSE, "Q_le_min_A_B_of_M_le": "inside of it"},
    "backward_rows_ge_too_many": {"backward_rows_ge": "what holds instead"},
    "mutant-1": {"A_le_B_iff_sq_d_le_M": "with the hypothesis, it is true"},
    "mutant-2": {"A_le_B_iff_sq_d_le_M": "with the hypothesis, it is true"},
    "Qs_ge_min": {
        "sparse_A_le_B_iff_sq_delta_le_M": "where its two halves meet",
        "diagonal_cost_le_literal": "the literal statement is false: on a diagonal, by any factor K",
        "band_cost_le_literal": "and on a band",
        "Qs_ge_dense": "for dense matrices",
    },
    "Qs_ge_dense": {"A_le_B_iff_sq_d_le_M": "delta = d turns the crossover into that of dense matrices"},
    "diagonal_cost_le_literal": {"Qs_ge_min": "the correction: true for every pattern"},
    "band_cost_le_literal": {"Qs_ge_min": "the correction: true for every pattern"},
}
"""Statements to be shown beside a statement, each with the reason."""

LITERAL_SPARSE = frozenset({"Qs_ge_min", "Qs_ge_dense", "diagonal_cost_le_literal", "band_cost_le_literal"})
"""Statements beside which the patterns stand that refute the sparse bound, read literally."""
