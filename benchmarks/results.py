"""Results of the pebbling benchmark: the table with its ratios, and the plot of how many are solved in how long."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from pathlib import Path

OURS = "pebbleproof"


@dataclass(frozen=True)
class Run:
    """How one peer did on one instance: the optimum or None, the wall time in seconds, and why there is no optimum.

    `search` is the time of the search alone in seconds, and `states` how many it expanded (ours and Dijkstra: stored).
    """

    cost: int | None
    seconds: float
    fault: str = ""
    search: float | None = None
    states: int | None = None

    def __str__(self) -> str:
        return self.fault if self.cost is None else f"{self.seconds:.2f}"


Rows = dict[tuple[str, int], dict[str, Run]]
"""The runs of each peer by name, for each graph and M."""


def table(rows: Rows, heading: str) -> str:
    """Returns the results as Markdown: a row an instance, a column a peer, and ratios below."""
    peers = list(next(iter(rows.values())))
    lines = [
        heading,
        "",
        "| instance | M | optimum | states | " + " | ".join(peers) + " |",
        "|---|---|---|---|" + "---|" * len(peers),
    ]
    for (specification, M), runs in rows.items():
        ours = runs[OURS]
        cells = " | ".join(str(runs[p]) for p in peers)
        lines.append(f"| {specification} | {M} | {ours.cost} | {ours.states:,} | {cells} |")
    lines += ["", "Seconds of wall time, start-up included; `time` and `memory`: the limit was reached.", ""]
    alone = sum(runs[OURS].search or 0 for runs in rows.values())
    lines.append(f"- {OURS}: the searches alone, all together, took {alone:.2f} s")
    for peer in peers:
        solved = [runs for runs in rows.values() if None not in (runs[peer].cost, runs[OURS].cost)]
        if peer == OURS or not solved:
            continue
        ratios = [runs[peer].seconds / runs[OURS].seconds for runs in solved]
        lines.append(
            f"- {peer}: {len(solved)} of {len(rows)} solved; it took {statistics.median(ratios):.1f} times our time in "
            f"the median of those, {max(ratios):.1f} times at most" + _of_the_search(peer, solved)
        )
    return "\n".join(lines) + "\n"


def _of_the_search(peer: str, solved: list[dict[str, Run]]) -> str:
    """The ratios of the searches alone, where the peer's takes longer than a second and both are known."""
    known = [(runs[peer], runs[OURS]) for runs in solved if (runs[peer].search or 0) > 1 and runs[OURS].search]
    if not known:
        return ""
    times = [theirs.search / ours.search for theirs, ours in known if theirs.search and ours.search]
    states = [theirs.states / ours.states for theirs, ours in known if theirs.states and ours.states]
    return (
        f"; the search alone, on the {len(known)} where it takes more than a second: {min(times):,.0f} to "
        f"{max(times):,.0f} times our time and {min(states):,.0f} to {max(states):,.0f} times our states"
    )


def draw(rows: Rows, path: Path, limit: float) -> None:
    """Writes a plot of how many instances each peer has solved after how many seconds, start-up included."""
    try:
        from matplotlib import pyplot as plt  # noqa: PLC0415 - optional
    except ImportError:
        return
    from symbolic.plot import STYLE  # noqa: PLC0415 - the same

    with plt.style.context(STYLE):
        figure, axes = plt.subplots()
        for peer in next(iter(rows.values())):
            times = sorted(runs[peer].seconds for runs in rows.values() if runs[peer].cost is not None)
            if times:
                counts = range(1, len(times) + 1)
                (line,) = axes.step(times, counts, where="post", lw=2 if peer == OURS else 1)
                note = {"fontsize": 7, "textcoords": "offset points", "va": "center", "color": line.get_color()}
                axes.annotate(f"{peer} {len(times)}", (times[-1], len(times)), (3, 0), **note)
        axes.set(xscale="log", xlim=(None, 6 * limit), ylim=(0, len(rows) + 1))
        axes.set_xlabel("seconds for one instance, start-up included")
        axes.set_ylabel(f"instances solved, of {len(rows)}")
        figure.savefig(path, metadata={"Date": None})
        plt.close(figure)
