"""Faces: a few names a package, cheap to import, whatever was imported before; and what a notebook shows of values."""

import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from inspect import signature
from types import ModuleType

import networkx as nx
import pytest
import sympy

import graphs
import proofs
import symbolic
from graphs.errors import (
    BadSchedule,
    FormatError,
    HasCycle,
    IsMultigraph,
    IsUndirected,
    NotADag,
    OutOfDomain,
    PebbleproofError,
)
from graphs.search.result import Optimum, Outcome
from proofs.errors import BadCertificate, UnknownLemma

FACES = (graphs, symbolic, proofs)
PAIRS = [(package, name) for package in FACES for name in package.__all__]
ADD = [("a", "c"), ("b", "c")]
MOVES = "load a\nload b\ncompute c\nstore c"
EVIL = "<script>alert('x')</script>"


def python(program: str) -> str:
    """What a program prints in a Python of its own."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


# names


@pytest.mark.parametrize("package", FACES, ids=lambda package: package.__name__)
def test_a_face_has_few_names_and_its_docstring_says_each(package: ModuleType) -> None:
    assert 5 <= len(package.__all__) <= 12
    assert dir(package) == sorted(package.__all__)
    assert package.__doc__ is not None
    assert all(name in package.__doc__ for name in package.__all__)


@pytest.mark.parametrize(("package", "name"), PAIRS, ids=lambda part: getattr(part, "__name__", part))
def test_a_name_of_a_face_is_there_and_explains_itself(package: ModuleType, name: str) -> None:
    value = getattr(package, name)
    assert value is getattr(package, name)
    assert value.__doc__


def test_what_a_face_does_not_have_is_an_attribute_error_that_lists_what_it_has() -> None:
    with pytest.raises(AttributeError, match="the package graphs has no 'optimal'; it offers Cdag, Optimum, "):
        graphs.optimal  # noqa: B018
    assert not hasattr(proofs, "__wrapped__")
    with pytest.raises(ImportError):
        exec("from symbolic import nothing")


@pytest.mark.parametrize("package", ["graphs", "symbolic", "proofs"])
def test_importing_a_face_imports_nothing_slow(package: str) -> None:
    slow = "numba numpy networkx sympy z3 cvc5 scipy matplotlib rich typer"
    assert python(f"import sys, {package}; print(*(m for m in '{slow}'.split() if m in sys.modules))") == "\n"


def test_the_referee_does_not_wait_for_numba_nor_does_the_command() -> None:
    assert python("import sys, graphs; graphs.replay; graphs.read_cdag; print('numba' in sys.modules)") == "False\n"
    assert python("import sys, proofs.cli; print('numba' in sys.modules, 'z3' in sys.modules)") == "False False\n"


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("import symbolic.crossover", "symbolic.crossover(symbolic.A, symbolic.B, symbolic.M).at"),
        ("import symbolic.attention", "symbolic.crossover(symbolic.A, symbolic.B, symbolic.M).at"),
        ("from symbolic import regime", "regime(8, M=64).verdict, regime.Reading.__name__"),
        ("import symbolic.regime as it", "it(8, M=64).verdict, it.Reading.__name__"),
        ("import proofs.examine, proofs", "proofs.examine('T2').own.word, proofs.examine.certify.__name__"),
        ("from proofs.examine import examine", "proofs.examine('T2').own.word, examine.__name__"),
        ("import proofs.cite.styles", "proofs.cite('T2', 'ckl')"),
        ("import proofs.suite", "proofs.lemma('a', 'b', 'x', [], 'x < x + 1', 'c').name"),
    ],
)
def test_a_function_and_the_module_of_its_name_do_not_hide_each_other(before: str, expression: str) -> None:
    both = "import graphs, proofs, symbolic"
    asked = f"print({expression})"
    assert python(f"{before}; {both}; {asked}") == python(f"{both}; proofs.verify; {before}; {asked}") != ""


def test_the_signature_of_a_module_that_is_called_is_that_of_its_function() -> None:
    assert str(signature(proofs.cite)) == "(statement: 'Entry | Lemma | str', style: 'str' = 'tex') -> 'str'"
    assert list(signature(symbolic.regime).parameters) == ["d", "M", "device", "dtype"]


def test_a_face_survives_a_star() -> None:
    assert python("from proofs import *; print(examine(named('T2')).own.word)") == "certificate\n"


# networkx in and out, sympy and fractions out


def test_a_networkx_graph_is_asked_like_a_cdag() -> None:
    digraph = nx.DiGraph(ADD)
    cdag = graphs.Cdag(digraph)
    assert isinstance(cdag.graph, nx.DiGraph)
    assert nx.utils.graphs_equal(nx.DiGraph(cdag.graph.edges), digraph)
    assert graphs.optimum(digraph, 3) == graphs.optimum(cdag, 3)
    assert graphs.replay(digraph, graphs.optimum(digraph, 3)).cost == 3
    assert graphs.interval(digraph, 3).upper.value == 3
    digraph.add_edge("c", "a")
    assert len(cdag.graph.edges) == 2  # a Cdag keeps a copy


@pytest.mark.parametrize(
    ("graph", "error"),
    [
        (nx.Graph(ADD), IsUndirected),
        (nx.MultiDiGraph(ADD), IsMultigraph),
        (nx.DiGraph([("a", "b"), ("b", "a")]), HasCycle),
        (nx.DiGraph(), NotADag),
        (ADD, NotADag),
        ("pyramid:3", NotADag),
        (None, NotADag),
    ],
    ids=["undirected", "multigraph", "cycle", "empty", "list", "text", "none"],
)
def test_what_is_no_dag_is_refused_with_a_cure(graph: object, error: type[PebbleproofError]) -> None:
    for ask in (graphs.optimum, graphs.interval):
        with pytest.raises(error, match=r": |; "):
            ask(graph, 3)  # type: ignore[operator]
    with pytest.raises(error):
        graphs.replay(graph, MOVES, 3)  # type: ignore[arg-type]


def test_a_weight_other_than_1_is_refused_as_in_a_file() -> None:
    digraph = nx.DiGraph(ADD)
    digraph.nodes["a"]["weight"] = 1
    digraph.add_node("b", label=7)
    assert graphs.optimum(digraph, 3).cost == 3
    digraph.nodes["a"]["weight"] = 2
    with pytest.raises(FormatError, match="the graph unnamed: the weight of the node a is 2, but a node is one word"):
        graphs.optimum(digraph, 3)
    digraph.nodes["a"]["weight"] = 1
    digraph.edges["b", "c"]["weight"] = 2
    with pytest.raises(FormatError, match="the edge b -> c is 2"):
        graphs.replay(digraph, MOVES, 3)


def test_a_variant_is_a_value_or_a_name() -> None:
    digraph = nx.DiGraph(ADD)
    assert graphs.optimum(digraph, 2, "sliding").cost == 3
    assert graphs.optimum(digraph, 2, graphs.VARIANTS["sliding"]).cost == 3
    assert graphs.optimum(digraph, 2).outcome is Outcome.INFEASIBLE
    for ask in (graphs.optimum, graphs.interval):
        with pytest.raises(OutOfDomain, match="no variant is called 'slide'; known: hong-kung, "):
            ask(digraph, 3, "slide")


def test_the_referee_takes_a_schedule_its_text_or_an_optimum() -> None:
    digraph = nx.DiGraph(ADD)
    found = graphs.optimum(digraph, 2, "sliding")
    assert graphs.replay(digraph, found).cost == 3  # by the rules, and with the M, of the optimum
    assert found.schedule is not None
    assert graphs.replay(digraph, found.schedule, 2, "sliding").cost == 3
    assert graphs.replay(digraph, MOVES, 3).peak == 3
    with pytest.raises(BadSchedule, match="move 3"):
        graphs.replay(digraph, MOVES, 2)
    with pytest.raises(OutOfDomain, match="give M"):
        graphs.replay(digraph, MOVES)
    with pytest.raises(FormatError, match="schedule:1"):
        graphs.replay(digraph, "lift a", 3)
    with pytest.raises(OutOfDomain, match="no schedule"):
        graphs.replay(digraph, graphs.optimum(digraph, 2))


def test_formulas_are_sympy_and_values_are_exact() -> None:
    A, B, M, n, d = symbolic.A, symbolic.B, symbolic.M, symbolic.n, symbolic.d
    assert symbolic.crossover(A, B, M).at == d**2
    assert A.subs({n: 2, d: 2, M: 3}) == sympy.Rational(32, 3)
    assert symbolic.exact_io("small_cache").free_symbols >= {n, d}
    reading = symbolic.regime(512, device="h100", dtype="bf16")
    assert reading.ratio == Fraction(227, 512)
    found = symbolic.traffic(n=64, d=8, M=48)
    assert found.A == Fraction(64**2 * 8**2 + 64 * 8**3, 48)
    assert isinstance(found.gap, Fraction)
    assert symbolic.contest("small_cache", "flash_backward", 128, 2).fractions == (Fraction(7, 2),)
    for expression in (A, B, symbolic.CORRECTED.expression, symbolic.exact_io("rectangular")):
        assert not expression.has(sympy.Float)


def test_what_symbolic_is_asked_wrongly_it_says() -> None:
    for ask in (symbolic.exact_io, lambda name: symbolic.exact_cost(name, 9, n=1, d=1)):
        with pytest.raises(OutOfDomain, match="no program is called 'flash'; known: "):
            ask("flash")
    with pytest.raises(OutOfDomain, match="got both"):
        symbolic.regime(8, M=64, device="h100")
    with pytest.raises(OutOfDomain, match="got neither"):
        symbolic.regime(8)
    with pytest.raises(OutOfDomain, match="needs M >="):
        symbolic.exact_cost("small_cache", 2, n=8, d=8)


# statements


def test_a_lemma_of_ones_own_is_verified_cited_and_refuted() -> None:
    mine = proofs.lemma("square_le", "A square grows", "x y", ["0 <= x", "x <= y"], "x**2 <= y**2", "folklore")
    entry = proofs.verify(mine)
    assert entry.level in (proofs.Level.SOLVERS, proofs.Level.SOLVER)
    assert proofs.cite(entry, "ckl") == f"{entry.level.word} square_le {mine.digest}" == proofs.cite(mine, "ckl")
    assert proofs.examine(mine.without("0 <= x")).own is proofs.Level.REFUTED
    with pytest.raises(BadCertificate, match="square_le: no certificate is known"):
        proofs.certificate(mine)


def test_what_proofs_is_asked_wrongly_it_says() -> None:
    for ask in (proofs.examine, proofs.verify, proofs.certificate, proofs.cite):
        with pytest.raises(UnknownLemma, match="did you mean"):
            ask("crossing")
    with pytest.raises(OutOfDomain, match="no style is called 'apa'; known: tex, "):
        proofs.cite("T2", "apa")
    with pytest.raises(OutOfDomain, match="no tool is called"):
        proofs.examine("T2", without=["coq"])


def test_every_identity_of_a_certificate_is_zero_for_sympy_too() -> None:
    for name in ("T2", "crossover", "T11"):
        for identity in proofs.certificate(name).equations:
            left, right = identity.split(" = ")
            assert left == "0" and sympy.expand(sympy.sympify(right)) == 0


# what a notebook shows


class Tags(HTMLParser):
    """The tags and the text of a piece of HTML, which must be closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(value: object) -> Tags:
    html = value._repr_html_()  # type: ignore[attr-defined]
    assert html == value._repr_html_()  # type: ignore[attr-defined]
    return Tags(html)


def test_a_small_graph_is_a_table_and_a_picture_a_large_one_a_table() -> None:
    small = shown(graphs.Cdag.from_edges(ADD, "add"))
    assert small.tags.count("rect") == 3 and small.tags.count("line") == 2
    assert "addnodes3edges2sources2sinks1" in small.text
    large = shown(graphs.family("matmul:3,3,3"))
    assert "svg" not in large.tags and "matmul_3x3x3" in large.text


def test_the_picture_of_one_graph_is_the_same_whatever_the_hashes_of_texts() -> None:
    program = "import graphs; print(graphs.family('attention_backward:1,1')._repr_html_())"
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_texts_from_a_file_or_a_statement_are_escaped() -> None:
    cdag = graphs.Cdag.from_edges([(EVIL, "b")], name=EVIL)
    schedule = graphs.optimum(cdag, 2)
    odd = proofs.lemma("odd", EVIL, "x", [], "x < x", EVIL)
    infeasible = Optimum(Outcome.INFEASIBLE, 1, graphs.Variant(), None, None, None, 0, EVIL)
    for value in (cdag, schedule, schedule.schedule, infeasible, proofs.examine(odd), proofs.verify(odd)):
        seen = shown(value)
        assert "script" not in seen.tags
    for value in (cdag, schedule.schedule, infeasible, proofs.examine(odd), proofs.verify(odd)):
        assert EVIL in shown(value).text


def test_an_optimum_shows_bounds_status_and_states() -> None:
    pyramid = graphs.family("pyramid:4")
    exact = graphs.optimum(pyramid, 4)
    assert f"optimum: exactI/O cost{exact.cost} words" in shown(exact).text
    interval = Optimum(Outcome.BUDGET_SPENT, 3, graphs.Variant(), 4, 9, exact.schedule, 1234)
    assert "optimum: budget spentI/O cost4 to 9 words" in shown(interval).text
    assert "states1,234" in shown(interval).text
    few = shown(graphs.optimum(pyramid, 2)).text
    assert "infeasible" in few and "reason" in few and "I/O cost" not in few


def test_a_long_schedule_is_cut_and_says_so() -> None:
    moves = "load a\ndelete a\n" * 150 + MOVES
    long = graphs.Schedule(graphs.optimum(nx.DiGraph(ADD), 3).schedule.moves * 60)  # type: ignore[union-attr]
    assert "240 moves, the first 200 of them" in shown(long).text
    assert repr(long) == "<Schedule: 240 moves, 180 words>"
    replayed = graphs.replay(nx.DiGraph(ADD), moves, 3)
    assert "a legal schedule of 153 words" in shown(replayed).text
    assert repr(replayed) == "<Replay: 153 words, 152 loads, 1 stores, at most 3 red pebbles>"


def test_a_finding_shows_mark_scope_and_what_the_level_means() -> None:
    held, false = proofs.examine("T2"), proofs.examine("thm-1.1-literal")
    for finding in (held, false):
        text = shown(finding).text
        assert f"{finding.own.mark} {finding.own.word}: {finding.own.means}" in text
        assert f"scope{finding.lemma.scope}" in text
    assert "fails at(n, d, M) = (64, 64, 1048576)" in shown(false).text
    assert repr(held) == "<Finding T2: certificate>"


def test_an_entry_shows_its_level_and_what_limits_it() -> None:
    entry = proofs.verify("crossover")
    assert entry.level.means in shown(entry).text and entry.lemma.digest in shown(entry).text
    assert repr(entry) == "<Entry crossover: certificate>"


def test_statements_and_bounds_are_typeset() -> None:
    assert proofs.named("T2")._repr_latex_() == (
        r"$\displaystyle \forall\, d, M \in \mathbb{R}:\quad M \ge d^{2} \implies M + 2 d^{2} \le 3 M$"
    )
    assert r"\implies \left(" in proofs.named("crossover")._repr_latex_()
    for lemma in proofs.CATALOGUE.values():
        typeset = lemma._repr_latex_()
        assert typeset.count("{") == typeset.count("}") and typeset.count("$") == 2
    assert symbolic.CORRECTED._repr_latex_().startswith(r"$\displaystyle Q = \Theta")
    assert r"\text{ for } M < d^{2}" in symbolic.crossover(symbolic.A, symbolic.B, symbolic.M)._repr_latex_()


def test_a_regime_and_its_traffic_are_tables() -> None:
    assert "small cache: M < d^2" in shown(symbolic.regime(512, M=116224)).text
    found = symbolic.traffic(n=64, d=8, M=48)
    assert all(f"{run.cost.io:,}" in shown(found).text for run in found.runs)
    assert repr(found).startswith("<Traffic n = 64, d = 8, M = 48: gap ")
