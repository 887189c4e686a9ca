"""How long verification takes: with one process and with two, and without the tools that take longest.

    python benchmarks/verification.py [RUNS]

Each line is the median of some runs of the whole command, start-up included, and its ratio to the first line.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

VARIANTS = {
    "verify, two processes": ["--workers", "2"],
    "verify, one process": ["--workers", "1"],
    "without cvc5": ["--workers", "2", "--without", "cvc5"],
    "without certificates": ["--workers", "2", "--without", "certificates"],
    "without both solvers": ["--workers", "2", "--without", "z3", "--without", "cvc5"],
}


def seconds(words: list[str]) -> float:
    """Returns how long one run of `pebbleproof verify` takes; how it ends is no matter here."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "proofs", "verify", *words], check=False, capture_output=True)
    return time.perf_counter() - started


def main() -> None:
    """Prints the table, as Markdown."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print("| variant | seconds | ratio |\n|---|---:|---:|")
    first = 0.0
    for name, words in VARIANTS.items():
        taken = median(seconds(words) for _ in range(runs))
        first = first or taken
        print(f"| {name} | {taken:.1f} | {taken / first:.2f} |", flush=True)


if __name__ == "__main__":
    main()
