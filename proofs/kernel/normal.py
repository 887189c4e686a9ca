"""Normal forms for Coq: what a formula says in relations under `and` and `or`, with the script that proves it.

The normal form of a certificate is flat; here it keeps the grouping of the formula, and patterns flatten it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from proofs.errors import StatementError
from proofs.kernel.coq_text import atomic, coq, decided, joined
from proofs.statement import (
    Apply,
    Connected,
    Connective,
    Formula,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
    numbers_first,
    walk,
)

_OPPOSITE = {
    Sign.LESS: (Sign.AT_LEAST, "Rnot_lt_ge"),
    Sign.AT_MOST: (Sign.GREATER, "Rnot_le_lt"),
    Sign.AT_LEAST: (Sign.LESS, "Rnot_ge_lt"),
    Sign.GREATER: (Sign.AT_MOST, "Rnot_gt_le"),
}
_HOLE = "hole'"


@dataclass(frozen=True)
class Leaf:
    """A relation, and how the certificate writes it: in a linear problem numbers stand first in products."""

    relation: Relation
    key: Relation


@dataclass(frozen=True)
class Group:
    """Normal forms that all hold, or of which one holds."""

    connective: Connective
    parts: tuple[Nested, ...]


Nested = Leaf | Group


@dataclass
class Names:
    """New names for hypotheses; no symbol has a prime and a number."""

    used: dict[str, int] = field(default_factory=dict)

    def new(self, kind: str) -> str:
        """Returns a name that was not given before, such as `fact'3`."""
        self.used[kind] = self.used.get(kind, 0) + 1
        return f"{kind}'{self.used[kind]}"


@dataclass(frozen=True)
class Assumption:
    """A formula that is known: its Coq term, or a script that proves its alternative forms."""

    nested: Nested
    script: tuple[str, ...]


@dataclass(frozen=True)
class Used:
    """A lemma in use: its proof as a Coq term, to which come the sorts, if it has them, premises, and what is given."""

    proof: str
    sorts: tuple[Formula, ...]
    premises: tuple[str, ...]
    given: tuple[Formula, ...]
    goal: Formula
    with_sorts: bool


def shown(nested: Nested) -> str:
    """Writes a normal form for Coq."""
    match nested:
        case Leaf(relation, _):
            return coq(relation)
        case Group(Connective.AND, parts):
            return joined("/\\", list(map(shown, parts)))
        case Group(_, parts):
            return joined("\\/", list(map(shown, parts)))


def key(nested: Nested) -> Formula:
    """Returns the normal form as the certificate has it, flat."""
    if isinstance(nested, Leaf):
        return nested.key
    flat: list[Formula] = []
    for part in map(key, nested.parts):
        same = isinstance(part, Connected) and part.connective is nested.connective
        flat.extend(part.arguments if same and isinstance(part, Connected) else [part])
    return Connected(nested.connective, tuple(flat))


def alternatives(nested: Nested) -> Iterator[Nested]:
    """Yields the cases that a normal form leaves, in the order of the certificate."""
    if isinstance(nested, Group) and nested.connective is Connective.OR:
        for part in nested.parts:
            yield from alternatives(part)
    else:
        yield nested


def conjuncts(nested: Nested) -> Iterator[Nested]:
    """Yields the facts that a normal form says at once."""
    if isinstance(nested, Group) and nested.connective is Connective.AND:
        for part in nested.parts:
            yield from conjuncts(part)
    else:
        yield nested


def pattern(nested: Nested, names: Iterator[str], within: Connective | None = None) -> str:
    """Returns the pattern by which Coq takes a normal form apart; it takes a name for each fact.

    Alternatives within facts that all hold keep their name, so that they can be split later.
    """
    if isinstance(nested, Leaf) or (nested.connective is Connective.OR and within is Connective.AND):
        return next(names)
    parts = [pattern(part, names, nested.connective) for part in nested.parts]
    between = " " if nested.connective is Connective.AND else " | "
    shape = parts[-1]
    for part in reversed(parts[:-1]):
        shape = f"[{part}{between}{shape}]"
    return shape


class Normalizer:
    """Makes normal forms with the scripts that prove them; in a linear problem the keys have numbers first."""

    def __init__(self, names: Names, linear: bool) -> None:
        self.names = names
        self.linear = linear

    def normal(self, formula: Formula, truth: bool, proof: str) -> Assumption:
        """Returns the normal form of a formula, or of what says its opposite, of which `proof` is a Coq term."""
        keyed = numbers_first(formula) if self.linear else formula
        return self._normal(formula, keyed, truth, proof)

    def step(self, used: Used) -> Assumption:
        """Returns a lemma that is used as alternatives: a hypothesis of it fails, or its goal holds."""
        parts, lines, arguments = [], [], []
        for hypothesis in (*used.sorts, *used.given):
            yes, no = self.names.new("yes"), self.names.new("no")
            failed = self.normal(hypothesis, False, no)
            parts.append(failed.nested)
            lines += [f"destruct {decided(hypothesis)} as [{yes} | {no}].", "2: { left.", *failed.script, "}", "right."]
            arguments.append(yes)
        sorts = [f"(Rge_le _ _ {yes})" for yes in arguments[: len(used.sorts)]] if used.with_sorts else []
        proof = " ".join([used.proof, *sorts, *used.premises, *arguments[len(used.sorts) :]])
        held = self.normal(used.goal, True, f"({proof})" if " " in proof else proof)
        nested = Group(Connective.OR, (*parts, held.nested)) if parts else held.nested
        return Assumption(nested, (*lines, *held.script))

    def _normal(self, formula: Formula, keyed: Formula, truth: bool, proof: str) -> Assumption:
        match formula, keyed:
            case Relation(Sign.EQUAL, left, right), Relation(_, key_left, key_right) if not truth:
                below, above = self.names.new("case"), self.names.new("case")
                return self._either(
                    f"destruct (Rdichotomy _ _ {proof}) as [{below} | {above}].",
                    self._extremes(Relation(Sign.LESS, left, right), Relation(Sign.LESS, key_left, key_right), below),
                    self._extremes(
                        Relation(Sign.GREATER, left, right), Relation(Sign.GREATER, key_left, key_right), above
                    ),
                )
            case Relation(sign, left, right), Relation(_, key_left, key_right):
                if truth:
                    return self._extremes(formula, keyed, proof)
                opposite, by = _OPPOSITE[sign]
                return self._extremes(
                    Relation(opposite, left, right), Relation(opposite, key_left, key_right), f"({by} _ _ {proof})"
                )
            case Connected(Connective.NOT, (part,)), Connected(_, (key_part,)):
                if truth:
                    return self._normal(part, key_part, False, proof)
                return self._normal(part, key_part, True, f"(not_not _ {decided(part)} {proof})")
            case Connected(Connective.IFF, parts), Connected(_, key_parts):
                return self._equivalence(parts, key_parts, truth, proof)
            case Connected(connective, (first, *rest)), Connected(_, (key_first, *key_rest)):
                if not rest:
                    return self._normal(first, key_first, truth, proof)
                both = connective is Connective.AND
                one, others = self.names.new("part"), self.names.new("part")
                head = self._normal(first, key_first, truth, one)
                tail = self._normal(
                    Connected(connective, tuple(rest)), Connected(connective, tuple(key_rest)), truth, others
                )
                if both == truth:
                    source = proof if truth else f"(not_or _ _ {proof})"
                    return self._both(f"destruct {source} as [{one} {others}].", head, tail)
                source = proof if truth else f"(not_and _ _ {decided(first)} {proof})"
                return self._either(f"destruct {source} as [{one} | {others}].", head, tail)
        raise AssertionError(formula)

    def _equivalence(
        self, parts: tuple[Formula, ...], keys: tuple[Formula, ...], truth: bool, proof: str
    ) -> Assumption:
        (left, right), (key_left, key_right) = parts, keys
        yes, no, other = self.names.new("yes"), self.names.new("no"), self.names.new("other")
        if truth:
            held, failed = f"(proj1 {proof} {yes})", f"(fun {other} => {no} (proj2 {proof} {other}))"
        else:
            held = f"(fun {other} => {proof} (conj (fun _ => {other}) (fun _ => {yes})))"
            failed = (
                f"(not_not _ {decided(right)} (fun {other} => {proof}"
                f" (conj (fun yes' => False_ind _ ({no} yes')) (fun yes' => False_ind _ ({other} yes')))))"
            )
        first = self._both("", self._normal(left, key_left, True, yes), self._normal(right, key_right, truth, held))
        second = self._both(
            "", self._normal(left, key_left, False, no), self._normal(right, key_right, not truth, failed)
        )
        return self._either(f"destruct {decided(left)} as [{yes} | {no}].", first, second)

    def _extremes(self, relation: Relation, keyed: Relation, proof: str) -> Assumption:
        """Says a relation case by case, as the certificate does: the first innermost min or max is taken apart."""
        node, key_node = _extreme(relation), _extreme(keyed)
        if node is None or key_node is None:
            return Assumption(Leaf(relation, keyed), (f"exact {proof}.",))
        (first, second), (key_first, key_second) = node.arguments, key_node.arguments
        least = node.operator is Operator.MIN
        weak, strict = (Sign.AT_MOST, Sign.LESS) if least else (Sign.AT_LEAST, Sign.GREATER)
        hole = coq(_put(relation, node, Variable(_HOLE)))
        cases = []
        for sign, (chosen, other), (key_chosen, key_other) in (
            (weak, (first, second), (key_first, key_second)),
            (strict, (second, first), (key_second, key_first)),
        ):
            order, said = self.names.new("order"), self.names.new("said")
            ordered = Relation(sign, chosen, other), Relation(sign, key_chosen, key_other)
            found = self._extremes(_put(relation, node, chosen), _put(keyed, key_node, key_chosen), said)
            cases.append((order, said, self._both("", Assumption(Leaf(*ordered), (f"exact {order}.",)), found)))
        (o1, s1, low), (o2, s2, high) = cases
        by = "min_cases" if least else "max_cases"
        arguments = f"{atomic(first)} {atomic(second)}"
        return self._either(
            f"destruct ({by} (fun {_HOLE} => {hole}) {arguments} {proof}) as [[{o1} {s1}] | [{o2} {s2}]].", low, high
        )

    def _either(self, start: str, first: Assumption, second: Assumption) -> Assumption:
        lines = (start, "{ left.", *first.script, "}", "{ right.", *second.script, "}")
        return Assumption(Group(Connective.OR, (first.nested, second.nested)), lines)

    def _both(self, start: str, first: Assumption, second: Assumption) -> Assumption:
        lines = (*((start,) if start else ()), "split.", "{", *first.script, "}", "{", *second.script, "}")
        return Assumption(Group(Connective.AND, (first.nested, second.nested)), lines)


def _extreme(relation: Relation) -> Apply | None:
    for node in walk(relation):
        match node:
            case Apply(Operator.MIN | Operator.MAX, (first, second)) if first != second:
                return node
            case Apply(Operator.MIN | Operator.MAX, _):
                raise StatementError("a min or max has two different arguments, or no proof is written for Coq")
    return None


def _put(relation: Relation, old: Term, new: Term) -> Relation:
    """The relation with one term in the place of another."""

    def put(term: Term) -> Term:
        if term == old:
            return new
        return Apply(term.operator, tuple(map(put, term.arguments))) if isinstance(term, Apply) else term

    return Relation(relation.sign, put(relation.left), put(relation.right))
