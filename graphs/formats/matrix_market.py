"""Matrix Market: the pattern of a sparse matrix, read from a `.mtx` file; what it means as a graph, its user says.

A matrix is no DAG. `--format mtx-mask` reads it as the mask of attention scores, `--format mtx-solve` as a triangular
system by rows, `--format mtx-solve-fine` by operations. All want the places of the nonzeros only. A zero is no nonzero,
stored or not: so the coordinate form of a matrix and its array form are the same graph, and a product that is zero
anyway is no operation. Whether a number is zero is seen in its digits, and 1e-999 is not.

`scipy.io.mmread` is not used: it makes room for what the header promises before it looks for it, rounds 1e-999 to zero,
forgets in which line an entry stands, so that a later check could not name it, and scipy is an optional part here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from reprlib import repr as brief

from graphs.errors import FormatError
from graphs.formats.limits import MAX_EDGES, check_nodes
from graphs.formats.rows import Row, cut, natural, rows

_REAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eEdD][+-]?[0-9]++)?")
_INTEGER = re.compile(r"[+-]?[0-9]++")
_FIELDS = {
    "real": (_REAL,),
    "double": (_REAL,),
    "integer": (_INTEGER,),
    "complex": (_REAL, _REAL),
    "pattern": (),
}
_SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")

Place = tuple[int, int]
"""A row and a column, counted from 0; messages count from 1, as the file does."""


@dataclass(frozen=True)
class Matrix:
    """The nonzeros that a file stores, each with its line; but for a general matrix they are the lower triangle."""

    rows: int
    columns: int
    symmetry: str
    lines: dict[Place, int]
    sizes_line: int

    @property
    def pattern(self) -> list[Place]:
        """The places of all nonzeros, row by row; of a symmetric matrix both triangles."""
        mirrored = () if self.symmetry == "general" else ((j, i) for i, j in self.lines)
        return sorted({*self.lines, *mirrored})

    def check_square(self, where: str) -> None:
        """Checks that there are as many rows as columns; raises FormatError with the line of the sizes."""
        if self.rows != self.columns:
            rule = f"the matrix must be square; got {self.rows} x {self.columns}"
            raise FormatError(where, rule, line=self.sizes_line, cure="cut it, or add rows or columns")


def read_matrix(text: str, where: str) -> Matrix:
    r"""Reads a matrix in coordinate or array form, of any field and symmetry of the format.

    Raises FormatError with the line: a header that the format does not know, a size that is too large, an entry out of
    range, in the wrong triangle, repeated, missing, left over, or with a wrong number; and a matrix without nonzeros.

    >>> m = read_matrix("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 .5\n2 1 3", "a.mtx")
    >>> m.lines, m.pattern
    ({(0, 0): 3, (1, 0): 4}, [(0, 0), (0, 1), (1, 0)])
    >>> read_matrix("%%MatrixMarket matrix array real general\n2 1\n0.0\n7", "a.mtx").pattern
    [(1, 0)]
    """
    form, field, symmetry = _banner(text.partition("\n")[0], where)
    header, *body = rows(text, where)
    height, width, promised = _sizes(header, form, symmetry, where)
    (part,) = cut(body, [("entries", promised)], where, header)
    entries = _coordinates(part, height, width, where) if form == "coordinate" else _columns(part, height, symmetry)
    lines: dict[Place, int] = {}
    seen: dict[Place, int] = {}
    for place, row, values in entries:
        line = seen.setdefault(place, row.number)
        if line != row.number:
            rule = f"the entry {_shown(place)} is repeated; line {line} has it already"
            raise FormatError(where, rule, line=row.number, cure="give one value for each entry")
        _check_stored(place, row, symmetry, where)
        if _is_nonzero(values, row, field, where):
            lines[place] = row.number
    if not lines:
        raise FormatError(where, "the matrix has no nonzero, so there is nothing to compute", line=header.number)
    return Matrix(height, width, symmetry, lines, header.number)


def _banner(line: str, where: str) -> tuple[str, str, str]:
    """Returns the form, the field and the symmetry that the first line says."""
    known = ("coordinate", "array"), tuple(_FIELDS), _SYMMETRIES
    words = line.lower().split()
    if words[:2] != ["%%matrixmarket", "matrix"] or len(words) != 5:
        rule = f"expected '%%MatrixMarket matrix FORM FIELD SYMMETRY'; got {brief(line)}"
        raise FormatError(where, rule, line=1, cure="the first line says how to read the numbers")
    form, field, symmetry = words[2:]
    for word, choices in zip(words[2:], known, strict=True):
        if word not in choices:
            raise FormatError(where, f"expected one of {', '.join(choices)}; got {brief(word)}", line=1)
    for wrong in (("array", "pattern"), ("pattern", "skew-symmetric")):
        if {*wrong} <= {*words[2:]}:
            raise FormatError(where, f"the format has no {' '.join(wrong)} matrix", line=1)
    if symmetry == "hermitian" and field != "complex":
        raise FormatError(where, f"a hermitian matrix is complex; got {field}", line=1, cure="say symmetric")
    return form, field, symmetry


def _sizes(header: Row, form: str, symmetry: str, where: str) -> tuple[int, int, int]:
    """Returns the number of rows, of columns, and of the entries that must follow."""
    names = ("rows", "columns", "entries") if form == "coordinate" else ("rows", "columns")
    if len(header.words) != len(names):
        rule = f"expected the numbers of {', '.join(names)}; got {brief(header.text.strip())}"
        raise FormatError(where, rule, line=header.number)
    sizes = [natural(header, column, f"number of {name}", where) for column, name in enumerate(names)]
    height, width = sizes[:2]
    check_nodes(max(height, width), where, line=header.number)
    if symmetry != "general" and height != width:
        raise FormatError(where, f"a {symmetry} matrix is square; got {height} x {width}", line=header.number)
    stored = {"general": height * width, "skew-symmetric": height * (height - 1) // 2}
    full = stored.get(symmetry, height * (height + 1) // 2)
    promised = sizes[2] if form == "coordinate" else full
    if promised > MAX_EDGES:
        cure = f"at most {MAX_EDGES:,} are read: give a smaller matrix"
        raise FormatError(where, f"{promised:,} entries are too many", line=header.number, cure=cure)
    if promised > full:
        rule = f"a {symmetry} {height} x {width} matrix stores at most {full} entries; got {promised}"
        raise FormatError(where, rule, line=header.number)
    return height, width, promised


def _coordinates(part: Sequence[Row], height: int, width: int, where: str) -> Iterator[tuple[Place, Row, list[str]]]:
    """Yields what lines `row column value` hold."""
    for row in part:
        i = natural(row, 0, "row", where, low=1, high=height)
        j = natural(row, 1, "column", where, low=1, high=width)
        yield (i - 1, j - 1), row, row.words[2:]


def _columns(part: Sequence[Row], height: int, symmetry: str) -> Iterator[tuple[Place, Row, list[str]]]:
    """Yields what lines `value` hold, one column after the other."""
    j = 0
    i = start = 1 if symmetry == "skew-symmetric" else 0
    for row in part:
        yield (i, j), row, row.words
        i += 1
        if i == height:
            j += 1
            i = 0 if symmetry == "general" else j + start


def _check_stored(place: Place, row: Row, symmetry: str, where: str) -> None:
    """Checks that an entry lies in the triangle that its symmetry stores."""
    i, j = place
    if symmetry == "general" or i > j or (i == j and symmetry != "skew-symmetric"):
        return
    where_it_is = "on" if i == j else "above"
    rule = f"the entry {_shown(place)} is {where_it_is} the diagonal, and a {symmetry} file stores what is below"
    cure = "leave it out: it is zero" if i == j else f"give {_shown((j, i))} instead, or say general"
    raise FormatError(where, rule, line=row.number, cure=cure)


def _is_nonzero(values: list[str], row: Row, field: str, where: str) -> bool:
    """Tells whether an entry is not zero; a pattern gives no values, and its entries are not."""
    wanted = _FIELDS[field]
    if len(values) != len(wanted):
        rule = f"expected {len(wanted)} numbers as the value of a {field} entry; got {brief(' '.join(values))}"
        raise FormatError(where, rule, line=row.number)
    for value, kind in zip(values, wanted, strict=True):
        if not kind.fullmatch(value):
            raise FormatError(where, f"expected a finite {field} number; got {brief(value)}", line=row.number)
    mantissas = "".join(re.split("[eEdD]", value)[0] for value in values)
    return not wanted or any(digit in "123456789" for digit in mantissas)


def _shown(place: Place) -> str:
    """Writes a place as the file counts it, from 1."""
    return f"({place[0] + 1}, {place[1] + 1})"
