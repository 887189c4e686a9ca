"""Md: blocks as Markdown in GitHub's flavour, with mathematics in dollar signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from proofs.derive.blocks import Block, Claim, Head, Heading, Identity, Meanings, Nest, Paragraph, Points, Table
from proofs.derive.inline import markdown, mathjax, width

_LINE = 90


def page(title: str, blocks: Iterable[Block]) -> str:
    """Returns a page; the same blocks give the same bytes.

    >>> print(page("Halves", [Paragraph(r"For all $n \\ge 1$:"), Claim("n/2 < n")]))
    # Halves
    <BLANKLINE>
    For all $n \\ge 1$:
    <BLANKLINE>
    $$n/2 \\lt n.$$
    <BLANKLINE>
    """
    lines = [f"# {markdown(title)}"]
    numbers = count(1)
    for block in blocks:
        if isinstance(block, Heading):
            lines += ["", *_heading(block, numbers)]
        else:
            lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _heading(heading: Heading, numbers: Iterator[int]) -> Iterator[str]:
    """A heading with its anchor; sections are numbered as LaTeX numbers them."""
    number = "" if heading.depth > 1 else "A " if heading.appendix else f"{next(numbers)} "
    yield f'<a id="{heading.anchor}"></a>'
    yield ""
    yield f"{'#' * (heading.depth + 1)} {number}{markdown(heading.text)}"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield markdown(text)
        case Head(anchor, called, title, digits, level):
            about = f" ({markdown(title)})" if title else ""
            standing = f" — {level.word} `{digits}`" if level is not None else ""
            yield f'<a id="{anchor}"></a>**{markdown(called)}**{about}{standing}'
        case Claim(formula, end):
            yield f"$${mathjax(formula)}{end if len(end) == 1 else _text(end)}$$"
        case Points(texts):
            yield from (f"- {markdown(text)}" for text in texts)
        case Meanings(pairs):
            yield from (f"- ${mathjax(name)}$: {markdown(text)}" for name, text in pairs)
        case Nest(nested):
            yield from (f"{'  ' * depth}- {markdown(text)}" for depth, text in nested)
        case Identity(number, before, summands, after):
            yield f"({number}) {markdown(before)}"
            yield ""
            yield from _aligned(summands)
            yield ""
            yield markdown(after)
        case Table(head, rows, widths):
            yield _row(head)
            yield "|" + "|".join("---:" if part < 0 else "---" for part in widths) + "|"
            yield from map(_row, rows)


def _text(end: str) -> str:
    return rf"\text{{{end}}}"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(markdown(cell) for cell in cells) + " |"


def _aligned(summands: Iterable[str]) -> Iterator[str]:
    """A sum, with a new line wherever one is full."""
    first, *others = summands
    lines = [first]
    for summand in others:
        if width(lines[-1]) + width(summand) > _LINE:
            lines.append(f"+ {summand}")
        else:
            lines[-1] += f" + {summand}"
    yield "```math"
    if len(lines) == 1:
        yield f"0 = {lines[0]}"
    else:
        yield r"\begin{aligned}"
        yield "0 ={}& " + " \\\\\n& ".join(lines)
        yield r"\end{aligned}"
    yield "```"
