"""Solve: a Matrix Market file read as a triangular system, solved by substitution; a node is a row, or an operation.

Both readings want a square triangle, lower or upper, whose diagonal has no zero: without it there is no solution to
compute, in the coarse reading as in the fine one. A symmetric or hermitian file is solved with the lower triangle that
it stores, as in a sweep of Gauss and Seidel. Rows and columns count from 0: the file's entry 2 1 is L[1,0].

In both, only sinks must be stored, and an x[j] that another row uses is no sink: the optimum is a lower bound for a
solver that stores all of x. The indices of the sparse storage are not counted as words.
"""

from __future__ import annotations

from graphs.cdag import Cdag, Node
from graphs.errors import FormatError
from graphs.families.builder import Builder
from graphs.formats.limits import check_nodes
from graphs.formats.matrix_market import Matrix, read_matrix
from graphs.formats.names import stem


def read(text: str, where: str) -> Cdag:
    r"""Returns the solve by rows: a node x[i] for each row, an edge x[j] -> x[i] for each nonzero (i, j) with i != j.

    So j < i in a lower triangle and j > i in an upper one. This is the coarse reading, that of OneStopParallel and of
    papers on scheduling: all the arithmetic of a row is one node. It leaves out

    - the words of the matrix and of b: nothing is loaded but x;
    - the work of a row that has only its diagonal: its x[i] is a source of the game, in memory from the start. If no
      other row uses it, it is isolated and costs nothing; so a diagonal matrix costs nothing;
    - partial sums: all x[j] of a row are in cache at once, so M is at least the number of nonzeros of the fullest row,
      or one less with sliding.

    Where M allows both readings, this one costs less than `read_fine`, which loads each nonzero.

    Raises FormatError for a matrix that is not square, not triangular, or with a zero on its diagonal, and as
    `read_matrix` does.

    >>> g = read("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 1 3\n2 2 4", "a.mtx")
    >>> list(g.graph.edges)
    [(('x', 0), ('x', 1))]
    """
    matrix, _ = _triangle(text, where)
    operands: dict[Node, list[Node]] = {("x", i): [("x", j) for j in row] for i, row in enumerate(_used(matrix))}
    return Cdag.from_predecessors(operands, f"{stem(where)}_solve")


def read_fine(text: str, where: str) -> Cdag:
    r"""Returns the solve by operations: x_i = (b_i - sum_j L_ij x_j) / L_ii, or with U_ij, the last row first.

    Sources are b and, since a coefficient is a value in slow memory as every other, each nonzero of the matrix. As in
    the families by default, fan-in is 2 and nothing is fused: a product r.mul[i,j,0], a chain of subtractions from
    b[i] in the order in which the x[j] are solved, and a division x[i] are nodes of their own. So M >= 3. It leaves out
    other orders of the subtractions, fused operations, and inverses of the diagonal kept for a second solve.

    Raises FormatError as `read` does, and for too many nodes.

    >>> g = read_fine("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 1 3\n2 2 4", "a.mtx")
    >>> len(g), g.sinks
    (9, (('x', 1),))
    """
    matrix, upper = _triangle(text, where)
    name = "U" if upper else "L"
    n, nonzeros = matrix.rows, len(matrix.lines)
    check_nodes(2 * n + nonzeros + 2 * (nonzeros - n), where, line=matrix.sizes_line)
    build = Builder()
    for i in range(n):
        build.node(("b", i))
    for i, j in sorted(matrix.lines):
        build.node((name, i, j))
    used = _used(matrix)
    for i in reversed(range(n)) if upper else range(n):
        solved = reversed(used[i]) if upper else used[i]
        factors: list[tuple[int, Node, Node]] = [(j, (name, i, j), ("x", j)) for j in solved]
        rest = build.product_sum("r", (i, 0), factors, start=("b", i))
        build.node(("x", i), rest, (name, i, i))
    return build.cdag(f"{stem(where)}_solve_fine")


def _triangle(text: str, where: str) -> tuple[Matrix, bool]:
    """Returns a triangle that can be solved, and whether it is an upper one."""
    matrix = read_matrix(text, where)
    matrix.check_square(where)
    upper = _is_upper(matrix, where)
    _check_diagonal(matrix, where)
    return matrix, upper


def _used(matrix: Matrix) -> list[list[int]]:
    """Returns for each row the columns of its nonzeros off the diagonal, in order: the x that it uses."""
    rows: list[list[int]] = [[] for _ in range(matrix.rows)]
    for i, j in sorted(matrix.lines):
        if i != j:
            rows[i].append(j)
    return rows


def _is_upper(matrix: Matrix, where: str) -> bool:
    """Tells whether the triangle is an upper one; raises FormatError with the lines of two entries if it is none."""
    below = next((place for place in matrix.lines if place[0] > place[1]), None)
    above = next((place for place in matrix.lines if place[0] < place[1]), None)
    if below is None or above is None:
        return above is not None
    first, last = sorted((below, above), key=lambda place: matrix.lines[place])
    one, other = (f"({i + 1}, {j + 1})" for i, j in (first, last))
    rule = f"the matrix is not triangular: {other} lies on the other side of the diagonal than {one}"
    cure = "give one triangle, such as a factor of L U, or read it with --format mtx-mask"
    raise FormatError(where, f"{rule} of line {matrix.lines[first]}", line=matrix.lines[last], cure=cure)


def _check_diagonal(matrix: Matrix, where: str) -> None:
    missing = next((i for i in range(matrix.rows) if (i, i) not in matrix.lines), None)
    if missing is not None:
        k = missing + 1
        rule = f"row {k} has no nonzero on the diagonal, so the system has no unique solution"
        raise FormatError(where, rule, cure=f"give the entry ({k}, {k}) a value that is not zero")
