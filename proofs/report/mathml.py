"""MathML: statements as mathematics for a browser, from the same tree that is checked, with the plain text beside it.

The quirks that are worked around are Chromium's: a stretched fence has gaps at its sides, so that fences stretch around
something tall only, and the bar of a root touches capital letters, so that every root has a strut.
"""

from __future__ import annotations

import re
from html import escape

from markupsafe import Markup

from proofs.statement import Apply, Connected, Connective, Node, Number, Operator, Relation, Sign, Term, Variable
from proofs.text import strength, text

_SIGNS = {Sign.LESS: "<", Sign.AT_MOST: "≤", Sign.EQUAL: "=", Sign.AT_LEAST: "≥", Sign.GREATER: ">"}
_GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "theta": "θ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Theta": "Θ",
}
_SUM, _PRODUCT, _POWER, _ATOM = 5, 6, 8, 9
INVISIBLE_TIMES, APPLY = "<mo>\u2062</mo>", "<mo>\u2061</mo>"
_GROUPED = 10_000
"""Numbers from here on have their digits in groups of three."""


def mathml(node: Node, display: bool = False, said: bool = True) -> Markup:
    """Returns a term or formula as a <math> element; a displayed one has its fractions one above the other.

    The element carries the text of the catalogue, for whatever shows no MathML, if `said`.

    >>> from proofs.statement import formula
    >>> print(mathml(formula("x_1 <= 2"), said=False))
    <math><msub><mi>x</mi><mn>1</mn></msub><mo>≤</mo><mn>2</mn></math>
    """
    spoken = f' alttext="{escape(text(node))}"' if said else ""
    block = ' display="block"' if display else ""
    return Markup(f"<math{block}{spoken}>{_Printer(display).show(node)}</math>")


def symbol(name: str) -> Markup:
    """Returns a name as MathML: a Greek word as its letter, what follows the first letter or an underscore as an index.

    >>> print(symbol("delta"), symbol("M1"), symbol("Zin"))
    <mi>δ</mi> <msub><mi>M</mi><mn>1</mn></msub> <mi>Zin</mi>
    """
    stem, _, index = name.partition("_")
    if not index:
        parts = re.fullmatch(r"([A-Za-z]+?)(\d*)", name)
        stem, index = parts.groups() if parts else (name, "")
    letter = _GREEK.get(stem, stem)
    upright = ' mathvariant="normal"' if "Α" <= letter <= "Ω" else ""
    shown = f"<mi{upright}>{escape(letter)}</mi>"
    if index:
        tag = "mn" if index.isdigit() else "mi"
        shown = f"<msub>{shown}<{tag}>{escape(_GREEK.get(index, index))}</{tag}></msub>"
    return Markup(shown)


def number(value: int) -> Markup:
    """Returns a whole number that is not negative as MathML.

    >>> print(number(9999), number(12544))
    <mn>9999</mn> <mn>12,544</mn>
    """
    return Markup(f"<mn>{value:,}</mn>" if value >= _GROUPED else f"<mn>{value}</mn>")


def fenced(left: str, inside: str, right: str) -> str:
    """Returns MathML between two fences, which grow with something tall."""
    flat = "" if "<mfrac" in inside or "<msqrt" in inside else ' stretchy="false"'
    return f"<mrow><mo{flat}>{left}</mo>{inside}<mo{flat}>{right}</mo></mrow>"


def root(inside: str) -> str:
    """Returns MathML under a root sign."""
    return f'<msqrt><mrow>{inside}<mspace height=".84em"/></mrow></msqrt>'


class _Printer:
    """Prints a tree; `stacked` says whether quotients are fractions, one part above the other, or have a slash."""

    def __init__(self, stacked: bool) -> None:
        self.stacked = stacked

    def show(self, node: Node) -> str:
        match node:
            case Number(value):
                return str(number(value))
            case Variable(name):
                return str(symbol(name))
            case Apply():
                return self.term(node)
            case Relation(sign, left, right):
                return f"{self.show(left)}<mo>{escape(_SIGNS[sign])}</mo>{self.show(right)}"
            case Connected(connective, parts):
                return self.connected(connective, parts)
        raise AssertionError(node)

    def term(self, node: Apply) -> str:
        match node.operator, node.arguments:
            case Operator.NEGATE, (argument,):
                return f'<mo form="prefix">−</mo>{self.inside(argument, _PRODUCT)}'
            case Operator.SQRT, (argument,):
                return root(_Printer(False).show(argument))
            case (Operator.MIN | Operator.MAX) as function, arguments:
                listed = "<mo>,</mo>".join(map(self.show, arguments))
                return f"<mi>{function}</mi>{APPLY}{fenced('{', listed, '}')}"
            case Operator.DIVIDE, (left, right):
                return self.quotient(left, right)
            case Operator.POWER, (base, exponent):
                return f"<msup>{_one(base, self.inside(base, _ATOM))}{self.show(exponent)}</msup>"
            case Operator.MULTIPLY, (left, right):
                return self.product(left, right)
            case operator, (left, right):
                sign = "−" if operator is Operator.SUBTRACT else "+"
                least = _SUM + (operator is Operator.SUBTRACT)
                return f"{self.show(left)}<mo>{sign}</mo>{self.behind(right, least)}"
        raise AssertionError(node)

    def product(self, left: Term, right: Term) -> str:
        first = self.inside(left, _PRODUCT)
        if _is_quotient(left) and not self.stacked:
            first = self.fraction(left)  # 1/4 x on one line would be read as 1/(4x)
        between = INVISIBLE_TIMES
        if _starts_with_digit(right):
            between = "<mo>·</mo>"
        elif isinstance(right, Apply) and right.operator in (Operator.MIN, Operator.MAX):
            between = '<mspace width=".17em"/>'
        return first + between + self.behind(right, _PRODUCT)

    def quotient(self, left: Term, right: Term) -> str:
        function = isinstance(left, Apply) and left.operator in (Operator.MIN, Operator.MAX)
        if (self.stacked and not function) or (isinstance(left, Number) and isinstance(right, Number)):
            return self.fraction(Apply(Operator.DIVIDE, (left, right)))
        slash = '<mo lspace="0" rspace="0">/</mo>'
        return f"{self.inside(left, _PRODUCT)}{slash}{self.inside(right, _POWER)}"

    @staticmethod
    def fraction(quotient: Node) -> str:
        assert isinstance(quotient, Apply)
        flat = _Printer(False).show
        above, below = (_one(part, flat(part)) for part in quotient.arguments)
        return f"<mfrac>{above}{below}</mfrac>"

    def inside(self, part: Node, least: int) -> str:
        stands_alone = self.stacked and _is_quotient(part) and least <= _PRODUCT
        shown = self.show(part)
        return shown if strength(part) >= least or stands_alone else fenced("(", shown, ")")

    def behind(self, part: Node, least: int) -> str:
        """A right operand: a minus sign must not follow another sign, nor a quotient with a slash a factor."""
        negated = isinstance(part, Apply) and part.operator is Operator.NEGATE
        slashed = _is_quotient(part) and not self.stacked and least == _PRODUCT
        return fenced("(", self.show(part), ")") if negated or slashed else self.inside(part, least)

    def connected(self, connective: Connective, parts: tuple[Node, ...]) -> str:
        match connective:
            case Connective.NOT:
                return f'<mo form="prefix">¬</mo>{fenced("(", self.show(parts[0]), ")")}'
            case Connective.IFF:
                return _worded("if and only if").join(map(self.part, parts))
            case Connective.AND if len(chain := _chain(parts)) == len(parts):
                following = (f"<mo>{escape(_SIGNS[link.sign])}</mo>{self.show(link.right)}" for link in chain)
                return "".join([self.show(chain[0].left), *following])
        return _worded(str(connective)).join(map(self.part, parts))

    def part(self, part: Node) -> str:
        """A part of a connected formula: connected ones stand in parentheses, all but a negation, which has its own."""
        alone = isinstance(part, Relation) or (isinstance(part, Connected) and part.connective is Connective.NOT)
        return self.show(part) if alone else fenced("(", self.show(part), ")")


def _one(node: Node, shown: str) -> str:
    """What is shown of a term as one element."""
    return shown if isinstance(node, Number | Variable) else f"<mrow>{shown}</mrow>"


def _chain(parts: tuple[Node, ...]) -> list[Relation]:
    """The first parts that are one chain: relations that start with the term that the one before ends with."""
    chain: list[Relation] = []
    for part in parts:
        if not isinstance(part, Relation) or (chain and chain[-1].right != part.left):
            break
        chain.append(part)
    return chain


def _worded(word: str) -> str:
    return f'<mspace width=".6em"/><mtext>{word}</mtext><mspace width=".6em"/>'


def _is_quotient(node: Node) -> bool:
    return isinstance(node, Apply) and node.operator is Operator.DIVIDE


def _starts_with_digit(node: Node) -> bool:
    while isinstance(node, Apply) and node.operator in (Operator.MULTIPLY, Operator.POWER, Operator.DIVIDE):
        node = node.arguments[0]
    return isinstance(node, Number)
