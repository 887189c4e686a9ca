"""Derivations: the loops of a program, what each load and store in them costs, and how the totals come about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import sympy

from graphs.errors import BadProgram


@dataclass(frozen=True)
class Transfer:
    """One load or store in the text of a program: `words` words each time it is reached.

    One that `resumes` is not reached in the first turn of the innermost loop around it.
    """

    kind: str
    matrix: str
    words: sympy.Expr
    resumes: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {self.matrix}{', from turn 2 on' if self.resumes else ''}"


@dataclass(frozen=True)
class Loop:
    """A loop over `extent` indices without the `first` ones, in tiles of `size`; `tile` is the length of any one tile.

    Without `tile` the indices pass one at a time.
    """

    number: int
    extent: sympy.Expr
    size: sympy.Expr
    tile: sympy.Symbol | None
    first: int
    steps: tuple[Step, ...]

    def close(self, words: sympy.Expr) -> sympy.Expr:
        """Returns what something costs in the whole loop that costs `words` in one turn.

        The lengths of the tiles add up to the extent, and there are ceiling(extent/size) tiles; so a cost that is
        linear in the length of the tile has an exact sum. Raises BadProgram for another.

        >>> n, B, tile = sympy.symbols("n B tau", integer=True, positive=True)
        >>> Loop(1, n, B, tile, 0, ()).close(3 * tile + 2)
        3*n + 2*ceiling(n/B)
        """
        if self.tile is None:
            return sympy.expand(words * (self.extent - self.first))
        constant, *slopes = sympy.Poly(words, self.tile).all_coeffs()[::-1]
        if len(slopes) > 1:
            raise BadProgram(f"{words} is not linear in the length {self.tile} of a tile: its sum depends on the tiles")
        slope = slopes[0] if slopes else sympy.Integer(0)
        return sympy.expand(constant * sympy.ceiling(self.extent / self.size) + slope * self.extent)

    def __str__(self) -> str:
        if self.tile is None:
            skipped = f" but the first {self.first}" if self.first else ""
            return f"loop {self.number}: {self.extent}{skipped}, one at a time"
        count = sympy.ceiling(self.extent / self.size)
        return f"loop {self.number}: {self.extent} in {count} tiles of {self.size}; {self.tile} is the length of one"


@dataclass(frozen=True)
class Phase:
    """A titled part of a program."""

    title: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.title


Step = Transfer | Loop | Phase


@dataclass(frozen=True)
class Contribution:
    """What one load or store adds to the total: its words, and the sums after closing each loop, inside out."""

    transfer: Transfer
    loops: tuple[Loop, ...]
    phases: tuple[str, ...]

    @cached_property
    def sums(self) -> tuple[sympy.Expr, ...]:
        """The words of one visit, then the sum over the innermost loop, and so on to the total."""
        sums = [self.transfer.words]
        for loop in reversed(self.loops):
            skipped = self.transfer.words if self.transfer.resumes and len(sums) == 1 else 0
            sums.append(loop.close(sums[-1]) - skipped)
        return tuple(sums)

    @property
    def total(self) -> sympy.Expr:
        """The words that this load or store moves in the whole program."""
        return self.sums[-1]


@dataclass(frozen=True)
class Peak:
    """A moment at which the cache is at its fullest: what it holds, in words, tiles being no larger than what they cut.

    The last part is what the operation of that moment needs on top.
    """

    parts: tuple[tuple[str, sympy.Expr], ...]

    @property
    def words(self) -> sympy.Expr:
        """The sum of the parts."""
        return sympy.expand(sum(words for _, words in self.parts))

    def __str__(self) -> str:
        return f"{self.words} = " + " + ".join(f"{words} [{name}]" for name, words in self.parts)


@dataclass(frozen=True)
class Derivation:
    """How the I/O and the peak of a program come about.

    `peaks` has several entries if it depends on the sizes which is the largest.
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    peaks: tuple[Peak, ...]

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """Every load and store, in the order of the program."""
        return tuple(_contributions(self.steps, (), ()))

    def total(self, kind: str) -> sympy.Expr:
        """Returns the words of all transfers of a kind, load or store."""
        return sympy.Add(*(c.total for c in self.contributions if c.transfer.kind == kind))

    def text(self) -> str:
        """Returns the derivation as indented plain text."""
        return "\n".join([self.title, *_text(self.steps, self.contributions), *self._totals()]) + "\n"

    def _totals(self) -> list[str]:
        lines = [f"{kind}s: {self.total(kind)}" for kind in ("load", "store")]
        return lines + [f"peak: {peak}" for peak in self.peaks]

    def markdown(self) -> str:
        """Returns the derivation as Markdown: a list of loops, a table of contributions, and the totals."""
        lines = [f"## {self.title}", "", "| part | transfer | words a visit | loops | total |", "|---|---|---|---|---|"]
        for c in self.contributions:
            loops = ", ".join(str(loop.number) for loop in c.loops) or "none"
            words, total = (f"${sympy.latex(x)}$" for x in (c.sums[0], c.total))
            lines.append(f"| {': '.join(c.phases)} | {c.transfer} | {words} | {loops} | {total} |")
        lines += ["", *(f"- {_sentence(loop)}" for loop in _loops(self.steps)), ""]
        lines += [f"- {kind}s: ${sympy.latex(self.total(kind))}$" for kind in ("load", "store")]
        lines += [f"- peak: ${sympy.latex(peak.words)}$ words: {_parts(peak)}" for peak in self.peaks]
        return "\n".join(lines) + "\n"

    def latex(self) -> str:
        """Returns the derivation as LaTeX (amsmath): a line for each load and store, an arrow for each loop closed."""
        lines = [rf"\paragraph{{{_escaped(self.title)}.}}"]
        lines += [_sentence(loop) + r" \\" for loop in _loops(self.steps)]
        rows = []
        for c in self.contributions:
            arrows = [rf"\xrightarrow{{{loop.number}}} {sympy.latex(x)}" for loop, x in _closings(c)]
            rows.append(rf"\text{{{_escaped(str(c.transfer))}:}} &\quad {sympy.latex(c.sums[0])} {' '.join(arrows)}")
        for kind in ("load", "store"):
            rows.append(rf"\text{{all {kind}s:}} &\quad {sympy.latex(self.total(kind))}")
        rows += [rf"\text{{peak:}} &\quad {sympy.latex(peak.words)}" for peak in self.peaks]
        return "\n".join([*lines, r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]) + "\n"


def _contributions(steps: tuple[Step, ...], loops: tuple[Loop, ...], phases: tuple[str, ...]) -> Iterator[Contribution]:
    for step in steps:
        match step:
            case Transfer():
                yield Contribution(step, loops, phases)
            case Loop():
                yield from _contributions(step.steps, (*loops, step), phases)
            case Phase():
                yield from _contributions(step.steps, loops, (*phases, step.title))


def _loops(steps: tuple[Step, ...]) -> Iterator[Loop]:
    for step in steps:
        if isinstance(step, Loop):
            yield step
        if not isinstance(step, Transfer):
            yield from _loops(step.steps)


def _closings(c: Contribution) -> Iterator[tuple[Loop, sympy.Expr]]:
    return zip(reversed(c.loops), c.sums[1:], strict=True)


def _text(steps: tuple[Step, ...], contributions: tuple[Contribution, ...]) -> list[str]:
    """The lines of nested steps; contributions come in the same order as their transfers."""
    remaining = iter(contributions)

    def lines(inner: tuple[Step, ...], depth: int) -> Iterator[str]:
        for step in inner:
            indent = "  " * depth
            if isinstance(step, Transfer):
                c = next(remaining)
                sums = "".join(f"; after loop {loop.number}: {x}" for loop, x in _closings(c))
                yield f"{indent}{step}: {step.words}{sums}"
            else:
                yield f"{indent}{step}"
                yield from lines(step.steps, depth + 1)

    return list(lines(steps, 1))


def _sentence(loop: Loop) -> str:
    extent = sympy.latex(loop.extent)
    if loop.tile is None:
        skipped = f" but the first {loop.first}" if loop.first else ""
        return f"Loop {loop.number}: ${extent}$ indices{skipped}, one at a time."
    count = sympy.latex(sympy.ceiling(loop.extent / loop.size))
    return f"Loop {loop.number}: ${extent}$ indices in ${count}$ tiles, each of some length ${sympy.latex(loop.tile)}$."


def _parts(peak: Peak) -> str:
    return ", ".join(f"{name} ${sympy.latex(words)}$" for name, words in peak.parts)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\textbackslash ").translate({ord(c): "\\" + c for c in "_&%#$"}).replace("^", r"\^{}")
