"""Map functions over items on several processes, and measure each item.

Results are in the order of the items, and each depends on its item only. If a worker dies, its
items are tried again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from time import perf_counter
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

from pipeline.model import ConfigError, WorkerError

T = TypeVar("T")
R = TypeVar("R")

WINDOW: Final = 1024  # Items for each worker started before the next one in order
MOST_KILLED_WORKERS: Final = 3  # Workers that may die at an item before it is given up

_GATHER_SECONDS: Final = 0.05

BatchResult: TypeAlias = tuple[list[Any], Exception | None, float]  # Results, error, seconds spent


def default_jobs() -> int:
    """Return how many processors this process may use; Windows waits for 61 workers at most."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return min(os.cpu_count() or 1, 61)


class Machines(ABC):
    """Workers that map a function over items in order and survive the death of one of them."""

    batch_seconds = 0.5  # How long a batch should take: much longer than its transfer to a worker
    most_a_batch = 64  # Items of one batch, at most
    ahead = 2  # Batches in progress for each worker
    deaths: tuple[type[BaseException], ...] = ()  # Errors of a future whose worker died

    @abstractmethod
    def count(self) -> int:
        """Return the number of workers."""

    @abstractmethod
    def submit(self, function: Callable[[Any], Any], items: list[Any]) -> Future[BatchResult]:
        """Start `run_batch` on a worker."""

    @abstractmethod
    def run_alone(self, function: Callable[[Any], Any], item: Any) -> BatchResult:
        """Return `run_batch` for one item on a worker that has nothing else to do."""

    def wait_for(self, futures: list[Future[BatchResult]]) -> None:
        """Wait until one of the futures is done."""
        wait(futures, return_when=FIRST_COMPLETED)

    def result_of(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a future that is done."""
        return future.result()

    @abstractmethod
    def report_death(self) -> None:
        """Report the death of a worker."""

    def __call__(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        /,
        lost: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in the order of the items.

        ``lost(item)`` replaces the result of an item at which `MOST_KILLED_WORKERS` workers died;
        without it that is a `WorkerError`.
        """
        batches = _Batches(items, self.batch_seconds, self.most_a_batch)
        pending: deque[tuple[Future[BatchResult], list[T]]] = deque()
        try:
            while True:
                started = [future for future, _ in pending if not future.done()]
                held = sum(len(batch) for _, batch in pending)
                while len(started) < self.ahead * self.count() and held < WINDOW * self.count():
                    if not (batch := batches.take()):
                        break
                    future = self.submit(function, batch)
                    started.append(future)
                    pending.append((future, batch))
                    held += len(batch)
                if not pending:
                    return
                if not pending[0][0].done():
                    self.wait_for(started)
                    continue
                future, batch = pending.popleft()
                try:
                    results, error, seconds = self.result_of(future)
                except self.deaths:
                    self.report_death()
                    for item in batch:
                        yield self._retry(function, item, lost)
                    continue
                batches.adapt(len(batch), seconds)
                yield from results
                if error is not None:
                    raise error
        finally:
            for future, _ in pending:
                future.cancel()

    def _retry(self, function: Callable[[T], R], item: T, lost: Callable[[T], R] | None) -> R:
        """Return the result of an item of a batch whose worker died."""
        for _ in range(MOST_KILLED_WORKERS):
            try:
                results, error, _ = self.run_alone(function, item)
            except self.deaths:
                self.report_death()
                continue
            if error is not None:
                raise error
            result: R = results[0]
            return result
        if lost is not None:
            return lost(item)
        raise WorkerError(
            f"{MOST_KILLED_WORKERS} workers were killed at the same puzzle, probably for lack of "
            "memory; run with fewer --jobs, or without that puzzle"
        )


class _Batches(Generic[T]):
    """The items of a map, in batches that take about the same time each."""

    def __init__(self, items: Iterable[T], seconds: float, most: int) -> None:
        self._items = iter(items)
        self._seconds = seconds
        self._most = most
        self._size = 1

    def take(self) -> list[T]:
        """Return the next batch, fewer items if they come slowly; empty at the end."""
        batch: list[T] = []
        start = perf_counter()
        for item in self._items:
            batch.append(item)
            if len(batch) >= self._size or perf_counter() - start >= _GATHER_SECONDS:
                break
        return batch

    def adapt(self, size: int, seconds: float) -> None:
        """Set the size of the next batches by the time that one of ``size`` items took."""
        if seconds < self._seconds:
            self._size = min(2 * size, self._most)
        elif seconds > 2 * self._seconds:
            self._size = max(1, size // 2)


class Workers(Machines):
    """Worker processes, or none for one job; used as a `Mapper` in a ``with`` block.

    With one job everything runs in this process. ``say`` receives a message when a worker dies.
    `ConfigError` if ``jobs`` is less than 1.

    >>> with Workers(1) as workers:
    ...     list(workers(abs, [-2, 1]))
    [2, 1]
    """

    deaths = (BrokenExecutor,)

    def __init__(self, jobs: int, say: Callable[[str], None] | None = None) -> None:
        if jobs < 1:
            raise ConfigError(f"expected --jobs to be at least 1, found {jobs}")
        self.jobs = jobs
        self._say = say
        self._pool: ProcessPoolExecutor | None = None
        self._alone: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        pools = [pool for pool in (self._pool, self._alone) if pool is not None]
        if pools and kind is not None:  # do not wait for the items in progress
            for process in multiprocessing.active_children():
                process.terminate()
        for pool in pools:
            pool.shutdown(cancel_futures=True)
        self._pool = self._alone = None

    def count(self) -> int:
        """Return the number of workers."""
        return self.jobs

    def submit(self, function: Callable[[Any], Any], items: list[Any]) -> Future[BatchResult]:
        """Start `run_batch` on a worker process."""
        if self._pool is not None:
            with suppress(BrokenExecutor):
                return self._pool.submit(run_batch, function, items)
        self._pool = _start_pool(self.jobs)
        return self._pool.submit(run_batch, function, items)

    def run_alone(self, function: Callable[[Any], Any], item: Any) -> BatchResult:
        """Return `run_batch` for one item in a process of its own."""
        if self._alone is None:
            self._alone = _start_pool(1)
        try:
            return self._alone.submit(run_batch, function, [item]).result()
        except BrokenExecutor:
            self._alone = None
            raise

    def report_death(self) -> None:
        """Report the death of a worker."""
        if self._say is not None:
            self._say("a worker process was killed (out of memory?): its work is done again")

    def __call__(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        /,
        lost: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in the order of the items; see `Machines`."""
        return map(function, items) if self.jobs == 1 else super().__call__(function, items, lost)


def _start_pool(jobs: int) -> ProcessPoolExecutor:
    # spawn: the same on every system, and no forked locks or half-copied threads
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_worker)


def _prepare_worker() -> None:
    """Leave Ctrl+C to the parent process, and end when that ends, however it does."""
    gc.set_threshold(100_000, 20, 20)  # as in the parent
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def run_batch(function: Callable[[T], R], items: Iterable[T]) -> BatchResult:
    """Return the results of a batch up to an error, the error, and the seconds that it took."""
    start = perf_counter()
    results: list[R] = []
    try:
        for item in items:
            results.append(function(item))  # noqa: PERF401 (those before an error count)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        return results, error, perf_counter() - start
    return results, None, perf_counter() - start
