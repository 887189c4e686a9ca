"""The command `pebbleproof`: results on stdout, progress and errors on stderr, an exit status with a meaning."""

from __future__ import annotations

import io
import os
import sys
from importlib import metadata
from typing import Annotated, Any

import typer

from graphs.errors import USAGE, PebbleproofError
from proofs.cli.commands import SETTINGS, Commands
from proofs.cli.lines import complain, folded

INTERNAL_ERROR = 70
INTERRUPTED = 130
UsageError: Any = typer.BadParameter.__mro__[1]
"""What typer raises for a bad command line; the parent of all such errors has no public name."""

app = typer.Typer(
    cls=Commands,
    help="Machine-checked I/O complexity of attention: bounds, lemmas, exact pebbling.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
    epilog="Each command ends its --help with examples. Exit status: 0 holds, 1 refuted, 2 usage, 3 undecided, "
    "4 input refused.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"pebbleproof {metadata.version('pebbleproof')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Machine-checked I/O complexity of attention: bounds, lemmas, exact pebbling."""


def main() -> None:
    """Runs the command; every error becomes a message on stderr and an exit status, never a traceback."""
    try:
        sys.exit(app(prog_name="pebbleproof", standalone_mode=False))
    except UsageError as error:
        _show_usage(error)
        sys.exit(USAGE)
    except PebbleproofError as error:
        complain(str(error))
        sys.exit(error.exit_status)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # whoever read stdout has gone; Python must not try to flush it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # the last resort: no traceback may reach a user, and the status is no verdict
        if os.environ.get("PEBBLEPROOF_DEBUG"):
            raise
        complain(f"internal error, please report it: {type(error).__name__}: {error}")
        complain("PEBBLEPROOF_DEBUG=1 shows where")
        sys.exit(INTERNAL_ERROR)


def _show_usage(error: Any) -> None:
    """Prints what is wrong with a command line, and where its help is; or the help itself, if there was nothing."""
    said = io.StringIO()
    error.show(said)
    print(folded(said.getvalue()), file=sys.stderr, end="\n" if said.getvalue() else "")
