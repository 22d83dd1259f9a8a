"""Ordered work on several processes: the results are the same for any number of workers.

Puzzles are independent of each other, so a stage is a pure function mapped over its items. Results
come back in the order of the items, never in the order of completion; what a worker returns
depends on its item alone. A worker that dies takes nothing with it: its items are given to another.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pickle import PicklingError
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final, Protocol, Self, TypeVar

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, WorkerError

T = TypeVar("T")
R = TypeVar("R")

BATCH_SECONDS: Final = 0.5
"""How long a batch should keep a worker: much longer than handing it over takes."""

MOST_A_BATCH: Final = 64
"""Items of one batch: what may wait behind one that takes long."""

WINDOW: Final = 1024
"""Items for each worker that may be begun or done before the one that is due next."""

MOST_KILLED_WORKERS: Final = 3
"""Workers that an item may take with it before it is given up."""

_GATHER_SECONDS: Final = 0.05


def default_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Machines(Protocol):
    """Whatever maps a function over items in order and survives the death of a worker."""

    def __call__(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        /,
        lost: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order, or ``lost(item)``."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some items of a map, with their numbers."""

    task: Task
    items: list[tuple[int, Any]]


@dataclass(slots=True)
class _Worker:
    """A process, the pipe to it, and the batches that it has not answered yet."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    batches: deque[_Batch] = field(default_factory=deque)


class Workers:
    """Worker processes, or none for one job; used as a `Mapper` in a ``with`` block.

    With one job everything runs in this process. ``say`` is told of workers that died;
    ``busy_seconds`` is what the workers spent on items, all together. `ConfigError` if ``jobs`` is
    less than 1. `WorkerError` from a call, if three workers were killed at the same item.

    Examples
    --------
    >>> with Workers(1) as workers:
    ...     list(workers(abs, [-2, 1]))
    [2, 1]
    """

    def __init__(self, jobs: int, say: Callable[[str], None] | None = None) -> None:
        if jobs < 1:
            raise ConfigError(f"expected --jobs to be at least 1, found {jobs}")
        self.jobs = jobs
        self.busy_seconds = 0.0
        self._say = say
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._stop(is_kind=kind is None)

    def __call__(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        /,
        lost: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in the order of the items.

        ``lost(item)`` stands in for an item at which worker after worker was killed; without it
        that is a `WorkerError`.
        """
        if self.jobs == 1:
            start = perf_counter()
            for item in items:
                result = function(item)
                self.busy_seconds += perf_counter() - start
                yield result
                start = perf_counter()
            return
        task = Task(function, items, self.jobs, lost)
        try:
            while not task.is_done():
                self._hand_out(task)
                if not task.has_due() and any(worker.batches for worker in self._workers):
                    self._collect()
                yield from task.take_due()
        finally:
            task.is_wanted = False

    def _hand_out(self, task: Task) -> None:
        """Give batches to workers, so that each has one at hand when it is through with one.

        They may be busy for another map: one whose results are the items of this one, say.
        Of items that take long nothing waits behind one: another worker may be free sooner.
        """
        for depth in (0,) if task.is_slow else (0, 1):
            for number in range(self.jobs):
                if number < len(self._workers) and len(self._workers[number].batches) > depth:
                    continue
                if not (batch := task.next_batch()):
                    return
                if number >= len(self._workers):
                    self._workers.append(_start())
                worker = self._workers[min(number, len(self._workers) - 1)]
                worker.batches.append(_Batch(task, batch))
                with suppress(OSError):  # it died just now: `_collect` finds out
                    worker.pipe.send((task.function, [item for _, item in batch]))

    def _collect(self) -> None:
        """Wait for an answer, or for the death of a worker."""
        busy: dict[Any, _Worker] = {
            worker.pipe: worker for worker in self._workers if worker.batches
        }
        for pipe in wait(list(busy)):
            worker = busy[pipe]
            try:
                results, error, seconds = worker.pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            batch = worker.batches.popleft()
            self.busy_seconds += seconds
            batch.task.finish(batch.items, results, error, seconds)

    def _bury(self, worker: _Worker) -> None:
        """Give the batches of a dead worker to others; only the first one can have killed it."""
        worker.process.join()
        self._workers.remove(worker)
        code = worker.process.exitcode or 0
        why = f"by signal {-code}" if code < 0 else f"with code {code}"
        if self._say is not None:
            self._say(
                f"a worker process was killed {why} (out of memory?): its work is given to another"
            )
        for batch in list(worker.batches)[:0:-1]:
            batch.task.again.appendleft(batch.items)
        worker.batches[0].task.mourn(worker.batches[0].items)

    def _stop(self, *, is_kind: bool) -> None:
        for worker in self._workers:
            worker.pipe.close()
            if worker.batches or not is_kind:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()


class Task:
    """One map: what is to be done, and what is done before its turn."""

    def __init__(
        self,
        function: Callable[[Any], Any],
        items: Iterable[Any],
        jobs: int,
        lost: Callable[[Any], Any] | None,
        batch_seconds: float = BATCH_SECONDS,
        most_a_batch: int = MOST_A_BATCH,
    ) -> None:
        self.function = function
        self._batch_seconds = batch_seconds
        self._most_a_batch = most_a_batch
        self.again: deque[list[tuple[int, Any]]] = deque()
        self.is_wanted = True
        self.is_slow = False
        """Whether one item takes longer than a batch should."""
        self._lost = lost
        self._deaths: Counter[int] = Counter()
        self._done: dict[int, Any] = {}
        self._failed: dict[int, BaseException] = {}
        self._items = enumerate(items)
        self._count = len(items) if isinstance(items, Sized) else None
        self._jobs = jobs
        self._size = 1
        self._begun = 0
        self._due = 0

    def next_batch(self) -> list[tuple[int, Any]]:
        """Return the next items to work on; none while too many wait for the one that is due."""
        if self.again:
            return self.again.popleft()
        size = min(self._size, self._due + WINDOW * self._jobs - self._begun)
        if self._count is not None:  # towards the end, leave something for the others
            size = min(size, -(-(self._count - self._begun) // (4 * self._jobs)))
        batch: list[tuple[int, Any]] = []
        start = perf_counter()
        while len(batch) < size and perf_counter() - start < _GATHER_SECONDS:
            try:
                batch.append(next(self._items))
            except StopIteration:
                self._count = self._begun + len(batch)
                break
        self._begun += len(batch)
        return batch

    def finish(
        self,
        batch: list[tuple[int, Any]],
        results: list[Any],
        error: BaseException | None,
        seconds: float,
    ) -> None:
        """Take in the results of a batch, all those before an error."""
        for (index, _), result in zip(batch, results, strict=False):
            self._done[index] = result
        if error is not None:
            self._failed[batch[len(results)][0]] = error
        self.is_slow = seconds > 2 * self._batch_seconds * len(batch)
        if seconds < self._batch_seconds:
            self._size = min(2 * len(batch), self._most_a_batch)
        elif seconds > 2 * self._batch_seconds:
            self._size = max(1, len(batch) // 2)

    def mourn(self, batch: list[tuple[int, Any]]) -> None:
        """Note that a worker died of a batch: try its items again one by one, or give them up."""
        for index, item in reversed(batch):
            self._deaths[index] += 1
            if not self.is_wanted:
                continue
            if self._deaths[index] < MOST_KILLED_WORKERS:
                self.again.appendleft([(index, item)])
            elif self._lost is not None:
                self._done[index] = self._lost(item)
            else:
                self._failed[index] = WorkerError(
                    f"{MOST_KILLED_WORKERS} workers were killed at one and the same puzzle, "
                    "probably for want of memory; run with fewer --jobs, or without that puzzle"
                )

    def is_done(self) -> bool:
        """Return whether every item has been answered."""
        return self._due == self._count

    def has_due(self) -> bool:
        """Return whether it is the turn of something that is there."""
        return self._due in self._done or self._due in self._failed

    def take_due(self) -> Iterator[Any]:
        """Yield the results whose turn it is; raise the error whose turn it is."""
        while self._due in self._done:
            self._due += 1
            yield self._done.pop(self._due - 1)
        if self._due in self._failed:
            raise self._failed[self._due]


def _start() -> _Worker:
    # spawn: the same on every system, and no forked locks or half-copied threads
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _work(pipe: Connection) -> None:
    """Answer batches until the pipe is closed, be it by the death of the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to all; the parent ends the others
    batches: SimpleQueue[tuple[Callable[[Any], Any], list[Any]]] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, batches), daemon=True).start()
    while True:
        results, error, seconds = run_batch(*batches.get())
        try:
            pipe.send((results, error, seconds))
        except (AttributeError, TypeError, PicklingError) as cause:
            pipe.send(([], TypeError(f"cannot be sent between processes: {cause}"), seconds))


def _receive(pipe: Connection, batches: SimpleQueue[Any]) -> None:
    """Take batches in at once, so that neither side ever waits for the other to read."""
    while True:
        try:
            batches.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(0)


def run_batch(
    function: Callable[[T], R], items: Iterable[T]
) -> tuple[list[R], Exception | None, float]:
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


def compile_kernels(kinds: Iterable[str], workers: Workers) -> None:
    """Compile the kernels of kinds, or load them, a share of them on each worker."""
    # Kinds may share a part.
    parts = {part: (kind, number) for kind in kinds
             for number, part in enumerate(get_kind(kind).warm_up)}  # fmt: skip
    for _ in workers(_compile_share, list(parts.values())):
        pass


def _compile_share(part: tuple[str, int]) -> None:
    kind, number = part
    get_kind(kind).warm_up[number]()
