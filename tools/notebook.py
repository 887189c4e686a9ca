"""Executes docs/story.ipynb in a fresh kernel and writes it with its outputs; the same program gives the same bytes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "story.ipynb"
TIMEOUT = 900
"""Seconds that a cell may take on a busy machine."""


def read(path: Path = FILE) -> nbformat.NotebookNode:
    """Returns the notebook of a file."""
    return nbformat.read(path, as_version=4)


def executed(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Returns a notebook with the outputs that it has now, from the first cell on; a cell that fails raises.

    The kernel is this Python, in the folder of the project, and reads no configuration of the user.
    """
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(ROOT)}},
    )
    manager = client.create_kernel_manager()
    with TemporaryDirectory() as folder:
        manager.transport, manager.ip = "ipc", f"{folder}/kernel"  # files of this user, not ports of this machine
        client.execute(env={**os.environ, "IPYTHONDIR": folder})
    return tidy(notebook)


def tidy(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Returns a notebook without what differs between machines: versions, times, and names of cells made at random."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"cell-{number:02}", {}
    return notebook


def text(notebook: nbformat.NotebookNode) -> str:
    """Returns a notebook as JSON with sorted keys."""
    return nbformat.writes(notebook, version=4) + "\n"


if __name__ == "__main__":
    made = text(executed(read()))
    FILE.write_text(made, encoding="utf-8")
    sys.stdout.write(f"wrote {FILE.name}, {len(made.encode()):,} bytes\n")
