"""pebble and replay: the least I/O cost of a DAG, with a schedule, and the referee for any schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
from proofs.cli.terminal import progress, show, show_json, write

GraphFile = Annotated[str | None, typer.Argument(metavar="FILE", help="A DAG file, or - for standard input.")]
Format = Annotated[str | None, typer.Option("--format", help="The file's format, if its suffix does not tell.")]
Family = Annotated[str | None, typer.Option("--family", help="A generated graph, such as matmul:2,2,2.")]
Game = Annotated[str | None, typer.Option("--variant", help=f"One of {', '.join(VARIANTS)}.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

_STATUS = {Outcome.EXACT: HOLDS, Outcome.INFEASIBLE: REFUTED, Outcome.BUDGET_SPENT: UNDECIDED}


def pebble(
    memory: Annotated[int, typer.Option("-M", "--memory", help="Cache size: red pebbles, in words.")],
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
    as_json: AsJson = False,
) -> None:
    """Find the least I/O cost (loads plus stores) of a DAG with M words of cache.

    Interrupted by Ctrl-C it prints the bounds reached so far, as when the budget is spent.

    Exit status: 0 optimum found; 1 no schedule exists with so few words; 3 budget spent, bounds printed; 4 bad input.
    """
    cdag = _graph(file, format_name, family_name)
    rules = _variant(variant)
    optimum = (_by_the_oracle if plain else _by_the_solver)(cdag, memory, rules, budget)
    if schedule is not None and optimum.schedule is not None:
        as_text = schedule.suffix != ".json"
        write(schedule, to_text(optimum.schedule) if as_text else to_json(optimum.schedule, cdag, memory, rules))
    claims = None if certificate is None else _certify(cdag, optimum, certificate)
    if as_json:
        extra = {} if certificate is None else {"certificate": claims}
        show_json({"command": "pebble", **_document(cdag, optimum), **extra})
    else:
        _print(cdag, optimum, schedule)
        if certificate is not None:
            said = "none, search only: it would be too large" if claims is None else f"{claims:,} claims, checked"
            show(_row("certified", said))
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
    rules = record.variant or HONG_KUNG if variant is None else _variant(variant)
    seen = referee(cdag, record.schedule, M, rules)
    if as_json:
        parts = {"loads": seen.loads, "stores": seen.stores, "computes": seen.computes, "peak": seen.peak}
        show_json({"command": "replay", "graph": cdag.name, "M": M, "variant": str(rules), "cost": seen.cost, **parts})
        return
    show(
        _row("graph", _size(cdag)),
        _row("game", f"M = {M}, {rules}"),
        _row("legal", f"{len(record.schedule)} moves, every output stored"),
        _row("cost", f"{seen.cost}  ({seen.loads} loads, {seen.stores} stores; at most {seen.peak} red pebbles)"),
    )


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


def _by_the_solver(cdag: Cdag, M: int, variant: Variant, budget: int | None) -> Optimum:
    from graphs.search.solver import BUDGET, optimum  # noqa: PLC0415 - numba is slow to import, and only this needs it

    with progress(None, f"pebbling {cdag.name}") as advance:
        return optimum(
            cdag,
            M,
            variant,
            budget or BUDGET,
            lambda states, lower, upper: advance(f"{states:,} states, {lower} <= optimum <= {upper}"),
        )


def _by_the_oracle(cdag: Cdag, M: int, variant: Variant, budget: int | None) -> Optimum:
    with progress(None, f"pebbling {cdag.name}") as advance:
        return oracle(
            cdag,
            M,
            variant,
            budget or DEFAULT_BUDGET,
            lambda states, cost: advance(f"{states:,} states, cost >= {cost}"),
        )


def _graph(file: str | None, format_name: str | None, family_name: str | None) -> Cdag:
    if (file is None) == (family_name is None):
        raise OutOfDomain("give either a FILE or --family, such as --family matmul:2,2,2")
    return family(family_name) if family_name is not None else read_cdag(file or "", format_name)


def _variant(name: str | None) -> Variant:
    if name is None:
        return HONG_KUNG
    if name not in VARIANTS:
        raise OutOfDomain(f"no variant is called {name!r}; known: {', '.join(VARIANTS)}")
    return VARIANTS[name]


def _size(cdag: Cdag) -> str:
    edges = cdag.graph.number_of_edges()
    return f"{cdag.name}: {len(cdag)} nodes, {edges} edges, {len(cdag.sources)} sources, {len(cdag.sinks)} sinks"


def _row(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<10}", "bold"), what)


def _print(cdag: Cdag, optimum: Optimum, path: Path | None) -> None:
    rows = [_row("graph", _size(cdag)), _row("game", f"M = {optimum.M}, {optimum.variant}")]
    if optimum.schedule is None:
        show(*rows, _row("optimum", optimum.reason))
        return
    seen = referee(cdag, optimum.schedule, optimum.M, optimum.variant)
    parts = f"{seen.loads} loads, {seen.stores} stores"
    if optimum.outcome is Outcome.EXACT:
        rows.append(_row("optimum", f"{optimum.cost}  ({parts}; trivial bound {trivial_bound(cdag)})"))
    else:
        why = optimum.reason or "the budget is spent; raise --budget"
        rows.append(_row("optimum", f"between {optimum.lower} and {optimum.upper}: {why}"))
    where = f", in {path}" if path else ""
    rows.append(_row("schedule", f"{len(optimum.schedule)} moves, replayed by the referee{where}"))
    rows.append(_row("states", f"{optimum.states:,}"))
    show(*rows)


def _document(cdag: Cdag, optimum: Optimum) -> dict[str, object]:
    return {
        "graph": cdag.name,
        "nodes": len(cdag),
        "edges": cdag.graph.number_of_edges(),
        "M": optimum.M,
        "variant": {"recompute": optimum.variant.recompute, "sliding": optimum.variant.sliding},
        "outcome": optimum.outcome,
        "optimum": optimum.cost,
        "lower": optimum.lower,
        "upper": optimum.upper,
        "trivial": trivial_bound(cdag),
        "states": optimum.states,
        "reason": optimum.reason or None,
    }
