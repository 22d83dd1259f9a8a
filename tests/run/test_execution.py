"""Workers."""

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from pickle import PicklingError
from types import GeneratorType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import ConfigError, WorkerError
from pipeline.run import execution
from pipeline.run.execution import Workers
from pipeline.stages.mapping import serial
from tests.known import as_a
from tests.refusals import refused


def square(number: int) -> int:
    return number * number


@given(st.lists(st.integers(), max_size=30))
def test_one_worker_gives_the_same_as_a_plain_map(numbers: list[int]) -> None:
    with Workers(1) as workers:
        assert list(workers(square, numbers)) == list(serial(square, numbers))


def test_two_workers_give_results_in_the_order_of_the_items() -> None:
    numbers = list(range(50, 0, -1))
    with Workers(2) as workers:
        assert list(workers(square, numbers)) == [n * n for n in numbers]
        assert list(workers(square, [])) == []
    assert not multiprocessing.active_children()


def test_one_worker_is_this_process() -> None:
    with Workers(1) as workers:
        assert list(workers(lambda number: (number, os.getpid()), [7])) == [(7, os.getpid())]


def test_an_error_in_a_worker_reaches_the_caller() -> None:
    with Workers(2) as workers, refused(ConfigError):
        list(workers(Workers, [1, 0]))


def explode(number: int) -> object:
    if number == 3:
        raise ConfigError("three")
    return (lambda: number) if number == 30 else number


def test_an_error_has_its_turn_and_comes_after_what_was_before_it() -> None:
    got: list[object] = []
    with Workers(2) as workers:
        with refused(ConfigError):
            got.extend(workers(explode, range(10)))
        assert list(workers(explode, range(4, 9))) == [4, 5, 6, 7, 8]
        with pytest.raises((AttributeError, TypeError, PicklingError)):
            list(workers(explode, [30]))
    assert got in ([], [0, 1, 2])


def meet(task: tuple[Path, int]) -> bool:
    """Return whether item 0 sees the files of all others while it runs."""
    folder, number = task
    if number:
        (folder / str(number)).touch()
        return True
    for _ in range(600):
        if len(list(folder.iterdir())) == 16:
            return True
        time.sleep(0.1)
    return False


def test_a_slow_item_does_not_keep_the_other_workers_waiting(tmp_path: Path) -> None:
    with Workers(2) as workers:
        assert all(workers(meet, [(tmp_path, number) for number in range(17)]))


def touch_late(path: Path) -> None:
    if path.name == "late":
        time.sleep(5)
    path.touch()


def test_an_error_here_ends_the_items_in_progress(tmp_path: Path) -> None:
    def stop() -> None:
        with Workers(2) as workers:
            next(workers(touch_late, [tmp_path / "first", tmp_path / "late"]))
            raise ConfigError("stop")

    with refused(ConfigError):
        stop()
    assert not multiprocessing.active_children()
    assert [path.name for path in tmp_path.iterdir()] == ["first"]


def heavy(number: int) -> bytes:
    return bytes(1_000_000) + bytes([number])


def test_large_results_and_items_never_block_each_other() -> None:
    items = [heavy(number) for number in range(12)]
    with Workers(2) as workers:
        assert list(workers(reverse, items)) == [item[::-1] for item in items]


def reverse(item: bytes) -> bytes:
    return item[::-1]


def test_the_results_of_one_map_can_be_the_items_of_another() -> None:
    with Workers(2) as workers:
        inner = workers(square, iter(range(300)))
        middle = (number + 1 for number in workers(square, inner))
        assert list(workers(square, middle)) == [(n**4 + 1) ** 2 for n in range(300)]
        endless = workers(square, itertools.count())
        assert [next(endless) for _ in range(5)] == [0, 1, 4, 9, 16]
        as_a(GeneratorType, endless).close()
        assert list(workers(square, [7])) == [49]


def die_once(task: tuple[str, int]) -> int:
    """Kill this worker at number 5, the first two times that anybody comes to it."""
    folder, number = task
    deaths = len(list(Path(folder).iterdir()))
    if number == 5 and deaths < 2:
        (Path(folder) / str(deaths)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    if number % 4 == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")


@needs_kill
def test_the_work_of_a_killed_worker_is_done_by_another(tmp_path: Path) -> None:
    said: list[str] = []
    with Workers(2, said.append) as workers:
        tasks = [(str(tmp_path), number) for number in range(40)]
        assert list(workers(die_once, tasks)) == list(range(40))
    assert len(said) >= 2
    assert set(said) == {"a worker process was killed (out of memory?): its work is done again"}


@pytest.mark.dear
@needs_kill
def test_what_kills_every_worker_is_given_up_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "MOST_KILLED_WORKERS", 2)
    with Workers(2) as workers:
        found = list(workers(die, range(6), lost=lambda number: -number))
        assert found == [0, 1, 2, -3, 4, 5]
        with pytest.raises(WorkerError, match="killed at the same puzzle"):
            list(workers(die, [3]))
        assert list(workers(die, [1, 2])) == [1, 2]


@pytest.mark.parametrize("jobs", [0, -3])
def test_fewer_than_one_job_is_refused(jobs: int) -> None:
    with pytest.raises(ConfigError, match=f"expected --jobs to be at least 1, found {jobs}"):
        Workers(jobs)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_workers_end_when_their_parent_is_killed(tmp_path: object) -> None:
    script = textwrap.dedent(
        """
        import os, time
        from pipeline.run.execution import Workers

        def who(_):
            return os.getpid()

        if __name__ == "__main__":
            with Workers(2) as workers:
                print(*set(workers(who, range(20))), flush=True)
                time.sleep(60)
        """
    )
    path = tmp_path / "main.py"  # type: ignore[operator]
    path.write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, str(path)], stdout=subprocess.PIPE, env=environment, text=True
    )
    assert parent.stdout is not None
    children = [int(word) for word in parent.stdout.readline().split()]
    parent.kill()
    parent.communicate()
    assert children
    for _ in range(100):
        if not any(is_alive(child) for child in children):
            return
        time.sleep(0.1)
    pytest.fail("a worker outlived its parent by ten seconds")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_batches_of_slow_items_never_become_empty() -> None:
    batches = execution._Batches(range(3), seconds=0.1, most=64)
    batches.adapt(1, 10.0)
    assert batches.take() == [0]
    batches = execution._Batches(range(9), seconds=0.1, most=64)
    batches.adapt(8, 10.0)
    assert batches.take() == [0, 1, 2, 3], "half as many"


def test_jobs_are_the_processors_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    of_processes = {0: {0, 2, 4}}  # 0 is this one
    monkeypatch.setattr(os, "sched_getaffinity", of_processes.__getitem__, raising=False)
    assert execution.default_jobs() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 96)
    assert execution.default_jobs() == 61, "Windows waits for no more"
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert execution.default_jobs() == 1


def test_a_batch_has_what_was_done_before_an_error_and_its_time() -> None:
    results, error, seconds = execution.run_batch(square, [2, 3])
    assert (results, error) == ([4, 9], None)
    assert 0 <= seconds < 60
    results, error, seconds = execution.run_batch(explode, [1, 3, 4])
    assert (results, str(error)) == ([1], "three")
    assert 0 <= seconds < 60


def test_a_worker_leaves_interrupts_to_its_parent_and_ends_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it is prepared, in this process: a change of it is not seen by those of others."""
    has_ended, codes, signals = threading.Event(), list[int](), list[object]()
    parent = SimpleNamespace(join=has_ended.wait)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(os, "_exit", codes.append)
    monkeypatch.setattr(signal, "signal", lambda *given: signals.append(given))
    before = {*threading.enumerate()}
    execution._prepare_worker()
    (waiting,) = {*threading.enumerate()} - before
    assert waiting.daemon, "else a worker would never end by itself"
    assert signals == [(signal.SIGINT, signal.SIG_IGN)]
    assert codes == []
    has_ended.set()
    waiting.join(10)
    assert codes == [0]
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    execution._end_with_parent()
    assert codes == [0], "the main process has none"
