"""doctor: what this installation has, which optional tools are missing, and what each missing one costs."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphs.errors import HOLDS, INPUT_REFUSED
from proofs.cli.terminal import show, show_json, table
from proofs.evidence import smt

PACKAGES = (
    "pebbleproof",
    "sympy",
    "z3-solver",
    "networkx",
    "numpy",
    "numba",
    "matplotlib",
    "rfc8785",
    "pylatexenc",
    "jinja2",
    "lark",
    "defusedxml",
    "typer",
    "rich",
)
HOUSE = ("graphs", "symbolic", "proofs")


@dataclass(frozen=True)
class Tool:
    """An optional tool: how it is found, how it is got, and what is not checked without it."""

    name: str
    commands: tuple[str, ...]
    package: str
    cost: str
    module: str = ""

    def version(self) -> str | None:
        """Returns the version found, or None if the tool is missing."""
        if self.module:
            return metadata.version(self.module) if util.find_spec(self.module) else None
        path = next(filter(None, map(shutil.which, self.commands)), None)
        if path is None:
            return None
        try:
            told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return "present, but does not tell its version"
        return next((line.strip() for line in told.stdout.splitlines() if line.strip()), "present")


TOOLS = (
    Tool(
        "cvc5", (), "pip install cvc5", "no second solver: what has no certificate stays below solvers", module="cvc5"
    ),
    Tool(
        "scipy", (), "pip install scipy", "no search for certificates; those that are there are checked", module="scipy"
    ),
    Tool("distributed", (), "pip install distributed", "no sweeps over a Dask cluster", module="distributed"),
    Tool("Coq", ("coqc",), "apt install coq", "no kernel proofs: combinatorial lemmas stay tiny"),
    Tool("pdflatex", ("pdflatex",), "apt install texlive-latex-extra", "derivations and citations are not typeset"),
    Tool("Chromium", ("chromium", "chromium-browser", "google-chrome"), "apt install chromium", "no report tests"),
)


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """Print versions, the optional tools present, and what each missing one costs.

    Exit status: 0 usable; 4 if one of our packages is shadowed by another of the same name.
    """
    root = Path(__file__).resolve().parents[2]
    packages = {name: _version(name) for name in PACKAGES}
    tools = {tool: tool.version() for tool in TOOLS}
    strangers = [name for name in HOUSE if not _is_ours(name, root)]
    if as_json:
        show_json(
            {
                "command": "doctor",
                "python": platform.python_version(),
                "packages": packages,
                "z3": smt.version(),
                "tools": {tool.name: version for tool, version in tools.items()},
                "shadowed": strangers,
            }
        )
        raise typer.Exit(INPUT_REFUSED if strangers else HOLDS)
    required = table(("needed", {"width": 14}), ("version", {"ratio": 1}))
    required.add_row("Python", f"{platform.python_version()} ({sys.platform})")
    for name, version in packages.items():
        required.add_row(name, version or Text("missing", style="bold red"))
    optional = table(("optional", {"width": 14}), ("version", {"ratio": 1}), ("without it", {"ratio": 1}))
    for tool, version in tools.items():
        optional.add_row(tool.name, version or Text("missing", style="yellow"), "" if version else tool.cost)
    show(required, "", optional, "")
    for tool, version in tools.items():
        if version is None:
            show(f"to add {tool.name}: {tool.package}")
    for name in strangers:
        show(f"the package {name!r} that Python imports is not ours: install pebbleproof in its own environment")
    raise typer.Exit(INPUT_REFUSED if strangers else HOLDS)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _is_ours(name: str, root: Path) -> bool:
    """Whether an import finds the package beside this one; `symbolic` is also the name of a package on PyPI."""
    place = import_module(name).__file__
    return place is not None and Path(place).resolve().parents[1] == root
