"""SMT-LIB: queries as text in the standard language of solvers; what a solver reads, anyone can read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofs.statement import (
    Apply,
    Connected,
    Connective,
    Formula,
    Number,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
    is_number,
    numbers_first,
)

_CONNECTIVES = {Connective.AND: "and", Connective.OR: "or", Connective.NOT: "not", Connective.IFF: "="}


class Script:
    """A query under construction: declarations, then assertions; asks whether all of them can be true together.

    Everything is a real number. The square root of a term t is a fresh symbol r of which is known that r >= 0 and
    r*r = t if t >= 0, and nothing else; division is the solver's, total, and so every lemma proves apart that its
    denominators are positive.

    A `linear` script knows even less: each product, quotient or power of symbols, and each root, is one opaque symbol.
    What follows then follows by adding up the assertions, as a reader would check it.

    >>> from proofs.statement import formula
    >>> print(Script({"x": "real"}, [formula("sqrt(x) < 1/2")]).text())
    (set-logic QF_NRA)
    (declare-const x Real)
    (declare-const sqrt_1 Real)
    (assert (=> (<= 0 x) (and (<= 0 sqrt_1) (= (* sqrt_1 sqrt_1) x))))
    (assert (< sqrt_1 (/ 1 2)))
    (check-sat)
    """

    def __init__(self, symbols: Iterable[str], formulas: Sequence[Formula], linear: bool = False) -> None:
        self.symbols = tuple(symbols)
        self.linear = linear
        self.fresh: dict[Term, str] = {}
        self.definitions: list[str] = []
        self.assertions = [self.formula(numbers_first(f) if linear else f) for f in formulas]

    def text(self) -> str:
        """Returns the script."""
        names = (*self.symbols, *self.fresh.values())
        logic = "QF_LRA" if self.linear else "QF_NRA"
        lines = [f"(set-logic {logic})", *(f"(declare-const {name} Real)" for name in names)]
        lines += [f"(assert {body})" for body in (*self.definitions, *self.assertions)]
        return "\n".join([*lines, "(check-sat)"])

    def formula(self, node: Formula) -> str:
        """Writes a formula."""
        match node:
            case Relation(sign, left, right):
                symbol = "=" if sign is Sign.EQUAL else sign
                return f"({symbol} {self.term(left)} {self.term(right)})"
            case Connected(connective, parts):
                return f"({_CONNECTIVES[connective]} {' '.join(map(self.formula, parts))})"
        raise AssertionError(node)

    def term(self, node: Term) -> str:
        """Writes a term; the definitions of its roots are kept for the script."""
        if self.linear and _is_opaque(node):
            return self.opaque(node)
        match node:
            case Number(value):
                return str(value)
            case Variable(name):
                return name
            case Apply(Operator.POWER, (base, Number(exponent))):
                factor = self.term(base)
                return "1" if exponent == 0 else factor if exponent == 1 else f"(* {' '.join([factor] * exponent)})"
            case Apply(Operator.NEGATE, (argument,)):
                return f"(- {self.term(argument)})"
            case Apply(Operator.SQRT, (argument,)):
                return self.root(argument)
            case Apply(Operator.MIN | Operator.MAX as function, arguments):
                best, *others = map(self.term, arguments)
                for other in others:
                    chosen = f"(<= {best} {other})" if function is Operator.MIN else f"(<= {other} {best})"
                    best = f"(ite {chosen} {best} {other})"
                return best
            case Apply(operator, arguments):
                return f"({operator} {' '.join(map(self.term, arguments))})"
        raise AssertionError(node)

    def root(self, argument: Term) -> str:
        """Returns the symbol that stands for the square root of a term."""
        if argument not in self.fresh:
            under = self.term(argument)
            name = self.fresh[argument] = f"sqrt_{len(self.fresh) + 1}"
            self.definitions.append(f"(=> (<= 0 {under}) (and (<= 0 {name}) (= (* {name} {name}) {under})))")
        return self.fresh[argument]

    def opaque(self, node: Term) -> str:
        """Returns the symbol that stands for a term of which a linear script knows only that roots are not negative."""
        if node not in self.fresh:
            name = self.fresh[node] = f"opaque_{len(self.fresh) + 1}"
            if isinstance(node, Apply) and node.operator is Operator.SQRT:
                self.definitions.append(f"(<= 0 {name})")
        return self.fresh[node]


def _is_opaque(node: Term) -> bool:
    """Whether a term is no linear combination of its parts."""
    match node:
        case Apply(Operator.SQRT, _):
            return True
        case Apply(Operator.POWER, (base, _)):
            return not is_number(base)
        case Apply(Operator.MULTIPLY, (left, right)):
            return not is_number(left) and not is_number(right)
        case Apply(Operator.DIVIDE, (_, right)):
            return not is_number(right)
    return False
