"""bound: the exact I/O of a program as a formula, in the four lines that IOLB prints, and where it is feasible."""

from __future__ import annotations

from typing import Annotated

import sympy
import typer
from rich.text import Text

from graphs.programs.program import Program
from proofs.cli.sizes import program
from proofs.cli.terminal import show, show_json
from symbolic.exact import polynomial
from symbolic.leading import Regime, leading_term
from symbolic.survey import least_formula


def bound(
    name: Annotated[str, typer.Argument(metavar="PROGRAM", help="Its name; `pebbleproof programs` lists all.")],
    derive: Annotated[bool, typer.Option("--derive", help="Show how the loops add up to the formula.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Print what a program moves: inputs, full expression, asymptotic, simplified; all words, for its best tiles."""
    wanted = program(name)
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
