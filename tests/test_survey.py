"""The table of programs: computed, current, and able to fail."""

from dataclasses import replace
from pathlib import Path

from graphs.programs import PROGRAMS
from proofs.cli.programs import document
from symbolic import survey as module
from symbolic.exact import Cost, exact_cost
from symbolic.survey import gaps, survey

PAGE = Path(__file__).parents[1] / "docs" / "programs.md"


def test_the_committed_table_is_what_the_programs_say_today() -> None:
    lines = [survey(program) for program in PROGRAMS.values()]
    assert all(not line.disagreements and line.points >= 15 and line.played >= 9 for line in lines)
    assert document(lines, gaps()) == PAGE.read_text(), "renew it: pebbleproof programs --table > docs/programs.md"


def test_a_program_whose_count_is_wrong_by_one_word_is_seen(monkeypatch) -> None:
    def one_more(program, M, **sizes) -> Cost:
        cost = exact_cost(program, M, **sizes)
        return replace(cost, loads=cost.loads + 1)

    monkeypatch.setattr(module, "exact_cost", one_more)
    line = survey(PROGRAMS["matmul"])
    assert len(line.disagreements) == line.points
    assert "DIFFERS" in document([line], ())
