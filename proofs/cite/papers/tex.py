r"""LaTeX: \checkedlemma[level]{name}{hash} and \statelemma[options]{name}{hash}, through \input and \include.

pylatexenc cuts the text into its tokens; what is in a comment, verbatim, or between \iffalse and \fi is passed over.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pylatexenc.latexwalker import LatexToken, LatexWalker, LatexWalkerEndOfStream

from graphs.errors import FormatError
from proofs.cite.citation import DEFAULT, Citation
from proofs.cite.papers.source import line_at, text_of

_CITING = {"checkedlemma", "statelemma"}
_READING = {"input", "include"}
_VERBATIM = {
    "verbatim",
    "Verbatim",
    "BVerbatim",
    "LVerbatim",
    "lstlisting",
    "minted",
    "comment",
    "filecontents",
    "alltt",
}
_INLINE_VERBATIM = {"verb", "lstinline", "mintinline", "Verb"}
_CONDITIONAL = "if"
_SPECIAL = re.compile(r"[\\%]")
_LONGEST = 1000
_DEEPEST = 15
"""Files that TeX has open at once."""
_NO_CONDITIONALS = {"iff", "ifthenelse", "iftoggle", "ifstrempty", "ifblank", "ifstrequal", "ifnumcomp"}
_WRAPPED = r"compile with the option record, and audit the .ckl file that LaTeX writes"


def citations(paper: Path) -> list[Citation]:
    """Returns the citations of a LaTeX file and of the files that it reads, each file once.

    Files are looked for where LaTeX does, from the folder of the main file; what is not there but belongs to the TeX
    distribution is passed over. Raises FormatError, at the line that wants it, if a file is missing.
    """
    found: list[Citation] = []
    _Reading(paper, paper.parent, {paper.resolve()}, found).read(text_of(paper))
    return found


@dataclass
class _Reading:
    """The reading of one file; the citations found go to a list that all files of a paper share."""

    path: Path
    folder: Path
    seen: set[Path]
    found: list[Citation]
    depth: int = 1
    text: str = field(init=False, default="")

    def read(self, text: str) -> None:
        self.text = text
        self.walker = LatexWalker(text, tolerant_parsing=True)
        position = 0
        while (special := _SPECIAL.search(text, position)) is not None:
            token = self.token(special.start())
            if token is None:
                return
            position = token.pos + token.len
            if token.tok == "begin_environment" and token.arg.rstrip("*") in _VERBATIM:
                position = self.behind(rf"\end{{{token.arg}}}", position)
            elif token.tok == "end_environment" and token.arg == "document":
                return
            elif token.tok == "macro":
                if token.arg == "endinput":
                    return
                position = self.macro(token, position)

    def token(self, position: int) -> LatexToken | None:
        try:
            return self.walker.get_token(position)
        except LatexWalkerEndOfStream:
            return None

    def macro(self, token: LatexToken, position: int) -> int:
        """Returns where to read on behind a macro."""
        if token.arg in _INLINE_VERBATIM:
            return self.verbatim(token)
        if token.arg == "iffalse":
            return self.skipped(position)
        if token.arg in _CITING:
            return self.citation(token, position)
        if token.arg in _READING:
            return self.reading(token, position)
        return position

    def citation(self, token: LatexToken, position: int) -> int:
        options, position = self.optional(position)
        name, behind_name = self.braced(position)
        digest, behind = self.braced(behind_name)
        level = options if token.arg == "checkedlemma" else _level(options)
        line = line_at(self.text, token.pos)
        reason = ""
        if name is None or digest is None:
            reason = "no name and hash in braces follow; in the definition of a macro, " + _WRAPPED
        elif "#" in name + digest + level or "\\" in name + digest + level:
            reason = "a macro stands for name, hash or level; " + _WRAPPED
        shown = "".join((name or "").split()), "".join((digest or "").split()), level.strip() or DEFAULT
        self.found.append(Citation(*shown, str(self.path), line, reason))
        return position if name is None or digest is None else behind

    def reading(self, token: LatexToken, position: int) -> int:
        name, behind = self.braced(position)
        if name is None:  # the form of plain TeX: up to the next space
            words = self.text[position:].lstrip().split(maxsplit=1)
            name, behind = (words[0] if words else ""), position
        name = name.strip().strip('"')
        if not name or "#" in name:
            return behind
        line = line_at(self.text, token.pos)
        if "\\" in name:
            rule = f"the name of the file {name!r} holds a macro"
            raise FormatError(str(self.path), rule, line=line, cure="write it out, or " + _WRAPPED)
        if not name.isprintable() or len(name) > _LONGEST:
            rule = f"{name[:40]!r}... cannot be the name of a file"
            raise FormatError(str(self.path), rule, line=line, cure="name a file")
        plain = self.folder / name
        wanted = plain if _is_file(plain) and not _is_file(self.folder / f"{name}.tex") else self.folder / f"{name}.tex"
        if not _is_file(wanted):
            wanted = plain if plain.suffix else wanted
            if _of_distribution(name):
                return behind
        text = text_of(wanted, str(self.path), line)
        if wanted.resolve() not in self.seen:
            if self.depth == _DEEPEST:
                rule = f"files are nested deeper than TeX allows, {_DEEPEST}"
                raise FormatError(str(self.path), rule, line=line, cure="read some from the main file")
            self.seen.add(wanted.resolve())
            _Reading(wanted, self.folder, self.seen, self.found, self.depth + 1).read(text)
        return behind

    def significant(self, position: int) -> LatexToken | None:
        """The next token that is no comment."""
        token = self.token(position)
        while token is not None and token.tok == "comment":
            token = self.token(token.pos + token.len)
        return token

    def optional(self, position: int) -> tuple[str, int]:
        token = self.significant(position)
        if token is None or token.arg != "[":
            return "", position
        end = self.closing(token.pos + 1, "]")
        return (_plain(self.text[token.pos + 1 : end]), end + 1) if end is not None else ("", position)

    def braced(self, position: int) -> tuple[str | None, int]:
        token = self.significant(position)
        if token is None or token.tok != "brace_open":
            return None, position
        end = self.closing(token.pos + 1, "}")
        return (_plain(self.text[token.pos + 1 : end]), end + 1) if end is not None else (None, position)

    def closing(self, position: int, bracket: str) -> int | None:
        """Where a bracket is closed, outside of braces opened since."""
        depth = 0
        for token in self.tokens(position):
            if token.tok == "brace_open":
                depth += 1
            elif depth == 0 and token.arg == bracket:
                return token.pos
            elif token.tok == "brace_close":
                depth -= 1
        return None

    def tokens(self, position: int) -> Iterator[LatexToken]:
        while (token := self.token(position)) is not None:
            yield token
            position = token.pos + token.len

    def verbatim(self, token: LatexToken) -> int:
        """Behind the text between two equal characters, or between braces."""
        start = token.pos + 1 + len(token.arg)
        if self.text.startswith("*", start):
            start += 1
        if token.arg != "verb" and self.text.startswith("[", start):
            start = self.behind("]", start)
        if token.arg == "mintinline":
            start = self.braced(start)[1]
        if start >= len(self.text):
            return start
        opening = self.text[start]
        end = self.text.find("}" if opening == "{" else opening, start + 1)
        return start + 1 if end < 0 else end + 1

    def skipped(self, position: int) -> int:
        r"""Behind the \fi or \else that ends \iffalse."""
        depth = 0
        for token in self.tokens(position):
            if token.tok != "macro":
                continue
            if depth == 0 and token.arg in ("fi", "else"):
                return token.pos + token.len
            if token.arg == "fi":
                depth -= 1
            elif token.arg.startswith(_CONDITIONAL) and token.arg not in _NO_CONDITIONALS:
                depth += 1
        return len(self.text)

    def behind(self, end: str, position: int) -> int:
        place = self.text.find(end, position)
        return len(self.text) if place < 0 else place + len(end)


def _level(options: str) -> str:
    r"""The level among the options of \statelemma, which may stand without its key."""
    level = ""
    for option in options.split(","):
        key, equals, value = (part.strip() for part in option.partition("="))
        if key == "level" or (not equals and key):
            level = value if equals else key
    return level


def _plain(text: str) -> str:
    """An argument without its comments."""
    return "\n".join(line.partition("%")[0] for line in text.split("\n"))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no name that a file can have
        return False


def _of_distribution(name: str) -> bool:
    """Whether TeX itself brings a file, such as glyphtounicode."""
    search = shutil.which("kpsewhich")
    if search is None or name.startswith("-") or Path(name).is_absolute():
        return False
    found = subprocess.run([search, name], capture_output=True, text=True, check=False, timeout=60)
    return found.returncode == 0
