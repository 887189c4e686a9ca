"""Formats: the table of the file formats that a CDAG can be read from, and the one function that reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from graphs.cdag import Cdag
from graphs.errors import FormatError, IsUndirected, NotADag
from graphs.formats import dag_text, dot, gml, graphml, hyperdag, kthlist, mtx_mask, mtx_solve, node_link
from graphs.formats.rows import rows
from graphs.formats.source import STDIN, read_text, shown


@dataclass(frozen=True)
class Format:
    """A file format: `read` makes a Cdag of a text, given what messages call its file.

    `number` is the name of a whole number >= 1 that `read` takes too; it may follow the format's name, as in
    `mtx-mask:2`.
    """

    name: str
    suffixes: tuple[str, ...]
    title: str
    read: Callable[..., Cdag]
    number: str = ""

    @property
    def usage(self) -> str:
        """How the format is asked for.

        >>> FORMATS[0].usage, FORMATS[-1].usage
        ('hyperdag', 'mtx-mask[:d]')
        """
        return f"{self.name}[:{self.number}]" if self.number else self.name


def read_txt(text: str, where: str) -> Cdag:
    r"""Reads a hyperDAG or DAG text; two numbers head a DAG text.

    Raises FormatError with the line, and what Cdag raises.

    >>> list(read_txt("2 1\n0 1\n1 1\n0 1\n1 1\n0 1", "a.txt").graph.edges)
    [(0, 1)]
    >>> list(read_txt("1 2 2\n0 1\n0 1\n1 1\n0 0\n0 1", "a.txt").graph.edges)
    [(0, 1)]
    """
    if len(rows(text, where)[0].words) == 2:
        return dag_text.read(text, where)
    return hyperdag.read(text, where)


FORMATS = (
    Format("hyperdag", (".hdag",), "HyperDAG v1 (HyperDAG_DB) and OneStopParallel's .hdag", hyperdag.read),
    Format("dag-text", (), "DAG text of HyperDAG_DB's converter", dag_text.read),
    Format("txt", (".txt",), "hyperdag or dag-text, told apart by the header", read_txt),
    Format("dot", (".dot", ".gv"), "DOT (Graphviz)", dot.read),
    Format("node-link", (".json",), "node-link JSON (networkx, D3)", node_link.read),
    Format("graphml", (".graphml",), "GraphML", graphml.read),
    Format("gml", (".gml",), "GML", gml.read),
    Format("kthlist", (".kthlist",), "lists of predecessors (KTH, cnfgen)", kthlist.read),
    Format("mtx-solve", (), "Matrix Market (.mtx) as a triangular solve, a node a row", mtx_solve.read),
    Format(
        "mtx-solve-fine",
        (),
        "Matrix Market (.mtx) as a triangular solve, a node an operation",
        mtx_solve.read_fine,
    ),
    Format(
        "mtx-mask",
        (),
        "Matrix Market (.mtx) as a mask of Q K^T; head dimension d, or 1",
        mtx_mask.read,
        "d",
    ),
)

_UNDIRECTED = {".graph": "a METIS graph", ".gr": "a PACE graph"}


def read_cdag(path: str | Path, format: str | None = None) -> Cdag:  # noqa: A002 (the word of the option)
    """Reads a CDAG from a file, in the format that its suffix tells, or in the format named; `-` is standard input.

    The Cdag is called by the graph's own name, or else by the stem of the file's name.

    Raises FormatError, and NotADag or one of its children; each names the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "sum.dot")
    ...     _ = path.write_text("digraph { a -> c; b -> c }")
    ...     read_cdag(path)
    <Cdag sum: 3 nodes, 2 edges>
    """
    where = shown(path)
    chosen = _by_suffix(path, where) if format is None else _by_name(format, where)
    try:
        return chosen.read(read_text(path), where)
    except NotADag as error:
        if not str(error).startswith(where):  # Cdag knows the graph, not the file
            error.args = (f"{where}: {error}",)
        raise


def _by_name(name: str, where: str) -> Format:
    plain, colon, number = name.partition(":")
    for entry in FORMATS:
        if entry.name == plain and (entry.number or not colon):
            return _with_number(entry, number, where) if colon else entry
    raise FormatError(where, f"no format is called {name!a}", cure=f"known formats: {_known()}")


def _with_number(entry: Format, number: str, where: str) -> Format:
    if number.isascii() and number.isdecimal() and len(number) < 10 and int(number) > 0:
        return replace(entry, read=partial(entry.read, **{entry.number: int(number)}))
    rule = f"the {entry.number} of {entry.usage} is a whole number from 1 to 999999999; got {number!a}"
    raise FormatError(where, rule, cure=f"say --format {entry.name}:2, for example")


def _by_suffix(path: str | Path, where: str) -> Format:
    if str(path) == STDIN:
        raise FormatError(where, "standard input has no suffix", cure=f"say --format, one of: {_known()}")
    suffix = Path(path).suffix.lower()
    for entry in FORMATS:
        if suffix in entry.suffixes:
            return entry
    if suffix in _UNDIRECTED:
        raise IsUndirected(f"{where}: {_UNDIRECTED[suffix]}")
    if suffix == ".mtx":
        cure = (
            "say how to read it: --format mtx-solve, a triangular solve by rows, --format mtx-solve-fine, by "
            "operations, or --format mtx-mask:D, a mask of Q K^T"
        )
        raise FormatError(where, "a Matrix Market file is a matrix, not a DAG", cure=cure)
    known = ", ".join(suffix for entry in FORMATS for suffix in entry.suffixes)
    rule = f"the suffix {suffix!a} is unknown" if suffix else "the file's name has no suffix"
    raise FormatError(where, rule, cure=f"known: {known}; or say --format, one of: {_known()}")


def _known() -> str:
    return ", ".join(entry.usage for entry in FORMATS)
