"""Random small CDAGs for the property tests."""

from hypothesis import strategies as st

from graphs.cdag import Cdag


@st.composite
def small_cdags(draw: st.DrawFn, most: int = 7, fan_in: int = 3) -> Cdag:
    """Draws a CDAG of 2 to `most` nodes, numbered in topological order, of fan-in at most 3."""
    size = draw(st.integers(2, most))
    operands: dict[int, list[int]] = {0: []}
    for v in range(1, size):
        operands[v] = draw(st.lists(st.integers(0, v - 1), max_size=fan_in, unique=True))
    return Cdag.from_predecessors(operands)  # type: ignore[arg-type]
