"""Sweeps that are killed, whole or in part, and sweeps at the same time: nothing is lost and nothing is done twice.

Every process of a sweep here writes a line when it begins a search: so computations are counted where they happen.
"""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphs.families import family
from graphs.search import oracle
from proofs.sweep.specification import read_specification
from proofs.sweep.store import Store

ROOT = Path(__file__).parents[1]
POINTS = 30
SPEC = f"""
[[grid]]
kind = "optimum"
families = ["chain"]
sizes.length = {{ from = 1, to = {POINTS} }}
M = 3
"""
COMMAND = """
import proofs.cli as cli
from proofs.cli.sweep import sweep
if all(known.callback is not sweep for known in cli.app.registered_commands):
    cli.app.command()(sweep)
cli.main()
"""
HOOK = '''
"""Python imports this first: the search of every process notes what it does, and may wait or die."""
import importlib.abc, importlib.util, os, signal, sys, time

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "proofs.sweep.task":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module
        def exec_module(module):
            execute(module)
            module.search = search
        spec.loader.exec_module = exec_module
        return spec

def search(cdag, M, variant, budget):
    from graphs.search import oracle
    folder = os.environ["SWEEP_FOLDER"]
    with open(f"{folder}/begun", "a") as begun:
        begun.write(f"{os.getpid()} {cdag.name}\\n")
    if os.path.exists(f"{folder}/always {cdag.name}"):
        os.kill(os.getpid(), signal.SIGKILL)
    if os.path.exists(f"{folder}/once {cdag.name}"):
        os.unlink(f"{folder}/once {cdag.name}")
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.03)
    while held(folder):
        time.sleep(0.01)
    return oracle(cdag, M, variant, budget)

def held(folder):
    try:
        return len(open(f"{folder}/begun").readlines()) > int(open(f"{folder}/pause").read())
    except FileNotFoundError:
        return False

sys.meta_path.insert(0, Finder())
'''


class Sweep:
    """A folder with a SPEC, its store, and the note of every search that was begun."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.spec, self.store = folder, folder / "chains.toml", folder / "chains.sqlite"
        self.spec.write_text(SPEC)
        (folder / "hook").mkdir()
        (folder / "hook" / "sitecustomize.py").write_text(HOOK)
        places = os.pathsep.join(map(str, (folder / "hook", ROOT)))
        self.variables = {**os.environ, "PYTHONPATH": places, "SWEEP_FOLDER": str(folder)}

    def start(self, *words: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", COMMAND, "sweep", str(self.spec), *words]
        return subprocess.Popen(
            command, env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder
        )

    def finish(self, *words: str) -> str:
        """The output of a whole run."""
        out, err = (process := self.start(*words)).communicate(timeout=60)
        assert process.returncode == 0, out + err
        return out

    def pause_after(self, count: int) -> None:
        """Lets all searches wait, once so many were begun, until `go_on`: so a test need not be quick."""
        (self.folder / "pausing").write_text(str(count))
        (self.folder / "pausing").rename(self.folder / "pause")

    def go_on(self) -> None:
        (self.folder / "pause").unlink()

    @property
    def begun(self) -> list[tuple[int, str]]:
        path = self.folder / "begun"
        lines = path.read_text().splitlines() if path.exists() else []
        return [(int(process), graph) for process, graph in (line.split() for line in lines)]

    def recorded(self) -> set[str]:
        """The graphs in the store, under the names that the searches note."""
        if not self.store.exists():
            return set()
        with Store(self.store) as store:
            return {record.point.subject.replace(":", "_") for record in store.records()}

    def check(self) -> None:
        """Every point is in the store, once, with the right answer."""
        points = read_specification(self.spec).points
        with Store(self.store) as store:
            records = store.records(points)
            assert len(records) == len(store.records()) == POINTS
            assert not store._db.execute("SELECT count(*) FROM claims").fetchone()[0]
        for record in records:
            assert record.result.upper == oracle(family(record.point.graph), 3).cost  # type: ignore[attr-defined]

    def twice(self) -> set[str]:
        return {graph for graph, count in Counter(graph for _, graph in self.begun).items() if count > 1}


@pytest.fixture
def sweep(tmp_path: Path) -> Sweep:
    return Sweep(tmp_path)


def wait_for(ready: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{process}/stat").exists() and ") Z " in Path(f"/proc/{process}/stat").read_text()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_sweep_that_is_stopped_resumes_where_it_was(sweep: Sweep, how: signal.Signals) -> None:
    sweep.pause_after(8)
    process = sweep.start("--workers", "2")
    wait_for(lambda: len(sweep.begun) >= 9)
    process.send_signal(how)
    _, said = process.communicate(timeout=20)
    wait_for(lambda: all(gone(worker) for worker, _ in sweep.begun))
    there, begun = sweep.recorded(), {graph for _, graph in sweep.begun}
    assert 5 <= len(there) < POINTS and there <= begun and len(begun - there) <= 2
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert f"{len(there)} of {POINTS} points are in" in said and f"pebbleproof sweep {sweep.spec} --store" in said
    sweep.go_on()
    assert f"{len(there)} were there, {POINTS - len(there)} computed" in sweep.finish("--workers", "2")
    sweep.check()
    assert sweep.twice() <= begun - there and len(sweep.begun) <= POINTS + 2


def test_two_sweeps_at_once_share_the_points(sweep: Sweep) -> None:
    sweep.pause_after(0)
    first, second = sweep.start("--workers", "1"), sweep.start("--workers", "1")
    wait_for(lambda: len(sweep.begun) == 2)
    sweep.go_on()
    for process in (first, second):
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, out + err
    sweep.check()
    assert len(sweep.begun) == POINTS and not sweep.twice()
    assert len({process for process, _ in sweep.begun}) == 2


def test_a_worker_that_dies_is_replaced_and_its_point_tried_once_more(sweep: Sweep) -> None:
    (sweep.folder / "once chain_3").touch()
    (sweep.folder / "always chain_7").touch()
    process = sweep.start("--workers", "2")
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 3 and f"{POINTS - 1} exact, 1 failed" in out
    assert "chain:7, M = 3: its process died 2 times: signal 9 (SIGKILL)" in out
    counts = Counter(graph for _, graph in sweep.begun)
    assert counts["chain_3"] == counts["chain_7"] == 2 and len(sweep.begun) == POINTS + 2
    (sweep.folder / "always chain_7").unlink()
    assert "1 computed" in sweep.finish("--retry-failed")
    sweep.check()


@contextmanager
def dask(sweep: Sweep, workers: int) -> Iterator[tuple[str, dict[int, "subprocess.Popen[bytes]"]]]:
    """A scheduler and its workers, each a process; the address, and the workers by their number."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    common = ["--no-dashboard"]
    one = ["--nthreads", "1", "--no-nanny", "--local-directory", str(sweep.folder / "dask")]
    commands = [["scheduler", "--host", "127.0.0.1", "--port", str(port)], *[["worker", address, *one]] * workers]
    quiet = subprocess.DEVNULL
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *words, *common], env=sweep.variables, stdout=quiet, stderr=quiet
        )
        for words in commands
    ]
    try:
        import distributed  # noqa: PLC0415 - optional

        with distributed.Client(address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=30)
        yield address, {process.pid: process for process in started[1:]}
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask.distributed is not installed")
def test_a_cluster_that_loses_a_worker_and_then_its_scheduler(sweep: Sweep) -> None:
    with dask(sweep, 2) as (address, workers):
        sweep.pause_after(8)
        process = sweep.start("--scheduler", address)
        wait_for(lambda: len(sweep.begun) >= 9)
        victim, lost = sweep.begun[-1]
        workers[victim].kill()
        begun, there = {graph for _, graph in sweep.begun}, sweep.recorded()
        sweep.go_on()
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, out + err
        sweep.check()
        assert {lost} <= sweep.twice() <= begun - there  # what only the victim had
        assert len(sweep.begun) < POINTS + 4
        assert {worker for worker, _ in sweep.begun} <= set(workers)
        count = len(sweep.begun)
        assert "nothing to do" in sweep.finish("--scheduler", address) and len(sweep.begun) == count

        for path in sweep.folder.glob("chains.sqlite*"):
            path.unlink()
        sweep.pause_after(count + 4)
        process = sweep.start("--scheduler", address)
        wait_for(lambda: len(sweep.begun) >= count + 5 and len(sweep.recorded()) >= 3)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3 and "is gone" in err and "resume with" in err and "Traceback" not in err
    assert len(sweep.recorded()) >= 3


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask.distributed is not installed")
def test_a_scheduler_that_goes_is_gone_however_it_is_noticed(sweep: Sweep) -> None:
    """What a result says when the link breaks depends on the moment; so does what a point that is handed over says."""
    from distributed import CancelledError  # noqa: PLC0415 - optional
    from distributed.comm import CommClosedError  # noqa: PLC0415 - optional

    from proofs.sweep.cluster import Cluster  # noqa: PLC0415 - optional
    from proofs.sweep.stopped import SweepStopped  # noqa: PLC0415 - optional

    class Broken:
        def __init__(self, error: BaseException) -> None:
            self.error = error

        def result(self) -> None:
            raise self.error

    with dask(sweep, 1) as (address, _):
        cluster = Cluster(address)
        for error in (CancelledError("gone"), CommClosedError("in <TCP (closed)>: Stream is closed"), OSError()):
            with pytest.raises(SweepStopped, match="is gone"):
                cluster._taken(Broken(error))
        cluster.close()
        with pytest.raises(SweepStopped, match="is gone"):
            cluster.submit(read_specification(sweep.spec).points[0])


def test_no_scheduler_is_said_in_one_line(sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = pytest.importorskip("proofs.sweep.cluster")
    if importlib.util.find_spec("distributed") is None:
        with pytest.raises(cluster.ToolMissing, match="extra `sweep`"):
            cluster.Cluster("tcp://127.0.0.1:9")
        return
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1"):
        with pytest.raises(cluster.OutOfDomain, match="no Dask scheduler answers at"):
            cluster.Cluster(address)
