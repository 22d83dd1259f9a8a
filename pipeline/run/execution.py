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
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Self, TypeVar

from pipeline.model import ConfigError, Record, WorkerError

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
    say : function of str
        Told of a process that died: whatever it had in hand is tried once more by itself.

    Raises
    ------
    ConfigError
        If ``jobs`` is less than 1.
    WorkerError
        From a call, if a process dies of the same item twice.

    Examples
    --------
    >>> with Workers(1) as workers:
    ...     list(workers(abs, [-2, 1]))
    [2, 1]
    """

    def __init__(self, jobs: int, say: Callable[[str], object] = str) -> None:
        if jobs < 1:
            raise ConfigError(f"expected --jobs to be at least 1, found {jobs}")
        self.jobs = jobs
        self._say = say
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
        waiting: deque[tuple[T, Future[R]]] = deque()
        try:
            for item in items:
                waiting.append((item, self._submit(function, item)))
                if len(waiting) >= AHEAD * self.jobs:
                    yield self._next(function, waiting)
            while waiting:
                yield self._next(function, waiting)
        finally:
            for _, future in waiting:
                future.cancel()

    def _submit(self, function: Callable[[T], R], item: T) -> Future[R]:
        try:
            return self._started().submit(function, item)
        except BrokenProcessPool:  # noticed here first; the item in hand then is told apart later
            self._restart()
            return self._started().submit(function, item)

    def _next(self, function: Callable[[T], R], waiting: deque[tuple[T, Future[R]]]) -> R:
        """Return the first result; where a process died, of the item tried again by itself."""
        item, future = waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            self._say(f"a worker process was killed; {_name(item)} and what was in hand goes again")
        self._restart()
        try:
            result = self._started().submit(function, item).result()
        except BrokenProcessPool:
            self._restart()
            raise WorkerError(
                f"a worker process was killed twice at {_name(item)} (out of memory?); "
                "give it more memory, or leave this puzzle out"
            ) from None
        others = [other for other, _ in waiting]
        waiting.clear()
        waiting.extend((other, self._submit(function, other)) for other in others)
        return result

    def _restart(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # spawn: the same on every system, and no forked locks or half-copied threads
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.jobs, mp_context=context, initializer=_follow_parent
            )
        return self._pool


def _name(item: object) -> str:
    """Return what a message calls an item of work."""
    if isinstance(item, Record):
        return f"record {item.id}"
    if isinstance(item, tuple) and item and isinstance(item[-1], int):
        return f"puzzle {item[-1]}"
    text = repr(item)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _follow_parent() -> None:
    """Make this worker end when its parent is killed; it would wait for ever otherwise."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
