"""Ordered work on a Dask cluster, or on a local one: the optional extra [cluster].

Workers get batches of about a second and write nothing but the cache of compiled kernels.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from functools import cache, partial
from time import monotonic
from typing import Any, Final, Self

from pipeline import __version__
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, StoreError, WorkerError
from pipeline.run.execution import MOST_KILLED_WORKERS, BatchResult, Machines, run_batch
from pipeline.store.manifest import dependency_versions

_ENGINES: Final = ("numba", "numpy", "python-sat")

PATIENCE_SECONDS: Final = 300.0  # How long a run waits for a cluster without workers

_SETTINGS: Final = {
    # One batch on a worker at a time, so that no other dies with it.
    "distributed.scheduler.worker-saturation": 1.0,
    # Report each death at once; this module decides how often a batch is tried again.
    "distributed.scheduler.allowed-failures": 0,
}


class Cluster(Machines):
    """The workers of a cluster, in a ``with`` block.

    The address is that of a Dask scheduler (``tcp://host:8786``), or ``local:4`` for four workers
    here. The kernels of ``kinds`` are compiled once on each host; ``say`` receives a message when a
    worker dies. `ConfigError` if Dask is not installed, or a worker has other versions or several
    threads. `StoreError` if no cluster answers, or its scheduler is lost. `WorkerError` if workers
    are killed again and again before the work begins.
    """

    batch_seconds = 1.0
    most_a_batch = 1024
    ahead = 4

    def __init__(self, address: str, kinds: Sequence[str], say: Callable[[str], None]) -> None:
        self._address = address
        self._kinds = tuple(kinds)
        self._say = say
        self._local: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        try:
            import dask
            from distributed import Client, KilledWorker, LocalCluster
        except ImportError:
            raise ConfigError(
                "--cluster needs Dask, which is not installed; install puzzlepress[cluster]"
            ) from None
        self.deaths = (KilledWorker, BrokenExecutor)
        try:
            if number := re.fullmatch(r"local:([1-9][0-9]{0,2})", self._address):
                start = partial(
                    LocalCluster,
                    n_workers=int(number[1]),
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
                with dask.config.set(_SETTINGS):
                    self._local = self._persist(start, RuntimeError)
            self._client = Client(self._local or self._address, timeout="20s")
            self._executor = self._client.get_executor(pure=False)
            self._persist(self._begin, OSError)
        except (OSError, ValueError, RuntimeError) as error:  # also for want of time
            self._close()
            raise StoreError(
                f"expected a Dask scheduler with workers at {self._address}, found none ({error}); "
                "start them (docs/scaling.md), or use --cluster local:2"
            ) from None
        except BaseException:
            self._close()
            raise
        return self

    def _begin(self) -> None:
        self._client.wait_for_workers(1, timeout=60)
        self.prepare()

    def _persist(self, start: Callable[[], Any], death: type[Exception]) -> Any:
        """Return the result of a start, tried again if a worker is killed meanwhile."""
        for _ in range(MOST_KILLED_WORKERS):
            try:
                return start()
            except death:
                self._say("a worker was killed at its start (out of memory?): trying again")
        raise WorkerError(
            f"{MOST_KILLED_WORKERS} workers were killed at their start, probably for lack of "
            "memory; nothing is lost: run the same command again, with fewer workers"
        )

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        for part in (self._client, self._local):
            if part is not None:
                part.close()

    def prepare(self) -> None:
        """Raise ConfigError for unsuitable workers; compile the kernels on each host once."""
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

    def count(self) -> int:
        """Return the number of workers, 1 while there is none."""
        with self._connected():
            return max(1, len(self._client.nthreads()))

    def submit(self, function: Callable[[Any], Any], items: list[Any]) -> Future[BatchResult]:
        """Start `run_batch` on a worker of the same versions."""
        with self._connected():
            future: Future[BatchResult] = self._executor.submit(
                _run, function, items, engine_versions()
            )
        return future

    def run_alone(self, function: Callable[[Any], Any], item: Any) -> BatchResult:
        """Return `run_batch` for one item."""
        future = self.submit(function, [item])
        self.wait_for([future])
        return self.result_of(future)

    def result_of(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a future that is done; `StoreError` if the scheduler is lost."""
        try:
            with self._connected():
                return future.result()
        except AttributeError as error:
            # A worker lost while Dask passes on its result: its executor tries to raise None.
            if error.name != "with_traceback":
                raise
            raise BrokenExecutor from None

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """Raise `StoreError` if the scheduler is lost; Dask cancels all futures then."""
        try:
            if self._client.scheduler is None:  # given up by Dask
                raise ConnectionError
            yield
        except (CancelledError, OSError, RuntimeError):
            raise StoreError(
                f"expected a Dask scheduler at {self._address}, found that it has ended or cannot "
                "be reached; start it again, and run the same command again to resume"
            ) from None

    def wait_for(self, futures: list[Future[BatchResult]]) -> None:
        """Wait until one of the futures is done; `StoreError` if there are no workers for long."""
        alone_since: float | None = None
        while not wait(futures, timeout=5, return_when=FIRST_COMPLETED).done:
            with self._connected():
                workers = self._client.nthreads()
            if workers:
                alone_since = None
            elif alone_since is None:
                alone_since = monotonic()
            elif monotonic() - alone_since > PATIENCE_SECONDS:
                raise StoreError(
                    f"the cluster at {self._address} has had no worker for "
                    f"{PATIENCE_SECONDS:.0f} s; start some, and run the same command again to "
                    "resume"
                )

    def report_death(self) -> None:
        """Report the death of a worker."""
        self._say("a worker was killed (out of memory?): its work is done again")


@cache
def engine_versions() -> dict[str, str]:
    """Return the versions that machines must share to make equal records: ours and the engines'."""
    versions = dependency_versions()
    return {"puzzlepress": __version__, **{name: versions[name] for name in _ENGINES}}


def _run(function: Callable[[Any], Any], items: list[Any], versions: dict[str, str]) -> BatchResult:
    _require(engine_versions(), "a worker that joined later", versions)
    return run_batch(function, items)


def _warm_up(kinds: Sequence[str]) -> dict[str, str]:
    """Compile or load the kernels and return this worker's versions."""
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
