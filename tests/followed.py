"""Follower: does what a page of the documentation says, in a folder, and compares what is printed with what it shows.

The words before a block say what it is: a file to save, lines to put after a line of a file, or in place of one. In a
block marked `console`, what follows `$ ` is run, and the lines below are what it prints, `...` standing for anything.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
SAVE = re.compile(r"[Ss]ave this as `([^`]+)`")
AFTER = re.compile(r"[Ii]n `([^`]+)`, after the line(?: that begins with)? `([^`]+)`")
INSTEAD = re.compile(r"[Ii]n `([^`]+)`, in place of the line `([^`]+)`")
MARK = re.compile(r"the mark ([0-9a-f]{10})")


class Follower:
    """Reads pages and does what they say in `folder`; the packages are those of `house`."""

    def __init__(self, folder: Path, house: Path) -> None:
        self.folder, self.last = folder, ""
        tools = folder.parent / f"{folder.name}-bin"
        tools.mkdir()
        for name, words in (("pebbleproof", "-m proofs"), ("python", ""), ("pytest", "-m pytest -p no:cacheprovider")):
            tool = tools / name
            tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
            tool.chmod(0o755)
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST", "LC_", "COLUMNS"))}
        path = f"{tools}{os.pathsep}{kept['PATH']}"
        self.environment = {**kept, "PATH": path, "PYTHONPATH": str(house), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}

    def follow(self, page: str) -> list[str]:
        """Does what the blocks of a page say, from the first to the last; returns the commands that were run."""
        commands, end = [], 0
        for block in BLOCK.finditer(page):
            words, kind, text = page[end : block.start()].strip().rpartition("\n\n")[2], block[1], block[2]
            words, end = " ".join(words.split()), block.end()
            if kind == "console":
                commands += self.run(text)
            elif saved := SAVE.search(words):
                path = self.folder / saved[1]
                assert not path.exists(), f"{saved[1]} is there already"
                path.write_text(text, encoding="utf-8")
            elif changed := AFTER.search(words) or INSTEAD.search(words):
                self.change(self.folder / changed[1], changed[2], text, keep=changed.re is AFTER)
            else:
                raise AssertionError(f"nothing says what to do with {text!r}")
        return commands

    def change(self, path: Path, anchor: str, text: str, keep: bool) -> None:
        """Puts lines after, or in place of, the one line that begins with the anchor, indented or not."""
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        (at,) = (i for i, line in enumerate(lines) if line.strip().startswith(anchor))
        if "MARK" in text:
            text = text.replace("MARK", MARK.findall(self.last)[-1])
        path.write_text("".join([*lines[: at + keep], text, *lines[at + 1 :]]), encoding="utf-8")

    def run(self, text: str) -> list[str]:
        """Runs the commands of a block and compares what each prints."""
        commands = []
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            self.last = done.stdout
            same = doctest.OutputChecker().check_output(shown, done.stdout, doctest.ELLIPSIS)
            assert same, f"$ {command}\n{done.stdout}\ninstead of\n{shown}"
            commands.append(command)
        return commands
