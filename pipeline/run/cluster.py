"""Ordered work on a Dask cluster, or on one that is started here: the optional extra [cluster].

Workers get batches of about a second and write nothing but the cache of compiled kernels. A worker
that dies is replaced by others, as in `pipeline.run.execution`, whose bookkeeping is used here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, Final, Self, TypeVar

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, StoreError, WorkerError
from pipeline.run.execution import MOST_KILLED_WORKERS, Task, run_batch
from pipeline.run.shares import engine_versions

T = TypeVar("T")
R = TypeVar("R")

BATCH_SECONDS: Final = 1.0
MOST_A_BATCH: Final = 1024

AHEAD: Final = 4
"""Batches under way for each worker."""

PATIENCE_SECONDS: Final = 300.0
"""How long a run waits for a cluster that has lost its last worker."""

_SETTINGS: Final = {
    # One batch at a worker at a time: then none but the guilty one dies with it.
    "distributed.scheduler.worker-saturation": 1.0,
    # Each death is told at once; how often a batch is tried again is decided here.
    "distributed.scheduler.allowed-failures": 0,
}


class Cluster:
    """The workers of a cluster; used as `Machines` in a ``with`` block.

    The address is that of a Dask scheduler, as ``tcp://host:8786``, or ``local:4`` to start four
    workers here. The kernels of ``kinds`` are compiled before the work begins, on each host once;
    ``say`` is told of workers that died. `ConfigError` if Dask is not installed, or a worker has
    other versions or several threads. `StoreError` if no cluster answers at the address.
    `WorkerError` if workers are killed again and again before the work begins.
    """

    def __init__(self, address: str, kinds: Sequence[str], say: Callable[[str], None]) -> None:
        self._address = address
        self._kinds = tuple(kinds)
        self._say = say
        self._local: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise ConfigError(
                "--cluster needs Dask, which is not installed; install puzzlepress[cluster]"
            ) from None
        try:
            if number := re.fullmatch(r"local:([1-9][0-9]{0,2})", self._address):
                with dask.config.set(_SETTINGS):
                    self._local = LocalCluster(
                        n_workers=int(number[1]),
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address=None,
                        silence_logs=50,
                    )
            self._client = Client(self._local or self._address, timeout="20s")
            self._begin()
        except (OSError, ValueError, RuntimeError) as error:  # also for want of time
            self._close()
            raise StoreError(
                f"expected a Dask scheduler with workers at {self._address}, found none ({error}); "
                "start them (docs/scaling.md), or say --cluster local:2"
            ) from None
        except BaseException:
            self._close()
            raise
        return self

    def _begin(self) -> None:
        """Wait for workers and prepare them, anew where one is killed meanwhile."""
        for _ in range(MOST_KILLED_WORKERS):
            self._client.wait_for_workers(1, timeout=60)
            try:
                self.prepare()
            except OSError:
                self._say("a worker was killed as it began (out of memory?): they begin once more")
            else:
                return
        raise WorkerError(
            f"{MOST_KILLED_WORKERS} workers were killed as they began, probably for want of "
            "memory; run with fewer workers"
        )

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        for part in (self._client, self._local):
            if part is not None:
                part.close()

    def prepare(self) -> None:
        """Refuse workers that would make other bytes; compile the kernels on each host once."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        for address, facts in workers.items():
            if facts["nthreads"] != 1:
                raise ConfigError(
                    f"{address}: expected a worker with one thread, found {facts['nthreads']}; "
                    "start workers with --nthreads 1 --nworkers N"
                )
        first = {facts["host"]: address for address, facts in workers.items()}
        for chosen in (list(first.values()), list(workers)):
            for address, versions in self._client.run(
                _warm_up, self._kinds, workers=chosen
            ).items():
                _require(versions, address)

    def __call__(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        /,
        lost: Callable[[T], R] | None = None,
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order, or ``lost(item)``."""
        from distributed import wait

        task = Task(function, items, self._count(), lost, BATCH_SECONDS, MOST_A_BATCH)
        waiting: dict[Any, list[tuple[int, Any]]] = {}
        alone_since: float | None = None
        try:
            while not task.is_done():
                while len(waiting) < AHEAD * self._count() and (batch := task.next_batch()):
                    work = (function, [item for _, item in batch], engine_versions())
                    waiting[self._client.submit(_run, *work, pure=False)] = batch
                if waiting and not task.has_due():
                    try:
                        with self._client.as_current():  # not the client of another cluster
                            done = wait(list(waiting), 5, return_when="FIRST_COMPLETED").done
                    except TimeoutError:
                        alone_since = self._require_workers(alone_since)
                        continue
                    alone_since = None
                    for future in done:
                        if self._take(future, waiting[future], task):
                            del waiting[future]
                yield from task.take_due()
        finally:
            self._client.cancel(list(waiting))

    def _take(self, future: Any, batch: list[tuple[int, Any]], task: Task) -> bool:
        """Return whether a future was answered; its result may have died with its worker."""
        from distributed import KilledWorker

        status = future.status
        if status == "finished":
            task.finish(batch, *future.result())
            return True
        if status not in ("error", "cancelled"):
            return False
        error = future.exception() if status == "error" else None
        if isinstance(error, KilledWorker):
            self._say(
                f"a worker was killed (out of memory?): the work of {error.last_worker.address} "
                "is given to another"
            )
            task.mourn(batch)
            return True
        if isinstance(error, ConfigError):
            raise error
        raise StoreError(
            f"the cluster at {self._address} lost some work ({error or status}); run the same "
            "command again to go on"
        )

    def _count(self) -> int:
        return max(1, len(self._client.nthreads()))

    def _require_workers(self, alone_since: float | None) -> float | None:
        """Return since when no worker is left; raise when that is too long ago."""
        if self._client.nthreads():
            return None
        if alone_since is not None and monotonic() - alone_since > PATIENCE_SECONDS:
            raise StoreError(
                f"the cluster at {self._address} has had no worker for {PATIENCE_SECONDS:.0f} s; "
                "start some, and run the same command again to go on"
            )
        return monotonic() if alone_since is None else alone_since


def _run(
    function: Callable[[Any], Any], items: list[Any], versions: dict[str, str]
) -> tuple[list[Any], Exception | None, float]:
    """Return the results of a batch, on a worker of the same versions."""
    _require(engine_versions(), "a worker that came later", versions)
    return run_batch(function, items)


def _warm_up(kinds: Sequence[str]) -> dict[str, str]:
    """Return this worker's versions after compiling the kernels, or loading them."""
    for kind in kinds:
        for part in get_kind(kind).warm_up:
            part()
    return engine_versions()


def _require(found: dict[str, str], where: str, expected: dict[str, str] | None = None) -> None:
    for name, version in (expected or engine_versions()).items():
        if found.get(name) != version:
            raise ConfigError(
                f"{where}: expected {name} {version}, found {found.get(name)}; equal bytes need "
                "equal versions on every machine"
            )
