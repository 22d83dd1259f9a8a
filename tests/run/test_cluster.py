"""A local Dask cluster gives what a plain map gives, also when a worker is killed in the middle."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.model import ConfigError, StoreError, WorkerError
from pipeline.run import cluster as room
from pipeline.run import execution
from pipeline.run.cluster import Cluster
from pipeline.run.execution import BatchResult
from tests.refusals import refused
from tests.run.runs import digests, make, write_config

pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def messages() -> list[str]:
    return []


@pytest.fixture(scope="module")
def local(messages: list[str]) -> Iterator[Cluster]:
    with Cluster("local:2", ["numberlink"], messages.append) as machines:
        yield machines


def square(number: int) -> int:
    return number * number


def whose(number: int) -> int:
    time.sleep(0.005)
    return os.getpid()


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_and_die(notes: Path, number: int) -> int:
    if number == 3:
        with notes.open("a") as file:
            file.write("3")
        time.sleep(0.5)  # until the others are given to workers
    return die(number)


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


@pytest.mark.dear
def test_results_come_in_the_order_of_the_items(local: Cluster) -> None:
    assert list(local(square, range(300))) == [n * n for n in range(300)]
    assert list(local(square, iter([]))) == []
    with pytest.raises(ValueError, match="no 0"):
        list(local(fail, range(5)))


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")


@needs_kill
def test_a_killed_worker_is_reported_and_its_work_done_elsewhere(
    local: Cluster, messages: list[str], tmp_path: Path
) -> None:
    config = write_config(tmp_path / "small.toml")
    make(config, tmp_path / "whole")
    pids: list[int] = []

    def disturbed(function, items, /, lost=None):
        results = local(function, items, lost=lost)
        if not pids:
            pids.extend(set(local(whose, range(40))))
            os.kill(pids[0], signal.SIGKILL)
        return results

    make(config, tmp_path / "out", disturbed)  # type: ignore[arg-type]
    assert pids
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")


def test_workers_of_other_versions_are_refused(
    local: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "engine_versions", lambda: {"numpy": "1.0"})
    with pytest.raises(ConfigError, match=r"expected numpy 1\.0, found 2"):
        list(local(square, [1]))
    with pytest.raises(ConfigError, match=r"expected numpy 1\.0, found 2"):
        local.prepare()


@pytest.mark.parametrize("threads", [0, 2])
def test_workers_of_other_threads_than_one_are_refused(
    local: Cluster, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = {"tcp://far:1": {"nthreads": threads, "host": "far"}}
    monkeypatch.setattr(local._client, "scheduler_info", lambda **_: {"workers": workers})
    expected = f"tcp://far:1: expected a worker with one thread, found {threads}"
    with pytest.raises(ConfigError, match=expected):
        local.prepare()


def test_a_worker_compiles_each_kernel_and_returns_its_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[str] = []
    kinds = {
        kind: SimpleNamespace(warm_up=[partial(compiled.append, f"{kind} {k}") for k in range(2)])
        for kind in ("one", "other")
    }
    monkeypatch.setattr(room, "get_kind", kinds.get)
    assert room._warm_up(["one", "other"]) == room.engine_versions()
    assert compiled == ["one 0", "one 1", "other 0", "other 1"]


def test_a_cluster_without_workers_counts_as_one_and_is_given_up_after_five_minutes(
    local: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()
    workers = {299: {"tcp://near:1": 1}}  # one comes and goes just before
    now = 0

    def look() -> dict[str, int]:
        nonlocal now
        now = next(seconds)
        return workers.get(now, {})

    monkeypatch.setattr(room, "wait", lambda *_, **__: SimpleNamespace(done=()))
    monkeypatch.setattr(room, "monotonic", lambda: float(now))
    monkeypatch.setattr(local._client, "nthreads", look)
    assert local.count() == 1
    with refused(StoreError):
        local.wait_for([Future()])
    assert now == 299 + 1 + 301
    workers.update({now + 1: {"tcp://near:1": 1, "tcp://near:2": 1}})
    assert local.count() == 2


def test_an_address_without_a_cluster_is_named() -> None:
    with (
        refused(StoreError),
        Cluster("nowhere", [], print),
    ):
        pass


def test_workers_that_are_killed_as_they_begin_begin_again(
    local: Cluster, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    deaths = [ConnectionError(), ConnectionError()]  # what Dask raises where a worker is killed
    prepare = local.prepare

    def disturbed() -> None:
        if deaths:
            raise deaths.pop()
        prepare()

    messages.clear()
    monkeypatch.setattr(local, "prepare", disturbed)
    local._persist(local._begin, OSError)
    assert messages == 2 * ["a worker was killed at its start (out of memory?): trying again"]
    deaths += 3 * [ConnectionError()]
    with pytest.raises(WorkerError, match="3 workers were killed at their start"):
        local._persist(local._begin, OSError)


@pytest.mark.dear
@needs_kill
@pytest.mark.parametrize("deaths", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_workers_that_are_killed_before_they_answer_begin_again(
    deaths: int, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask itself gives such a cluster up at once."""
    import distributed

    starts = count()

    class Dying(distributed.LocalCluster):  # type: ignore[misc]
        def __init__(self, **named: Any) -> None:
            if next(starts) < deaths:
                named["preload"] = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
            super().__init__(**named)

    messages.clear()
    monkeypatch.setattr(distributed, "LocalCluster", Dying)
    if deaths == 3:
        with (
            pytest.raises(WorkerError, match="3 workers were killed at their start"),
            Cluster("local:1", [], messages.append),
        ):
            pass
    else:
        with Cluster("local:1", [], messages.append) as machines:
            assert list(machines(square, [2])) == [4]
        assert (machines._client.status, machines._local.status.name) == ("closed", "closed")
    assert messages == deaths * ["a worker was killed at its start (out of memory?): trying again"]


@pytest.mark.dear
@needs_kill
def test_what_kills_every_worker_is_given_up_and_takes_nothing_with_it(
    local: Cluster, messages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each worker takes seconds to begin again.
    monkeypatch.setattr(execution, "MOST_KILLED_WORKERS", 1)
    messages.clear()
    deadly, items = partial(note_and_die, tmp_path / "notes"), [3, 0, 1, 2, 4, 5]
    assert list(local(deadly, items, lost=lambda number: -number)) == [-3, 0, 1, 2, 4, 5]
    assert messages == 2 * ["a worker was killed (out of memory?): its work is done again"]
    assert (tmp_path / "notes").read_text() == "33", "in a batch, and alone"
    with pytest.raises(WorkerError, match="killed at the same puzzle"):
        list(local(die, [3]))


def test_a_worker_lost_with_its_result_is_tried_again(
    local: Cluster, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    messages.clear()
    submit, calls = local.submit, count()

    def lose_the_first(function: Callable[[Any], Any], items: list[Any]) -> Future[BatchResult]:
        if next(calls):
            return submit(function, items)
        future: Future[BatchResult] = Future()
        try:
            raise None.with_traceback(None)  # type: ignore[attr-defined]  # as Dask's executor does
        except AttributeError as error:
            future.set_exception(error)
        return future

    monkeypatch.setattr(local, "submit", lose_the_first)
    assert list(local(square, range(4))) == [0, 1, 4, 9]
    # once more if the workers of the test before are still to begin again
    assert set(messages) == {"a worker was killed (out of memory?): its work is done again"}


def test_another_lack_of_an_attribute_is_no_lost_worker(local: Cluster) -> None:
    future: Future[BatchResult] = Future()
    future.set_exception(AttributeError("no function of this name", name="square"))
    with pytest.raises(AttributeError, match="no function"):
        local.result_of(future)


@pytest.mark.dear
def test_a_lost_scheduler_is_named() -> None:
    expected = pytest.raises(StoreError, match="expected a Dask scheduler at local:1, found that")
    with Cluster("local:1", [], print) as machines:
        future = machines.submit(whose, list(range(400)))
        future.cancel()  # as Dask does
        with expected:
            machines.result_of(future)
        results = machines(whose, range(300))
        next(results)
        machines._local.close()
        with expected:
            list(results)
        with expected:
            machines.run_alone(square, 1)
