"""pebble and replay: the least I/O cost of a DAG, with a schedule, and the referee for any schedule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.text import Text

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import HOLDS, REFUTED, UNDECIDED, OutOfDomain
from graphs.families import family
from graphs.formats import read_cdag
from graphs.formats.source import read_text
from graphs.game import HONG_KUNG, VARIANTS, Variant
from graphs.notation import read_schedule, to_json, to_text
from graphs.schedule import replay as referee
from graphs.search import DEFAULT_BUDGET, Optimum, Outcome, oracle
from graphs.search.certify import certificate_of
from graphs.search.certify import to_json as certificate_text
from graphs.search.potential import proved_bound
from proofs.cli import values
from proofs.cli.pebble_plot import memories, picture, status, swept, table_of
from proofs.cli.terminal import progress, show, show_json, write
from symbolic.pebbling_plot import check_file

GraphFile = Annotated[str | None, typer.Argument(metavar="FILE", help="A DAG file, or - for standard input.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", help="Its format, if the suffix does not tell: see `formats`.", autocompletion=values.formats
    ),
]
Family = Annotated[
    str | None,
    typer.Option("--family", help="A generated graph, such as matmul:2,2,2.", autocompletion=values.families),
]
Game = Annotated[
    str | None,
    typer.Option("--variant", help=f"One of {', '.join(VARIANTS)}.", autocompletion=values.variants),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

_STATUS = {Outcome.EXACT: HOLDS, Outcome.INFEASIBLE: REFUTED, Outcome.BUDGET_SPENT: UNDECIDED}


def pebble(
    memory: Annotated[
        list[str],
        typer.Option("-M", "--memory", help="Cache size: red pebbles, in words; more than once, or a range 3..12."),
    ],
    file: GraphFile = None,
    variant: Game = None,
    schedule: Annotated[
        Path | None, typer.Option(help="Write the schedule here; .json for JSON, anything else for text.")
    ] = None,
    format_name: Format = None,
    family_name: Family = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="States of the game to store before giving up: some millions if left out.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Search with the plain oracle (Dijkstra) instead.")] = False,
    certificate: Annotated[
        Path | None, typer.Option(help="Write a certificate of the lower bound here (JSON), if it is not too large.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Go on with the search in this file, if it is there; write it there if it does not end."),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the optima against M here: .pdf, .svg or .png.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the least I/O cost (loads plus stores) of a DAG with M words of cache, or with several M, as a table.

    Interrupted by Ctrl-C it prints the bounds reached so far, as when the budget is spent. With --checkpoint it can go
    on later; the states in the file count in the budget.

    Exit status: 0 optimum found; 1 no schedule exists with so few words; 3 budget spent, bounds printed; 4 bad input.
    """
    Ms = memories(memory)
    cdag = graph_of(file, format_name, family_name)
    rules = variant_of(variant)
    if plain and checkpoint is not None:
        raise OutOfDomain("the plain oracle writes no checkpoint; leave out --plain or --checkpoint")
    search = _by_the_oracle if plain else partial(_by_the_solver, checkpoint=checkpoint)
    if len(Ms) > 1:
        if schedule is not None or certificate is not None or checkpoint is not None:
            raise OutOfDomain("a schedule, a certificate or a checkpoint is for one M; give one -M")
        _sweep(cdag, Ms, rules, lambda M: search(cdag, M, rules, budget), plot, as_json)
    if plot is not None:
        raise OutOfDomain("a plot is against M; give a range such as -M 3..12")
    optimum = search(cdag, Ms[0], rules, budget)
    if schedule is not None and optimum.schedule is not None:
        as_text = schedule.suffix != ".json"
        write(schedule, to_text(optimum.schedule) if as_text else to_json(optimum.schedule, cdag, Ms[0], rules))
    claims = None if certificate is None else _certify(cdag, optimum, certificate)
    if as_json:
        extra = {} if certificate is None else {"certificate": claims}
        show_json({"command": "pebble", **about(cdag, rules), **_found(optimum), **extra})
    else:
        _print(cdag, optimum, schedule)
        if certificate is not None:
            said = "none, search only: it would be too large" if claims is None else f"{claims:,} claims, checked"
            show(row("certified", said))
    raise typer.Exit(_STATUS[optimum.outcome])


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A DAG file, or - for standard input.")],
    schedule: Annotated[str, typer.Argument(metavar="SCHEDULE", help="A schedule, as text or JSON.")],
    memory: Annotated[
        int | None, typer.Option("-M", "--memory", help="Words of cache; as in a JSON schedule if left out.")
    ] = None,
    variant: Game = None,
    format_name: Format = None,
    as_json: AsJson = False,
) -> None:
    """Replay a schedule move by move, and print its cost or its first illegal move.

    Exit status: 0 legal and complete; 1 a move breaks a rule, or outputs are missing; 4 bad input.
    """
    cdag = read_cdag(file, format_name)
    record = read_schedule(read_text(schedule), cdag, schedule)
    M = record.M if memory is None else memory
    if M is None:
        raise OutOfDomain("the text form of a schedule does not say M; give it with -M")
    rules = record.variant or HONG_KUNG if variant is None else variant_of(variant)
    seen = referee(cdag, record.schedule, M, rules)
    if as_json:
        parts = {"loads": seen.loads, "stores": seen.stores, "computes": seen.computes, "peak": seen.peak}
        show_json({"command": "replay", "graph": cdag.name, "M": M, "variant": str(rules), "cost": seen.cost, **parts})
        return
    show(
        row("graph", size_of(cdag)),
        row("game", f"M = {M}, {rules}"),
        row("legal", f"{len(record.schedule)} moves, every output stored"),
        row("cost", f"{seen.cost}  ({seen.loads} loads, {seen.stores} stores; at most {seen.peak} red pebbles)"),
    )


def _sweep(
    cdag: Cdag, Ms: list[int], rules: Variant, solve: Callable[[int], Optimum], plot: Path | None, as_json: bool
) -> NoReturn:
    """Solves for each M, prints one table, and exits."""
    if plot is not None:
        check_file(plot)  # before the search, not after it
    optima = swept(cdag, Ms, solve)
    if plot is not None:
        picture(plot, cdag, optima, rules)
    if as_json:
        drawn = {} if plot is None else {"plot": str(plot)}
        show_json({"command": "pebble", **about(cdag, rules), "sweep": [_found(o) for o in optima], **drawn})
    else:
        show(row("graph", size_of(cdag)), row("game", str(rules)), "", table_of(optima, trivial_bound(cdag)))
        if plot is not None:
            show("", row("plot", str(plot)))
    raise typer.Exit(status(optima))


def _certify(cdag: Cdag, optimum: Optimum, path: Path) -> int | None:
    """Writes a certificate of the lower bound once the checker has accepted it; returns how many claims it makes."""
    if optimum.lower is None:
        return None
    with progress(None, f"certifying {cdag.name}"):
        found = certificate_of(cdag, optimum.M, optimum.lower, optimum.variant)
        if found is None:
            return None
        proved = proved_bound(found)
    assert proved >= optimum.lower, "the checker of certificates and their maker disagree"
    write(path, certificate_text(found))
    return len(found.claims)


def _by_the_solver(cdag: Cdag, M: int, variant: Variant, budget: int | None, checkpoint: Path | None = None) -> Optimum:
    from graphs.search.solver import BUDGET, optimum  # noqa: PLC0415 - numba is slow to import, and only this needs it

    with progress(None, f"pebbling {cdag.name}, M = {M}") as advance:
        return optimum(
            cdag,
            M,
            variant,
            budget or BUDGET,
            lambda states, lower, upper: advance(f"{states:,} states, {lower} <= optimum <= {upper}"),
            checkpoint=checkpoint,
        )


def _by_the_oracle(cdag: Cdag, M: int, variant: Variant, budget: int | None) -> Optimum:
    with progress(None, f"pebbling {cdag.name}, M = {M}") as advance:
        return oracle(
            cdag,
            M,
            variant,
            budget or DEFAULT_BUDGET,
            lambda states, cost: advance(f"{states:,} states, cost >= {cost}"),
        )


def graph_of(file: str | None, format_name: str | None, family_name: str | None) -> Cdag:
    """Returns the graph that a file or a family names; raises OutOfDomain unless it is one of them."""
    if (file is None) == (family_name is None):
        raise OutOfDomain("give either a FILE or --family, such as --family matmul:2,2,2")
    return family(family_name) if family_name is not None else read_cdag(file or "", format_name)


def variant_of(name: str | None) -> Variant:
    """Returns the variant of a name, the default one for none; raises OutOfDomain for an unknown name."""
    if name is None:
        return HONG_KUNG
    if name not in VARIANTS:
        raise OutOfDomain(f"no variant is called {name!r}; known: {', '.join(VARIANTS)}")
    return VARIANTS[name]


def size_of(cdag: Cdag) -> str:
    """Says in a line what a graph is."""
    edges = cdag.graph.number_of_edges()
    return f"{cdag.name}: {len(cdag)} nodes, {edges} edges, {len(cdag.sources)} sources, {len(cdag.sinks)} sinks"


def row(word: str, what: str) -> Text:
    """Returns a line of a result: a word in bold and what it is."""
    return Text.assemble((f"{word:<10}", "bold"), what)


def _print(cdag: Cdag, optimum: Optimum, path: Path | None) -> None:
    rows = [row("graph", size_of(cdag)), row("game", f"M = {optimum.M}, {optimum.variant}")]
    if optimum.schedule is None:
        show(*rows, row("optimum", optimum.reason))
        return
    seen = referee(cdag, optimum.schedule, optimum.M, optimum.variant)
    parts = f"{seen.loads} loads, {seen.stores} stores"
    if optimum.outcome is Outcome.EXACT:
        rows.append(row("optimum", f"{optimum.cost}  ({parts}; trivial bound {trivial_bound(cdag)})"))
    else:
        why = optimum.reason or "the budget is spent; raise --budget"
        rows.append(row("optimum", f"between {optimum.lower} and {optimum.upper}: {why}"))
    where = f", in {path}" if path else ""
    rows.append(row("schedule", f"{len(optimum.schedule)} moves, replayed by the referee{where}"))
    rows.append(row("states", f"{optimum.states:,}"))
    show(*rows)


def about(cdag: Cdag, variant: Variant) -> dict[str, object]:
    """Returns a graph and a variant of the game as JSON values."""
    return {
        "graph": cdag.name,
        "nodes": len(cdag),
        "edges": cdag.graph.number_of_edges(),
        "trivial": trivial_bound(cdag),
        "variant": {"recompute": variant.recompute, "sliding": variant.sliding},
    }


def _found(optimum: Optimum) -> dict[str, object]:
    return {
        "M": optimum.M,
        "outcome": optimum.outcome,
        "optimum": optimum.cost,
        "lower": optimum.lower,
        "upper": optimum.upper,
        "states": optimum.states,
        "reason": optimum.reason or None,
    }
