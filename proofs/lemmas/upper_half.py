"""Lemmas U1 to U7 and the upper bounds on Q: the programs' exact costs against A and B, with explicit constants."""

from __future__ import annotations

from fractions import Fraction

from proofs.lemma import Expectation, Use, lemma
from proofs.lemmas.formulas import LARGE, SMALL
from proofs.lemmas.programs import ALGORITHM_6, NAIVE, UNBLOCKED
from proofs.statement import term

SMOOTH_6 = "((8*n**2*d + 6*n*d**2)/b + 5*n**2 + 15*n*d + 3*d**2 + 5*n)"
"""Algorithm 6 with n/b + 1 for ceiling(n/b)."""
UPPER_SMALL = f"33*{SMALL} + 20*n*d + 3*d**2"
UPPER_FLASH = f"52*{LARGE} + 32*n*d + 3*d**2"
UPPER_GAP = f"99*{LARGE} + 10*n*d + d**2"

_SIX = "I/O of Algorithm 6"
_FLASH = "I/O of FlashAttention, backward"
_PRODUCT = "I/O of a tiled product"
_FLASH_SYMBOLS = "W_F:F a_1:F N_1:F a_2:F N_2:F p:F N_p:F D_p:F"

STEPS = (
    lemma(
        "U1 alg6_le_without_ceilings",
        "Algorithm 6 without ceilings",
        "n d b N_b D_b",
        ["n >= 0", "d >= 0", "b > 0", "b*N_b <= n + b", "b*D_b <= d + b"],
        f"{ALGORITHM_6} <= {SMOOTH_6}",
        _SIX,
    ),
    lemma(
        "U2 M_le_12_sq_b_of_largest_tile",
        "The best tile is large",
        "b M",
        ["b >= 1", "M <= b**2 + 5*b + 6"],
        "M <= 12*b**2",
        _SIX,
    ),
    lemma(
        "U3a b_ge_of_M_le_12_sq_b",
        "Its side against sqrt(M)",
        "b M",
        ["b >= 0", "M >= 0", "M <= 12*b**2"],
        "347*b >= 100*sqrt(M)",
        _SIX,
    ),
    lemma(
        "U3b alg6_le_B_of_M_le_sq_d",
        "Algorithm 6 against B",
        "n d b M W",
        ["n >= 1", "d >= 1", "b > 0", "M > 0", "M <= d**2", "347*b >= 100*sqrt(M)", f"W <= {SMOOTH_6}"],
        f"W <= {UPPER_SMALL}",
        _SIX,
    ),
    lemma(
        "U4 flash_le_without_ceilings",
        "Flash sweeps without ceilings",
        "n d a_1 a_2 N_1 N_2",
        ["n >= 0", "d >= 0", "a_1 > 0", "a_2 > 0", "a_1*N_1 <= n + a_1", "a_2*N_2 <= n + a_2"],
        "2*n*d*N_1 + 2*n*d*N_2 <= 4*n*d + 2*n**2*d/a_1 + 2*n**2*d/a_2",
        _FLASH,
    ),
    lemma(
        "U5 backward_rows_ge",
        "Rows of the backward sweep",
        "d M a_2",
        ["d >= 1", "a_2 >= 1", "a_2*(3*d + 4) >= M - 4*d - 5"],
        "16*d*a_2 >= M",
        _FLASH,
    ),
    lemma(
        "U5c forward_rows_ge",
        "Rows of the forward sweep",
        "d M a_1",
        ["d >= 1", "a_1 >= 1", "a_1*(2*d + 2) >= M - 2*d - 4"],
        "10*d*a_1 >= M",
        _FLASH,
    ),
    lemma(
        "U5b backward_rows_ge_too_many",
        "Backward sweep, too many rows",
        "d M a_2",
        ["d >= 1", "M >= 30*d", "a_2*(3*d + 4) >= M - d - 2 - (3*d + 3)"],
        "8*d*a_2 >= M",
        "a first guess, kept since it is false",
        refuted_at={"d": 1, "M": 31, "a_2": Fraction(7, 2)},
        expect=Expectation.REFUTED,
    ),
    lemma(
        "U6 tile_ge_of_sq_d_le_M",
        "The tiles of its products",
        "d M p",
        ["d >= 0", "p >= 2", "M >= d**2", "M <= p**2 + 3*p + 4"],
        "8*d <= 15*p",
        _FLASH,
    ),
    lemma(
        "U6a sweeps_le_A_of_rows_ge",
        "Flash sweeps against A",
        "n d M a_1 a_2",
        ["n > 0", "d > 0", "M > 0", "a_1 > 0", "a_2 > 0", "10*d*a_1 >= M", "16*d*a_2 >= M"],
        f"2*n**2*d/a_1 + 2*n**2*d/a_2 <= 52*{LARGE}",
        _FLASH,
    ),
    lemma(
        "U6b flash_products_le",
        "Flash products without ceilings",
        "n d p N_p D_p",
        ["n >= 1", "d >= 1", "p > 0", "8*d <= 15*p", "p*N_p <= n + p", "p*D_p <= d + p"],
        "2*d**2*N_p + d**2 + 4*n*d*D_p + 8*n*d + 4*n <= 28*n*d + 3*d**2",
        _FLASH,
    ),
    lemma(
        "U6c unblocked_le_of_M_le",
        "No tiles, d² <= M <= 4d + 5",
        "n d M",
        ["n >= 1", "d >= 1", "M > 0", "M >= d**2", "M <= 4*d + 5"],
        f"{UNBLOCKED} <= {UPPER_GAP}",
        _SIX,
    ),
    lemma(
        "U6d naive_le_of_M_lt_7",
        "Naive, fewer than 7 words",
        "n d M",
        ["n >= 1", "d >= 1", "M > 0", "M < 7"],
        f"{NAIVE} <= 224*{LARGE} and {NAIVE} <= 224*{SMALL}",
        "I/O of the naive program",
    ),
    lemma(
        "U7 matmul_le_without_ceilings",
        "A tiled product without ceilings",
        "n d b1 b2 N D",
        ["n >= 0", "d >= 0", "b1 > 0", "b2 > 0", "b1*N <= n + b1", "b2*D <= d + b2"],
        "n*D + d*N <= n*d/b2 + n + n*d/b1 + d",
        _PRODUCT,
    ),
)

BOUNDS = (
    lemma(
        "upper-small Q_le_B_of_M_le_sq_d",
        "Small cache: Algorithm 6",
        "n:N d:N M:N Q:F W_6:F b:F N_b:F D_b:F",
        ["M >= 7", "M <= d**2"],
        f"Q <= {UPPER_SMALL}",
        _SIX,
        uses=[
            "Q_le_alg6",
            "alg6_le_without_ceilings",
            "M_le_12_sq_b_of_largest_tile",
            "b_ge_of_M_le_12_sq_b",
            Use("alg6_le_B_of_M_le_sq_d", {"W": term("W_6")}),
        ],
        theorem=True,
    ),
    lemma(
        "flash-upper flash_le_A_of_sq_d_le_M",
        "FlashAttention against A",
        f"n:N d:N M:N Q:F {_FLASH_SYMBOLS}",
        ["M > 4*d + 5", "M >= d**2"],
        f"Q <= W_F and W_F <= {UPPER_FLASH}",
        _FLASH,
        uses=[
            *("Q_le_flash", "flash_le_without_ceilings", "backward_rows_ge", "forward_rows_ge"),
            *("tile_ge_of_sq_d_le_M", "sweeps_le_A_of_rows_ge", "flash_products_le"),
        ],
    ),
    lemma(
        "upper-large Q_le_A_of_sq_d_le_M",
        "Large cache: FlashAttention",
        "n:N d:N M:N Q:F W_F:F",
        ["M >= 7", "M >= d**2"],
        f"Q <= {UPPER_GAP} or Q <= {UPPER_FLASH}",
        _FLASH,
        uses=["flash_le_A_of_sq_d_le_M", "Q_le_unblocked", "unblocked_le_of_M_le"],
        theorem=True,
    ),
)
LEMMAS = (*STEPS, *BOUNDS)
