"""The command `pebbleproof`: results on stdout, progress and errors on stderr, an exit status with a meaning."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from typing import Annotated

import typer

from graphs.errors import PebbleproofError
from proofs.cli.audit import audit
from proofs.cli.bound import bound
from proofs.cli.cite import cite
from proofs.cli.crossover import crossover
from proofs.cli.derive import derive
from proofs.cli.doctor import doctor
from proofs.cli.explain import explain
from proofs.cli.formats import formats
from proofs.cli.lemmas import lemmas
from proofs.cli.pebble import pebble, replay
from proofs.cli.plot import plot
from proofs.cli.programs import programs
from proofs.cli.regime import regime
from proofs.cli.report import report
from proofs.cli.run import run
from proofs.cli.sweep import sweep
from proofs.cli.verify import verify

INTERNAL_ERROR = 70
INTERRUPTED = 130

app = typer.Typer(
    help="Machine-checked I/O complexity of attention: bounds, lemmas, exact pebbling.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 holds, 1 refuted, 2 usage, 3 undecided, 4 input refused.",
)
for command in (
    verify,
    lemmas,
    explain,
    derive,
    cite,
    audit,
    report,
    pebble,
    replay,
    programs,
    run,
    bound,
    crossover,
    regime,
    plot,
    sweep,
    formats,
    doctor,
):
    app.command()(command)


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
    """Runs the command; every error becomes one line on stderr and an exit status, never a traceback."""
    try:
        app(prog_name="pebbleproof")
    except PebbleproofError as error:
        print(f"pebbleproof: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # whoever read stdout has gone; Python must not try to flush it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # the last resort: no traceback may reach a user, and the status is no verdict
        if os.environ.get("PEBBLEPROOF_DEBUG"):
            raise
        print(f"pebbleproof: internal error, please report it: {type(error).__name__}: {error}", file=sys.stderr)
        print("pebbleproof: PEBBLEPROOF_DEBUG=1 shows where", file=sys.stderr)
        sys.exit(INTERNAL_ERROR)
