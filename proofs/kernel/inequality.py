"""One inequality lemma as a Coq theorem: its statement as written, and the proof that its certificate describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from proofs.errors import StatementError
from proofs.evaluate import value
from proofs.evidence.cases import Problem
from proofs.evidence.certificate import Certified, certify
from proofs.evidence.refutation import Identity, Refutation
from proofs.kernel.coq_text import atomic, coq, decided, folded, number, symbol
from proofs.kernel.leaf import Known, PolynomialLeaf, linear_leaf
from proofs.kernel.normal import (
    Assumption,
    Group,
    Leaf,
    Names,
    Nested,
    Normalizer,
    Used,
    alternatives,
    conjuncts,
    key,
    pattern,
    shown,
)
from proofs.kernel.stated import (
    Theorem,
    definition_of_reading,
    definition_of_statement,
    naturals,
    put,
    reading,
    theorem,
)
from proofs.lemma import Expectation, Lemma, Use, instance, sort_hypotheses
from proofs.statement import Apply, Connective, Formula, Operator, Variable, rational, substitute, walk
from proofs.text import text


def refuted(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> list[str]:
    """Returns the definition of a false statement, and the theorem that it fails at its counterexample."""
    told = theorem(lemma, catalogue)
    point = lemma.refuted_at
    if point is None or told.premises:
        raise StatementError(f"lemma {lemma.name} has no counterexample to compute with")
    values = " ".join(number(point[name]) for name in told.symbols)
    lines = [
        f"Theorem {told.name}_refuted : ~ {told.name}_statement.",
        "Proof.",
        f"  intros H. specialize (H {values}).",
    ]
    lines += ["  specialize (H ltac:(lra))."] * len(told.hypotheses)
    terms = {name: rational(point[name]) for name in told.symbols}
    for node in walk(lemma.goal):
        if isinstance(node, Apply) and node.operator is Operator.SQRT:
            own = coq(substitute(node, terms))
            root = number(value(node, point))
            lines.append(f"  assert (root : {own} = {root}) by (apply sqrt_lem_1; lra). rewrite root in H. clear root.")
    lines += ["  unfold Rmin, Rmax in H.", "  repeat destruct (Rle_dec _ _); lra."]
    return [*definition_of_statement(told), *lines, "Qed.", ""]


def proved(certified: Certified, catalogue: Mapping[str, Lemma]) -> list[str]:
    """Returns a certified lemma as lines of Coq: the definition of its statement, and the theorem with its proof."""
    told = theorem(certified.lemma, catalogue)
    lines = [*definition_of_statement(told), f"Theorem {told.name} : {told.name}_statement.", "Proof."]
    for line in _Proof(told, certified, catalogue).script():
        lines += folded(f"  {line}")
    return [*lines, "Qed.", ""]


def translated(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> list[str]:
    """Returns a lemma of the catalogue as lines of Coq; raises StatementError if it has no evidence that Coq can check.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> print(*translated(named("T2"), CATALOGUE)[5:8], sep=" | ")
    Theorem denominator_le_of_sq_d_le_M : denominator_le_of_sq_d_le_M_statement. | Proof. | intros d M given'1.
    """
    if lemma.reads:
        return definition_of_reading(lemma)
    if lemma.expect is Expectation.REFUTED:
        return refuted(lemma, catalogue)
    found = certify(lemma, catalogue)
    if not isinstance(found, Certified):
        raise StatementError(f"lemma {lemma.name} has no certificate that Coq could check: {found.reason}")
    return proved(found, catalogue)


class _Proof:
    """The proof of one theorem, written problem by problem: first that every term has a value, then the goal."""

    def __init__(self, told: Theorem, certified: Certified, catalogue: Mapping[str, Lemma]) -> None:
        self.told = told
        self.certified = certified
        self.catalogue = catalogue
        self.names = Names()
        self.meaningful: dict[str, str] = {}
        self.hypotheses: dict[Formula, str] = {}
        self.readings = {premise: f"read'{place}" for place, premise in enumerate(told.premises, 1)}

    def script(self) -> list[str]:
        lemma = self.told.lemma
        sorts = [f"sort'{place}" for place, _ in enumerate(naturals(lemma), 1)]
        given = [f"given'{place}" for place, _ in enumerate(lemma.given, 1)]
        introduced = [*map(symbol, self.told.symbols), *sorts, *self.readings.values(), *given]
        lines = [f"intros {' '.join(introduced)}."] if introduced else ["unfold " + self.told.name + "_statement."]
        for formula, name in zip(sort_hypotheses(lemma.sorts), sorts, strict=True):
            lines.append(f"apply Rle_ge in {name}.")
            self.hypotheses[formula] = name
        for formula, name in zip(lemma.given, given, strict=True):
            self.hypotheses.setdefault(formula, name)
        main, *side = self.certified.proved
        for problem, refutation in side:
            name = self.names.new("value")
            lines += [f"assert ({name} : {coq(problem.claim)}).", "{", *self._problem(problem, refutation, ()), "}"]
            self.meaningful[text(problem.claim)] = name
        return [*lines, *self._problem(*main, self._steps() if main[0].linear else ())]

    def _problem(self, problem: Problem, refutation: Refutation, steps: Iterable[Used]) -> list[str]:
        """The tactics that prove a claim from the facts of its problem."""
        normalizer = Normalizer(self.names, problem.linear)
        yes, no = self.names.new("yes"), self.names.new("no")
        lines = [f"destruct {decided(problem.claim)} as [{yes} | {no}]; [exact {yes} | exfalso]."]
        wanted = {text(fact) for fact in problem.formulas}
        known: dict[str, tuple[str, Nested]] = {}
        for formula, name in self.hypotheses.items():
            assumed = normalizer.normal(formula, True, name)
            facts = {text(fact) for fact in map(key, conjuncts(assumed.nested))}
            if facts <= wanted:
                lines += self._assume(assumed, known)
        for step in steps:
            lines += self._assume(normalizer.step(step), known)
        lines += self._assume(normalizer.normal(problem.claim, False, no), known)
        missing = wanted - set(known)
        if missing:
            raise StatementError(f"the proof of {self.told.name} has no hypothesis for {sorted(missing)[0]!r}")
        return [*lines, *self._refuted(refutation, known, problem.linear)]

    def _assume(self, assumed: Assumption, known: dict[str, tuple[str, Nested]]) -> list[str]:
        """Puts a normal form, taken apart, among what is known."""
        if isinstance(assumed.nested, Leaf) and len(assumed.script) == 1:
            proof = assumed.script[0].removeprefix("exact ").removesuffix(".")
            if "'" in proof and " " not in proof:
                known.setdefault(text(key(assumed.nested)), (proof, assumed.nested))
                return []
        name = self.names.new("fact")
        lines = [f"assert ({name} : {shown(assumed.nested)}).", "{", *assumed.script, "}"]
        facts = list(conjuncts(assumed.nested))
        if len(facts) == 1:
            known.setdefault(text(key(assumed.nested)), (name, assumed.nested))
            return lines
        return [*lines, f"destruct {name} as {self._named(assumed.nested, known)}."]

    def _named(self, nested: Nested, known: dict[str, tuple[str, Nested]]) -> str:
        """The pattern that takes facts apart which all hold, and puts them among what is known."""
        facts = list(conjuncts(nested))
        names = [self.names.new("fact") for _ in facts]
        for name, fact in zip(names, facts, strict=True):
            known.setdefault(text(key(fact)), (name, fact))
        return pattern(nested, iter(names), Connective.AND)

    def _refuted(self, refutation: Refutation, known: dict[str, tuple[str, Nested]], linear: bool) -> list[str]:
        if isinstance(refutation, Identity):
            facts = {name: Known(own, fact) for name, (own, fact) in known.items() if isinstance(fact, Leaf)}
            if linear:
                return linear_leaf(refutation, facts)
            return PolynomialLeaf(facts, self.meaningful, self.names).tactics(refutation)
        name, chosen = known[refutation.alternative]
        rest = {said: own for said, own in known.items() if said != refutation.alternative}
        branches, shapes = [], []
        for case, branch in zip(alternatives(chosen), refutation.branches, strict=True):
            inside = dict(rest)
            shapes.append(self._named(case, inside))
            branches.append(["{", *self._refuted(branch, inside, linear), "}"])
        lines = [f"destruct {name} as {_alternatives(chosen, iter(shapes))}."]
        return [*lines, *(line for branch in branches for line in branch)]

    def _steps(self) -> list[Used]:
        """What the used lemmas say, in the order in which the certificate has them."""
        return [self._used(use) for use in self.told.lemma.uses if use.name in self.certified.uses]

    def _used(self, use: Use) -> Used:
        other = self.catalogue[use.name]
        formulas, goal = instance(other, use)
        first = len(naturals(other))
        sorts, given = formulas[:first], formulas[first:]
        if other.reads:
            return Used(self.readings[reading(other, use)], sorts, (), given, goal, with_sorts=False)
        told = theorem(other, self.catalogue)
        terms = [use.terms.get(name, Variable(name)) for name in told.symbols]
        premises = tuple(self.readings[name, put(own, use)] for name, own in told.premises)
        proof = " ".join([told.name, *map(atomic, terms)])
        return Used(proof, sorts, premises, given, goal, with_sorts=True)


def _alternatives(nested: Nested, shapes: Iterable[str]) -> str:
    """The pattern of alternatives, with the pattern of each case in its place."""
    shapes = iter(shapes)
    if isinstance(nested, Group) and nested.connective is Connective.OR:
        parts = [_alternatives(part, shapes) for part in nested.parts]
        shape = parts[-1]
        for part in reversed(parts[:-1]):
            shape = f"[{part} | {shape}]"
        return shape
    return next(shapes)
