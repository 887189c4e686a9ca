"""The formulas that many lemmas share, in the language of statements; the tests compare them with the first floor."""

from __future__ import annotations

LARGE = "((n**2*d**2 + n*d**3)/M)"
"""A, what the theorem says for the large cache."""
SMALL = "((n**2*d + n*d**2)/sqrt(M))"
"""B, what the theorem says for the small cache."""
TRIVIAL = "(4*n*d + 3*d**2)"
"""Inputs plus outputs of the backward pass to the gradient in X."""
COUNT_LARGE = "((n**2*d**2 + n*d**3)/(M + 2*d**2))"
"""The root count in segments of M moves; Q is at least this minus M."""
COUNT_SMALL = "((n**2*d + n*d**2)/(2 + sqrt(4*M + M**2/d**2)))"
"""The product count in segments of M moves; Q is at least this minus M."""

PAPER = "Li et al. 2024, arXiv 2410.09397"
SEGMENTS = "Hong and Kung 1981, Theorem 3.1"
"""Where the method of cutting a schedule into segments comes from."""
