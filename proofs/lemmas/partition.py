"""Lemmas P1 to P17: how much of a computation one part of a partition can hold, and what follows for Q."""

from __future__ import annotations

from proofs.lemma import lemma
from proofs.lemmas.formulas import SEGMENTS

# a part is dominated by S nodes: x in the rows of the left factor, y in the columns of the right, h in the trees
_COUNTS = ["x >= 0", "y >= 0", "h >= 0", "d > 0", "x + y + h <= S"]
_TREES = f"{SEGMENTS}, summation trees"
# hits on trees that continue paths are counted in x and in h
_SHARED = ["x >= 0", "y >= 0", "h >= 0", "z >= 0", "z <= x", "z <= h", "x + y + h <= 2*M + z"]
_PRODUCTS_OUTSIDE = "x*y*(m + h + x*y/d**2)"
_PRODUCTS = "Loomis and Whitney 1949, in a segment of M moves"
_MEANS = "arithmetic and geometric means"
# four products on one cube: Y in the operands, x in the trees of the first two, z in those of the last two
_CUBE = ["Y >= 0", "x >= 0", "z >= 0", "M > 0", "z <= 2*M - Y", "z <= 3*M - x - Y"]
_FOUR = "four products on one cube, a segment of M moves"

LEMMAS = (
    lemma("P1 roots_le_sum", "Root count, as a sum", "x y h d S", _COUNTS, "h + x*y/d**2 <= S + S**2/(4*d**2)", _TREES),
    lemma(
        "P2 roots_le_sq_of_large_S",
        "Root count for S >= 4d²",
        "x y h d S",
        [*_COUNTS, "S >= 4*d**2"],
        "h + x*y/d**2 <= S**2/(4*d**2)",
        _TREES,
    ),
    lemma(
        "P3 roots_le_S_of_small_S",
        "Root count for S <= 4d²",
        "x y h d S",
        [*_COUNTS, "S <= 4*d**2"],
        "h + x*y/d**2 <= S",
        _TREES,
    ),
    lemma(
        "root-count roots_le_max",
        "Root count, sharp",
        "x y h d S",
        _COUNTS,
        "h + x*y/d**2 <= max(S, S**2/(4*d**2))",
        _TREES,
        uses=["roots_le_sq_of_large_S", "roots_le_S_of_small_S"],
    ),
    lemma(
        "P4 joint_roots_le_sq_of_sq_d_le_S",
        "Roots of S and of A1 X together",
        "x y h z d S",
        [*_COUNTS, "z >= 0", "z <= x", "S >= d**2"],
        "h + z + x*y/d**2 <= (S + d**2)**2/(4*d**2)",
        _TREES,
    ),
    lemma(
        "P5 products_le_of_shared_hits",
        "Product count, hits shared",
        "x y h m z d M",
        [*_SHARED, "m >= 0", "m <= 2*M", "d > 0", "M > 0"],
        f"0 <= {_PRODUCTS_OUTSIDE} <= M**2*(4*M + M**2/d**2)",
        _PRODUCTS,
    ),
    lemma(
        "P6 products_le_of_hits",
        "Product count, refined",
        "x y h m d M L",
        [
            *("x >= 0", "y >= 0", "h >= 0", "m >= 0", "d > 0", "M > 0", "L >= 0", "L <= M"),
            *("x + y + h <= M + L", "m <= 2*M - L"),
        ],
        "x*y*((m + h)*d**2 + x*y) <= M**3*(d**2 + M)",
        _PRODUCTS,
    ),
    lemma(
        "P6a products_le_of_scaled",
        "Product count, divided by d²",
        "x y h m d M",
        ["x >= 0", "y >= 0", "h >= 0", "m >= 0", "d > 0", "x*y*((m + h)*d**2 + x*y) <= M**3*(d**2 + M)"],
        f"0 <= {_PRODUCTS_OUTSIDE} <= M**2*(M + M**2/d**2)",
        _PRODUCTS,
    ),
    lemma(
        "P7 sq_mul_rest_le_cube",
        "Two factors and a rest",
        "z N",
        ["z >= 0", "N >= 2*z"],
        "27*z**2*(N - 2*z) <= N**3",
        _MEANS,
    ),
    lemma(
        "P8 mul_le_cube_of_sum",
        "Three factors",
        "x y w",
        ["x >= 0", "y >= 0", "w >= 0"],
        "27*x*y*w <= (x + y + w)**3",
        _MEANS,
    ),
    lemma(
        "P9 cauchy_schwarz_of_four",
        "Cauchy-Schwarz for four products",
        "a1 a2 b1 b2 f1 f2 f3 f4",
        [],
        "(a1*b1*f1 + a1*b2*f2 + a2*b2*f3 + a2*b1*f4)**2"
        " <= (a1**2 + a2**2)*(b1**2 + b2**2)*(f1**2 + f2**2 + f3**2 + f4**2)",
        "Lagrange's identity",
    ),
    lemma(
        "P10 mul_add_mul_le_mul_of_sums",
        "Two products of sums",
        "a1 a2 b1 b2",
        ["a1 >= 0", "a2 >= 0", "b1 >= 0", "b2 >= 0"],
        "a1*b1 + a2*b2 <= (a1 + a2)*(b1 + b2)",
        _FOUR,
    ),
    lemma(
        "P11 quartic_le_of_z_le_2",
        "A quartic on [0, 2]",
        "z",
        ["z >= 0", "z <= 2"],
        "(2 - z)**2*z*(z + 1) <= 21/10",
        _FOUR,
    ),
    lemma(
        "P12 cubic_le_of_Y_le_2M", "A cubic in Y", "Y M", ["Y >= 0", "Y <= 2*M"], "27*Y**2*(2*M - Y) <= 32*M**3", _FOUR
    ),
    lemma(
        "P13a cube_first_le_of_sum_le_3M",
        "First part of the cube",
        "Y x M",
        [*_CUBE[:2], "x + Y <= 3*M"],
        "Y*x*(3*M - Y - x) <= M**3",
        _FOUR,
    ),
    lemma(
        "P13b cube_second_le_of_Y_le_2M",
        "Second part of the cube",
        "Y M",
        ["Y >= 0", "Y <= 2*M"],
        "Y**2*(2*M - Y)*(3*M - Y) <= 21/10*M**4",
        _FOUR,
    ),
    lemma(
        "P13c cube_second_monotone_in_z",
        "The cube grows with z",
        "Y x z M",
        _CUBE,
        "Y**2*z*(3*M - Y - x) <= Y**2*(2*M - Y)*(3*M - Y)",
        _FOUR,
    ),
    lemma(
        "P13 cube_le_of_both_parts",
        "Cube, assembled",
        "Y x z d M",
        [*_CUBE, "d > 0", "Y*x*(3*M - Y - x) <= M**3", "Y**2*z*(3*M - Y - x) <= 21/10*M**4"],
        "Y*(x + Y*z/d**2)*(3*M - Y - x) <= M**3*(1 + 21/10*M/d**2)",
        _FOUR,
    ),
    lemma(
        "P14 Q_ge_of_segments",
        "From segments to Q",
        "Q F T W h",
        ["F > 0", "T >= 0", "h*F >= W", "Q >= T*(h - 1)"],
        "Q >= T*(W/F - 1)",
        SEGMENTS,
    ),
    lemma(
        "P15 active_trees_le_of_roots",
        "Active trees",
        "x y h m C R d",
        ["d > 0", "C <= m + h + R", "R*d**2 <= x*y"],
        "C <= m + h + x*y/d**2",
        _TREES,
    ),
    lemma(
        "P16 trees_mul_operands_le",
        "Trees times operands",
        "Y x z d M",
        [*_CUBE, "d > 0"],
        "0 <= (x + Y*z/d**2)*Y <= 9/4*M**2 + 32/27*M**3/d**2",
        _FOUR,
    ),
    lemma(
        "P17 two_mul_le_sum_of_sq",
        "Twice a product",
        "a1 a2 b1 b2",
        [],
        "2*a1*b1*a2*b2 <= (a1*b1)**2 + (a2*b2)**2",
        _MEANS,
    ),
)
