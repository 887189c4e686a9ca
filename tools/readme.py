"""Writes what the README takes from the program: its table of claims, and the picture at its head."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from proofs.cli.claims import claims
from proofs.lemmas import CATALOGUE
from proofs.suite import run_all
from proofs.workers import cores
from symbolic.curves import curves
from symbolic.plot import figure, save

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
FIGURES = ROOT / "docs" / "figures"
START, END = "<!-- claims -->\n", "<!-- end -->\n"
N, D, MEASURED, ITEMSIZE = 256, 32, 2, 2


def with_table(page: str, table: str) -> str:
    """Returns a page with a table between its two marks.

    >>> with_table(f"a\\n{START}old{END}b", "new\\n").splitlines()
    ['a', '<!-- claims -->', '', 'new', '', '<!-- end -->', 'b']
    """
    before, _, rest = page.partition(START)
    return f"{before}{START}\n{table}\n{END}{rest.partition(END)[2]}"


def drawn(folder: Path) -> Path:
    """Writes the picture that `pebbleproof plot` makes, and returns its path.

    The layout is refined each time a figure is saved, so the bytes of the SVG depend on the formats saved before it.
    """
    stem = f"io_n{N}_d{D}"
    with TemporaryDirectory() as all_formats:
        save(figure(curves(N, D, MEASURED, 0), ITEMSIZE), Path(all_formats), stem)
        return Path(shutil.copy(Path(all_formats, f"{stem}.svg"), folder))


if __name__ == "__main__":
    table = claims(run_all(CATALOGUE, workers=cores()))
    README.write_text(with_table(README.read_text(encoding="utf-8"), table), encoding="utf-8")
    print(f"wrote {README.name} and {drawn(FIGURES).name}")
