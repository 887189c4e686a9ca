"""The graphs of the table of known optima, by the names they have there."""

from graphs.cdag import Cdag
from graphs.families import family
from graphs.families.matmul import matmul
from graphs.families.sparse import sparse_matmul

SPARSE = {
    "spmm_3x3x2_nnz6": ([(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0)], 3, 3, 2),
    "spmm_4x4x1_nnz10": ([(i, k) for i in range(4) for k in range(4) if abs(i - k) <= 1], 4, 4, 1),
}


def built(name: str) -> Cdag:
    """Returns our graph for a name in the table of known optima."""
    if name in SPARSE:
        return sparse_matmul(*SPARSE[name])
    kind, *rest = name.split("_")
    sizes = [int(x) for word in rest for x in word.lstrip("ndfma0CpsTt").split("x") if x.isdigit()]
    match kind:
        case "mm":
            trees = {"fma0": "fma", "fmaC": "fma", "ps": "chain", "pt": "balanced"}[rest[0]]
            rows, columns, inner = sizes[-3:]
            return matmul(rows, inner, columns, trees, loaded_c=rest[0] == "fmaC")
        case "btree":
            return family(f"binary_tree:{sizes[0]}")
        case "pyramid" | "fft":
            return family(f"{kind}:{sizes[0]}")
        case "axa":
            return family(f"scores:{sizes[0]},{sizes[1]},balanced")
        case "attnF":
            return family(f"kernel_attention_forward:{sizes[0]},{sizes[1]}")
        case "attnB":
            return family(f"kernel_attention_backward:{sizes[0]},{sizes[1]}")
    raise AssertionError(name)
