"""Ordered work on several processes: the results are the same for any number of workers.

Puzzles are independent of each other, so a stage is a pure function mapped over its items. Results
come back in the order of the items, never in the order of completion; what a worker returns
depends on its item alone.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from pipeline.model import ConfigError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""Items in flight for each worker: enough to keep all busy, little enough to stop soon."""


def default_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """A pool of worker processes, or none for one job; used as a `Mapper` in a ``with`` block.

    Parameters
    ----------
    jobs : int
        Number of processes, at least 1. With 1 everything runs in this process.

    Raises
    ------
    ConfigError
        If ``jobs`` is less than 1.

    Examples
    --------
    >>> with Workers(1) as workers:
    ...     list(workers(abs, [-2, 1]))
    [2, 1]
    """

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise ConfigError(f"expected --jobs to be at least 1, found {jobs}")
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def __call__(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in the order of the items."""
        if self.jobs == 1:
            yield from map(function, items)
            return
        pool = self._started()
        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) >= AHEAD * self.jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # spawn: the same on every system, and no forked locks or half-copied threads
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.jobs, mp_context=context, initializer=_follow_parent
            )
        return self._pool


def _follow_parent() -> None:
    """Make this worker end when its parent is killed; it would wait for ever otherwise."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
