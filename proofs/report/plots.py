"""Plots: the curves of I/O against cache, drawn by symbolic.plot, as SVG that a page with a strict policy may hold.

What matplotlib writes has style attributes, which the policy forbids, and ids that two plots would share. Here the
styles become attributes, the ids get a name in front, and the colours of the house become classes, so that they follow
the theme of the page.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from xml.etree.ElementTree import Element, register_namespace, tostring

import sympy
from defusedxml.ElementTree import fromstring
from markupsafe import Markup

from proofs.level import Level
from proofs.suite import Report
from symbolic.curves import Curves, curves
from symbolic.plot import FLASH, INK, SMALL, SOFT, figure, save

SIZES = ((4096, 64), (1024, 128))
"""n and d of the plots."""
_LOWER_BOUNDS = ("Q_ge_LBsmall", "Q_ge_LBlarge")
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_CLASSES = {
    SMALL: "warm",
    FLASH: "cool",
    INK: "ink",
    SOFT: "soft",
    "#333333": "ink",
    "#222222": "ink",
    "#ffffff": "paper",
}
_BYTES = 2


@dataclass(frozen=True)
class Plot:
    """A plot, with the sizes it is for and the numbers behind it at powers of four."""

    n: int
    d: int
    svg: Markup
    proved: bool
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def available() -> bool:
    """Returns whether matplotlib is installed, which draws the plots."""
    return find_spec("matplotlib") is not None


def plots(
    report: Report,
    sizes: Iterable[tuple[int, int]] = SIZES,
    progress: Callable[[str], None] = lambda what: None,
) -> tuple[Plot, ...]:
    """Returns the plots of some sizes, or none without matplotlib.

    The lower bound is a solid line only if its evidence in the report is a certificate or better.
    """
    if not available():
        return ()
    levels = {entry.lemma.name: entry.level for entry in report.entries}
    proved = all(name in levels and levels[name].weakness <= Level.CERTIFICATE.weakness for name in _LOWER_BOUNDS)
    made = []
    for n, d in sizes:
        progress(f"plot, n = {n}, d = {d}")
        made.append(_plot(curves(n, d), proved))
    return tuple(made)


def _plot(found: Curves, proved: bool) -> Plot:
    with tempfile.TemporaryDirectory() as folder:
        (path,) = save(figure(found, _BYTES, proved), Path(folder), "plot", ("svg",))
        drawn = path.read_text(encoding="utf-8")
    rows = tuple(
        (M, tuple("–" if (words := values[name]) is None else f"{int(sympy.ceiling(words)):,}" for name in found.names))
        for M, values in found.rows
        if M in {4**k for k in range(16)} | {found.d**2}
    )
    return Plot(found.n, found.d, inlined(drawn, f"io-{found.n}-{found.d}"), proved, found.names, rows)


def inlined(svg: str, name: str) -> Markup:
    """Returns an SVG document as an element for a page: no styles, no metadata, ids with a name in front.

    >>> print(inlined('<svg xmlns="http://www.w3.org/2000/svg"><path id="a" style="fill: #ffffff; x: 1"/></svg>', "p"))
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"><path id="p-a" x="1" class="fill-paper" /></svg>
    """
    root = fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    for element in root.iter():
        _plain(element, name)
    for attribute in ("width", "height", "version"):
        root.attrib.pop(attribute, None)
    root.set("aria-hidden", "true")
    register_namespace("", _SVG)
    text = tostring(root, encoding="unicode")
    return Markup(re.sub(r">\s+<", "><", text))


def _plain(element: Element, name: str) -> None:
    if "id" in element.attrib:
        element.set("id", f"{name}-{element.get('id')}")
    target = element.attrib.pop(f"{{{_XLINK}}}href", None)
    if target is not None:
        element.set("href", f"#{name}-{target.removeprefix('#')}")
    if "clip-path" in element.attrib:
        element.set("clip-path", element.attrib["clip-path"].replace("url(#", f"url(#{name}-"))
    if "d" in element.attrib:
        element.set("d", " ".join(element.attrib["d"].split()))
    classes = []
    for part in filter(None, element.attrib.pop("style", "").split(";")):
        what, _, how = (piece.strip() for piece in part.partition(":"))
        if what in ("fill", "stroke") and how in _CLASSES:
            classes.append(f"{what}-{_CLASSES[how]}")
        else:
            element.set(what, how)
    if classes:
        element.set("class", " ".join(classes))
