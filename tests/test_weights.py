"""Tests of weights and limits: every reader refuses a size other than 1, and a graph that is too large."""

from __future__ import annotations

import json
import time

import networkx as nx
import pytest

from graphs.errors import FormatError
from graphs.formats import FORMATS, dot, limits, read_cdag
from graphs.formats.weights import check_weight

READ = {entry.name: entry.read for entry in FORMATS}
REASON = "but a node is one word, and words are what the game prices; make w nodes of a value of w words"

HYPERDAG = "1 2 2\n0 {edge}\n0 {work}\n1 {work}\n0 0\n0 1\n"
OLDER = "1 2 2\n0 0\n0 1\n0 {work} {edge}\n1 {work} 1\n"
DAG_TEXT = "2 1\n0 {work}\n1 {work}\n0 {edge}\n1 1\n0 1\n"
XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'


def node_link(node: dict[str, object], edge: dict[str, object]) -> str:
    nodes = [{"id": "a", **node}, {"id": "b"}]
    return json.dumps({"directed": True, "nodes": nodes, "edges": [{"source": "a", "target": "b", **edge}]})


def gml(node: str, edge: str) -> str:
    inner = f'node [ id 0 label "a" {node} ] node [ id 1 label "b" ] edge [ source 0 target 1 {edge} ]'
    return f"graph [ directed 1 {inner} ]"


def graphml(node: object = None, edge: object = None, key: str = "") -> str:
    graph = nx.DiGraph([("a", "b")])
    if node is not None:
        graph.nodes["a"]["weight"] = node
    if edge is not None:
        graph.edges["a", "b"]["weight"] = edge
    return "\n".join(nx.generate_graphml(graph)).replace("<graph ", key + "<graph ", 1)


def key(owner: str, name: str, default: object) -> str:
    return f'<key id="d9" for="{owner}" attr.name="{name}" attr.type="int"><default>{default}</default></key>'


ACCEPTED = {
    "hyperdag": [HYPERDAG.format(edge=e, work=w) for e in ("1", "1 1", "1.0", "") for w in ("1", "0", "7 2", "")],
    "hyperdag older": [OLDER.format(edge=e, work=w) for e in ("1", "") for w in ("1", "9")],
    "dag-text": [DAG_TEXT.format(edge=e, work=w) for e in ("1", "") for w in ("0", "5")],
    "txt": [DAG_TEXT.format(edge=1, work=1), HYPERDAG.format(edge=1, work=1)],
    "dot": [
        'digraph { a [weight=1]; b [work_weight=8, comm_weight="1.0"]; a -> b [comm_weight=1] }',
        "digraph { a -> b [weight=8] }",  # Graphviz draws such an edge straighter
        "digraph { edge [weight=8]; graph [weight=8]; weight=8; a [width=8, label=weight]; a -> b }",
    ],
    "node-link": [
        node_link({"weight": 1}, {}),
        node_link({"weight": 1.0, "work_weight": 8}, {"weight": "1"}),
        node_link({"size": 8}, {"length": 8}),
    ],
    "graphml": [
        graphml(1),
        graphml(1.0, 1),
        graphml(key=key("node", "size", 8)),
        graphml(key=key("graph", "weight", 8)),
    ],
    "gml": [gml("weight 1", ""), gml("weight 1.0 work_weight 5", "weight 1")],
}

REFUSED = [
    ("hyperdag", HYPERDAG.format(edge=4, work=1), "f.x:2: the communication weight of the hyperedge 0 is '4'"),
    ("hyperdag", HYPERDAG.format(edge="1 3", work=1), "f.x:2: the memory weight of the hyperedge 0 is '3'"),
    ("hyperdag", HYPERDAG.format(edge=0, work=1), "f.x:2: the communication weight of the hyperedge 0 is '0'"),
    ("hyperdag", OLDER.format(edge=4, work=1), "f.x:4: the communication weight of the node 0 is '4'"),
    ("txt", HYPERDAG.format(edge="w", work=1), "f.x:2: the communication weight of the hyperedge 0 is 'w'"),
    ("dag-text", DAG_TEXT.format(edge=2, work=1), "f.x:4: the communication weight of the node 0 is '2'"),
    ("txt", DAG_TEXT.format(edge=2, work=1), "f.x:4: the communication weight of the node 0 is '2'"),
    ("dot", "digraph {\n a [weight=2] }", "f.x:2: the weight of the node a is '2'"),
    ("dot", "digraph {\n a, b [x=1] [mem_weight=2] }", "f.x:2: the mem_weight of the node a is '2'"),
    ("dot", "digraph {\n node [Weight=2]; a -> b }", "f.x:2: the Weight of a node, by default, is '2'"),
    ("dot", "digraph { subgraph { node [weight=2]; a } }", "f.x:1: the weight of a node, by default, is '2'"),
    ("dot", "digraph {\n a -> b -> c [comm_weight=2] }", "f.x:2: the comm_weight of an edge is '2'"),
    ("dot", "digraph {\n edge [comm_weight=2] }", "f.x:2: the comm_weight of an edge, by default, is '2'"),
    ("dot", "digraph { a [weight] }", "the weight of the node a is 'true'"),
    ("node-link", node_link({"weight": 2}, {}), "f.x: the weight of the node a is 2"),
    ("node-link", node_link({"comm_weight": "2"}, {}), "f.x: the comm_weight of the node a is '2'"),
    ("node-link", node_link({}, {"weight": 0.5}), "f.x: the weight of the edge a -> b is 0.5"),
    *(
        ("node-link", node_link({"weight": w}, {}), "the weight of the node a is")
        for w in (True, None, [1], {}, 10**50)
    ),
    ("graphml", graphml(2), "f.x: the weight of the node a is 2"),
    ("graphml", graphml(1.5), "f.x: the weight of the node a is 1.5"),
    ("graphml", graphml(edge=2), "f.x: the weight of the edge a -> b is 2"),
    ("graphml", graphml(key=key("node", "weight", 2)), "f.x: the weight of a node, by default, is '2'"),
    ("graphml", graphml(key=key("edge", "weight", 2)), "f.x: the weight of an edge, by default, is '2'"),
    ("graphml", graphml(key=key("all", "weight", 2)), "f.x: the weight of a node or an edge, by default, is '2'"),
    ("gml", gml("weight 2", ""), "f.x: the weight of the node a is 2"),
    ("gml", gml("", "weight 2.5"), "f.x: the weight of the edge a -> b is 2.5"),
]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ACCEPTED.items() for text in texts])
def test_weights_of_one_and_any_work_are_accepted(name, text):
    assert READ[name.partition(" ")[0]](text, "f.x").graph.number_of_edges() == 1


@pytest.mark.parametrize(("name", "text", "says"), REFUSED)
def test_other_sizes_are_refused_with_the_reason(name, text, says):
    with pytest.raises(FormatError) as caught:
        READ[name](text, "f.x")
    assert str(caught.value).startswith("f.x")
    assert says in str(caught.value)
    assert REASON in str(caught.value)


def test_every_reader_with_weights_is_tested():
    without = {"kthlist", "mtx-solve", "mtx-solve-fine", "mtx-mask"}  # no weights; a matrix has values
    assert {name.partition(" ")[0] for name in ACCEPTED} | without == set(READ)
    assert {name for name, _, _ in REFUSED} | without == set(READ)


@pytest.mark.parametrize("value", [1, 1.0, "1", "1.", "1.000", " 1 ", "+1"])
def test_ways_to_write_one(value):
    check_weight(value, "it", "f.x")


@pytest.mark.parametrize(
    "value", [0, 2, -1, 1.5, "1e999999999", "1.01", "", "x", "1 1", "١", True, None, [], float("nan")]
)
def test_what_is_not_one(value):
    with pytest.raises(FormatError, match="it is "):
        check_weight(value, "it", "f.x")


# Limits ---------------------------------------------------------------------------------------------------------------

HUGE = 10**12


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hyperdag", f"0 {HUGE} 0\n0 1\n"),
        ("dag-text", f"{HUGE} 0\n0 1\n"),
        ("txt", f"{HUGE} 0\n0 1\n"),
        ("kthlist", f"{HUGE}\n1 : 0\n"),
        ("mtx-solve", f"%%MatrixMarket matrix coordinate real general\n{HUGE} {HUGE} 1\n1 1 1\n"),
        ("mtx-solve-fine", f"%%MatrixMarket matrix coordinate real general\n{HUGE} {HUGE} 1\n1 1 1\n"),
        ("mtx-mask", f"%%MatrixMarket matrix array real general\n{HUGE} {HUGE}\n1\n"),
    ],
)
def test_a_promise_of_too_many_nodes_is_an_error_at_once(name, text):
    start = time.perf_counter()
    with pytest.raises(FormatError, match="1,000,000,000,000 nodes are too many; at most 1,000,000 are read: give a"):
        READ[name](text, "f.x")
    assert time.perf_counter() - start < 1


THREE = {
    "hyperdag": "0 3 0\n0\n1\n2\n",
    "dag-text": "3 0\n0\n1\n2\n0\n1\n2\n",
    "txt": "0 3 0\n0\n1\n2\n",
    "dot": "digraph { a b\n c }",
    "node-link": json.dumps({"directed": True, "nodes": [{"id": i} for i in range(3)], "edges": []}),
    "graphml": XML + '<graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/></graph></graphml>',
    "gml": "graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ] ]",
    "kthlist": "3\n1 : 0\n2 : 0\n3 : 0\n",
    "mtx-solve": "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
    "mtx-solve-fine": "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
    "mtx-mask": "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
}


@pytest.mark.parametrize("name", READ)
def test_every_reader_has_the_limit(name, monkeypatch):
    nodes = len(READ[name](THREE[name], "f.x"))
    monkeypatch.setattr(limits, "MAX_NODES", nodes)
    assert len(READ[name](THREE[name], "f.x")) == nodes
    monkeypatch.setattr(limits, "MAX_NODES", nodes - 1)
    with pytest.raises(FormatError, match=f"f.x(:[0-9])?: {nodes} nodes are too many; at most {nodes - 1} are read"):
        READ[name](THREE[name], "f.x")


def test_a_node_named_often_is_one_node(monkeypatch):
    monkeypatch.setattr(limits, "MAX_NODES", 2)
    assert len(dot.read("digraph { a; b; a; b; a -> b }", "f.x")) == 2


def test_the_file_is_named(tmp_path):
    path = tmp_path / "a.dot"
    path.write_text("digraph {\n a [weight=3] }")
    with pytest.raises(FormatError, match=f"{path}:2: the weight of the node a is '3'"):
        read_cdag(path)
