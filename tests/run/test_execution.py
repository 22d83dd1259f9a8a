import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import ConfigError
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
