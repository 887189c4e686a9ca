"""The regime of hardware: the values checked by hand, exact terms, the catalogue's bounds, and the command."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import sympy

from graphs.errors import FormatError, OutOfDomain
from graphs.programs import PROGRAMS
from proofs.cli import main
from proofs.cli.regime import lemma_of, regime
from proofs.lemmas import named
from proofs.sympy_form import to_sympy
from symbolic import heatmap
from symbolic.attention import A, B
from symbolic.exact import exact_cost
from symbolic.machines import device, dtype
from symbolic.regime import BOUNDS, Governs, Reading, Verdict, decimal, root_decimal, traffic
from symbolic.symbols import M, d, n

Done = subprocess.CompletedProcess[str]
REGISTERED = """
import proofs.cli as c
from proofs.cli.regime import regime
if regime not in [one.callback for one in c.app.registered_commands]:
    c.app.command()(regime)
"""
exec(REGISTERED)


def fresh(*words: str, **environment: str) -> Done:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", f"{REGISTERED}c.main()", "regime", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), **environment},
    )


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """The command in this process, which is faster."""

    def command(*words: str, **environment: str) -> Done:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["pebbleproof", "regime", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return subprocess.CompletedProcess(words, int(ended.value.code or 0), shown.out, shown.err)

    return command


def words_of(name: str, word: str) -> int:
    return device(name).memory().words(dtype(word))


@pytest.mark.parametrize(
    "name, word, heads, ratio, verdict",
    [
        ("rtx4090", "bf16", 192, "11/8", Verdict.LARGE),
        ("rtx4090", "bf16", 256, "99/128", Verdict.SMALL),
        ("a100", "bf16", 256, "163/128", Verdict.LARGE),
        ("a100", "fp32", 256, "163/256", Verdict.SMALL),
        ("h100", "bf16", 512, "227/512", Verdict.SMALL),
        ("mi300x", "fp32", 128, "1", Verdict.BOUNDARY),
    ],
)
def test_ratios_checked_by_hand(name: str, word: str, heads: int, ratio: str, verdict: Verdict) -> None:
    reading = Reading(words_of(name, word), heads)
    assert (str(reading.ratio), reading.verdict) == (ratio, verdict)


def test_ratio_of_the_terms_on_an_h100() -> None:
    reading = Reading(116_224, 512)
    assert reading.terms_ratio(4) == "1.5018"
    assert sympy.simplify(A / B - d / sympy.sqrt(M)) == 0


def test_both_terms_are_equal_on_the_boundary_for_every_n() -> None:
    found = traffic(4096, Reading(words_of("mi300x", "fp32"), 128))
    assert found.A == 17_301_504 == 4096**2 + 4096 * 128 and found.B_text == "17301504"
    assert sympy.expand((A - B).subs(M, d**2)) == 0


def test_terms_are_those_of_the_theorem() -> None:
    for size, heads, rows in ((50_688, 192, 1000), (116_224, 512, 8192), (9, 2, 5)):
        found = traffic(rows, Reading(size, heads))
        point = {n: rows, d: heads, M: size}
        assert sympy.Rational(str(found.A)) == A.subs(point)
        assert sympy.simplify(sympy.sympify(found.B_text) - B.subs(point)) == 0


def test_block_iterations_of_flash_attention_1_are_no_words() -> None:
    """Column tiles of M/(4d) and row tiles of as many: 16 n^2 d^2/M^2 steps; row tiles of at most d make more."""
    rows, heads, size = 4096, 128, 65_536
    tile = size // (4 * heads)
    assert (rows // tile) ** 2 == Fraction(16 * rows**2 * heads**2, size**2) == 1024
    assert tile == heads


def test_least_n_is_the_first_from_which_the_terms_govern() -> None:
    for size in (1, 7, 16, 17, 100, 4096):
        for heads in (1, 4, 5, 10, 64):
            least = Reading(size, heads).least_n
            assert least * min(least, heads) >= size
            assert least == 1 or (least - 1) * min(least - 1, heads) < size


def test_what_governs_agrees_with_the_lemmas() -> None:
    for rows, heads, size in ((8192, 512, 116_224), (100, 160, 32_768), (64, 64, 2**20), (4, 4, 16), (4, 4, 17)):
        found = traffic(rows, Reading(size, heads))
        point = {n: rows, d: heads, M: size}
        least, trivial = min(A.subs(point), B.subs(point)), dict(found.bounds)["trivial(X)"]
        assert trivial <= 4 * least if found.governs is Governs.TERMS else 3 * least <= trivial
        if found.governs is Governs.FITS:
            assert found.runs[0].cost.io == trivial == found.lower[1] and found.gap == 1


def test_bounds_are_those_that_lemmas_state_and_below_every_program() -> None:
    for bound in BOUNDS:
        goal = named(lemma_of(bound.name)).goal
        assert sympy.simplify(to_sympy(goal.right) - bound.expression) == 0, bound.name
    for rows, heads, size in ((64, 8, 40), (300, 16, 1000), (50, 50, 2500), (8, 30, 5)):
        found = traffic(rows, Reading(size, heads))
        assert all(words <= found.runs[0].cost.io for _, words in found.bounds)
        values = [words for _, words in found.bounds]
        assert values == sorted(values, reverse=True)
        costs = [one.cost.io for one in found.runs]
        assert costs == sorted(costs)
        assert all(exact_cost(one.program, size, n=rows, d=heads) == one.cost for one in found.runs)


def test_bounds_are_rounded_up_to_whole_words() -> None:
    found = traffic(8192, Reading(116_224, 512))
    words = dict(found.bounds)
    for bound in BOUNDS:
        exact = bound.at(n=8192, d=512, M=116_224)
        assert words[bound.name] - 1 < exact <= words[bound.name]


def test_too_small_for_any_program() -> None:
    found = traffic(4, Reading(2, 4))
    assert not found.runs and found.gap is None and [name for name, _ in found.bounds] == ["trivial(X)"]


def test_decimals_are_rounded_without_floats() -> None:
    assert decimal(Fraction(10**30 + 1, 2), 0) == str(10**30 // 2 + 1)
    assert root_decimal(10**20, 2, 2) == "70710678118654752440.08"


@pytest.mark.parametrize("size, heads", [(0, 4), (-1, 4), (4, 0), (4, 2**17)])
def test_readings_of_no_size(size: int, heads: int) -> None:
    with pytest.raises(OutOfDomain):
        Reading(size, heads)


def test_one_device_in_words(run: Callable[..., Done]) -> None:
    shown = run("--device", "H100", "--dtype", "bf16", "--head-dim", "512", "--seq-len", "8192")
    assert shown.returncode == 0, shown.stderr
    for part in ("232,448 bytes", "116,224 words of bf16", "227/512 = 0.443 approx.", "small cache: M < d^2"):
        assert part in shown.stdout
    for part in ("1.5018", "36507222016/sqrt(116224)", "rectangular, 1,104,977,920 words", "theorem-A", "kernel fit"):
        assert part in shown.stdout
    assert "small_cache, 1,166,843,904 words" in shown.stdout and "fp32 small cache 227/1024" in shown.stdout


def test_the_better_program_need_not_be_that_of_its_side(run: Callable[..., Done]) -> None:
    """Near d^2 constants decide, which the theorem does not see: a hybrid wins, or the program of the other side."""
    shown = run("--bytes", str(2 * 16_000), "--head-dim", "128", "--seq-len", "4096").stdout
    assert "small cache: M < d^2" in shown and "best program hybrid" in shown and "runner-up    flash_backward" in shown
    assert "the best program is the hybrid of both" in shown
    shown = run("--bytes", str(2 * 20), "--head-dim", "4", "--seq-len", "64").stdout
    assert "large cache: M > d^2" in shown and "the best program is the one for the small cache" in shown


def test_unequal_heads_are_read_twice(run: Callable[..., Done]) -> None:
    shown = run("--device", "rtx4090", "--model", "deepseek-v3")
    assert (
        "d_qk = 192" in shown.stdout
        and "d_v = 128" in shown.stdout
        and "Both readings agree: M >= d^2." in shown.stdout
    )
    body = json.loads(run("--device", "a100", "--head-dim", "576", "--head-dim-v", "256", "--json").stdout)
    assert body["agree"] is False and body["verdict"] is None
    assert [one["verdict"] for one in body["readings"]] == ["small cache", "large cache"]
    split = run("--device", "a100", "--head-dim", "576", "--head-dim-v", "256").stdout
    assert "The readings disagree: d_qk says small cache, d_v says large cache" in split


def test_everything_fits_into_a_tpu(run: Callable[..., Done]) -> None:
    shown = run("--device", "tpu-v6e", "--dtype", "fp32", "--head-dim", "128", "--seq-len", "1024").stdout
    assert "everything fits" in shown and "in_cache, 573,440 words" in shown
    assert "lower bound / " not in shown and "best program / lower bound = 1\n" in shown


WIDE = [
    ["--device", "h100", "--head-dim", "512", "--seq-len", "8192"],
    ["--device", "tpu-v5e", "--model", "deepseek-mla", "--seq-len", "1000000", "--dtype", "fp8"],
    ["--bytes", str(2**60), "--head-dim", "65536", "--head-dim-v", "1"],
    ["--list"],
    *(["--table", "--dtype", word] for word in ("fp8", "bf16", "fp64")),
    ["--table", "--level", "registers"],
    ["--table", "--level", "l2"],
]


@pytest.mark.parametrize("words", WIDE, ids=" ".join)
def test_at_most_100_columns_and_ascii_without_unicode(run: Callable[..., Done], words: list[str]) -> None:
    done = run(*words, LC_ALL="C")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 100 and done.stdout.isascii() and "\x1b" not in done.stdout
    assert "?" not in done.stdout


@pytest.mark.parametrize("level", [None, "registers", "l2", "vmem", "smem"])
@pytest.mark.parametrize("word", ["fp8", "bf16", "fp32", "fp64"])
def test_the_table_crops_nothing(level: str | None, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    regime(table=True, level=level, dtype=word)
    shown = capsys.readouterr().out
    found = heatmap.grid(dtype(word), level)
    lines = {line.split()[0]: line.split() for line in shown.splitlines() if line.split()}
    for row in found.rows:
        assert f"{row.M:,}" in lines[row.device.name]
        assert [cell for reading in row.readings for cell in (str(reading.ratio), reading.verdict.mark)] == lines[
            row.device.name
        ][-2 * len(found.dimensions) :]
    assert max(map(len, shown.splitlines())) <= 100


@pytest.mark.parametrize(
    "words",
    [
        ["--device", "a100", "--head-dim", "256", "--seq-len", "1000", "--json"],
        ["--table", "--json"],
        ["--list", "--json"],
    ],
    ids=" ".join,
)
def test_json_is_the_same_bytes_on_a_rerun(words: list[str]) -> None:
    first, again = fresh(*words, PYTHONHASHSEED="1"), fresh(*words, PYTHONHASHSEED="2", LC_ALL="C")
    assert first.returncode == 0 and first.stdout == again.stdout
    body = json.loads(first.stdout)
    assert body["schema"] == 1 and body["command"] == "regime" and list(body) == sorted(body)


def test_json_is_exact(run: Callable[..., Done]) -> None:
    body = json.loads(run("--device", "h100", "--head-dim", "512", "--seq-len", "8192", "--json").stdout)
    (reading,) = body["readings"]
    assert (body["M"], reading["M/d^2"], body["verdict"]) == (116_224, "227/512", "small cache")
    moved = reading["traffic"]
    assert Fraction(moved["A"]) == Fraction(8192**2 * 512**2 + 8192 * 512**3, 116_224)
    assert moved["programs"][0]["io"] == moved["programs"][0]["loads"] + moved["programs"][0]["stores"]
    best = moved["lower_bounds"][moved["best_lower_bound"]]
    assert Fraction(moved["gap"]) == Fraction(moved["programs"][0]["io"], best)
    assert {one["program"] for one in moved["programs"]} <= set(PROGRAMS)


HEADS = ["--head-dim", "64"]


@pytest.mark.parametrize(
    "words, shown",
    [
        (["--device", "h1000", *HEADS], "did you mean h100"),
        (["--device", "h100", "--bytes", "100", *HEADS], "either --device or --bytes; got both"),
        (HEADS, "either --device or --bytes; got neither"),
        (["--device", "h100"], "either --head-dim or --model; got neither"),
        (["--device", "h100", *HEADS, "--model", "bert"], "either --head-dim or --model; got both"),
        (["--device", "h100", "--model", "burt"], "did you mean bert"),
        (["--device", "h100", "--model", "bert", "--head-dim-v", "64"], "a --model has its own"),
        (["--bytes", "0", *HEADS], "--bytes must be a whole number >= 1; got 0"),
        (["--bytes", "-8", *HEADS], "--bytes must be a whole number >= 1; got -8"),
        (["--bytes", "3", "--dtype", "fp32", *HEADS], "hold no word of fp32"),
        (["--bytes", "9" * 30, *HEADS], "--bytes may be at most"),
        (["--device", "h100", "--head-dim", "0"], "--head-dim must be a whole number >= 1"),
        (["--device", "h100", "--head-dim", "9999999"], "the head dimension may be at most 65,536; got 9,999,999"),
        (["--device", "h100", *HEADS, "--seq-len", "0"], "--seq-len must be a whole number >= 1"),
        (["--device", "h100", *HEADS, "--seq-len", "999999999"], "the sequence length may be at most"),
        (["--device", "h100", *HEADS, "--dtype", "fp31"], "did you mean fp32"),
        (["--device", "h100", *HEADS, "--level", "l1"], "a level of memory is one of"),
        (["--device", "mi300x", *HEADS, "--level", "l2"], "it has smem"),
        (["--bytes", "100", *HEADS, "--level", "l2"], "--level chooses a memory of a --device"),
        (["--table", "--device", "h100"], "--table is about every device; leave out --device"),
        (["--list", "--table"], "leave out --table"),
        (["--list", "--level", "l2"], "leave out --level"),
        (["--plot", "map.jpg"], "written as .pdf, .svg, .png"),
        (["--plot", "/proc/nowhere/map.png"], "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_sentence(run: Callable[..., Done], words: list[str], shown: str) -> None:
    done = run(*words)
    assert done.returncode == 4, done.stderr
    said = done.stderr.replace("\n    ", " ")  # folded at 100 columns
    assert shown in said and len(said.splitlines()) == 1 and not done.stdout
    assert "Traceback" not in done.stderr


def test_a_process_ends_with_the_status() -> None:
    done = fresh("--device", "h1000", *HEADS)
    assert done.returncode == 4 and "did you mean h100" in done.stderr and "Traceback" not in done.stderr


def test_no_number_is_a_usage_error(run: Callable[..., Done]) -> None:
    assert run("--bytes", "many", *HEADS).returncode == 2


def test_a_heat_map_is_the_same_bytes_each_time(run: Callable[..., Done], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for suffix in ("pdf", "svg", "png"):
        made = []
        for name in ("first", "second"):
            path = tmp_path / name / f"map.{suffix}"
            heatmap.save(heatmap.figure(heatmap.grid(dtype("fp32"))), path)
            made.append(path.read_bytes())
        assert made[0] == made[1] and len(made[0]) > 3000
    done = run("--plot", str(tmp_path / "l2.svg"), "--level", "l2", "--table")
    assert done.returncode == 0 and "l2.svg" in done.stdout and "not verified" in done.stdout
    with pytest.raises(FormatError, match="cannot be written"):
        heatmap.save(heatmap.figure(heatmap.grid(dtype("fp32"))), Path("/proc/nowhere/map.png"))


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(OutOfDomain, match="drawing needs matplotlib; install it"):
        heatmap.figure(heatmap.grid(dtype("bf16")))


def test_rows_of_the_map_are_ordered_so_that_the_boundary_is_a_staircase() -> None:
    for level in (None, "registers", "l2"):
        groups = heatmap.grid(dtype("bf16"), level).groups
        sizes = [rows[0].M for rows in groups]
        assert sizes == sorted(sizes)
        assert all(len({row.M for row in rows}) == 1 == len({row.memory.verified for row in rows}) for rows in groups)
