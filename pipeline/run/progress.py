"""Progress of stages: bars on a terminal, otherwise lines; always on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from rich.progress import TaskID

T = TypeVar("T")


class Reporter:
    """Receives progress; this base class ignores it."""

    def expect(self, stage: str, more: int) -> None:
        """Add ``more`` items to the total of a stage."""

    def advance(self, stage: str) -> None:
        """Count one item of a stage as done."""

    def describe(self, stage: str, text: str, share: float) -> None:
        """Show a text on a stage and the share of its goal that is reached."""

    def report(self, text: str) -> None:
        """Show a message."""


class Bars(Reporter):
    """A bar for each stage on a terminal; without a terminal, a line for each complete stage.

    >>> with Bars(["grade"]) as bars:
    ...     list(watched([1, 2], "grade", bars))
    [1, 2]
    """

    first_items, first_seconds = 3, 10.0  # Before the remaining time is estimated
    quiet_seconds = 20.0  # Least time between two lines without a terminal

    def __init__(self, stages: Iterable[str]) -> None:
        # rich is slow to import, and not every command shows bars
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
                is_wanted = is_known and not task.finished
                return super().render(task) + Text(" left") if is_wanted else Text("")

        console = Console(stderr=True)
        self._is_live = console.is_terminal
        self._done = dict.fromkeys(stages, 0)
        self._total = dict.fromkeys(self._done, 0)
        self._progress = Progress(
            TextColumn("{task.description:<10}", markup=False),
            BarColumn(bar_width=16),  # so that texts beside it fit 80 columns
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeLeft(),
            console=console,
            disable=not self._is_live,
        )
        self._tasks: dict[str, TaskID] = {
            stage: self._progress.add_task(stage, total=None, start=False, visible=False)
            for stage in self._done
        }
        self._spoken = perf_counter()
        self._described: set[str] = set()
        self._first: dict[str, tuple[float, float]] = {}
        """Time and share of the first description of each stage."""

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def expect(self, stage: str, more: int) -> None:
        """Add ``more`` items to the bar of a stage, which is shown from the first call."""
        self._total[stage] += more
        task = self._tasks[stage]
        self._progress.start_task(task)
        self._progress.update(task, total=self._total[stage], visible=True)

    def advance(self, stage: str) -> None:
        """Advance the bar of a stage by one."""
        self._done[stage] += 1
        done, total = self._done[stage], self._total[stage]
        self._progress.advance(self._tasks[stage])
        if self._is_live:
            return
        if done == total:
            self._progress.console.print(f"{stage}: {done} done", highlight=False)
        elif total and stage not in self._described:
            is_enough = done >= self.first_items  # the first one may have waited for kernels
            self._speak(stage, f"{stage}: {done:,} of {total:,}", is_enough * done / total)

    @classmethod
    def has_begun(cls, done: int, seconds: float) -> bool:
        """Return whether the remaining time of a stage can be estimated."""
        return done >= cls.first_items or seconds >= cls.first_seconds

    def describe(self, stage: str, text: str, share: float) -> None:
        """Show a text in the bar of the stage, or occasionally in a line, with the time left."""
        self._described.add(stage)
        self._progress.update(self._tasks[stage], description=self._speak(stage, text, share))

    def _speak(self, stage: str, text: str, share: float) -> str:
        """Return a text with the time left; without a terminal, also print it if due."""
        now = perf_counter()
        start, had = self._first.setdefault(stage, (now, share))
        spent, more = now - start, share - had
        is_known = more > 0 and self.has_begun(self._done[stage], spent)
        if is_known:
            text = f"{text}, {_duration(spent * (1 - share) / more)} left"
        if not self._is_live and now - self._spoken >= self.quiet_seconds:
            self._spoken = now
            self._progress.console.print(text, highlight=False, markup=False)
        return text

    def report(self, text: str) -> None:
        """Print a message above the bars."""
        self._progress.console.print(text, highlight=False, markup=False, soft_wrap=True)


def _duration(seconds: float) -> str:
    """Return a time as text.

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
    """Yield the items, and advance the stage after each."""
    for item in items:
        yield item
        reporter.advance(stage)


class Pulse:
    """Report at growing intervals that work continues, in a ``with`` block.

    ``seconds`` are the first two intervals; each further one is twice as long.
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
