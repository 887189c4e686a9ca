"""The pebbling benchmark: python -m benchmarks.pebbling writes a table and a plot of this solver beside others.

Every run is a process of its own with the limits given, start-up included; a first run of this solver, not counted,
fills its cache of machine code, and the time that takes is stated. Optima must agree, or the benchmark fails. A peer
that is not installed has an empty column (pip install ortools clingo up-fast-downward).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.peers import PEERS
from benchmarks.results import OURS, Rows, Run, draw, table
from graphs.families import family
from graphs.game import Kind

ROOT = Path(__file__).parents[1]
INSTANCES = [
    ("pyramid:2", 3), ("pyramid:3", 3), ("pyramid:3", 4), ("fft:4", 3), ("fft:4", 4),
    ("binary_tree:3", 3), ("binary_tree:3", 4), ("matmul:2,2,2,fma", 4), ("matmul:2,2,2,fma", 5),
    ("pyramid:4", 3), ("pyramid:4", 4), ("matmul:2,2,2", 3), ("matmul:2,2,2", 4), ("matmul:2,2,2", 5),
    ("matmul:2,2,2,fma,loaded_c=True", 4), ("matmul:2,2,2,fma,loaded_c=True", 5),
    ("pyramid:5", 3), ("pyramid:5", 4), ("binary_tree:4", 3), ("binary_tree:4", 4),
    ("kernel_attention_forward:2,1", 3), ("kernel_attention_forward:2,1", 4),
    ("fft:8", 3), ("fft:8", 4), ("fft:8", 5), ("pyramid:6", 3), ("pyramid:6", 4), ("pyramid:6", 5),
    ("scores:2,2,balanced", 3), ("scores:2,2,balanced", 4), ("scores:2,2,balanced", 5),
]  # fmt: skip


def one(peer: str, specification: str, M: int, computes: int, gibibytes: float) -> None:
    """Answers one question in this process, and prints the answer; memory is limited here and in what it starts."""
    most = int(gibibytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        answer = PEERS[peer](family(specification), M, computes)
    except ImportError:
        print(json.dumps({"fault": "not installed"}))
    except MemoryError:
        print(json.dumps({"fault": "memory"}))
    else:
        print(json.dumps(answer._asdict()))


def timed(peer: str, specification: str, M: int, computes: int, seconds: float, gibibytes: float) -> Run:
    """Returns how a peer does on an instance within limits."""
    words = ["--one", peer, specification, str(M), str(computes), "--memory", str(gibibytes)]
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.pebbling", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        text, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)  # the peer may have started processes of its own
        process.wait()
        return Run(None, seconds, "time")
    spent = time.perf_counter() - begun
    try:
        answer = json.loads(text.splitlines()[-1])
    except (ValueError, IndexError):
        return Run(None, spent, "memory")
    if answer.get("cost") is None:
        return Run(None, spent, answer.get("fault", "no answer"))
    return Run(answer["cost"], spent, "", answer["seconds"], answer["states"])


def computes_of(specification: str, M: int) -> int:
    """Returns how many computes our optimal schedule has, for the peers that need to know."""
    from graphs.search.solver import optimum  # noqa: PLC0415 - the processes timed need not import it

    schedule = optimum(family(specification), M).schedule
    assert schedule is not None
    return sum(move.kind is Kind.COMPUTE for move in schedule.moves)


def disagreements(rows: Rows) -> list[str]:
    """Returns the instances for which two peers give different optima."""
    return [
        f"{specification} M={M}: { ({peer: run.cost for peer, run in runs.items()}) }"
        for (specification, M), runs in rows.items()
        if len({run.cost for run in runs.values()} - {None}) > 1
    ]


def main() -> int:
    """Runs the benchmark and writes its table; returns 1 if optima disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=4, metavar=("PEER", "GRAPH", "M", "COMPUTES"), help="one run, in this process")
    parser.add_argument("--time", type=float, default=20, help="limit for each run, in seconds")
    parser.add_argument("--memory", type=float, default=4, help="limit for each run, in GiB of address space")
    parser.add_argument("--first", type=int, default=len(INSTANCES), help="only so many instances, the smallest")
    parser.add_argument("--peers", default=",".join(PEERS).replace(", ", "; "), help="which peers, with commas between")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "pebbling.md")
    given = parser.parse_args()
    if given.one:
        one(given.one[0], given.one[1], int(given.one[2]), int(given.one[3]), given.memory)
        return 0
    peers = [name.replace("; ", ", ") for name in given.peers.split(",")]
    warm = timed(OURS, "pyramid:4", 3, 0, 600, given.memory)
    rows: Rows = {}
    heading = (
        f"# Pebbling: this solver beside others\n\nGame of Hong and Kung; each run has {given.time:g} s and "
        f"{given.memory:g} GiB, one core; {platform.machine()}, Python {platform.python_version()}; first run of this "
        f"solver, which may compile, {warm.seconds:.1f} s. CP-SAT, clingo and z3 are told how many computes suffice."
    )
    for specification, M in INSTANCES[: given.first]:
        computes = computes_of(specification, M)
        rows[specification, M] = {p: timed(p, specification, M, computes, given.time, given.memory) for p in peers}
        print(specification, M, {p: str(run) for p, run in rows[specification, M].items()}, file=sys.stderr, flush=True)
        given.out.write_text(table(rows, heading))
        draw(rows, given.out.with_suffix(".svg"), given.time)
    wrong = disagreements(rows)
    print(table(rows, heading), *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
