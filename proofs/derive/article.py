"""Article: one derivation as the blocks of a page: definitions, steps, and certificates."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.cite.prose import prose
from proofs.derive import nest, told
from proofs.derive.blocks import Block, Heading, Paragraph, code
from proofs.derive.derivation import Derivation
from proofs.derive.identities import HOW
from proofs.derive.model import GAME, computation


def title(made: Derivation) -> str:
    """Returns the title of a derivation."""
    called = made.name if made.program is not None else made.steps[-1].statement.called
    return f"Derivation of {code(called)}: {prose(made.title)}"


def blocks(made: Derivation) -> Iterator[Block]:
    """Yields a derivation, definitions first."""
    numbers = told.numbered(made.steps)
    yield Heading("Definitions", "definitions")
    yield from computation()
    yield Paragraph(GAME)
    if made.definitions:
        yield Paragraph("For whole $n$, $d$, $M \\ge 1$ these numbers are fixed:")
        yield told.meanings(made.definitions)
    programs = nest.programs(made.steps)
    if made.program is not None:
        programs = {made.program.program.name: made.program, **programs}
    if programs:
        yield Heading("Programs", "programs")
        for loops in programs.values():
            yield from nest.loop_nest(loops)
    if made.steps:
        yield Heading("Steps", "steps")
        for step in made.steps:
            yield from told.statement(step, numbers)
    if made.beside:
        yield Heading("Beside it", "beside")
        for step, why in made.beside:
            yield from told.aside(step, why)
    if made.patterns:
        yield Heading("The literal sparse bound and its counterexamples", "patterns")
        yield from told.pattern_table(made.patterns)
    if numbers:
        yield Heading("Certificates", "certificates", appendix=True)
        yield Paragraph(HOW)
        yield from told.certificates(made.steps, numbers)
