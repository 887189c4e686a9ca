"""Nest: the loops of a program as lines of a page, each with its words, up to the exact sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import sympy

from proofs.cite.prose import prose
from proofs.derive.blocks import Block, Claim, Head, Nest, Paragraph, code, link
from proofs.derive.loops import BACKING, Line, Loops
from proofs.derive.step import Step
from proofs.latex import latex, symbol
from proofs.statement import Term
from symbolic.derivation import Loop, Peak, Phase, Transfer


def programs(steps: Iterable[Step]) -> dict[str, Loops]:
    """Returns the programs whose cost some steps state, by name."""
    return {loops.program.name: loops for loops in chain.from_iterable(step.loops for step in steps)}


def loop_nest(loops: Loops) -> Iterator[Block]:
    """Yields the loop nest of a program, what each line costs once its loops are closed, and the exact sum."""
    program, count = loops.program, loops.count
    anchor = f"program-{program.name}"
    yield Head(anchor, f"Program {code(program.name)}", prose(f"{program.title}: {program.task.name}"), "", None)
    backed = (
        f"{link(BACKING, BACKING)} says that its schedules are legal and cost this, no more and no less"
        if loops.backed
        else "no statement of the catalogue is about it: the sum is derived from its text"
    )
    yield Paragraph(
        f"Its loops, with the words that a line moves: first in one turn, then after closing each loop around it, "
        f"inside out, the arrow with the number of the loop; {backed}.",
        small=True,
    )
    yield Nest(tuple((line.depth, _line(line)) for line in loops.lines()))
    yield Paragraph("So the program moves, loads and stores in turn, exactly")
    yield Claim(rf"{sympy.latex(count.loads)} \quad\text{{and}}\quad {sympy.latex(count.stores)}", " words,")
    yield Paragraph("together")
    yield Claim(sympy.latex(sympy.expand(count.io)))
    peaks = [f"${sympy.latex(peak.words)}$ words ({_parts(peak)})" for peak in count.derivation.peaks]
    what = "At its fullest, the cache holds " + "; or ".join(peaks)
    fitted = ", tiles being no larger than what they cut" if program.tiles else ""
    yield Paragraph(f"{what}{fitted}.", small=True)


def _parts(peak: Peak) -> str:
    return ", ".join(f"${sympy.latex(words)}$ for {prose(name)}" for name, words in peak.parts)


def _line(line: Line) -> str:
    match line.step:
        case Phase(title):
            return rf"\emph{{{prose(title)}}}"
        case Loop(number, extent, size, tile, skipped):
            if tile is None:
                but = f" but the first {skipped}" if skipped else ""
                return f"({number}) for each of ${sympy.latex(extent)}${but}"
            tiles = sympy.latex(sympy.ceiling(extent / size))
            return f"({number}) for each of ${tiles}$ tiles of ${sympy.latex(extent)}$, of length ${sympy.latex(tile)}$"
        case Transfer(kind, matrix, words):
            arrows = "".join(rf" \xrightarrow{{{number}}} {sympy.latex(sum_)}" for number, sum_ in line.closed)
            return f"{kind} {prose(matrix)}: ${sympy.latex(words)}{arrows}$"
    raise AssertionError(line)


def summed(loops: Loops) -> str:
    """Returns that the loops of a program add up to what a statement says, with its tiles."""
    program = loops.program
    tiles = ", ".join(f"${symbol(name)} := {latex(size)}$" for name, size in loops.tiles)
    where = f" with {tiles}" if tiles else ""
    stated: Term | None = loops.stated
    formula = f"${latex(stated)}$, as stated" if stated is not None else "what is stated"
    nest = link(f"program-{program.name}", code(program.name))
    return f"The loops of {nest}{where} add up to {formula}; both are compared as polynomials."
