"""TeX: blocks as a LaTeX article that pdflatex compiles with nothing outside a standard TeX Live."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofs.cite.prose import escaped
from proofs.derive.blocks import (
    Block,
    Claim,
    Head,
    Heading,
    Identity,
    Meanings,
    Nest,
    Paragraph,
    Points,
    Table,
)
from proofs.derive.inline import breakable, width
from proofs.level import Level

_LINE = 70
"""The width of a formula, as `inline.width` measures it, up to which it stands in the middle of a line."""

_PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern,microtype}
\usepackage[a4paper,margin=27mm]{geometry}
\usepackage{amsmath,amssymb,array,booktabs,longtable,xcolor}
\usepackage[colorlinks,allcolors=blue!45!black]{hyperref}
% the same text gives the same bytes
\ifdefined\pdfinfoomitdate \pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1 \fi
\allowdisplaybreaks
\emergencystretch=2em
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\raggedbottom
\renewcommand{\_}{\textunderscore\hspace{0pt}}
% a statement: anchor, what it is called, title, level and hash
\newcommand{\statement}[4]{\par\addvspace{11pt plus 3pt}\pagebreak[2]%
  {\raggedright\raisebox{11pt}[0pt][0pt]{\hypertarget{#1}{}}\textbf{#2}\hspace{0.5em}#3\hspace{1em plus 1fill}%
  \nolinebreak[3]\hspace{0pt}\mbox{\footnotesize#4}\par}\nobreak}
\newcommand{\certificate}[2]{\par\addvspace{7pt plus 2pt}\pagebreak[1]%
  {\footnotesize\raisebox{11pt}[0pt][0pt]{\hypertarget{#1}{}}\textbf{#2}\par}\nobreak}
\newcommand{\holds}[1]{\textsf{#1}}
\newcommand{\refuted}[1]{\textsf{\textcolor{red!70!black}{#1}}}
% formulas that are too wide for a line are broken where a sum or a relation goes on
\newenvironment{wide}{\par\nopagebreak\vskip2pt{}\begingroup\small\raggedright\leftskip=2em\hangindent=1.5em
  \relpenalty=300\binoppenalty=500
  \lineskiplimit=3pt\lineskip=5pt\noindent}{\par\endgroup\vskip2pt{}}
\newenvironment{evidence}{\par\begingroup\footnotesize\raggedright\relpenalty=30\binoppenalty=10\noindent}{\par\endgroup}
\newenvironment{identity}[1]{\par\begingroup\footnotesize\raggedright\leftskip=3em\relpenalty=30\binoppenalty=10
  \noindent\hspace{-3em}\makebox[3em][l]{(#1)}}{\par\endgroup}
\newcommand{\nest}[2]{{\footnotesize\raggedright\parskip=0pt\leftskip=#1em\hangindent=2em\noindent\strut#2\par}}
\newcommand{\means}[2]{\par{\footnotesize\raggedright\parskip=1pt\hangindent=3em\noindent\makebox[3em][l]{#1}#2\par}}
\newcommand{\point}[1]{{\footnotesize\raggedright\parskip=1pt\leftskip=2em\relpenalty=30\binoppenalty=10
  \noindent\hspace{-1em}\makebox[1em][l]{$\cdot$}#1\par}}
"""


def article(title: str, summary: Iterable[Block], body: Iterable[Block], contents: bool = False) -> str:
    """Returns a complete document; the same blocks give the same bytes."""
    lines = [
        "% Written by `pebbleproof derive'. Do not change it: write it anew.",
        _PREAMBLE.rstrip(),
        rf"\title{{{title}}}",
        r"\author{\normalsize Written by \texttt{pebbleproof derive}; every level is that of a check made just before}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        *_all(summary),
        *([r"{\small\parskip=0pt\tableofcontents}"] if contents else []),
        *_all(body),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _all(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, anchor, depth, appendix):
            if appendix:
                yield r"\appendix"
            yield ""
            yield rf"\{'sub' * (depth - 1)}section{{{text}}}\hypertarget{{{anchor}}}{{}}"
        case Paragraph(text, False):
            yield ""
            yield text
        case Paragraph(text, True, kept):
            yield rf"\begin{{evidence}}{_folded(text)}\end{{evidence}}" + (r"\nopagebreak" if kept else "")
        case Head(anchor, called, title, digits, level):
            yield ""
            if title:
                yield rf"\statement{{{anchor}}}{{{called}}}{{({title})}}{{{_level(level, digits)}}}"
            else:
                yield rf"\certificate{{{anchor}}}{{{called}}}"
        case Claim(formula, end):
            if width(formula) <= _LINE:
                plain = formula.replace(r"\allowbreak ", "")
                yield rf"\[ {plain}{_ended(end)} \]"
            else:
                yield rf"\begin{{wide}}$\displaystyle {breakable(formula, 'Big')}$\hbox{{{end}}}\end{{wide}}"
        case Points(texts):
            yield from (rf"\point{{{_folded(text)}.}}" for text in texts)
        case Meanings(pairs):
            yield from (rf"\means{{${name}$}}{{{text};}}" for name, text in pairs)
        case Nest(nested):
            yield r"\smallskip"
            yield from (rf"\nest{{{depth}}}{{{text}}}" for depth, text in nested)
        case Identity(number, before, summands, after):
            total = " + ".join(breakable(summand) for summand in summands)
            yield rf"\begin{{identity}}{{{number}}}{before}~$0 =\nobreak {total}$ {_folded(after)}\end{{identity}}"
        case Table():
            yield from _table(block)


def _level(level: Level | None, digits: str) -> str:
    if level is None:
        return ""
    shown = rf"\{'refuted' if level is Level.REFUTED else 'holds'}{{{escaped(level.word)}}}"
    return rf"{shown}\enspace\texttt{{{digits}}}" if digits else shown


def _ended(end: str) -> str:
    return end if len(end) == 1 else rf"\text{{{end}}}"


def _folded(text: str) -> str:
    """Mathematics within a line, so that lines can be broken in it."""
    pieces = text.split("$")
    pieces[1::2] = map(breakable, pieces[1::2])
    return "$".join(pieces)


def _table(table: Table) -> Iterator[str]:
    columns = "".join(
        rf">{{\{'raggedleft' if part < 0 else 'raggedright'}\arraybackslash}}p{{{abs(part)}\linewidth}}"
        for part in table.widths
    )
    yield ""
    yield rf"{{\footnotesize\setlength{{\tabcolsep}}{{3pt}}\begin{{longtable}}{{@{{}}{columns}@{{}}}}\toprule"
    yield " & ".join(table.head) + r" \\ \midrule\endhead"
    yield from (" & ".join(row) + r" \\" for row in table.rows)
    yield r"\bottomrule\end{longtable}}"
