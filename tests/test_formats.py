"""Tests of graphs.formats: the smallest graph, one graph in all formats, every refusal, and no traceback ever."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.cdag import Cdag
from graphs.errors import FormatError, HasCycle, HasSelfLoop, IsMultigraph, IsUndirected, NotADag, PebbleproofError
from graphs.formats import FORMATS, dot, gml, graphml, hyperdag, node_link, read_cdag, read_txt, source
from graphs.formats.source import MAX_BYTES, decode

READ = {entry.name: entry.read for entry in FORMATS}
SHARED = Path(__file__).parents[2] / "shared" / "inputs"  # real files; absent from a checkout

XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'

# One node without edges.
SMALLEST = {
    "hyperdag": "0 1 0\n0 1\n",
    "dag-text": "1 0\n0 1\n0 1\n",
    "txt": "1 0\n0 1\n0 1\n",
    "dot": "digraph{0}",
    "node-link": '{"directed": true, "nodes": [{"id": 0}], "edges": []}',
    "graphml": XML + '<graph edgedefault="directed"><node id="0"/></graph></graphml>',
    "gml": "graph [ directed 1 node [ id 0 ] ]",
    "kthlist": "1\n1 : 0\n",
}

# The edges 0 -> 2, 1 -> 2, 1 -> 3, 2 -> 4, 3 -> 4, each file in two styles where there are two.
EDGES = {(0, 2), (1, 2), (1, 3), (2, 4), (3, 4)}
NODE_LINK = {
    "directed": True,
    "multigraph": False,
    "graph": {},
    "nodes": [{"id": i} for i in range(5)],
    "edges": [{"source": u, "target": v} for u, v in sorted(EDGES)],
}
V1 = "%%banner\n% title\n4 5 9 % M N P\n0 1\n1 1 % w\n2\n3 1 1\n%% nodes\n0 1 0\n1 1\n2\n3\n4 % x\n%% pins\n"
PINS = "0 0\n0 2\n1 1\n1 2\n1 3\n2 2\n2 4\n3 3\n3 4\n"
SAME = {
    "hyperdag": V1 + PINS,
    "txt": V1 + PINS,
    "hyperdag older": "4 5 9\n" + PINS + "".join(f"{i} 1 1\n" for i in range(5)),
    "dag-text": "5 5\n" + 2 * "0 1\n1 1\n2 1\n3 1\n4 1\n" + "0 2\n1 2\n1 3\n2 4\n3 4\n",
    "dot": "digraph {\n0; 1; 2; 3; 4;\n0 -> 2;\n1 -> {2 3} -> 4\n}\n",
    "node-link": json.dumps(NODE_LINK, indent=1),
    "node-link links": json.dumps(NODE_LINK).replace('"edges"', '"links"'),
    "graphml": XML
    + '\n<graph edgedefault="directed">\n'
    + "\n".join(f'<node id="{i}"/>' for i in range(5))
    + "\n".join(f'<edge source="{u}" target="{v}"/>' for u, v in sorted(EDGES))
    + "</graph>\n</graphml>\n",
    "gml": "\n".join(nx.generate_gml(nx.DiGraph(sorted(EDGES)))),
    "kthlist": "c title\n5\n1 : 0\n2 : 0\n3 : 1 2 0\n4:2 0\n5 : 3 4 0\n",
}


def read(name: str, text: str) -> Cdag:
    return READ[name.partition(" ")[0]](text, "f.x")


def refused(name: str, text: str, error: type[PebbleproofError] = FormatError) -> str:
    with pytest.raises(error) as caught:
        read(name, text)
    return str(caught.value)


@pytest.mark.parametrize("name", SMALLEST)
def test_smallest(name):
    cdag = read(name, SMALLEST[name])
    assert cdag.order == ((1,) if name == "kthlist" else (0,))
    assert cdag.isolated == cdag.order
    assert cdag.name == "f"


@pytest.mark.parametrize("name", SAME)
def test_same_graph(name):
    shift = 1 if name == "kthlist" else 0
    cdag = read(name, SAME[name])
    assert set(cdag.graph.edges) == {(u + shift, v + shift) for u, v in EDGES}
    assert sorted(cdag.order) == [i + shift for i in range(5)]


def test_table():
    matrices = {"mtx-solve", "mtx-solve-fine", "mtx-mask"}  # their nodes are not numbers
    assert set(SMALLEST) | matrices == set(READ)
    suffixes = [suffix for entry in FORMATS for suffix in entry.suffixes]
    assert len(set(suffixes)) == len(suffixes)


# Numbers in lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("% only", "f.x: holds comments only"),
        ("3\n", "f.x:1: expected a header of three numbers"),
        ("2 1\n", "--format dag-text"),
        ("1 x 2\n", "f.x:1: expected a number of nodes as a whole number; got 'x'"),
        ("1_0 1 1\n", "got '1_0'"),
        ("4 5 9\n0\n1\n", "f.x:3: expected 4 hyperedges, got 2 before the file ends"),
        ("1 2 2\n0\n0\n", "f.x:3: expected 2 nodes, got 1"),
        ("1 2 3\n0\n0\n1\n0 0\n", "f.x:5: expected 3 pins, got 1"),
        ("1 2 2\n0\n0\n1\n0 0\n0 1\n\n0 0\n", "f.x:8: expected the end of the file after 2 pins; got '0 0'"),
        ("1 2 2\n0\n0\n1\n0 0\n0\n", "f.x:6: expected a node from 0 to 1; got the end of the line"),
        ("1 2 2\n0\n0\n1\n0 0\n0 2\n", "f.x:6: expected a node from 0 to 1; got '2'"),
        ("1 2 2\n0\n0\n1\n0 0\n1 1\n", "f.x:6: expected a hyperedge from 0 to 0; got '1'"),
        ("1 2 2\n0\n0\n0\n0 0\n0 1\n", "f.x:4: the node 0 is listed twice"),
        ("1 2 2\n1\n0\n1\n0 0\n0 1\n", "f.x:2: expected a hyperedge from 0 to 0; got '1'"),
        ("1 2 2\n0\n0\n1\n0 0\n0 0\n", "f.x:6: the hyperedge 0 has its source 0 as another pin"),
        ("1 2 3\n0\n0\n1\n0 0\n0 1\n0 1\n", "f.x:7: the edge 0 -> 1 is repeated; line 6 has it already"),
        ("2 2 2\n0\n1\n0\n1\n0 0\n0 1\n", "f.x:7: the hyperedge 1 has no pin"),
        ("1 1 9999999999999999\n0\n", "f.x:2: expected 1 nodes, got 0"),
        ("1 2 2\n0\n0\n1\n0 -1\n0 1\n", "f.x:5: expected a node from 0 to 1; got '-1'"),
    ],
)
def test_hyperdag_refused(text, says):
    assert says in refused("hyperdag", text)


def test_hyperdag_that_looks_older_says_so():
    # Version 1 cut off by as many lines as it has hyperedges has the length of the older dialect.
    lines = SAME["hyperdag"].splitlines()
    assert "5 + 9 data lines are the older dialect" in refused("hyperdag", "\n".join(lines[:-4]))


def test_hyperdag_work_and_trailing_text_of_the_header_are_skipped():
    assert list(hyperdag.read("1 2 2 of all\n0 1 1\n0 1.5\n1 w\n0 1 7\n0 0 7", "a").graph.edges) == [(1, 0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2 3\n", "--format hyperdag"),
        ("2 1\n0 1\n1 1\n0 1\n", "f.x:4: expected 2 communication weights, got 1"),
        ("2 1\n0 1\n1 1\n0 1\n1 1\n", "f.x:5: expected 1 edges, got 0"),
        ("2 1\n0 1\n1 1\n0 1\n1 1\n0 1\n0 1\n", "f.x:7: expected the end of the file"),
        ("2 2\n0 1\n1 1\n0 1\n1 1\n0 1\n0 1\n", "f.x:7: the edge 0 -> 1 is repeated; line 6"),
        ("2 1\n0 1\n1 1\n0 1\n1 1\n0 2\n", "f.x:6: expected a node from 0 to 1; got '2'"),
        ("2 1\n0 1\n1 1\n1 1\n1 1\n0 1\n", "f.x:5: the node 1 is listed twice"),
    ],
)
def test_dag_text_refused(text, says):
    assert says in refused("dag-text", text)


def test_dag_text_cycle_and_loop_and_nothing():
    head = "2 {}\n0 1\n1 1\n0 1\n1 1\n"
    refused("txt", head.format(2) + "0 1\n1 0\n", HasCycle)
    refused("txt", head.format(1) + "1 1\n", HasSelfLoop)
    refused("txt", "0 0\n", NotADag)
    refused("txt", "0 0 0\n", NotADag)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x\n", "f.x:1: expected a number of nodes"),
        ("1 1\n", "f.x:1: expected one number"),
        ("2\n1 : 0\n", "f.x:2: expected 2 nodes, got 1"),
        ("1\n1 : 0\n2 : 0\n", "f.x:3: expected the end of the file"),
        ("1\n1 0\n", "f.x:2: expected 'node : predecessors 0'"),
        ("2\n1 : 0\n2 : 1\n", "f.x:3: expected 0 at the end of the line; got '1'"),
        ("2\n1 : 0\n2 :\n", "f.x:3: expected 0 at the end of the line; got ''"),
        ("2\n1 : 0\n1 : 0\n", "f.x:3: the node 1 is listed twice"),
        ("2\n1 : 2 0\n2 : 0\n", "f.x:2: the predecessor 2 of 1 is not listed before it"),
        ("2\n1 : 0\n2 : 1 1 0\n", "f.x:3: a predecessor of 2 is repeated"),
        ("2\n1 : 0\n2 : 3 0\n", "f.x:3: expected a predecessor from 1 to 2; got '3'"),
        ("2\n0 : 0\n2 : 0\n", "f.x:2: expected a node from 1 to 2; got '0'"),
    ],
)
def test_kthlist_refused(text, says):
    assert says in refused("kthlist", text)


# DOT ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("DiGraph G { a -> b -> c; }", "ab bc"),
        ("digraph { a->b }", "ab"),
        ("digraph { {a b} -> c }", "ac bc"),
        ("digraph { subgraph s {a; b} -> {c d} }", "ac ad bc bd"),
        ("digraph { a, b -> c }", "ac bc"),
        ("digraph { {a -> b} -> c }", "ab ac bc"),
        ("digraph { {a {b {c}}} -> d }", "ad bd cd"),
        ("digraph { {} -> a -> b }", "ab"),
        ("strict digraph { a -> b; a -> b }", "ab"),
        ("digraph { a:p -> b:q:nw; c:_ -> a }", "ab ca"),
        ("digraph { a [x=1; y=2, z=3 w=4;] [v]; a -> b [x=<a<b>>] }", "ab"),
        ("digraph { node [shape=box] edge [] graph [r=LR]; rank = same; a -> b }", "ab"),
        ('digraph { "a" -> "" + "b" }', "ab"),
        ("/* x -> y */ digraph { // x -> y\n# x -> y\na -> b }", "ab"),
        ("digraph { subgraph { rank=same a b } a -> b }", "ab"),
        ("digraph { subgraph s {a} subgraph s {b} a -> b }", "ab"),
        ("digraph { é -> b }", "éb"),
    ],
)
def test_dot(text, edges):
    assert sorted(u + v for u, v in dot.read(text, "a").graph.edges) == edges.split()


def test_dot_ids():
    text = r'digraph "my graph" { 0 "1" "02" -1 .5 "say \"a\"" "a\\" "a\n" <b> "two' + "\\\n" + 'lines" node1 "->" }'
    cdag = dot.read(text, "a")
    assert cdag.name == "my graph"
    assert list(cdag.graph) == [0, 1, "02", "-1", ".5", 'say "a"', r"a\\", r"a\n", "<b>", "twolines", "node1", "->"]


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("graph { a -- b }", IsUndirected, "f.x:1: a DOT graph that is no digraph is undirected"),
        ("\nstrict graph { }", IsUndirected, "f.x:2: "),
        ("digraph {\na -> b\n a -> b }", IsMultigraph, "f.x:3: the edge a -> b is repeated, so the digraph is a multi"),
        ("digraph { a -> b;\n{a c} -> b }", IsMultigraph, "f.x:2: "),
        ("digraph { a -> a }", HasSelfLoop, "a -> a"),
        ("digraph { a -> b -> a }", HasCycle, "a -> b -> a"),
        ("digraph { }", NotADag, "no nodes"),
        ("digraph {\n a -- b }", FormatError, "f.x:2: '--' gives no direction; write '->'"),
        ("digraph {\n a -> b;", FormatError, "f.x:2: the file ends before the graph does"),
        ("digraph { a } digraph { b }", FormatError, "DOT does not allow 'digraph' here"),
        ("digraph { a -> node }", FormatError, "quote node to use it as an id"),
        ("digraph {\n 0_1 -> 1_0 }", FormatError, "f.x:2: DOT has no word '0_1 -> 1_0 }'; quote an id such as"),
        ("digraph { x-2 -> y }", FormatError, "quote an id such as"),
        ("digraph { x.2 -> y }", FormatError, "quote an id such as"),
        ('digraph { "a -> b }', FormatError, "is not closed"),
        ("digraph { /* a -> b }", FormatError, "is not closed"),
        ("digraph { a [x=<b<>] }", FormatError, "is not closed"),
        ("hello", FormatError, "f.x:1: DOT does not allow 'hello' here"),
        ("digraph { subgraph s {a} subgraph s {b} -> c }", FormatError, "name its nodes instead"),
        ("digraph {" + "{" * 5000, FormatError, "ends before"),
    ],
)
def test_dot_refused(text, error, says):
    assert says in refused("dot", text, error)


def test_dot_node_sets_cannot_explode(monkeypatch):
    monkeypatch.setattr(dot, "MAX_EDGES", 3)
    assert len(dot.read("digraph { a -> {b c d} }", "a")) == 4
    assert "more than 3 edges" in refused("dot", "digraph { {a b} -> {c d} }")


# JSON, GraphML, GML ---------------------------------------------------------------------------------------------------


def test_node_link_names():
    nodes = [{"id": ["Q", 0, 1]}, {"id": ["s", ["x", 1]]}, {"id": "7"}]
    body = {
        "directed": True,
        "graph": {"name": "mine"},
        "nodes": nodes,
        "links": [{"source": "7", "target": ["Q", 0, 1]}],
    }
    cdag = node_link.read(json.dumps(body), "a")
    assert cdag.name == "mine"
    assert set(cdag.graph) == {("Q", 0, 1), ("s", ("x", 1)), "7"}
    assert list(cdag.graph.edges) == [("7", ("Q", 0, 1))]


def changed(**values: object) -> str:
    return json.dumps({key: value for key, value in (NODE_LINK | values).items() if value != "absent"})


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (changed(directed=False), IsUndirected, 'a graph with "directed": false is undirected'),
        (changed(directed="absent"), FormatError, 'add "directed": true'),
        (changed(directed=1), FormatError, '"directed" must be true or false; got 1'),
        (changed(multigraph=True), IsMultigraph, '"multigraph": true is a multigraph'),
        (changed(nodes="absent"), FormatError, '"nodes" must be a list; got nothing'),
        (changed(edges="absent"), FormatError, '"edges" must be a list; got nothing'),
        (changed(edges={}), FormatError, '"edges" must be a list; got {}'),
        (changed(links=[]), FormatError, 'has both "edges" and "links"'),
        (changed(nodes=[1]), FormatError, 'node number 1 must be an object with "id"; got 1'),
        (changed(nodes=[{"id": 1}, {"id": 1}]), FormatError, "node number 2 repeats the id '1'"),
        (changed(edges=[{"source": 0, "target": 9}]), FormatError, "edge number 1 joins '9', which is not among"),
        (changed(edges=[{"source": 0}]), FormatError, 'edge number 1 must be an object with "target"'),
        (changed(edges=[{"source": 0, "target": 1}] * 2), FormatError, "edge number 2 repeats the edge '0' -> '1'"),
        (changed(edges=[{"source": 0, "target": 0}]), HasSelfLoop, "0 -> 0"),
        (changed(nodes=[], edges=[]), NotADag, "no nodes"),
        *(
            (changed(nodes=[{"id": bad}]), FormatError, 'the "id" of node number 1 must be a text, a whole number')
            for bad in (True, False, None, 1.0, {}, [], [True], [1.5], ["a", [None]])
        ),
        ('{"directed": true, "nodes": [{"id": "\\ud800"}], "edges": []}', FormatError, "lone surrogate"),
        ('{"directed": true, "directed": false}', FormatError, "has the key 'directed' twice"),
        ('{"directed":\n tru', FormatError, "f.x:2: not JSON"),
        ("[]", FormatError, "is an object with nodes and edges; got []"),
        ("[" * 100_000, FormatError, "nested too deeply"),
        ('{"directed": true, "nodes": [{"id": ' + "[" * 99 + "1" + "]" * 99 + "}]}", FormatError, "a list of these"),
        ("1" * 5000, FormatError, "not JSON"),
    ],
)
def test_node_link_refused(text, error, says):
    assert says in refused("node-link", text, error)


def graphml_text(inner: str, start: str = '<graph edgedefault="directed">') -> str:
    return XML + start + '<node id="a"/><node id="b"/>' + inner + "</graph></graphml>"


EDGE = '<edge source="a" target="b"/>'
LAUGHS = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + graphml_text("").replace('id="a"', 'id="&b;"')


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (graphml_text(EDGE, '<graph edgedefault="undirected">'), IsUndirected, "is undirected"),
        (graphml_text(EDGE, "<graph>"), IsUndirected, "is undirected"),
        (graphml_text(EDGE.replace("/>", ' directed="false"/>')), IsUndirected, "the edge a -- b is undirected"),
        (graphml_text(EDGE + EDGE), IsMultigraph, "the edge a -> b is repeated, so the graph is a multigraph"),
        (graphml_text(EDGE.replace('"b"', '"a"')), HasSelfLoop, "a -> a"),
        (graphml_text(EDGE.replace('"b"', '"c"')), FormatError, "joins 'c', which is no node's id"),
        (graphml_text('<node id="a"/>'), FormatError, "the node id 'a' is given twice"),
        (graphml_text("<node/>"), FormatError, "a <node> has no attribute 'id'; it has []"),
        (graphml_text("<hyperedge/>"), FormatError, "has a <hyperedge>"),
        (graphml_text('<data key="k">1</data>'), FormatError, "networkx cannot read this GraphML"),
        (graphml_text('<graph edgedefault="directed"/>'), FormatError, "expected one <graph>, got 2"),
        (XML + "</graphml>", FormatError, "expected one <graph>, got 0"),
        (XML + '<graph edgedefault="directed"/></graphml>', NotADag, "no nodes"),
        (XML + "\n<graph>", FormatError, "f.x:2: not XML"),
        (LAUGHS, FormatError, "has a document type"),
        ('<?xml version="1.0" encoding="x-y"?>' + graphml_text("</x>"), FormatError, "not XML"),
    ],
)
def test_graphml_refused(text, error, says):
    assert says in refused("graphml", text, error)


def test_graphml_ports_and_keys_do_not_matter():
    key = '<key id="d0" for="node" attr.name="w" attr.type="int"/><graph edgedefault="directed">'
    cdag = graphml.read(graphml_text('<node id="c"><port name="p"/><data key="d0">1</data></node>' + EDGE, key), "a")
    assert list(cdag.graph.edges) == [("a", "b")]


NODES = 'node [ id 0 label "{}" ] node [ id 1 label "{}" ] edge [ source 0 target 1 ] ]'


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("graph [ directed 1 " + NODES.format("a", "b"), ("a", "b")),
        ("graph [ directed 1 " + NODES.format("5", "6"), (5, 6)),
        ("graph [ directed 1 " + NODES.format("same", "same"), (0, 1)),
        ("graph [ directed 1 " + NODES.format("1", "2").replace('label "1"', ""), (0, 1)),
    ],
)
def test_gml_names(text, edge):
    assert list(gml.read(text, "a").graph.edges) == [edge]


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("graph [ " + NODES.format("a", "b"), IsUndirected, "a graph without 'directed 1' is undirected"),
        ("graph [ directed 1 multigraph 1 " + NODES.format("a", "b"), IsMultigraph, "'multigraph 1' is a multigraph"),
        ("graph [ directed 1\n node [ id 0 ] ] ]", FormatError, "f.x:2: not GML: expected EOF, found ']'"),
        ("graph [ directed 1 node [ id 0 ] edge [ source 0 target 1 ] ]", FormatError, "undefined target 1"),
        ("graph [ directed 1 node [ id 0 ] node [ id 0 ] ]", FormatError, "node id 0 is duplicated"),
        ("graph [ directed 1 node [ id 0.5 ] ]", FormatError, "an id must be a whole number or a text; got 0.5"),
        ('graph [ directed 1 node [ id 0 ] node [ id "0" ] ]', FormatError, "two ids mean the same node"),
        ('graph [ directed 1 node [ id 0 label "&#55296;" ] ]', FormatError, "lone surrogate"),
        ("graph [ directed 1 ]", NotADag, "no nodes"),
        ("graph 5", FormatError, "networkx cannot read it"),
        ("graph [ directed 1 node 5 ]", FormatError, "networkx cannot read it"),
        ("graph [ " * 5000, FormatError, "RecursionError"),
    ],
)
def test_gml_refused(text, error, says):
    assert says in refused("gml", text, error)


# Files ----------------------------------------------------------------------------------------------------------------


def file_refused(path: str | Path, format_name: str | None = None, error: type[PebbleproofError] = FormatError) -> str:
    with pytest.raises(error) as caught:
        read_cdag(path, format_name)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.dot", b"", "is empty"),
        ("a.json", b" \n\t ", "is empty"),
        ("a.txt", b"\xef\xbb\xbf", "is empty"),
        ("a.dot", b"digraph { a\0 }", "is binary; a graph file is UTF-8 text"),
        ("a.dot", b"digraph { \xff }", "is binary"),
        ("a.abc", b"x", "the suffix '.abc' is unknown; known: .hdag, .txt, .dot"),
        ("a.abc", b"x", "or say --format, one of: hyperdag, "),
        ("abc", b"x", "the file's name has no suffix"),
        ("a.mtx", b"x", "a Matrix Market file is a matrix, not a DAG; say how to read it: --format mtx-solve"),
    ],
)
def test_file_refused(tmp_path, name, data, says):
    (tmp_path / name).write_bytes(data)
    message = file_refused(tmp_path / name)
    assert message.startswith(str(tmp_path / name))
    assert says in message


def test_undirected_formats_refused():
    assert file_refused("a.graph", error=IsUndirected).startswith("a.graph: a METIS graph is undirected")
    assert file_refused("b/a.GR", error=IsUndirected).startswith("b/a.GR: a PACE graph is undirected")


def test_no_file(tmp_path, monkeypatch):
    (tmp_path / "folder.dot").mkdir()
    assert "no such file" in file_refused(tmp_path / "none.dot")
    assert "is a directory" in file_refused(tmp_path / "folder.dot")
    assert "cannot be read" in file_refused("a\0b.dot")
    assert "cannot be read" in file_refused(tmp_path / ("x" * 5000 + ".dot"))

    def denied(*_: object) -> None:
        raise PermissionError  # file modes do not stop root, who may run the tests

    monkeypatch.setattr(Path, "open", denied)
    assert "permission to read is denied" in file_refused(tmp_path / "none.dot")


def test_format_named(tmp_path):
    path = tmp_path / "graph.abc"
    path.write_bytes(b"\xef\xbb\xbfdigraph\r\n{ a -> b }\r\n")
    assert repr(read_cdag(path, "dot")) == "<Cdag graph: 2 nodes, 1 edges>"
    assert "no format is called 'dott'; known formats: hyperdag, dag-text, txt, dot" in file_refused(path, "dott")


def test_suffix_in_capitals(tmp_path):
    path = tmp_path / "A.DOT"
    path.write_text("digraph { a }")
    assert read_cdag(str(path)).name == "A"


@pytest.mark.parametrize(("text", "error"), [("a -> b -> a", HasCycle), ("a -> a", HasSelfLoop), ("", NotADag)])
def test_a_refused_graph_names_its_file(tmp_path, text, error):
    path = tmp_path / "a.dot"
    path.write_text("digraph {" + text + "}")
    assert file_refused(path, error=error).startswith(f"{path}: the graph ")


def test_large_file_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "large.dot"
    path.touch()
    os.truncate(path, 100 * 2**20)
    monkeypatch.setattr(source, "_limited", None)  # calling it, to read, would be a TypeError
    start = time.perf_counter()
    assert "is larger than 33554432 bytes (32 MiB)" in file_refused(path)
    assert time.perf_counter() - start < 1


class Endless(io.RawIOBase):
    """A stream that never ends and counts what was asked of it."""

    asked = 0

    def read(self, size: int = -1) -> bytes:
        assert 0 <= size <= MAX_BYTES + 1
        self.asked += size
        return b" " * size


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"digraph { a -> b }")))
    assert read_cdag("-", "dot").name == "stdin"
    assert "<stdin>: is empty" in file_refused("-", "dot")
    assert "standard input has no suffix; say --format, one of: hyperdag" in file_refused("-")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Endless()))
    assert "<stdin>: is larger than" in file_refused("-", "dot")
    assert sys.stdin.buffer.asked == MAX_BYTES + 1
    monkeypatch.setattr(sys, "stdin", None)
    assert "<stdin>: is closed" in file_refused("-", "dot")


# Every cut is an error, and no bytes make a traceback -----------------------------------------------------------------


@pytest.mark.parametrize("name", SAME)
def test_truncated_at_any_line(name):
    lines = SAME[name].rstrip("\n").split("\n")
    for kept in range(len(lines)):
        refused(name, "\n".join(lines[:kept]) + "\n")


@pytest.mark.parametrize("name", ["dot", "node-link", "graphml", "gml"])
def test_truncated_at_any_character(name):
    text = SAME[name].rstrip()
    for kept in range(len(text)):
        refused(name, text[:kept])


def survives(name: str, data: bytes) -> None:
    try:
        assert len(READ[name](decode(data, "f.x"), "f.x")) > 0
    except PebbleproofError as error:
        str(error).encode()  # printing it must not fail either


@given(st.sampled_from(sorted(READ)), st.binary(max_size=60))
def test_random_bytes(name, data):
    survives(name, data)


@given(st.sampled_from(sorted(READ)), st.text(max_size=60))
def test_random_text(name, text):
    survives(name, text.encode("utf-8", "surrogatepass"))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(SAME)), st.sampled_from(sorted(SAME)), st.data())
def test_mutated_files(name, other, data):
    valid, donor = SAME[name].encode(), SAME[other].encode()
    start = data.draw(st.integers(0, len(valid)), "start")
    end = data.draw(st.integers(start, min(len(valid), start + 20)), "end")
    first = data.draw(st.integers(0, len(donor)), "first")
    patch = data.draw(st.one_of(st.binary(max_size=5), st.just(donor[first : first + 10])), "patch")
    survives(name.partition(" ")[0], valid[:start] + patch + valid[end:])


# Real files, where they exist -----------------------------------------------------------------------------------------

FOLDERS = ("hyperdag_db", "onestopparallel", "made", "dags")
REAL = [path for folder in FOLDERS for path in sorted((SHARED / folder).glob("*"))]
BAD = {
    "cycle.dot": HasCycle,
    "selfloop.json": HasSelfLoop,
    "empty_graph.dot": NotADag,
    "ErdosRenyi_8_19_A.mtx": FormatError,
    "smpl_dot_graph_1.dot": FormatError,  # its nodes have weights
    "p3.arch": FormatError,
}


def test_real_files():
    """Without them, there is nothing to check here."""
    for path in REAL:
        if path.name in BAD:
            file_refused(path, error=BAD[path.name])
            continue
        cdag = read_cdag(path)
        assert len(cdag) > 0
        if path.suffix in (".txt", ".hdag"):
            sizes = next(line for line in path.read_text().splitlines() if not line.startswith("%")).split()
            nodes, edges = sizes if len(sizes) == 2 else (sizes[1], int(sizes[2]) - int(sizes[0]))
            assert (len(cdag), cdag.graph.number_of_edges()) == (int(nodes), int(edges)), path


def test_real_files_of_one_graph():
    found = [path for path in REAL if path.name.startswith("fI_N10")]
    for path in found:
        shift = 1 if path.suffix == ".kthlist" else 0
        edges = {(u - shift, v - shift) for u, v in read_cdag(path).graph.edges}
        assert edges == set(read_txt(found[0].read_text(), "a").graph.edges), path
