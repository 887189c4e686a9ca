"""Random small CDAGs by number, the same on every machine."""

import random

from graphs.cdag import Cdag


def random_cdag(seed: int, most: int = 9) -> Cdag:
    """A graph of 3 to `most` nodes, narrow or wide, of fan-in at most 1, 2 or 3; every fourth has isolated nodes."""
    draw = random.Random(seed)
    size = draw.randint(3, most)
    inputs, widest = draw.randint(1, size // 2), draw.choice((1, 2, 2, 2, 3))
    narrow = draw.random() < 0.5
    operands: dict[int, list[int]] = {}
    for v in range(size):
        before = range(max(0, v - 4) if narrow else 0, v)
        fan_in = 0 if v < inputs else min(len(before), draw.randint(1, widest))
        operands[v] = draw.sample(before, fan_in)
    if seed % 4 == 0:
        operands |= {-1: [], -2: []}
    return Cdag.from_predecessors(operands, f"random {seed}")  # type: ignore[arg-type]
