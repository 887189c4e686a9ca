"""Text: statements printed as ordinary arithmetic, with no more parentheses than needed; reading it gives them back."""

from __future__ import annotations

from proofs.statement import Apply, Connected, Connective, Node, Number, Operator, Relation, Variable

# how tightly each operation binds; an argument that binds less tightly is put in parentheses
_STRENGTH = {
    Connective.OR: 1,
    Connective.AND: 2,
    Connective.NOT: 3,
    Connective.IFF: 4,
    Operator.ADD: 5,
    Operator.SUBTRACT: 5,
    Operator.MULTIPLY: 6,
    Operator.DIVIDE: 6,
    Operator.NEGATE: 7,
    Operator.POWER: 8,
}
_RELATION, _ATOM = 4, 9


def strength(node: Node) -> int:
    """Returns how tightly the outermost operation of a term or formula binds; an atom binds tightest, 9."""
    match node:
        case Apply(operator, _):
            return _STRENGTH.get(operator, _ATOM)
        case Connected(connective, _):
            return _STRENGTH[connective]
        case Relation():
            return _RELATION
    return _ATOM


def text(node: Node) -> str:
    """Writes a term or formula so that reading it gives the same tree again.

    >>> from proofs.statement import formula
    >>> text(formula("((a)-(b-c))*2/(d) <= (x+y)**2"))
    '(a - (b - c))*2/d <= (x + y)**2'
    """

    def inside(part: Node, least: int) -> str:
        return text(part) if strength(part) >= least else f"({text(part)})"

    match node:
        case Number(value):
            return str(value)
        case Variable(name):
            return name
        case Apply(Operator.NEGATE, (argument,)):
            return "-" + inside(argument, _STRENGTH[Operator.NEGATE])
        case Apply(Operator.SQRT | Operator.MIN | Operator.MAX as function, arguments):
            return f"{function}({', '.join(map(text, arguments))})"
        case Apply(operator, (left, right)):
            own = _STRENGTH[operator]
            # Python's operators group to the left, the power to the right
            first, second = inside(left, own + (operator is Operator.POWER)), inside(right, own + 1)
            return f"{first} {operator} {second}" if own == 5 else f"{first}{operator}{second}"
        case Relation(sign, left, right):
            return f"{text(left)} {sign} {text(right)}"
        case Connected(Connective.NOT, (part,)):
            return "not " + inside(part, _STRENGTH[Connective.NOT])
        case Connected(Connective.IFF, (left, right)):
            return f"({text(left)}) == ({text(right)})"
        case Connected(connective, parts):
            return f" {connective} ".join(inside(part, _STRENGTH[connective] + 1) for part in parts)
    raise AssertionError(node)
