"""The fully naive programs: every operation loads its operands and stores its result, in 3 words of cache."""

from __future__ import annotations

from graphs.programs.blocks import Matrix, Size, Span
from graphs.programs.memory import Memory
from graphs.programs.operations import ADD, EXP, INVERSE, MULTIPLY, SUBTRACT, Operation

Places = tuple[Span, ...]


def _operate(
    mem: Memory, operation: Operation, result: Matrix, places: Places, *operands: tuple[Matrix, Places]
) -> None:
    loaded = [mem.load(matrix, *spans) for matrix, spans in operands]
    value = mem.apply(result.name, operation, *loaded, spans=places)
    mem.store(value, result)
    mem.free(*loaded, value)


def _entrywise(mem: Memory, operation: Operation, result: Matrix, *operands: Matrix) -> Matrix:
    """One operation for each entry; a vector gives each row its entry."""
    for i in mem.tiles(result.shape[0]):
        if len(result.shape) == 1:
            _operate(mem, operation, result, (i,), *((m, (i,)) for m in operands))
            continue
        for j in mem.tiles(result.shape[1]):
            places = [(m, (i,) if len(m.shape) == 1 else (i, j)) for m in operands]
            _operate(mem, operation, result, (i, j), *places)
    return result


def _row_sums(mem: Memory, name: str, matrix: Matrix) -> Matrix:
    """A chain of additions along each row; it starts at the first entry, which need not be moved."""
    sums = mem.column(name, matrix, 0)
    for j in mem.tiles(matrix.shape[1], first=1, in_order=True):
        for i in mem.tiles(matrix.shape[0]):
            _operate(mem, ADD, sums, (i,), (sums, (i,)), (matrix, (i, j)))
    return sums


def _product(mem: Memory, result: Matrix, left: Matrix, right: Matrix) -> Matrix:
    """K products and K - 1 additions for each entry."""
    term = mem.matrix(f"{result.name} term", *result.shape)
    _terms(mem, result, left, right, mem.at(0))
    for k in mem.tiles(left.shape[1], first=1, in_order=True):
        _terms(mem, term, left, right, k)
        _entrywise(mem, ADD, result, result, term)
    return result


def _terms(mem: Memory, result: Matrix, left: Matrix, right: Matrix, k: Span) -> None:
    for i in mem.tiles(result.shape[0]):
        for j in mem.tiles(result.shape[1]):
            _operate(mem, MULTIPLY, result, (i, j), (left, (i, k)), (right, (k, j)))


def naive_matmul(mem: Memory, rows: Size, inner: Size, columns: Size) -> None:
    """Computes C = A B: 3 words of I/O for each of the products and sums.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["naive_matmul"], 3, rows=2, inner=2, columns=2).io  # 8 products, 4 sums
    36
    """
    a, b = mem.input("A", rows, inner), mem.input("B", inner, columns)
    _product(mem, mem.output("C", rows, columns), a, b)


def naive_forward(mem: Memory, n: Size, d: Size) -> None:
    """Computes O from A1, A2, A3, X and Y.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["naive_forward"], 3, n=1, d=1).io  # 4 products, exp, inverse, and one scaling
    19
    """
    _forward(mem, n, d, mem.output("O", n, d))


def naive_backward(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["naive_backward"], 3, n=1, d=1).io  # 13 operations of 2 operands, 2 of 1
    43
    """
    _backward(mem, n, d)


def naive_backward_xy(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX and dY.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["naive_backward_xy"], 3, n=1, d=1).io  # 2 operations more
    49
    """
    a3, p, g = _backward(mem, n, d)
    with mem.phase("dY"):
        u = _product(mem, mem.matrix("U", n, d), p.transposed, g)
        _product(mem, mem.output("dY", d, d), a3.transposed, u)


def _forward(mem: Memory, n: Size, d: Size, o: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix, Matrix, Matrix]:
    """Writes O; return A1, A2, A3, V, Pt and r."""
    a1, a2, a3 = (mem.input(name, n, d) for name in ("A1", "A2", "A3"))
    x, y = mem.input("X", d, d), mem.input("Y", d, d)
    with mem.phase("forward"):
        q = _product(mem, mem.matrix("Q", n, d), a1, x)
        v = _product(mem, mem.matrix("V", n, d), a3, y)
        s = _product(mem, mem.matrix("S", n, n), q, a2.transposed)
        pt = _entrywise(mem, EXP, mem.matrix("Pt", n, n), s)
        r = _entrywise(mem, INVERSE, mem.matrix("r", n), _row_sums(mem, "l", pt))
        unscaled = _product(mem, mem.matrix("N", n, d), pt, v)
        _entrywise(mem, MULTIPLY, o, unscaled, r)
    return a1, a2, a3, v, pt, r


def _backward(mem: Memory, n: Size, d: Size) -> tuple[Matrix, Matrix, Matrix]:
    """Writes dX; return A3, P and G."""
    o = mem.matrix("O", n, d)
    a1, a2, a3, v, pt, r = _forward(mem, n, d, o)
    with mem.phase("dX"):
        g = _entrywise(mem, SUBTRACT, mem.matrix("G", n, d), o, mem.input("E", n, d))
        p = _entrywise(mem, MULTIPLY, mem.matrix("P", n, n), pt, r)
        dp = _product(mem, mem.matrix("dP", n, n), g, v.transposed)
        delta = _row_sums(mem, "delta", _entrywise(mem, MULTIPLY, mem.matrix("w", n, d), g, o))
        t = _entrywise(mem, SUBTRACT, mem.matrix("t", n, n), dp, delta)
        ds = _entrywise(mem, MULTIPLY, mem.matrix("dS", n, n), p, t)
        dq = _product(mem, mem.matrix("dQ", n, d), ds, a2)
        _product(mem, mem.output("dX", d, d), a1.transposed, dq)
    return a3, p, g
