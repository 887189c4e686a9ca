"""The hash of every statement is pinned: who cites one relies on it, so a change is deliberate and written down."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent
CURE = "if the change is meant, run `python tools/pin.py` and say in CHANGES.md what changed and why"


def pin() -> object:
    spec = importlib.util.spec_from_file_location("pin", ROOT / "tools" / "pin.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_statement_has_changed_by_accident() -> None:
    tool = pin()
    before = tool.FILE.read_text(encoding="utf-8").splitlines()
    now = tool.pinned().splitlines()
    assert now == before, f"changed: {sorted(set(now) ^ set(before))}; {CURE}"


def test_changes_are_written_down() -> None:
    head = (ROOT / "CHANGES.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert pin().mark() in head, f"the newest entry of CHANGES.md does not have the mark of the statements; {CURE}"
