"""DOT: the language of Graphviz, by the grammar in `dot.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from itertools import pairwise, product
from reprlib import repr as brief
from typing import NamedTuple

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken

from graphs.cdag import Cdag, Node, label
from graphs.errors import FormatError, IsMultigraph, IsUndirected
from graphs.formats.limits import MAX_EDGES, check_nodes
from graphs.formats.names import build, node_name
from graphs.formats.weights import SIZES, check_attributes

_EDGE_SIZES = SIZES - {"weight"}  # on an edge, `weight` is Graphviz's own: how straight to draw it
_GRAMMAR = files(__package__).joinpath("dot.lark").read_text(encoding="utf-8")
_ESCAPE = re.compile(r'\\(["\n\\])')
_MEANING = {'"': '"', "\n": "", "\\": r"\\"}
_KEYWORDS = {"STRICT", "DIGRAPH", "GRAPH", "NODE", "EDGE", "SUBGRAPH"}


def read(text: str, where: str) -> Cdag:
    """Reads a digraph; ports and subgraphs matter only as far as they name nodes and edges.

    A node set as the end of an edge stands for an edge from or to each of its nodes. A repeated edge is a parallel
    edge, unless the digraph is strict. Quoted or not, an id that is a plain numeral is a number. Of the attributes,
    the sizes of nodes and edges are looked at, and must be 1.

    Raises FormatError with the line, IsUndirected, IsMultigraph, and what Cdag raises.

    >>> g = read('digraph sum { x [shape=box; color=red]; {x "y"} -> s -> 7 }', "a.dot")
    >>> g.name, list(g.graph.edges)
    ('sum', [('x', 's'), ('y', 's'), ('s', 7)])
    """
    drawing = _Drawing(where)
    try:
        Lark(_GRAMMAR, parser="lalr", lexer="basic", transformer=drawing).parse(text)
    except UnexpectedToken as error:
        raise _unexpected(error.token, text, where) from None
    except UnexpectedCharacters as error:
        raise _unreadable(text, error.pos_in_stream or 0, error.line, where) from None
    return build(drawing.mentions, drawing.edges, where, drawing.name)


_Attributes = list[tuple[Token, Token | str]]
"""The sizes in an attribute list, with the tokens that name them."""


class _Ends(NamedTuple):
    """A node set, as the interval of the mentions of its nodes."""

    start: int
    stop: int
    reopened: bool = False


class _Drawing(Transformer[Token, object]):
    """What has been read so far; the parser calls a method for each rule of the grammar, from left to right."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.name = ""
        self.strict = False
        self.mentions: list[Node] = []
        self.nodes_named: set[Node] = set()
        self.edges: dict[tuple[Node, Node], None] = {}
        self.drawn = 0
        self.subgraphs: set[str] = set()

    def head(self, parts: list[Token]) -> None:
        for part in parts:
            if part.type == "GRAPH":
                raise IsUndirected(f"{self.where}:{part.line}: a DOT graph that is no digraph")
            self.strict |= part.type == "STRICT"
            self.name = str(part) if part.type == "id" else self.name

    def id(self, parts: list[Token]) -> Token:
        return Token.new_borrow_pos("id", "".join(map(_unquoted, parts)), parts[0])

    def node(self, parts: list[Token]) -> None:
        name = node_name(str(parts[0]))  # the others are its port
        self.mentions.append(name)
        self.nodes_named.add(name)
        check_nodes(len(self.nodes_named), self.where, line=parts[0].line)

    def nodes(self, parts: list[None]) -> _Ends:
        return _Ends(len(self.mentions) - len(parts), len(self.mentions))

    def title(self, parts: list[Token]) -> Token:
        return parts[-1]

    def subgraph(self, parts: list[Token | _Ends | None]) -> _Ends:
        """The statements of a subgraph stand together, so the mentions in them do too."""
        inner = [part for part in parts if isinstance(part, _Ends)]
        start = inner[0].start if inner else len(self.mentions)
        title = parts[0] if parts and isinstance(parts[0], Token) and parts[0].type == "id" else None
        reopened = title is not None and title in self.subgraphs
        if title is not None:
            self.subgraphs.add(str(title))
        return _Ends(start, len(self.mentions), reopened)

    def declaration(self, parts: list[_Ends | _Attributes]) -> _Ends:
        ends, *lists = parts
        assert isinstance(ends, _Ends), "a declaration starts with what it declares"
        for node in self.mentions[ends.start : ends.stop] if lists else ():
            self._check(lists, f"the node {label(node)}", SIZES)
        return ends

    def chain(self, parts: list[_Ends | Token | _Attributes]) -> _Ends:
        ends = [part for part in parts if isinstance(part, _Ends)]
        arrows = [part for part in parts if isinstance(part, Token)]
        for (tails, heads), arrow in zip(pairwise(ends), arrows, strict=True):
            self._draw(tails, arrow, heads)
        self._check(parts, "an edge", _EDGE_SIZES)
        return _Ends(ends[0].start, ends[-1].stop)

    def attributes(self, parts: list[Token | _Attributes]) -> None:
        kind = parts[0]
        assert isinstance(kind, Token), "default attributes start with what they are for"
        if kind.type != "GRAPH":
            owner, sizes = ("a node", SIZES) if kind.type == "NODE" else ("an edge", _EDGE_SIZES)
            self._check(parts, f"{owner}, by default,", sizes)

    def attribute_list(self, parts: list[tuple[Token, Token | str]]) -> _Attributes:
        return [(name, value) for name, value in parts if name.lower() in SIZES]

    def attribute(self, parts: list[Token]) -> tuple[Token, Token | str]:
        return parts[0], parts[1] if len(parts) > 1 else "true"  # which Graphviz takes a missing value for

    def assignment(self, _: object) -> None:
        """Says nothing about nodes and edges, as the next one."""

    start = assignment

    def _check(self, parts: Iterable[object], owner: str, sizes: frozenset[str]) -> None:
        """Checks the sizes among the attribute lists of some parts."""
        for part in parts:
            for name, value in part if isinstance(part, list) else ():
                check_attributes({str(name): str(value)}, owner, self.where, line=name.line, sizes=sizes)

    def _draw(self, tails: _Ends, arrow: Token, heads: _Ends) -> None:
        """Adds an edge from each tail to each head."""
        line = arrow.line
        if arrow.type == "LINE":
            raise FormatError(self.where, "'--' gives no direction", line=line, cure="write '->'")
        if tails.reopened or heads.reopened:
            # Graphviz would join the nodes of its earlier parts too.
            rule = "a subgraph that was opened before is the end of an edge"
            raise FormatError(self.where, rule, line=line, cure="name its nodes instead")
        left, right = (dict.fromkeys(self.mentions[ends.start : ends.stop]) for ends in (tails, heads))
        self.drawn += len(left) * len(right)
        if self.drawn > MAX_EDGES:
            raise FormatError(self.where, f"there are more than {MAX_EDGES} edges", line=line)
        for u, v in product(left, right):
            if (u, v) in self.edges and not self.strict:
                what = f"the edge {label(u)} -> {label(v)} is repeated, so the digraph"
                raise IsMultigraph(f"{self.where}:{line}: {what}")
            self.edges[u, v] = None


def _unquoted(part: Token) -> str:
    r"""Returns the text of an id: of the escapes, only \" and a line that goes on mean something in an id."""
    return _ESCAPE.sub(lambda found: _MEANING[found[1]], part[1:-1]) if part.type == "STRING" else str(part)


def _unexpected(token: Token, text: str, where: str) -> FormatError:
    if token.type == "$END":
        return FormatError(
            where, "the file ends before the graph does", line=text.count("\n") + 1, cure="is it cut off?"
        )
    cure = f"quote {token} to use it as an id" if token.type in _KEYWORDS else ""
    return FormatError(where, f"DOT does not allow {brief(str(token))} here", line=token.line, cure=cure)


def _unreadable(text: str, position: int, line: int, where: str) -> FormatError:
    rest = text[position : position + 40].partition("\n")[0]
    if rest.startswith(('"', "<", "/*")):
        return FormatError(where, f"what starts with {brief(rest)} is not closed", line=line)
    cure = "" if not rest[0].isalnum() and rest[0] not in "_-." else 'quote an id such as "0_1", "2x" or "x-2"'
    return FormatError(where, f"DOT has no word {brief(rest)}", line=line, cure=cure)
