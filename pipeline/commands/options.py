"""Options that several commands share, exit codes, and words to the user."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from pipeline.model import Record
    from pipeline.run.execution import Workers

FAILURE, BAD_INPUT, CHECK_FAILED, TOO_FEW = 1, 2, 3, 4


MOST_WHOLE = 2**64 - 1
"""The largest seed, and the largest number that an option takes."""


def whole(text: str) -> int:
    """Return the whole number that an option's text names."""
    try:
        number = int(text)
    except ValueError:
        number = MOST_WHOLE + 1
    if abs(number) > MOST_WHOLE:
        raise typer.BadParameter(f"expected a whole number, found {text[:40]!r}") from None
    return number


def positive(text: str) -> int:
    """Return the whole number from 1 that an option's text names."""
    number = whole(text)
    if number < 1:
        raise typer.BadParameter(f"expected a whole number from 1, found {text[:40]!r}")
    return number


def option(
    said: str, words: str, default: Any = ..., parser: Callable[[str], Any] | None = None
) -> Any:
    """Return an option, said as a help page does: its names, then what stands for its value.

    With a default it is the default of a parameter, as only one command has it. Without one it
    stands in the type of a parameter: it must be given, or several commands share it.

    Examples
    --------
    >>> option("--jobs -j N", "Worker processes.").metavar
    'N'
    """
    names = [word for word in said.split() if word.startswith("-")]
    metavar = " ".join(said.split()[len(names) :]) or None
    return typer.Option(default, *names, metavar=metavar, help=words, parser=parser)


def argument(metavar: str, words: str, default: Any = ...) -> Any:
    """Return an argument, by what stands for it on a help page; defaults are those of `option`."""
    return typer.Argument(default, metavar=metavar, help=words)


number = partial(option, parser=whole)
"""An option whose value is a whole number."""

amount = partial(option, parser=positive)
"""An option whose value is a whole number from 1."""

Source = Annotated[str, argument("[FILE|-]", "Records; - is standard input.")]
AnySource = Annotated[str, argument("[FILE|-]", "Puzzles in any format; - is standard input.")]
Output = Annotated[str, option("--output -o FILE|-", "Where to write.")]
Rule = Annotated[str | None, option("--rule RULE", "Pose under this rule.")]
Settings = Annotated[
    list[str] | None, option("--set KEY=VALUE", "An option of the kind or rule; see docs.")
]
Jobs = Annotated[int | None, number("--jobs -j N", "Worker processes (run: one a core).")]
Kind = Annotated[str | None, option("--kind KIND", "Of this kind.")]
Size = Annotated[str | None, option("--size WxH", "Columns x rows.")]
Band = Annotated[str | None, option("--band BAND", "Of this difficulty.")]
Trust = Annotated[bool, option("--trust", "Believe verdicts and grades of records made elsewhere.")]
From = Annotated[str | None, option("--from FORMAT", "Format, if not to be detected.")]
Nodes = Annotated[int | None, number("--nodes N", "Search nodes for one puzzle.")]
Conflicts = Annotated[int | None, number("--conflicts N", "SAT conflicts for one puzzle.")]
Stats = Annotated[
    str | None, option("--stats FILE", "A JSON line for each puzzle: time and steps.")
]
BookFile = Annotated[Path, argument("BOOK.pdf", "The inside of a book.")]
BookConfigFile = Annotated[Path | None, option("--config BOOK.toml", "What the book should be.")]
PrintersFile = Annotated[
    Path | None, option("--printers FILE.toml", "Further printers, or other figures.")
]
Paper = Annotated[str | None, option("--paper NAME", "Stock, such as white or cream.")]


MOST_SAID = 2000
"""Characters of a message: beyond it some file is echoed that nobody wants to see whole."""


def say(text: str) -> None:
    """Write words for people to standard error, cut in the middle where they are endless."""
    if len(text) > MOST_SAID:
        half = MOST_SAID // 2
        text = f"{text[:half]} [...] {text[-half:]}"
    print(text, file=sys.stderr)


def tell_outcome(lines: Iterable[str], shortfalls: Collection[object]) -> None:
    """Say how it went; a run that lacks puzzles ends with the exit code for too few."""
    for line in lines:
        say(line)
    if shortfalls:
        raise typer.Exit(TOO_FEW)


@contextmanager
def make_workers(jobs: int | None, is_watched: bool = False) -> Iterator[Workers]:
    """Yield the workers of a command, after a word on what makes its first run slow.

    While they are there, it is said from time to time that work goes on, unless it ``is_watched``:
    somebody else says how far it is.
    """
    from pipeline.kernels.cache import is_compiled
    from pipeline.kernels.compiled import before_compiling
    from pipeline.run.execution import Workers, default_jobs
    from pipeline.run.progress import Pulse

    words = partial(say, "compiling the search kernels: once, about half a minute")
    if jobs == 1:
        before_compiling(words)
    elif not is_compiled():
        words()
    pulse = nullcontext() if is_watched else Pulse(say)
    with Workers(default_jobs() if jobs is None else jobs, say) as workers, pulse:
        yield workers


@contextmanager
def open_stats(stats: str | None) -> Iterator[BinaryIO | None]:
    """Yield the file of ``--stats``, None where none is asked for."""
    from pipeline.store.files import open_atomic

    with nullcontext() if stats is None else open_atomic(stats, keeps_part=True) as stream:
        yield stream


def write(records: Iterable[Record], output: str, stage: str, total: int | None = None) -> int:
    """Write records with a progress bar, and return how many there were."""
    from pipeline.run.progress import Bars, watched
    from pipeline.store.jsonl import write_records

    with Bars([stage]) as bars:
        if total is not None:
            bars.expect(stage, total)
        return write_records(watched(records, stage, bars), output)
