"""Examples: what `--help` of each command ends with; a test runs each of them, and compares its exit status.

A comment says what the example shows. The status is 0 unless the comment says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "verify": (
        "verify",
        "verify --all                  # every lemma, under its theorem",
        "verify --ledger before.json   # with the hash of each statement",
        "verify --against before.json  # status 1 if that claims more",
    ),
    "lemmas": (
        "lemmas",
        "lemmas crossover",
        "lemmas crossover --drop 's >= 0'  # refuted: exit status 1",
        "lemmas T1 --without certificates",
    ),
    "explain": (
        "explain T2",
        "explain crossover --format latex",
    ),
    "derive": (
        "derive T2",
        "derive small_cache  # a program, loop by loop",
        "derive crossover --format tex --out crossover.tex",
    ),
    "cite": (
        "cite crossover",
        "cite T2 crossover --style bibtex",
        "cite --all paper  # all files that a paper needs",
    ),
    "audit": (
        "audit paper.tex",
        "audit paper.tex --json",
    ),
    "report": (
        "report",
        "report --out pages --workers 1",
    ),
    "pebble": (
        "pebble graph.dot -M 4 --schedule moves.json",
        "pebble --family attention_backward:1,1 -M 3",
        "pebble --family fft:4 -M 2..6  # a table over M",
        "pebble graph.dot -M 2          # too few words: exit status 1",
    ),
    "replay": (
        "replay graph.dot moves.json",
        "replay graph.dot moves.json -M 2  # illegal: exit status 1",
    ),
    "programs": (
        "programs",
        "programs --json",
    ),
    "run": (
        "run flash_backward --n 12 --d 4 -M 64 --check",
        "run matmul --rows 3 --inner 2 --columns 4 -M 9",
        "run sparse_scores --n 9 --d 2 -M 30 --mask banded:2",
    ),
    "bound": (
        "bound flash_backward",
        "bound small_cache --derive  # how the loops add up",
        "bound graph.dot -M 4",
        "bound --family fft:8 -M 4",
    ),
    "best": (
        "best --n 1024 --d 16 -M 240",
        "best --n 64 --d 4 --crossovers  # where the winner changes",
        "best --map winners.pdf --d 16",
        "best --n 64 --d 4 -M 2          # too few words: exit status 4",
    ),
    "gap": (
        "gap --n 1024 --d 16 -M 240",
        "gap --n 8192 --d 64 --device h100",
        "gap --n 256 --d 8 --table --plot gap.pdf",
        "gap --constants  # of the leading terms",
    ),
    "crossover": (
        "crossover",
        "crossover --d 4 --d 8",
        "crossover rectangular flash_backward --d 4",
    ),
    "regime": (
        "regime --device h100 --dtype bf16 --head-dim 512 --seq-len 8192",
        "regime --device rtx4090 --model deepseek-v3",
        "regime --table --dtype fp32",
        "regime --list",
    ),
    "plot": (
        "plot --n 64 --d 8",
        "plot --n 64 --d 8 --out figures --measure 0",
    ),
    "sweep": (
        "sweep small.toml",
        "sweep --show small.sqlite",
        "sweep --show small.sqlite --format csv",
    ),
    "formats": (
        "formats",
        "formats --json",
    ),
    "doctor": (
        "doctor",
        "doctor --json",
    ),
}
"""The words after `pebbleproof`, by command."""


def epilog(command: str) -> str:
    r"""Returns the examples of a command as click wants lines that it must not wrap.

    >>> epilog("doctor")
    '\x08\nExamples:\n  pebbleproof doctor\n  pebbleproof doctor --json'
    """
    lines = "".join(f"\n  pebbleproof {example}" for example in EXAMPLES[command])
    return f"\b\nExamples:{lines}"
