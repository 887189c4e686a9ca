"""bound: the exact I/O of a program as a formula, in the four lines that IOLB prints; or the interval of a DAG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import sympy
import typer
from rich.text import Text

from graphs.errors import OutOfDomain
from graphs.formats.source import STDIN
from graphs.programs import PROGRAMS
from graphs.programs.program import Program
from proofs.cli import values
from proofs.cli.interval import print_interval
from proofs.cli.pebble import AsJson, Family, Format, Game, graph_of, variant_of
from proofs.cli.sizes import program
from proofs.cli.terminal import show, show_json
from symbolic.exact import polynomial
from symbolic.leading import Regime, leading_term
from symbolic.survey import least_formula


def bound(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A program; `pebbleproof programs` lists all. With -M: a DAG file, or -.",
            autocompletion=values.programs,
        ),
    ] = None,
    memory: Annotated[
        int | None, typer.Option("-M", "--memory", help="Cache size in words: bound the optimum of a DAG.")
    ] = None,
    family_name: Family = None,
    format_name: Format = None,
    variant: Game = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="States that the exact search may store; 50,000 if left out.")
    ] = None,
    derive: Annotated[bool, typer.Option("--derive", help="Show how the loops add up to the formula.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print what a program moves, for its best tiles, or with -M bounds on the least I/O of a DAG; all in words.

    For a program: inputs, full expression, asymptotic, simplified. For a DAG: the interval in which its optimum lies,
    each lower bound with the variants of the game in which it holds, and who gave each end.

    Exit status: 0 bounds printed; 1 no schedule exists with so few words; 4 bad input.
    """
    if memory is not None:
        if derive:
            raise OutOfDomain("--derive is for a program; give its name without -M")
        print_interval(graph_of(name, format_name, family_name), memory, variant_of(variant), budget, as_json)
    elif (name, family_name, format_name, variant, budget) != (name, None, None, None, None) or name is None:
        raise OutOfDomain("give the name of a program, or -M and a DAG: a FILE or --family, such as --family fft:8")
    elif name not in PROGRAMS and (name == STDIN or Path(name).exists()):
        raise OutOfDomain(f"{name} is a file; give -M with it for bounds on the optimum of its DAG")
    else:
        _print_formula(program(name), derive, as_json)


def _print_formula(wanted: Program, derive: bool, as_json: bool) -> None:
    count = polynomial(wanted)
    leading = {regime: leading_term(count, wanted, regime) for regime in Regime}
    if as_json:
        show_json(
            {
                "command": "bound",
                **_document(wanted),
                "loads": str(count.loads),
                "stores": str(count.stores),
                "peak": str(count.fitted_peak),
                "least_M": least_formula(wanted),
                "asymptotic": {regime: str(term) for regime, term in leading.items()},
                "simplified": {regime: f"Theta({_bare(term)})" for regime, term in leading.items()},
            }
        )
        return
    regimes = [f"{term} ({regime})" for regime, term in leading.items()]
    simple = [f"Theta({_bare(term)}) ({regime})" for regime, term in leading.items()]
    if len({str(term) for term in leading.values()}) == 1:
        regimes, simple = [str(next(iter(leading.values())))], [f"Theta({_bare(next(iter(leading.values())))})"]
    show(
        _row("inputs", f"{', '.join(wanted.sizes)}, M; tiles {', '.join(wanted.tiles) or 'none'}; {_reads(wanted)}"),
        _row("full", f"{sympy.expand(count.io)}"),
        _row("asymptotic", "; ".join(regimes)),
        _row("simplified", "; ".join(simple)),
        _row("peak", f"{count.fitted_peak} words, tiles being no larger than what they cut"),
        _row("graph", "the CDAG of the theorem" if wanted.family else "one of its own, not the CDAG of the theorem"),
        _row("best tiles", "; ".join(f"{t} = {size}" for t, size in wanted.closed_form.items()) or "none"),
        _row("feasible", f"M >= {least_formula(wanted)}"),
    )
    if derive:
        show("", count.derivation.text())


def _bare(term: sympy.Expr) -> sympy.Expr:
    """A leading term without its constant."""
    parts = [part.as_coeff_Mul()[1] for part in sympy.Add.make_args(term)]
    return sympy.Add(*parts)


def _reads(wanted: Program) -> str:
    shapes = [f"{name} {' x '.join(shape)}" for name, shape in wanted.task.inputs.items()]
    return f"reads {', '.join(shapes)}"


def _document(wanted: Program) -> dict[str, object]:
    return {
        "program": wanted.name,
        "title": wanted.title,
        "computes": wanted.task.name,
        "sizes": list(wanted.sizes),
        "tiles": list(wanted.tiles),
    }


def _row(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<12}", "bold"), what)
