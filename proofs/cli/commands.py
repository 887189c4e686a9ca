"""Commands: the table of all, each loaded when it is asked for, so that help and completion need not wait."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from proofs.cli.examples import epilog

MODULES: Mapping[str, str] = {
    "verify": "verify",
    "lemmas": "lemmas",
    "explain": "explain",
    "derive": "derive",
    "cite": "cite",
    "audit": "audit",
    "report": "report",
    "pebble": "pebble",
    "replay": "pebble",
    "programs": "programs",
    "run": "run",
    "bound": "bound",
    "best": "best",
    "gap": "gap",
    "crossover": "crossover",
    "regime": "regime",
    "plot": "plot",
    "sweep": "sweep",
    "formats": "formats",
    "doctor": "doctor",
}
"""The module of each command, in the order in which help lists them."""
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(TyperGroup):
    """The group of all commands; one is loaded when it is run, completed, or asked for its help."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {**dict.fromkeys(MODULES), **self.commands}  # type: ignore[dict-item]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Returns the command of a name, or None."""
        if cmd_name in MODULES and self.commands[cmd_name] is None:
            self.commands[cmd_name] = loaded(cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands, each with the whole first sentence of its description."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(name)) for name in MODULES])


def loaded(name: str) -> Any:
    """Returns a command for click."""
    function = getattr(import_module(f"proofs.cli.{MODULES[name]}"), name)
    alone = typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=SETTINGS
    )
    alone.command(name, epilog=epilog(name))(function)
    return get_command(alone)


def summary(name: str) -> str:
    """Returns the first sentence of the description of a command, without loading it.

    >>> summary("formats")
    'List the file formats and the families that `pebble` takes.'
    """
    tree = ast.parse(Path(__file__).with_name(f"{MODULES[name]}.py").read_text(encoding="utf-8"))
    function = next(part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == name)
    return " ".join((ast.get_docstring(function) or "").split("\n\n")[0].split())
