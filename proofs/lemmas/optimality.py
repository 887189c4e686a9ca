"""Where FlashAttention is optimal and where it is not, and for which M min{A, B} is the cost, read literally."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.formulas import COUNT_LARGE, LARGE, PAPER, SMALL, TRIVIAL
from proofs.lemmas.upper_half import UPPER_SMALL
from proofs.statement import term

_FLASH = f"{PAPER}, on FlashAttention"
_LITERAL = f"{PAPER}, Theorem 1.1, read literally"
_INSIDE = ["M <= C*(n*d)", "M <= C*n**2", "C >= 1"]

LEMMAS = (
    lemma(
        "FA1 Q_ge_4_15_A_of_count",
        "A against the root count",
        "n d M Q",
        ["n > 0", "d > 0", "M >= d**2", f"Q >= 4/5*{COUNT_LARGE}"],
        f"Q >= 4/15*{LARGE}",
        _FLASH,
    ),
    lemma(
        "flash-optimal flash_le_203_Q",
        "FlashAttention is optimal",
        "n:N d:N M:N Q:F W_F:F",
        ["M > 4*d + 5", "d**2 <= M", "M <= n*d"],
        "W_F <= 203*Q",
        _FLASH,
        uses=[
            *("flash_le_A_of_sq_d_le_M", "Q_ge_LBlarge", "Q_ge_trivial", "nonnegative_of_sizes"),
            Use("Q_ge_count_of_M_le_nd", {"F": term(COUNT_LARGE)}),
            "Q_ge_4_15_A_of_count",
        ],
        theorem=True,
    ),
    lemma(
        "FA2 flash_ge_of_rows_le",
        "What the sweeps cost at least",
        "n d M a_1 a_2 N_1 N_2",
        [
            *("n > 0", "d >= 1", "M > 0", "a_1 > 0", "a_2 > 0", "n <= a_1*N_1", "n <= a_2*N_2"),
            *("a_1*(2*d + 2) <= M - 3", "a_2*(3*d + 4) <= M - d - 2"),
        ],
        "2*n*d*N_1 + 2*n*d*N_2 >= 10*n**2*d**2/M",
        _FLASH,
    ),
    lemma(
        "FA3 products_nonnegative",
        "Nor is the rest of it",
        "n d p N_p D_p",
        ["n > 0", "d > 0", "p > 0", "n <= p*N_p", "d <= p*D_p"],
        "2*d**2*N_p >= 0 and d**2 >= 0 and 4*n*d*D_p >= 0 and 8*n*d >= 0 and n >= 0",
        _FLASH,
    ),
    lemma(
        "FA4 alg6_le_of_d_le_n",
        "Algorithm 6 for d <= n",
        "n d M",
        ["d >= 1", "d <= n", "M > 0", "M <= d**2"],
        f"{UPPER_SMALL} <= 89*(n**2*d/sqrt(M))",
        _FLASH,
    ),
    lemma(
        "FA5 ratio_of_both_costs",
        "The ratio of both costs",
        "n d M W Q",
        ["n > 0", "d > 0", "M > 0", "W >= 10*n**2*d**2/M", "Q <= 89*(n**2*d/sqrt(M))"],
        "W >= 10/89*(d/sqrt(M))*Q",
        _FLASH,
    ),
    lemma(
        "flash-not-optimal flash_ge_d_over_s_Q",
        "FlashAttention is not, M = o(d²)",
        "n:N d:N M:N Q:F W_F:F a_1:F N_1:F a_2:F N_2:F p:F N_p:F D_p:F",
        ["M > 4*d + 5", "M <= d**2", "d <= n"],
        "W_F >= 10/89*(d/sqrt(M))*Q",
        _FLASH,
        uses=[
            *("Q_le_flash", "Q_le_B_of_M_le_sq_d", "flash_ge_of_rows_le", "products_nonnegative"),
            *("alg6_le_of_d_le_n", Use("ratio_of_both_costs", {"W": term("W_F")})),
        ],
        theorem=True,
    ),
    lemma(
        "D6 sizes_le_C_min",
        "Inputs against C·min{A, B}",
        "n d M C",
        ["n > 0", "d > 0", "M > 0", *_INSIDE],
        f"n*d + d**2 <= C*{LARGE} and n*d + d**2 <= C*{SMALL}",
        _LITERAL,
    ),
    lemma(
        "D7 min_mul_C",
        "A product with a minimum",
        "n d M C Q",
        ["n > 0", "d > 0", "M > 0", "C >= 0", f"Q <= C*{LARGE}", f"Q <= C*{SMALL}"],
        f"Q <= C*min({LARGE}, {SMALL})",
        "folklore",
    ),
    lemma(
        "D8 min_add_mul_C",
        "A sum with a minimum",
        "n d M C F Q",
        ["n > 0", "d > 0", "M > 0", f"F <= C*min({LARGE}, {SMALL})", f"Q <= 224*(F + min({LARGE}, {SMALL}))"],
        f"Q <= 224*(1 + C)*min({LARGE}, {SMALL})",
        "folklore",
    ),
    lemma(
        "literal-inside Q_le_min_A_B_of_M_le",
        "Literally, M <= C·n·min(n, d)",
        "n:N d:N M:N Q:F C",
        ["M >= 3", *_INSIDE],
        f"Q <= 224*(1 + C)*min({LARGE}, {SMALL})",
        _LITERAL,
        uses=[
            *("Q_eq_Theta_Phi_of_M_ge_3", "sizes_le_C_min", "nonnegative_of_sizes"),
            Use("min_mul_C", {"Q": term("n*d + d**2")}),
            Use("min_add_mul_C", {"F": term("n*d + d**2")}),
        ],
        theorem=True,
    ),
    lemma("D9a sqrt_le_self", "A root of 1 or more", "C", ["C >= 1"], "sqrt(C) <= C", "folklore"),
    lemma(
        "D9b sqrt_mul_le_sqrt",
        "A root over a root",
        "n M C",
        ["n >= 0", "C >= 0", "M >= C*n**2"],
        "sqrt(C)*n <= sqrt(M)",
        "folklore",
    ),
    lemma(
        "D9c trivial_ge_A_of_M_ge",
        "Inputs against A, M >= C·nd",
        "n d M C",
        ["n > 0", "d > 0", "M > 0", "C >= 1", "sqrt(C) <= C", "M >= C*(n*d)"],
        f"{TRIVIAL} >= 3*sqrt(C)*{LARGE}",
        _LITERAL,
    ),
    lemma(
        "D9d trivial_ge_B_of_M_ge",
        "Inputs against B, M >= C·n²",
        "n d M C",
        ["n > 0", "d > 0", "M > 0", "C >= 1", "sqrt(C)*n <= sqrt(M)"],
        f"{TRIVIAL} >= 3*sqrt(C)*{SMALL}",
        _LITERAL,
    ),
    lemma(
        "D9 min_mul_root",
        "A root times a minimum",
        "n d M C F",
        ["n > 0", "d > 0", "M > 0", "C >= 1", f"F >= 3*sqrt(C)*{LARGE} or F >= 3*sqrt(C)*{SMALL}"],
        f"F >= 3*sqrt(C)*min({LARGE}, {SMALL})",
        "folklore",
    ),
    lemma(
        "literal-outside Q_ge_min_A_B_of_M_ge",
        "Literally, M >= C·n·min(n, d)",
        "n:N d:N M:N Q:F C",
        ["M >= 3", "C >= 1", "M >= C*(n*d) or M >= C*n**2"],
        f"Q >= 3*sqrt(C)*min({LARGE}, {SMALL})",
        _LITERAL,
        uses=[
            *("Q_ge_trivial", "sqrt_le_self", "sqrt_mul_le_sqrt", "trivial_ge_A_of_M_ge", "trivial_ge_B_of_M_ge"),
            Use("min_mul_root", {"F": term("Q")}),
        ],
        theorem=True,
    ),
)
