"""Lower-bound certificates: true ones are accepted, tampered ones are not, and none proves more than the optimum."""

import random
from dataclasses import replace

import pytest
from random_cdags import random_cdag

from graphs.errors import FormatError
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS
from graphs.search import oracle
from graphs.search.certify import certificate_of, from_json, to_json
from graphs.search.potential import Certificate, proved_bound
from graphs.search.solver import optimum


@pytest.mark.parametrize("name", VARIANTS)
def test_the_optimum_has_a_certificate_and_one_more_has_none(name: str) -> None:
    variant = VARIANTS[name]
    for seed in range(60):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag) + seed % 3
        best = oracle(cdag, M, variant).cost
        assert best is not None
        certificate = certificate_of(cdag, M, best, variant)
        assert certificate is not None and proved_bound(certificate) == best, seed
        assert certificate_of(cdag, M, best + 1, variant) is None


@pytest.mark.parametrize("name", VARIANTS)
def test_no_tampered_certificate_proves_more_than_the_optimum(name: str) -> None:
    """Claims are raised, taken away, moved to other needs; what the checker still accepts must be true."""
    variant, draw = VARIANTS[name], random.Random(1)
    rejected = 0
    for seed in range(100):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag)
        best = oracle(cdag, M, variant).cost
        assert best is not None
        certificate = certificate_of(cdag, M, best, variant)
        assert certificate is not None
        for _ in range(10):
            claims = dict(certificate.claims)
            for need in draw.sample(sorted(claims), min(len(claims), draw.randint(1, 3))):
                raised = claims.pop(need) + draw.randint(0, 2)
                red, blue = need[0] ^ draw.choice((0, 1 << draw.randrange(len(cdag)))), need[1]
                if draw.random() < 0.8:
                    claims[red, blue] = raised
            try:
                assert proved_bound(replace(certificate, claims=claims)) <= best
            except ValueError:
                rejected += 1
    assert rejected > 50


def test_each_kind_of_false_certificate_is_rejected_with_its_reason() -> None:
    good = certificate_of(family("pyramid:3"), 3, 11)
    assert good is not None and proved_bound(good) == 11 and good.mirrors
    end = next(need for need, claim in good.claims.items() if claim == 11)
    with pytest.raises(ValueError, match="claim 12"):
        proved_bound(replace(good, claims=good.claims | {end: 12}))
    with pytest.raises(ValueError, match="no automorphism"):
        proved_bound(replace(good, mirrors=[[1, 0, *range(2, 10)]]))
    with pytest.raises(ValueError, match="no automorphism"):
        proved_bound(replace(good, mirrors=[[0] * 10]))
    with pytest.raises(ValueError, match="not a need"):
        proved_bound(replace(good, claims=good.claims | {(1 << 10, 0): 1}))
    with pytest.raises(ValueError, match="costs nothing"):
        proved_bound(replace(good, claims={(0, 0): 1}))
    with pytest.raises(ValueError, match="does not come before"):
        proved_bound(replace(good, operands=[[1], []]))
    with pytest.raises(ValueError, match="may cost"):
        proved_bound(replace(good, M=4))  # with more words the pyramid costs 7
    with pytest.raises(ValueError, match="may cost"):
        proved_bound(replace(good, sliding=True))
    without = next(need for need in good.claims if need != end)
    claims = {need: claim for need, claim in good.claims.items() if need != without}
    with pytest.raises(ValueError, match="may cost"):
        proved_bound(replace(good, claims=claims))


def test_an_empty_certificate_proves_the_trivial_bound() -> None:
    assert proved_bound(Certificate([[], [], [0, 1]], 3, True, False, [], {})) == 3


@pytest.mark.parametrize("specification, M", [("pyramid:4", 3), ("fft:4", 3), ("matmul:2,2,2,fma", 4)])
def test_what_the_solver_proves_has_a_certificate_that_survives_a_file(specification: str, M: int) -> None:
    cdag = family(specification)
    best = optimum(cdag, M).cost
    assert best is not None
    certificate = certificate_of(cdag, M, best, HONG_KUNG)
    assert certificate is not None
    text = to_json(certificate)
    assert proved_bound(from_json(text)) == best and to_json(from_json(text)) == text


def test_too_many_claims_and_bad_files_are_refused() -> None:
    assert certificate_of(family("pyramid:4"), 3, 18, most=10) is None
    for text in ("", "[]", "{}", '{"operands": 1}', "[" * 100_000):
        with pytest.raises(FormatError):
            from_json(text)
