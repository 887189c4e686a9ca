"""The worker process: reads points on stdin, one a line in JSON, and writes their results on stdout; sees to its end.

Its first line says that it is ready. It ends when stdin does, also in the middle of a point: so a sweep that is killed
leaves no process behind.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading

READY = {"ready": True}


def main() -> None:
    """Answers points until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the sweep, which then ends this process
    results = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what anything else prints is no result

    from proofs.sweep.task import answer  # noqa: PLC0415 - an error here must not reach stdout

    def say(body: object) -> None:
        results.write(json.dumps(body) + "\n")
        results.flush()

    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    say(READY)
    while True:
        say(answer(json.loads(lines.get())))


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
