"""The forward theorem: the same two regimes for O, with its own constants, from the same counts of S and A1 X."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.corrected import PHI
from proofs.lemmas.counting import joint
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, LARGE, PAPER, SMALL, TRIVIAL_FORWARD
from proofs.lemmas.programs import SMALL_FORWARD, UNBLOCKED_FORWARD
from proofs.statement import term

_LOWER = f"{PAPER}, the forward pass, lower bound"
_UPPER = "I/O of the forward programs"
_ROOT = "sqrt(4*M + M**2/d**2)"
_SMALL_UPPER = f"15*{SMALL} + 10*n*d + 2*d**2"
_FLASH_UPPER = f"20*{LARGE} + 20*n*d + 2*d**2"
_GAP_UPPER = f"22*{LARGE} + 5*n*d"

_LOWER_HALF = (
    *joint("Qf", "hf", "Jf", "Kf", "forward"),
    lemma(
        "FT3 Qf_ge_count_of_M_le_sq_d",
        "Absorbing -M, forward, small cache",
        "n d M F Qf",
        ["n > 0", "d > 0", "Qf >= F - M", f"Qf >= {TRIVIAL_FORWARD}", "M <= d**2"],
        "Qf >= 2/3*F",
        _LOWER,
    ),
    lemma(
        "FT4 Qf_ge_count_of_M_le_nd",
        "Absorbing -M, forward, large cache",
        "n d M F Qf",
        ["Qf >= F - M", f"Qf >= {TRIVIAL_FORWARD}", "M <= n*d"],
        "Qf >= 4/5*F",
        _LOWER,
    ),
    lemma(
        "FT5 two_A_le_trivial_of_nd_le_M",
        "From nd words on, 2A <= in + out",
        "n d M",
        ["n > 0", "d > 0", "M >= n*d"],
        f"2*{LARGE} <= {TRIVIAL_FORWARD}",
        _LOWER,
    ),
    lemma(
        "FT6 Qf_ge_B_of_denominator_le",
        "Forward, small cache, assembled",
        "n d M r Qf",
        ["n > 0", "d > 0", "M > 0", "r >= 0", "2 + r <= 17/5*sqrt(M)", "Qf >= 2/3*((n**2*d + n*d**2)/(2 + r))"],
        f"Qf >= 19/100*{SMALL}",
        _LOWER,
    ),
    lemma(
        "FT7 Qf_ge_A_of_denominator_le",
        "Forward, large cache, assembled",
        "n d M Qf",
        ["n > 0", "d > 0", "M > 0", "M + 2*d**2 <= 3*M", f"Qf >= 4/5*{COUNT_LARGE}"],
        f"Qf >= 4/15*{LARGE}",
        _LOWER,
    ),
    lemma(
        "forward-lower Qf_ge_min_A_B",
        "Forward, lower half, c = 19/100",
        "n:N d:N M:N Qf:F",
        ["M >= 3"],
        f"Qf >= 19/100*min({LARGE}, {SMALL})",
        _LOWER,
        uses=[
            *("Qf_ge_trivial", "Qf_ge_LBsmall", "Qf_ge_LBlarge", "denominator_le_of_M_le_sq_d"),
            *("denominator_le_of_sq_d_le_M", "two_A_le_trivial_of_nd_le_M", "Qf_ge_A_of_denominator_le"),
            Use("Qf_ge_count_of_M_le_sq_d", {"F": term(COUNT_SMALL)}),
            Use("Qf_ge_count_of_M_le_nd", {"F": term(COUNT_LARGE)}),
            Use("Qf_ge_B_of_denominator_le", {"r": term(_ROOT)}),
            "nonnegative_of_sizes",
        ],
        theorem=True,
    ),
)

_UPPER_HALF = (
    lemma(
        "FU1 small_forward_le_without_ceilings",
        "Small tiles without ceilings",
        "n d f N_f D_f",
        ["n >= 0", "d >= 0", "f > 0", "f*N_f <= n + f", "f*D_f <= d + f"],
        f"{SMALL_FORWARD} <= (4*n**2*d + 4*n*d**2)/f + 2*n**2 + 8*n*d + 2*d**2 + 2*n",
        _UPPER,
    ),
    lemma(
        "FU2 root_M_le_of_largest_tile",
        "The best forward tile is large",
        "f M",
        ["f >= 1", "M >= 0", "M <= f**2 + 4*f + 5"],
        "100*sqrt(M) <= 317*f",
        _UPPER,
    ),
    lemma(
        "FU3 small_forward_le_B",
        "Small tiles against B",
        "n d f M W",
        [
            *("n >= 1", "d >= 1", "f > 0", "M > 0", "M <= d**2", "100*sqrt(M) <= 317*f"),
            "W <= (4*n**2*d + 4*n*d**2)/f + 2*n**2 + 8*n*d + 2*d**2 + 2*n",
        ],
        f"W <= {_SMALL_UPPER}",
        _UPPER,
    ),
    lemma(
        "FU4 tile_ge_of_sq_d_le_M_forward",
        "The tiles of its products",
        "d M p",
        ["d >= 0", "p >= 1", "M >= d**2", "M <= p**2 + 3*p + 4"],
        "6*d <= 17*p",
        _UPPER,
    ),
    lemma(
        "FU5 flash_forward_sweep_le_A",
        "The forward sweep against A",
        "n d M a_1 N_1",
        ["n > 0", "d > 0", "M > 0", "a_1 > 0", "10*d*a_1 >= M", "a_1*N_1 <= n + a_1"],
        f"2*n*d*N_1 <= 20*{LARGE} + 2*n*d",
        _UPPER,
    ),
    lemma(
        "FU6 flash_forward_products_le",
        "Its products without ceilings",
        "n d p N_p D_p",
        ["n >= 1", "d >= 1", "p > 0", "6*d <= 17*p", "p*N_p <= n + p", "p*D_p <= d + p"],
        "2*d**2*N_p + 2*n*d*D_p <= 14*n*d + 2*d**2",
        _UPPER,
    ),
    lemma(
        "FU7 unblocked_forward_le_of_M_le",
        "No tiles, d² <= M <= 2d + 4",
        "n d M",
        ["n >= 1", "d >= 1", "M >= 7", "M >= d**2", "M <= 2*d + 4"],
        f"{UNBLOCKED_FORWARD} <= {_GAP_UPPER}",
        _UPPER,
    ),
    lemma(
        "forward-upper Qf_le_Phi",
        "Forward: Q <= 22 Phi",
        "n:N d:N M:N Qf:F f:F N_f:F D_f:F a_1:F N_1:F p:F N_p:F D_p:F",
        ["M >= 7"],
        f"Qf <= 22*{PHI}",
        _UPPER,
        uses=[
            *("Qf_le_small_forward", "Qf_le_flash", "Qf_le_unblocked", "small_forward_le_without_ceilings"),
            *("root_M_le_of_largest_tile", Use("small_forward_le_B", {"W": term(SMALL_FORWARD)})),
            *("forward_rows_ge", "tile_ge_of_sq_d_le_M_forward", "flash_forward_sweep_le_A"),
            *("flash_forward_products_le", "unblocked_forward_le_of_M_le", "nonnegative_of_sizes"),
            *("A_le_B_of_sq_d_le_M", "B_le_A_of_M_le_sq_d"),
        ],
        theorem=True,
    ),
)

LEMMAS = (
    *_LOWER_HALF,
    *_UPPER_HALF,
    lemma(
        "FD3 Qf_ge_sum_of_trivial",
        "Half and half, forward",
        "n d F Qf",
        ["n >= 0", "d >= 0", f"Qf >= {TRIVIAL_FORWARD}", "Qf >= 19/100*F"],
        "Qf >= 1/6*(n*d + d**2 + F)",
        _LOWER,
    ),
    lemma(
        "forward-theorem Qf_eq_Theta_Phi",
        "Forward: Phi/6 <= Q <= 22 Phi",
        "n:N d:N M:N Qf:F",
        ["M >= 7"],
        f"1/6*{PHI} <= Qf <= 22*{PHI}",
        f"{PAPER}, the forward pass, corrected",
        uses=[
            *("Qf_ge_trivial", "Qf_ge_min_A_B", "Qf_le_Phi"),
            Use("Qf_ge_sum_of_trivial", {"F": term(f"min({LARGE}, {SMALL})")}),
        ],
        theorem=True,
    ),
    lemma(
        "in-cache-forward-exact Qf_eq_trivial_in_cache",
        "Forward: 4nd + 2d² if all fits",
        "n:N d:N M:N Qf:F",
        ["M >= 2*n*d + d**2 + 2*d + 4"],
        f"Qf == {TRIVIAL_FORWARD}",
        _UPPER,
        uses=["Qf_ge_trivial", "Qf_le_in_cache", "nonnegative_of_sizes"],
        theorem=True,
    ),
)
