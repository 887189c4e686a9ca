"""Growth orders O, o, Theta, Omega, omega of expressions in several variables, decided exactly inside a domain.

sympy's own O is no help here: in several variables it turns O(n) + n**2 into O(n). A claim that holds comes with
certificates, and one that fails with a ray, a path inside the domain along which it visibly fails.
"""

# The functions bear the names that mathematics gives to the orders.
# ruff: noqa: N802

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from symbolic.cone import Cone, Domination, Ray
from symbolic.domain import EVERYWHERE, Domain
from symbolic.monomial import split
from symbolic.symbols import t
from symbolic.tropical import compare, degree, posynomial, tropical


@dataclass(frozen=True)
class Verdict:
    """Whether a claim about growth holds, and why; true or false as a condition.

    If it holds, `certificates` has one domination for each monomial that counts, after denominators are cleared. If
    it fails, `ratio` is what the claim wants bounded (for o and omega: to vanish), and along `ray` it grows like
    t**power.
    """

    claim: str
    domain: Domain
    holds: bool
    certificates: tuple[Domination, ...] = ()
    ratio: sympy.Expr | None = None
    ray: Ray | None = None
    power: sympy.Rational | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        if self.holds:
            return f"{self.claim} for {self.domain}"
        pace = "does not vanish" if self.power == 0 else f"grows like {t**self.power}"
        return f"{self.claim} fails for {self.domain}: along {self.ray} the ratio {self.ratio} {pace}"


def is_O(f: sympy.Expr, g: sympy.Expr, domain: Domain = EVERYWHERE) -> Verdict:
    """Decides whether f <= C*g for some constant C, everywhere in the domain.

    All variables are at least 1; constants in the domain do not matter. Where f or g has a subtraction, "everywhere"
    becomes "in the limit of the domain", as for `is_o`. Raises OutOfDomain for an expression whose growth is unknown
    and for an empty domain.
    Decided by linear programming in the logarithms (Farkas 1902).

    >>> from symbolic.symbols import M, d, n
    >>> print(is_O(n + n**2, n))
    n**2 + n = O(n) fails for all variables >= 1: along n = t the ratio n + 1 grows like t
    >>> bool(is_O(n * d**2, n**2 * d, Domain.where(d <= n)))
    True
    """
    return _decide(f, g, domain, f"{f} = O({g})", strictly=False)


def is_Omega(f: sympy.Expr, g: sympy.Expr, domain: Domain = EVERYWHERE) -> Verdict:
    """Decides whether f >= c*g for some constant c > 0, everywhere in the domain: g = O(f).

    >>> from symbolic.symbols import d, n
    >>> print(is_Omega(n, d))
    n = Omega(d) fails for all variables >= 1: along n = 1, d = t the ratio d/n grows like t
    """
    return _decide(g, f, domain, f"{f} = Omega({g})", strictly=False)


def is_Theta(f: sympy.Expr, g: sympy.Expr, domain: Domain = EVERYWHERE) -> Verdict:
    """Decides whether f and g are within constant factors of each other, everywhere in the domain.

    >>> from symbolic.symbols import d, n
    >>> print(is_Theta((n + d) ** 2, n**2 + d**2))
    (d + n)**2 = Theta(d**2 + n**2) for all variables >= 1
    """
    below, above = is_O(f, g, domain), is_Omega(f, g, domain)
    verdict = replace(above if below else below, claim=f"{f} = Theta({g})")
    return replace(verdict, certificates=below.certificates + above.certificates) if verdict else verdict


def is_o(f: sympy.Expr, g: sympy.Expr, domain: Domain = EVERYWHERE) -> Verdict:
    """Decides whether f/g tends to 0 in the limit of the domain.

    The limit is that of the `<<` relations of the domain, see `much_less`; if it has none, every way to leave all
    bounded boxes inside the domain.

    >>> from symbolic.domain import much_less
    >>> from symbolic.symbols import d, n
    >>> print(is_o(n, n**2), is_o(d * n, n**2, Domain.where(much_less(d, n))), sep="; ")
    n = o(n**2) for all variables >= 1; d*n = o(n**2) for d << n
    >>> print(is_o(d * n, n**2, Domain.where(d <= n)))
    d*n = o(n**2) fails for d <= n: along n = t, d = t the ratio d/n does not vanish
    """
    return _decide(f, g, domain, f"{f} = o({g})", strictly=True)


def is_omega(f: sympy.Expr, g: sympy.Expr, domain: Domain = EVERYWHERE) -> Verdict:
    """Decides whether f/g tends to infinity in the limit of the domain: g = o(f).

    >>> from symbolic.symbols import n
    >>> bool(is_omega(n**2, n))
    True
    """
    return _decide(g, f, domain, f"{f} = omega({g})", strictly=True)


def theta(expr: sympy.Expr, domain: Domain = EVERYWHERE) -> sympy.Expr:
    """Returns a simple expression of the same Theta class inside the domain, with the maximal monomials only.

    A sum of monomials if there is one; otherwise quotients and Min stay, with their parts simplified. Raises
    OutOfDomain as `is_O` does.

    >>> from symbolic.symbols import M, d, n
    >>> theta(3 * n**2 * d + n * d**2 - d), theta(3 * n**2 * d + n * d**2, Domain.where(d <= n))
    (d**2*n + d*n**2, d*n**2)
    >>> theta(sympy.Min(n / M, n / d), Domain.where(M <= d)), theta(n / (M + d + 1))
    (n/d, n/(M + d))
    """
    expr = sympy.sympify(expr)
    return _class(expr, Cone.of(domain, expr.free_symbols))


def _decide(smaller: sympy.Expr, larger: sympy.Expr, domain: Domain, claim: str, strictly: bool) -> Verdict:
    smaller, larger = sympy.sympify(smaller), sympy.sympify(larger)
    cone = Cone.of(domain, smaller.free_symbols | larger.free_symbols)
    left, right = tropical(smaller, cone), tropical(larger, cone)
    answer = compare(left, right, cone, strictly)
    if not isinstance(answer, Ray):
        return Verdict(claim, domain, True, answer)
    power = degree(left, answer) - degree(right, answer)
    return Verdict(claim, domain, False, ratio=sympy.cancel(smaller / larger), ray=answer, power=power)


def _class(expr: sympy.Expr, cone: Cone) -> sympy.Expr:
    """A sum of monomials if there is one; otherwise the parts that matter, each simplified, put together again."""
    monomials = posynomial(tropical(expr, cone), cone)
    if monomials is not None:
        return sympy.Add(*monomials)
    if isinstance(expr, sympy.ceiling):
        return _class(1 + expr.args[0], cone)
    if expr.is_Pow:
        return _class(expr.base, cone) ** expr.exp
    parts = expr.args if expr.is_Mul else _needed(expr, cone)
    return expr.func(*(_class(part, cone) for part in parts))


def _needed(expr: sympy.Expr, cone: Cone) -> list[sympy.Expr]:
    """The arguments of a sum, Max or Min without those that may be left out; subtracted terms may."""
    parts = [part for part in expr.args if not (expr.is_Add and split(part)[0].is_negative)]
    if len(parts) < len(expr.args):
        parts = [part for part in sympy.Add.make_args(sympy.expand(expr)) if split(part)[0] > 0]
    for part in sorted(parts, key=sympy.default_sort_key, reverse=True):
        others = [other for other in parts if other != part]
        if others:
            pair = (tropical(part, cone), tropical(expr.func(*others), cone))
            smaller, larger = reversed(pair) if isinstance(expr, sympy.Min) else pair
            if not isinstance(compare(smaller, larger, cone, strictly=False), Ray):
                parts = others
    return parts
