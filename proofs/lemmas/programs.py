"""What the programs cost, for all n, d and M for which they fit; each is a schedule, so that Q is at most its cost."""

from __future__ import annotations

from proofs.lemma import lemma

ALGORITHM_6 = "(6*n*d*N_b + 2*n**2*D_b + 3*n**2 + 4*n*d*D_b + 2*d**2*N_b + 5*n*d + 5*n + d**2)"
"""The I/O of Algorithm 6 with b x b tiles; the tests compare it with the program's polynomial."""
UNBLOCKED = "(8*n**2*d + 6*n*d**2 + 3*n**2 + 5*n*d + 5*n + d**2)"
"""The same with b = 1."""
NAIVE = "(24*n**2*d + 18*n*d**2 + 8*n**2 - 3*d**2 - 4*n)"
"""The I/O of the naive program, which loads every operand and stores every result."""
FLASH = "(2*d**2*N_p + d**2 + 2*n*d*N_1 + 2*n*d*N_2 + 4*n*d*D_p + 8*n*d + 4*n)"
"""The I/O of FlashAttention, backward to X."""
SMALL_FORWARD = "(2*d**2*N_f + 2*n*d*D_f + 3*n*d*N_f + 3*n*d + n**2*D_f + n**2 + 2*n)"
"""The I/O of the forward pass with f x f tiles."""
UNBLOCKED_FORWARD = "(4*n**2*d + 4*n*d**2 + n**2 + 3*n*d + 2*n)"
"""The same with f = 1."""
FLASH_FORWARD = "(2*d**2*N_p + 2*n*d*N_1 + 2*n*d*D_p + 4*n*d)"
"""The I/O of FlashAttention, forward."""

_READS = ["program-costs", "tiles-exist"]
_SCHEDULE = "a program is a schedule"

LEMMAS = (
    lemma(
        "alg6-cost Q_le_alg6",
        "Algorithm 6 is a schedule",
        "n:N d:N M:N Q:F W_6:F b:F N_b:F D_b:F",
        ["M >= 7"],
        f"Q <= W_6 and W_6 == {ALGORITHM_6} and b >= 1 and M <= b**2 + 5*b + 6 and b*N_b <= n + b and b*D_b <= d + b",
        _SCHEDULE,
        reads=_READS,
    ),
    lemma(
        "unblocked-cost Q_le_unblocked",
        "Algorithm 6 without tiles",
        "n:N d:N M:N Q:F",
        ["M >= 7"],
        f"Q <= {UNBLOCKED}",
        _SCHEDULE,
        reads=["program-costs"],
    ),
    lemma(
        "naive-cost Q_le_naive",
        "Every result stored",
        "n:N d:N M:N Q:F",
        ["M >= 3"],
        f"Q <= {NAIVE}",
        _SCHEDULE,
        reads=["program-costs"],
    ),
    lemma(
        "flash-cost Q_le_flash",
        "FlashAttention is a schedule",
        "n:N d:N M:N Q:F W_F:F a_1:F N_1:F a_2:F N_2:F p:F N_p:F D_p:F",
        ["M > 4*d + 5"],
        f"Q <= W_F and W_F == {FLASH}"
        " and a_1 >= 1 and M - 2*d - 4 <= a_1*(2*d + 2) <= M - 3 and n <= a_1*N_1 <= n + a_1"
        " and a_2 >= 1 and M - 4*d - 5 <= a_2*(3*d + 4) <= M - d - 2 and n <= a_2*N_2 <= n + a_2"
        " and p >= 2 and M <= p**2 + 3*p + 4 and n <= p*N_p <= n + p and d <= p*D_p <= d + p",
        _SCHEDULE,
        reads=_READS,
    ),
    lemma(
        "in-cache-cost Q_le_in_cache",
        "Everything in cache",
        "n:N d:N M:N Q:F",
        ["M >= 2*n*d + 2*d**2 + 4*d + 6"],
        "Q <= 4*n*d + 3*d**2",
        _SCHEDULE,
        reads=["program-costs"],
    ),
    lemma(
        "small-forward-cost Qf_le_small_forward",
        "Small tiles, forward",
        "n:N d:N M:N Qf:F f:F N_f:F D_f:F",
        ["M >= 6"],
        f"Qf <= {SMALL_FORWARD} and f >= 1 and M <= f**2 + 4*f + 5 and f*N_f <= n + f and f*D_f <= d + f",
        _SCHEDULE,
        reads=_READS,
    ),
    lemma(
        "unblocked-forward-cost Qf_le_unblocked",
        "The same without tiles",
        "n:N d:N M:N Qf:F",
        ["M >= 6"],
        f"Qf <= {UNBLOCKED_FORWARD}",
        _SCHEDULE,
        reads=["program-costs"],
    ),
    lemma(
        "flash-forward-cost Qf_le_flash",
        "FlashAttention, forward",
        "n:N d:N M:N Qf:F a_1:F N_1:F p:F N_p:F D_p:F",
        ["M > 2*d + 4"],
        f"Qf <= {FLASH_FORWARD} and a_1 >= 1 and M - 2*d - 4 <= a_1*(2*d + 2) and a_1*N_1 <= n + a_1"
        " and p >= 1 and M <= p**2 + 3*p + 4 and p*N_p <= n + p and p*D_p <= d + p",
        _SCHEDULE,
        reads=_READS,
    ),
    lemma(
        "in-cache-forward-cost Qf_le_in_cache",
        "Forward, everything in cache",
        "n:N d:N M:N Qf:F",
        ["M >= 2*n*d + d**2 + 2*d + 4"],
        "Qf <= 4*n*d + 2*d**2",
        _SCHEDULE,
        reads=["program-costs"],
    ),
)
