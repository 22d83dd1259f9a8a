"""How far each stage is: bars on a terminal, a line per stage elsewhere, always on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from rich.progress import TaskID

T = TypeVar("T")


class Reporter:
    """Who is told of progress; this one ignores it."""

    def expect(self, stage: str, more: int) -> None:
        """Note that ``more`` items are to come in a stage."""

    def advance(self, stage: str) -> None:
        """Note that one item of a stage is done."""

    def describe(self, stage: str, words: str, share: float) -> None:
        """Say in words what a stage has come to, and what share of its aim that is."""

    def report(self, text: str) -> None:
        """Tell the user a sentence."""


class Bars(Reporter):
    """A bar for each stage on a terminal; without a terminal, a line when a stage catches up.

    Examples
    --------
    >>> with Bars(["grade"]) as bars:
    ...     list(watched([1, 2], "grade", bars))
    [1, 2]
    """

    first_items, first_seconds = 3, 10.0
    """Items or seconds of a stage before which nobody can say how long it takes. The first item is
    left out: kernels may be compiled for it."""

    quiet_seconds = 20.0
    """Between two lines of words where no bar shows them."""

    def __init__(self, stages: Iterable[str]) -> None:
        # Not every command shows bars, and rich takes a while to import.
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            Task,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class TimeLeft(TimeRemainingColumn):
            def render(self, task: Task) -> Text:
                is_known = Bars.has_begun(int(task.completed), task.elapsed or 0.0)
                return super().render(task) if is_known else Text("-:--:--")

        console = Console(stderr=True)
        self._is_live = console.is_terminal
        self._done = dict.fromkeys(stages, 0)
        self._total = dict.fromkeys(self._done, 0)
        self._progress = Progress(
            TextColumn("{task.description:<10}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("left"),
            TimeLeft(),
            TextColumn("spent"),
            TimeElapsedColumn(),
            console=console,
            disable=not self._is_live,
        )
        self._tasks: dict[str, TaskID] = {
            stage: self._progress.add_task(stage, total=None, start=False) for stage in self._done
        }
        self._spoken = perf_counter()
        self._described: set[str] = set()
        self._first: dict[str, tuple[float, float]] = {}
        """When each stage was described first, and the share that it had then."""

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def expect(self, stage: str, more: int) -> None:
        """Lengthen a stage's bar by ``more`` items; its time is counted from the first ones on."""
        self._total[stage] += more
        task = self._tasks[stage]
        self._progress.start_task(task)
        self._progress.update(task, total=self._total[stage])

    def advance(self, stage: str) -> None:
        """Move a stage's bar by one."""
        self._done[stage] += 1
        done, total = self._done[stage], self._total[stage]
        self._progress.advance(self._tasks[stage])
        if self._is_live:
            return
        if done == total:
            self._progress.console.print(f"{stage}: {done} done", highlight=False)
        elif total and stage not in self._described:
            is_enough = done >= self.first_items  # the first one may have had to wait for kernels
            self._speak(stage, f"{stage}: {done:,} of {total:,}", is_enough * done / total)

    @classmethod
    def has_begun(cls, done: int, seconds: float) -> bool:
        """Return whether so many items in so many seconds tell how long the others take."""
        return done >= cls.first_items or seconds >= cls.first_seconds

    def describe(self, stage: str, words: str, share: float) -> None:
        """Say it in the stage's bar, or from time to time in a line, with the time that is left."""
        self._described.add(stage)
        self._progress.update(self._tasks[stage], description=self._speak(stage, words, share))

    def _speak(self, stage: str, words: str, share: float) -> str:
        """Return words with the time that is left; without a terminal, print them, too, if due."""
        now = perf_counter()
        start, had = self._first.setdefault(stage, (now, share))
        spent, more = now - start, share - had
        is_known = more > 0 and self.has_begun(self._done[stage], spent)
        text = f"{words}, {_duration(spent * (1 - share) / more)} left" if is_known else words
        if not self._is_live and now - self._spoken >= self.quiet_seconds:
            self._spoken = now
            self._progress.console.print(text, highlight=False, markup=False)
        return text

    def report(self, text: str) -> None:
        """Print a sentence above the bars."""
        self._progress.console.print(text, highlight=False, markup=False, soft_wrap=True)


def _duration(seconds: float) -> str:
    """Return a time as one says it.

    Examples
    --------
    >>> _duration(12), _duration(70), _duration(400), _duration(9000)
    ('less than a minute', 'about 1 minute', 'about 7 minutes', 'about 2.5 hours')
    """
    if seconds < 30:
        return "less than a minute"
    minutes = max(1, round(seconds / 60))
    if minutes < 100:
        return f"about {minutes} minute{'s' if minutes > 1 else ''}"
    return f"about {seconds / 3600:.1f} hours"


def watched(items: Iterable[T], stage: str, reporter: Reporter) -> Iterator[T]:
    """Yield the items and tell the reporter of each once it has been dealt with."""
    for item in items:
        yield item
        reporter.advance(stage)


class Pulse:
    """Says from time to time that work goes on, where no bar shows it: a ``with`` block.

    ``seconds``: after how long for the first time, and how long until the second; from then on it
    waits twice as long each time.
    """

    def __init__(
        self, say: Callable[[str], None], seconds: tuple[float, float] = (20.0, 60.0)
    ) -> None:
        self._say = say
        self._seconds = seconds
        self._is_over = Event()

    def __enter__(self) -> Self:
        Thread(target=self._beat, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()

    def _beat(self) -> None:
        pause, again = self._seconds
        spent = 0.0
        while not self._is_over.wait(pause):
            spent += pause
            self._say(
                f"still at work after {spent:.0f} s; each puzzle has a budget of steps "
                "(docs/engine.md), Ctrl+C stops"
            )
            pause, again = again, 2 * again
