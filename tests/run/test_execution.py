import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import ConfigError, WorkerError
from pipeline.run.execution import Workers
from pipeline.stages.mapping import serial


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


def test_an_error_in_a_worker_reaches_the_caller() -> None:
    with Workers(2) as workers, pytest.raises(ConfigError, match="at least 1, found 0"):
        list(workers(Workers, [1, 0]))


def die_once(task: tuple[str, int]) -> int:
    """Return the number; the first process that has 3 in hand is killed."""
    folder, number = task
    if number == 3:
        try:
            os.mkdir(f"{folder}/died")  # noqa: PTH102
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_the_work_of_a_killed_process_is_tried_again(tmp_path: Path) -> None:
    said: list[str] = []
    tasks = [(str(tmp_path), number) for number in range(12)]
    with Workers(2, said.append) as workers:
        assert list(workers(die_once, tasks)) == list(range(12))
    assert said
    assert "a worker process was killed" in said[0]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_what_kills_every_process_is_named_after_all_before_it() -> None:
    with Workers(2) as workers:
        results = workers(die_at_seven, range(12))
        assert [next(results) for _ in range(7)] == list(range(7))
        with pytest.raises(WorkerError, match="killed twice at 7 "):
            next(results)


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
