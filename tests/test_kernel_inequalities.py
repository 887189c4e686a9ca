"""Kernel: lemmas as Coq text, read back by a reader of our own; Coq accepts the proofs, and none of a false variant."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.errors import StatementError, UnknownLemma
from proofs.kernel import base
from proofs.kernel.coq_text import atomic, comment, coq, folded, identifier, number, symbol
from proofs.kernel.inequality import translated
from proofs.kernel.stated import says, theorem
from proofs.kernel.theories import LOGICAL, file_of, placement, themes, theory, write_theories
from proofs.lemma import Expectation, Lemma
from proofs.lemmas import CATALOGUE, named
from proofs.statement import Apply, Connected, Connective, Formula, Node, Number, Operator, Relation, Sign, Variable
from proofs.statement import formula as read_formula
from proofs.statement import term as read_term

COQ = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQ is None, reason="coqc is not installed")
IMPORTS = f"From Coq Require Import Reals Lra Decidable.\nFrom {LOGICAL} Require Import {base.NAME}.\n"
every = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda e: e.name)


class Reader:
    """Reads a formula of Coq by the levels of its manual: ^ 30, - 35, * / 40, + - 50, = < 70, ~ 75, /\\ \\/ <->."""

    def __init__(self, said: str) -> None:
        self.tokens: list[str] = re.findall(r"<->|<=|>=|/\\|\\/|[\w']+|[-+*/^()~<>=]", said)

    def take(self, *wanted: str) -> str:
        if self.tokens and (not wanted or self.tokens[0] in wanted):
            return self.tokens.pop(0)
        return ""

    def formula(self) -> Node:
        left = self.disjunction()
        return Connected(Connective.IFF, (left, self.disjunction())) if self.take("<->") else left  # type: ignore[arg-type]

    def disjunction(self) -> Node:
        return self.several("\\/", Connective.OR, lambda: self.several("/\\", Connective.AND, self.relation))

    def several(self, word: str, connective: Connective, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Connected(connective, tuple(parts))  # type: ignore[arg-type]

    def relation(self) -> Node:
        if self.take("~"):
            return Connected(Connective.NOT, (self.relation(),))  # type: ignore[arg-type]
        left = self.sum()
        sign = self.take("<", "<=", "=", ">=", ">")
        return Relation(Sign("==" if sign == "=" else sign), left, self.sum()) if sign else left  # type: ignore[arg-type]

    def sum(self) -> Node:
        return self.chain(("+", "-"), lambda: self.chain(("*", "/"), self.negative))

    def chain(self, words: tuple[str, ...], part: Callable[[], Node]) -> Node:
        left = part()
        while word := self.take(*words):
            left = Apply(Operator(word), (left, part()))  # type: ignore[arg-type]
        return left

    def negative(self) -> Node:
        return Apply(Operator.NEGATE, (self.negative(),)) if self.take("-") else self.power()  # type: ignore[arg-type]

    def power(self) -> Node:
        base_term = self.applied()
        return Apply(Operator.POWER, (base_term, self.power())) if self.take("^") else base_term  # type: ignore[arg-type]

    def applied(self) -> Node:
        if self.take("sqrt"):
            return Apply(Operator.SQRT, (self.atom(),))  # type: ignore[arg-type]
        if function := self.take("Rmin", "Rmax"):
            operator = Operator.MIN if function == "Rmin" else Operator.MAX
            return Apply(operator, (self.atom(), self.atom()))  # type: ignore[arg-type]
        return self.atom()

    def atom(self) -> Node:
        if self.take("("):
            inner = self.formula()
            assert self.take(")")
            return inner
        word = self.take()
        return Number(int(word)) if word.isdigit() else Variable(word.removesuffix("'"))


def plain(node: Node) -> Node:
    """A node with its minima of three as minima of two, as Coq has them."""
    match node:
        case Apply(Operator.MIN | Operator.MAX as operator, (first, second, third, *rest)):
            return Apply(operator, (plain(first), plain(Apply(operator, (second, third, *rest)))))  # type: ignore[arg-type]
        case Apply(operator, arguments):
            return Apply(operator, tuple(map(plain, arguments)))  # type: ignore[arg-type]
        case Relation(sign, left, right):
            return Relation(sign, plain(left), plain(right))  # type: ignore[arg-type]
        case Connected(connective, arguments):
            return Connected(connective, tuple(map(plain, arguments)))  # type: ignore[arg-type]
    return node


def accepts(directory: Path, name: str, lines: str) -> bool:
    """Whether Coq accepts a file; one that hangs is stopped and counts as refused by an error."""
    (directory / f"{name}.v").write_text(lines, encoding="utf-8")
    command = [COQ or "coqc", "-q", "-Q", str(directory), LOGICAL, str(directory / f"{name}.v")]
    return subprocess.run(command, capture_output=True, check=False, timeout=90).returncode == 0


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the base, compiled."""
    directory = tmp_path_factory.mktemp("kernel")
    assert accepts(directory, base.NAME, base.THEORY)
    return directory


def closed(*names: str) -> str:
    """A theory of some lemmas alone."""
    lines = [line for name in names for line in translated(CATALOGUE[name], CATALOGUE)]
    return IMPORTS + "Local Open Scope R_scope.\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("x**2/y**3 <= 1/2", "x ^ 2 / y ^ 3 <= 1 / 2"),
        ("x/(y*z) > x/y*z", "x / (y * z) > x / y * z"),
        ("x - (y - z) == -x**2", "x - (y - z) = - x ^ 2"),
        ("(-x)**2 >= -(-x)", "(- x) ^ 2 >= - (- x)"),
        ("x*-y < x - -y", "x * - y < x - - y"),
        ("sqrt(M + 1)**2 >= sqrt(sqrt(M))", "sqrt (M + 1) ^ 2 >= sqrt (sqrt M)"),
        ("min(x, y + 1, 2) >= max(x, y)/5", "Rmin x (Rmin (y + 1) 2) >= Rmax x y / 5"),
        ("0 < x <= y", "(0 < x /\\ x <= y)"),
        ("x < 1 or x > 2 and not x == 3", "(x < 1 \\/ (x > 2 /\\ ~ (x = 3)))"),
        ("(x < 1) == (y < 2)", "(x < 1 <-> y < 2)"),
    ],
)
def test_formulas_are_written_as_coq_reads_them(said: str, expected: str) -> None:
    assert coq(read_formula(said)) == expected


def test_atoms_numbers_and_names() -> None:
    assert [atomic(read_term(t)) for t in ("x", "7", "-1", "sqrt(x)")] == ["x", "7", "(- 1)", "(sqrt x)"]
    assert [number(read) for read in (3, -3)] == ["3", "(-3)"]  # type: ignore[arg-type]
    assert coq(Number(-2)) == "(-2)"
    assert symbol("sqrt") == "sqrt'" and symbol("x_R") == "x_R"
    with pytest.raises(StatementError, match="begins with a letter"):
        identifier("1_lt_2")


def test_names_are_injective() -> None:
    assert identifier("a-b") != identifier("a'2d'b") != identifier("a_b")
    found = [placement(name) for name in CATALOGUE]
    spoken = [name for place in found for name in {place.name, place.definition}]
    assert len(set(spoken)) == len(spoken)


def test_comments_and_long_lines_stay_comments_and_one_line() -> None:
    assert comment('ends *) early (* and "opens') == ["(* ends * ) early ( * and 'opens *)"]
    line = "  " + "word " * 90
    assert all(len(part) <= 100 for part in folded(line))
    assert " ".join(part.strip() for part in folded(line)) == line.strip()


@every
def test_each_formula_of_the_catalogue_is_read_back(entry: Lemma) -> None:
    parts: tuple[Formula, ...] = (*entry.given, entry.goal)
    for part in parts:
        reader = Reader(coq(part))
        assert reader.formula() == plain(part) and not reader.tokens


def test_statements_have_sorts_readings_and_hypotheses_in_this_order() -> None:
    assert placement("Q_ge_LBroot").statement == (
        "forall n d M Q h R' x_R y_R h_R : R, 1 <= n -> 1 <= d -> 1 <= M -> "
        "roots_of_segment_says n d M Q h R' x_R y_R h_R -> M >= 3 -> Q >= n ^ 2 * Rmin (1 / 2) (d ^ 2 / M) - M"
    )
    assert placement("Q_ge_trivial").statement == "fun n d M Q : R => M >= 3 -> Q >= 4 * n * d + 3 * d ^ 2"
    assert placement("Q_ge_trivial").name == "Q_ge_trivial_says"


def test_a_theorem_rests_on_the_readings_of_all_it_uses_once() -> None:
    told = theorem(named("thm-1.1-lower"), CATALOGUE)
    assert [name for name, _ in told.premises] == [
        "Q_ge_trivial",
        "joint_products_of_segment",
        "joint_roots_of_segment",
    ]
    assert len(set(told.premises)) == len(told.premises)


def test_unknown_lemmas_are_named() -> None:
    with pytest.raises(UnknownLemma, match="a label is no name"):
        placement("thm-1.1-lower")


@every
def test_each_lemma_has_its_definition_and_each_provable_or_false_one_its_theorem(entry: Lemma) -> None:
    lines = "\n".join(translated(entry, CATALOGUE))
    place = placement(entry.name)
    assert f"Definition {place.definition} " in lines
    assert re.search("Admitted|Axiom|Parameter|admit", re.sub(r"\(\*.*?\*\)", "", lines, flags=re.DOTALL)) is None
    opposite = "~ " if entry.expect is Expectation.REFUTED else ""
    shown = f"Theorem {place.name} : {opposite}{place.definition}."
    assert (shown in " ".join(lines.split())) is not bool(entry.reads)
    assert place.proved is (not entry.reads and entry.expect is not Expectation.REFUTED)


def test_files_come_after_those_they_need_and_are_the_same_again(tmp_path: Path) -> None:
    first = write_theories(tmp_path / "one")
    second = write_theories(tmp_path / "two")
    assert [f.name for f in first] == [f.name for f in second]
    assert first[0].name == f"{base.NAME}.v" and len(first) == len(themes()) + 1
    before: set[str] = set()
    for one, two in zip(first, second, strict=True):
        assert one.read_bytes() == two.read_bytes()
        content = one.read_text(encoding="utf-8")
        assert set(re.findall(rf"From {LOGICAL} Require Import (\w+)\.", content)) <= before
        assert max(map(len, content.splitlines())) <= 112
        before.add(one.stem)
    assert theory("crossover") == (tmp_path / "one" / file_of("crossover")).read_text(encoding="utf-8")


@needs_coq
@pytest.mark.parametrize(
    "names",
    [
        ("denominator_le_of_sq_d_le_M", "A_le_B_iff_sq_d_le_M", "mutant-1"),
        ("trivial_le_min_A_B", "backward_rows_ge_too_many"),
        ("roots_of_segment", "Q_ge_LBroot"),
    ],
)
def test_coq_accepts_lemmas_and_counterexamples(names: tuple[str, ...], built: Path) -> None:
    assert accepts(built, "Accepted", closed(*lemmas_below(*names)))


@needs_coq
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 * M", "2 * M"),  # a constant, in the statement and in its proof
        ("M >= d ^ 2", "M >= d"),
        ("<= 3 * M", "< 3 * M"),
        ("M >= d ^ 2 -> ", ""),
    ],
)
def test_coq_accepts_no_false_variant_by_the_same_certificate(old: str, new: str, built: Path) -> None:
    true = " ".join(closed("denominator_le_of_sq_d_le_M").split())
    assert accepts(built, "Whole", true)
    assert old in true and not accepts(built, "Variant", true.replace(old, new))


@needs_coq
def test_a_theorem_has_no_axiom_but_those_of_the_real_numbers(built: Path) -> None:
    name = placement("A_le_B_iff_sq_d_le_M").name
    (built / "Axioms.v").write_text(closed(name) + f"Print Assumptions {name}.\n", encoding="utf-8")
    command = [COQ or "coqc", "-q", "-Q", str(built), LOGICAL, str(built / "Axioms.v")]
    shown = subprocess.run(command, capture_output=True, check=True, text=True, timeout=90).stdout
    allowed = {"sig_not_dec", "sig_forall_dec", "functional_extensionality_dep", "classic"}
    found = re.findall(r"^(?:\w+\.)*(\w+)\s*:", shown.replace("Axioms:", ""), flags=re.MULTILINE)
    assert found and set(found) <= allowed


def lemmas_below(*names: str) -> list[str]:
    """Lemmas with all that they use, each after those."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(lemmas_below(*(use.name for use in CATALOGUE[name].uses))))
        found[name] = None
    return list(found)


def test_what_a_reading_says_has_a_name_of_its_own() -> None:
    assert says("Q_ge_trivial") == "Q_ge_trivial_says"
