"""Builds the certificates of the mid range: finds multipliers by linear programs, and writes what the checker accepts.

Floats decide nothing here. A box of (κ, ν) is cut until the multipliers that are best at its corners satisfy the exact
checker. At the corners all bounds are linear in the multipliers but for the two parts of a root, whose product is
given; so the best multipliers are the dual of a linear program with tangents, to which tangents are added as needed.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from proofs.evidence.midrange import checker, table

FOLDER = Path(checker.__file__).parent / "certificates"
PAGE = Path(__file__).parent.parent / "docs" / "midrange.md"
PROPOSALS = {
    # theta: tau, ramp, weights of S, N, dP, dQ, the largest work that a search met
    "0.0001": ("2", "0.065", "0.2485 0.2515 0.2485 0.2515", "0.25151"),
    "0.001": ("2", "0.13", "0.2461 0.2539 0.2461 0.2539", "0.25390"),
    "0.01": ("1.85", "0.275", "0.2412 0.2588 0.2412 0.2588", "0.23967"),
    "0.05": ("1.77", "0.473", "0.234 0.266 0.234 0.266", "0.23599"),
    "0.25": ("1.77", "0.601", "0.1993 0.3007 0.1993 0.3007", "0.26679"),
    "0.5": ("1.78", "0.665", "0.186 0.314 0.186 0.314", "0.28008"),
    "0.69": ("1.7", "0.658", "0.1763 0.3237 0.1763 0.3237", "0.27635"),
    "1": ("1.7", "0.722", "0.167 0.3311 0.1709 0.3311", "0.28278"),
    "1.5": ("1.85", "0.79", "0.1414 0.3473 0.164 0.3473", "0.32157"),
    "2": ("1.55", "0.825", "0.126 0.3555 0.163 0.3555", "0.27863"),
    "3": ("1.47", "0.85", "0.0669 0.3872 0.1588 0.3872", "0.28962"),
    "4": ("1.37", "0.85", "0.0002 0.4212 0.1573 0.4212", "0.29577"),
    "7.1": ("1", "0.85", "0 0.3855 0.1428 0.4717", "0.25678"),
    "14": ("1", "0.85", "0 0.4004 0.0176 0.582", "0.37456"),
    "28.4": ("1", "1", "0 0.4012 0 0.5988", "0.53452"),
}
SLACK = (0.004, 0.01, 0.02, 0.04)
DEEPEST = 20
LETTERS = "kkvvvvkk"
"""Which of κ, ν stands before each root, in the order of the checker."""
TANGENTS = tuple(2.0**j for j in range(-5, 6))
WIDTH = 128


class TooTight(Exception):
    """F is below or too near the largest work."""


class Corners:
    """The linear program whose dual holds the best multipliers for a few points (κ, ν)."""

    def __init__(self, program: checker.Program, points: Sequence[tuple[float, float]]) -> None:
        self.theta, self.ramp = float(program.theta), float(program.ramp)
        self.weights = [float(weight) for weight in program.weights]
        self.kappa, self.nu = np.array(points).T
        self.k, self.v = self.kappa**2, self.nu**2
        self.room = 1 + float(program.tau) - self.k - self.v
        self.by_k = bool(self.k.sum() <= self.v.sum())

    def multipliers(self) -> tuple[float, list[int]]:
        """Returns the work that the best multipliers allow, and these, rounded to units of the checker."""
        self._solve([(-1, 0, 1)] * 8)
        leans = [max((-1, 0, 1), key=lambda lean: (self.parts[i, lean][2], -abs(lean))) for i in range(8)]
        work = self._solve([(lean,) for lean in leans])
        scales = []
        for i, lean in enumerate(leans):
            up, down, mass = self.parts[i, lean]
            scales.append(max(1, round(checker.UNIT * math.sqrt(up / down))) if mass > 1e-9 else checker.UNIT)
        shares = [self._shares(name)[0] for name in checker.PRODUCTS]
        rest = [*(self._shares(name)[0] for name in ("known1", "known2", "both")), *self._shares("rows")[:2]]
        return work, [*shares, *scales, *leans, *rest, *self._shares("columns")[:2], checker.UNIT * self.by_k]

    def _shares(self, name: str) -> list[int]:
        duals = [self.duals[number] for number in self.minima[name]]
        whole = sum(duals)
        if whole < 1e-12:
            return [*[0] * (len(duals) - 1), checker.UNIT]
        return [int(checker.UNIT * dual / whole) for dual in duals]

    def _words(self, **factors: np.ndarray) -> np.ndarray:
        form = np.zeros(WIDTH)
        for kind, factor in factors.items():
            form[checker.KINDS.index(kind) : 7 * len(self.k) : 7] += factor
        return form

    def _new(self) -> np.ndarray:
        form = np.zeros(WIDTH)
        form[self.used] = 1
        self.used += 1
        return form

    def _least(self, name: str, *forms: np.ndarray) -> np.ndarray:
        smaller = self._new()
        self.minima[name] = range(len(self.rows), len(self.rows) + len(forms))
        self.rows += [smaller - form for form in forms]
        return smaller

    def _build(self, leans: Sequence[Sequence[int]]) -> None:
        """Writes down the counts of docs/midrange.md, summed over the corners, as rows that are at most zero."""
        self.used = 7 * len(self.k)
        self.rows: list[np.ndarray] = []
        self.minima: dict[str, range] = {}
        self.roots: list[tuple[int, int, np.ndarray, np.ndarray, np.ndarray]] = []
        words, k, v, theta = self._words, self.k, self.v, self.theta
        small = k if self.by_k else v
        root, start = math.sqrt(theta), theta / self.ramp**2
        values = [self._new() for _ in LETTERS]
        for i, letter in enumerate(LETTERS):
            for lean in leans[i]:
                base = self.kappa if letter == "k" else self.nu
                up, down = base ** (1 + lean), base ** (1 - lean)
                match i:
                    case 0:
                        x, y = words(q1=up, q2=up), words(hS=down)
                    case 1:
                        x, y = words(q1=up, q2=up), words(hS=down, q1=start * k * down, q2=start * k * down)
                    case 2:
                        x, y = words(hS=up, q1=theta * k * up), words(z1=down)
                    case 3:
                        x, y = words(hS=up), words(z1=down)
                    case 4:
                        x, y = words(g=up), words(hP=down)
                    case 5:
                        x, y = words(g=up), words(hP=down, g=start * v * down)
                    case 6:
                        both = self._least("both", words(q2=small * up), words(g=small * up))
                        known = self._least("known1", words(hP=up, hS=up), words(hP=up, g=theta * v * up))
                        x, y = known + theta * both, words(z2=down)
                    case _:
                        x = self._least("known2", words(hP=up, hS=up), words(hP=up, g=theta * v * up))
                        y = words(z2=down)
                self.roots.append((i, lean, values[i], x, y))
        early = root / (2 * self.ramp)
        rows = self._least("rows", words(q1=v), words(z1=k), words(q1=k))
        columns = self._least("columns", words(z2=small), words(q2=small), words(g=small))
        self.products = [
            self._least("S", values[0] + words(q1=early * k, q2=early * k), values[1]),
            self._least("N", values[2], values[3] + root * rows),
            self._least("dP", values[4] + words(g=early * v), values[5]),
            self._least("dQ", values[6], values[7] + root * columns),
        ]

    def _solve(self, leans: Sequence[Sequence[int]]) -> float:
        self._build(leans)
        goal = np.array(self.weights) @ np.array(self.products)
        whole = np.zeros(WIDTH)
        for corner, room in enumerate(self.room):
            whole[7 * corner : 7 * corner + 7] = 1 / room
        tangents = [list(TANGENTS) for _ in self.roots]
        for _ in range(6):
            cuts = [(i, t) for i, listed in enumerate(tangents) for t in listed]
            tangent = [value - (t * x + y / t) / 2 for i, t in cuts for _, _, value, x, y in [self.roots[i]]]
            matrix = np.array([*self.rows, *tangent, whole])[:, : self.used]
            limits = np.append(np.zeros(len(matrix) - 1), 1)
            found = linprog(-goal[: self.used], csr_matrix(matrix), limits, method="highs-ds")
            added = False
            for listed, (_, _, value, x, y) in zip(tangents, self.roots, strict=True):
                ends = x[: self.used] @ found.x, y[: self.used] @ found.x
                left, right = (max(float(end), 1e-9) for end in ends)
                t = min(max(math.sqrt(right / left), 1e-3), 1e3)
                far = value[: self.used] @ found.x - math.sqrt(left * right) > -3e-4 * found.fun
                if far and min(abs(math.log(t / other)) for other in listed) > 0.01:
                    listed += [t, 1.15 * t, t / 1.15]
                    added = True
            if not added:
                break
        self.duals = -found.ineqlin.marginals
        self.parts = {(i, lean): np.zeros(3) for i, lean, *_ in self.roots}
        for (i, t), dual in zip(cuts, self.duals[len(self.rows) :], strict=False):
            self.parts[self.roots[i][:2]] += dual * np.array([t, 1 / t, 1])
        return -float(found.fun)


def tree(program: checker.Program, F: Fraction, box: checker.Box, depth: int = 0) -> list[object]:
    """Returns a tree for the box that the checker accepts; raises TooTight if cutting does not help."""
    low_k, high_k, low_v, high_v = box
    inside = [(x, y) for x in box[:2] for y in box[2:] if x * x + y * y < 1 + program.tau]
    if not inside:
        return ["outside"]
    if depth > 1:
        work, multipliers = Corners(program, [(float(x), float(y)) for x, y in inside]).multipliers()
        if work < float(F) * 1.001 and checker.holds(program, F, multipliers, box) is None:
            return list(multipliers)
    if depth > DEEPEST:
        raise TooTight(f"F = {float(F):.6f} fails at depth {depth}, κ {float(low_k):.4f}, ν {float(low_v):.4f}")
    if high_k - low_k >= high_v - low_v:
        cut = (low_k + high_k) / 2
        halves = ("k", (low_k, cut, low_v, high_v), (cut, high_k, low_v, high_v))
    else:
        cut = (low_v + high_v) / 2
        halves = ("v", (low_k, high_k, low_v, cut), (low_k, high_k, cut, high_v))
    return [halves[0], *(tree(program, F, half, depth + 1) for half in halves[1:])]


def certify(theta: str, slacks: Iterable[float]) -> str:
    """Writes the certificate of one theta, with the least slack that works, and returns a line that tells of it."""
    tau, ramp, weights, met = PROPOSALS[theta]
    S, N, dP, dQ = map(Fraction, weights.split())
    program = checker.Program(Fraction(theta), Fraction(tau), Fraction(ramp), (S, N, dP, dQ))
    side = checker.root_above(1 + program.tau)
    for slack in slacks:
        F = round(Fraction(met) * Fraction(1 + slack), 5)
        try:
            found = tree(program, F, (Fraction(0), side, Fraction(0), side))
        except TooTight as error:
            print(f"theta {theta}: {error}", flush=True)
            continue
        boxes = checker.check(program, F, found)
        text = json.dumps(
            {"theta": theta, "tau": tau, "ramp": ramp, "weights": weights.split(), "F": str(F), "tree": found},
            separators=(",", ":"),
        )
        (FOLDER / f"theta_{theta}.json").write_text(text + "\n", encoding="utf-8")
        return f"theta {theta}: {boxes} boxes, c = {float(program.constant(F)):.4f}, slack {slack}"
    return f"theta {theta}: no certificate"


def main() -> None:
    """Builds the certificates of the thetas named, or of all, and the page that tabulates them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("theta", nargs="*", help=f"of {', '.join(PROPOSALS)}")
    parser.add_argument("--slack", type=float, nargs="+", default=SLACK)
    parser.add_argument("--page", action="store_true", help="write the page only, from the certificates that are there")
    given = parser.parse_args()
    if not given.page:
        for theta in given.theta or PROPOSALS:
            print(certify(theta, given.slack), flush=True)
    PAGE.write_text(table.page(), encoding="utf-8")


if __name__ == "__main__":
    main()
