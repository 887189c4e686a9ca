"""The notebook of the story runs from the start and prints what is committed, on any machine."""

import re
from copy import deepcopy

import pytest
from nbformat import NotebookNode, validate

from tools.notebook import FILE, executed, read, text, tidy


@pytest.fixture
def committed() -> NotebookNode:
    return read()


def test_the_notebook_prints_what_is_committed(committed: NotebookNode) -> None:
    now = executed(deepcopy(committed))
    for told, found in zip(committed.cells, now.cells, strict=True):
        assert found.get("outputs") == told.get("outputs"), f"{told.id}; `python -m tools.notebook` writes it anew"
    assert text(now) == FILE.read_text(encoding="utf-8")


def test_it_is_small_valid_and_says_nothing_of_the_machine(committed: NotebookNode) -> None:
    validate(committed)
    content = FILE.read_text(encoding="utf-8")
    assert content == text(tidy(deepcopy(committed)))
    assert len(content.encode()) < 300_000
    assert not re.search(r"/(home|root|tmp|usr|work)/|[A-Z]:\\\\|0x[0-9a-f]{6}|iopub|shell\.execute", content)
    assert [cell.id for cell in committed.cells] == [f"cell-{i:02}" for i in range(1, len(committed.cells) + 1)]


def test_every_cell_was_run_in_order_and_every_output_is_exact(committed: NotebookNode) -> None:
    code = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert {output.output_type for output in outputs} == {"execute_result", "stream"}
    assert all(output.name == "stdout" for output in outputs if output.output_type == "stream")


def test_it_tells_the_story_from_the_theorem_to_the_citation(committed: NotebookNode) -> None:
    everything = FILE.read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (.+)$", "\n\n".join(c.source for c in committed.cells if c.cell_type == "markdown"), re.M)
    assert heads[0] == "From a theorem to its citation" and heads[-1] == "Citing it"
    for promised in ("16 words", "refuted", "64, 64, 1048576", "certificate", "checkedlemma", "small cache"):
        assert promised in everything
