"""How schedules are written down: the text form, a move a line, and the JSON form, which names M and variant too."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphs.cdag import Cdag, label
from graphs.errors import FormatError, UnknownNode
from graphs.game import Kind, Move, Variant
from graphs.schedule import Schedule

SCHEMA = 1
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
_BARE = re.compile(r'[^\s"#]+')


@dataclass(frozen=True)
class Record:
    """A schedule as a file holds it; the text form does not say `M` and `variant`."""

    schedule: Schedule
    M: int | None = None
    variant: Variant | None = None


def _words(move: Move) -> list[str]:
    """Kind, node, and for a sliding compute the operand whose pebble moves."""
    slid = [] if move.slid is None else [label(move.slid)]
    return [str(move.kind), label(move.node), *slid]


def to_text(schedule: Schedule) -> str:
    r"""Writes one move a line; a text that white space would cut is quoted as in JSON.

    >>> to_text(Schedule((Move(Kind.LOAD, ("A", 0)), Move(Kind.COMPUTE, "b c", ("A", 0)))))
    'load A[0]\ncompute "b c" A[0]\n'
    """
    return "".join(
        " ".join(w if _BARE.fullmatch(w) else json.dumps(w) for w in _words(move)) + "\n" for move in schedule.moves
    )


def to_json(schedule: Schedule, cdag: Cdag, M: int, variant: Variant) -> str:
    """Writes a schedule with what is needed to replay it; equal schedules give equal bytes."""
    body = {
        "schema": SCHEMA,
        "graph": cdag.name,
        "M": M,
        "variant": {"recompute": variant.recompute, "sliding": variant.sliding},
        "moves": [_words(move) for move in schedule.moves],
    }
    return json.dumps(body, sort_keys=True, separators=(", ", ": ")).replace('], ["', '],\n["') + "\n"


def from_text(text: str, cdag: Cdag, where: str = "schedule") -> Schedule:
    """Reads the text form; blank lines and lines that start with # are skipped.

    Raises FormatError with the line.
    """
    moves = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            words = [json.loads(w) if w.startswith('"') else w for w in _TOKEN.findall(line)]
        except json.JSONDecodeError:
            raise FormatError(where, "a quoted node is not closed", line=number, cure='write "like this"') from None
        moves.append(_move(words, cdag, where, line=number))
    return Schedule(tuple(moves))


def from_json(text: str, cdag: Cdag, where: str = "schedule") -> Record:
    """Reads the JSON form; raises FormatError with the line, or with the number of the entry that is no move."""
    try:
        body = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise FormatError(where, f"not JSON: {error}", line=getattr(error, "lineno", None)) from None
    if not isinstance(body, dict) or not isinstance(body.get("moves"), list):
        raise FormatError(where, 'a schedule is a JSON object with a list "moves"')
    if body.get("schema") != SCHEMA:
        raise FormatError(where, f'"schema" must be {SCHEMA}; got {body.get("schema")!r}')
    M, rules = body.get("M"), body.get("variant")
    if not isinstance(M, int) or isinstance(M, bool):
        raise FormatError(where, f'"M" must be a whole number of words; got {M!r}')
    if not isinstance(rules, dict) or [rules.get(k) in (True, False) for k in ("recompute", "sliding")] != [True] * 2:
        raise FormatError(where, f'"variant" must say true or false for recompute and sliding; got {rules!r}')
    moves = []
    for number, words in enumerate(body["moves"], 1):
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise FormatError(where, f'move {number} must be a list of texts such as ["load", "a"]; got {words!r}')
        moves.append(_move(words, cdag, where, number=number))
    return Record(Schedule(tuple(moves)), M, Variant(bool(rules["recompute"]), bool(rules["sliding"])))


def read_schedule(text: str, cdag: Cdag, where: str = "schedule") -> Record:
    """Reads either form; a JSON document starts with a brace."""
    if not text.strip():
        raise FormatError(where, "the schedule is empty", cure="write one move a line, such as: load a")
    return from_json(text, cdag, where) if text.lstrip().startswith("{") else Record(from_text(text, cdag, where))


def _move(words: Sequence[str], cdag: Cdag, where: str, line: int | None = None, number: int | None = None) -> Move:
    place = "" if number is None else f"move {number}: "
    if len(words) not in (2, 3) or words[0] not in list(Kind):
        got = " ".join(words)
        raise FormatError(where, f"{place}expected one of {', '.join(Kind)}, then a node; got {got!r}", line=line)
    kind = Kind(words[0])
    if len(words) == 3 and kind is not Kind.COMPUTE:
        raise FormatError(where, f"{place}only a compute can slide a pebble; got a {kind} with two nodes", line=line)
    try:
        return Move(kind, *(cdag.node(text) for text in words[1:]))
    except UnknownNode as error:
        raise FormatError(where, place + str(error), line=line) from None
