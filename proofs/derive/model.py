"""Model: the computation and the game, which every derivation begins with."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from proofs.cite.prose import prose
from proofs.derive.blocks import Block, Paragraph
from proofs.latex import latex
from proofs.lemmas.formulas import LARGE, SMALL
from proofs.statement import term
from symbolic.attention import INPUTS, PRODUCTS, Computation, Stage, input_words, output_words

GAME = (
    "\\emph{The game.} A computation is a directed acyclic graph. Its sources, the inputs, start with a blue pebble, "
    "in memory; its sinks, the outputs, must end with one. At most $M$ nodes have a red pebble, in cache. A load turns "
    "what is blue red too, a store what is red blue too, and each costs one word of I/O. A node that is no source is "
    "computed, at no cost, when all its predecessors are red, and may be computed again; a red pebble may be deleted, "
    "at no cost. These are the rules of Hong and Kung (1981), with recomputation and without sliding; no other variant "
    "of the game is meant anywhere below. A schedule is a list of such moves, and its cost the loads and stores in it."
)


def computation() -> Iterator[Block]:
    """Yields what is computed: matrices, products, and the two formulas that the bounds are compared with."""
    shapes: dict[str, list[str]] = {}
    for matrix in INPUTS:
        shapes.setdefault(rf"{matrix.rows} \times {matrix.columns}", []).append(matrix.name)
    inputs = " and ".join(f"{prose(', '.join(names))} (each ${shape}$)" for shape, names in shapes.items())
    products = ", ".join(prose(p.name) for p in PRODUCTS if p.stage is not Stage.Y)
    backward = input_words(Computation.X) + output_words(Computation.X)
    yield Paragraph(
        f"\\emph{{The computation.}} The inputs are {inputs}. Let $O = D^{{-1}} \\exp(A_{{1}} X A_{{2}}^{{T}}) A_{{3}} "
        "Y$, where $D$ is the diagonal matrix of the row sums of the exponential. The backward pass to $X$ computes "
        "the gradient dX of half the squared distance of $O$ from $E$, and the forward pass computes $O$. The matrix "
        f"products are {products}; each of their entries is a sum of products in a chain. Pt is $\\exp(S)$ entry by "
        "entry, $O$ is $N$ divided by the row sums of Pt, and $G = O - E$. Then $t$ is dP minus the row sums of the "
        "products of $G$ and $O$, entry by entry, and dS is the product of $t$ and of Pt divided by its row sums. "
        f"Inputs and outputs of the backward pass to $X$ are ${sympy.latex(backward)}$ words."
    )
    yield Paragraph(
        f"\\emph{{The formulas.}} $A = {latex(term(LARGE))}$, $B = {latex(term(SMALL))}$, and $\\Phi = n d + d^{{2}} + "
        "\\min\\left\\{A, B\\right\\}$; statements below have them written out."
    )
