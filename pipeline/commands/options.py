"""Options that several commands share, parsing of their values, exit codes and messages."""

from __future__ import annotations

import inspect
import json
import math
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from pipeline import model
from pipeline.config.paths import paths_outside
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import ANY_GRADE, ConfigError, GradeRange, Record, unknown_name

if TYPE_CHECKING:
    from pipeline.run.execution import Workers
    from pipeline.stages.puzzle import StepLimits

FAILURE, BAD_INPUT, CHECK_FAILED, TOO_FEW = 1, 2, 3, 4

MOST_WHOLE = 2**64 - 1  # The largest seed, and the largest number that an option takes
MOST_CHARACTERS = 2000  # Characters of a message; longer ones probably quote a whole file


def whole(text: str) -> int:
    """Return the whole number in the text of an option."""
    try:
        number = int(text)
    except ValueError:
        number = MOST_WHOLE + 1
    if abs(number) > MOST_WHOLE:
        raise typer.BadParameter(f"expected a whole number, found {text[:40]!r}") from None
    return number


def positive(text: str) -> int:
    """Return the whole number from 1 in the text of an option."""
    number = whole(text)
    if number < 1:
        raise typer.BadParameter(f"expected a whole number from 1, found {text[:40]!r}")
    return number


def option(
    names: str, about: str, default: Any = ..., parser: Callable[[str], Any] | None = None
) -> Any:
    """Return an option; ``names`` is as on a help page, with the placeholder of its value last.

    With a default it is the default of a parameter. Without one it belongs into the type of a
    parameter, for required options and options of several commands.

    >>> option("--jobs -j N", "Number of worker processes.").metavar
    'N'
    """
    flags = [word for word in names.split() if word.startswith("-")]
    metavar = " ".join(names.split()[len(flags) :]) or None
    values = _VALUES.get(metavar or "")
    return typer.Option(
        default, *flags, metavar=metavar, help=about, parser=parser, autocompletion=values
    )


def argument(metavar: str, about: str, default: Any = ...) -> Any:
    """Return an argument with its placeholder on the help page; defaults as for `option`."""
    return typer.Argument(default, metavar=metavar, help=about, autocompletion=_VALUES.get(metavar))


def _templates() -> list[str]:
    from pipeline.commands.setup import KNOWN

    return [*KNOWN]


_VALUES: dict[str, Callable[[], list[str]]] = {
    "KIND": lambda: [*kind_ids()],
    "BAND": lambda: [*model.Band],
    "TEMPLATE": _templates,
    "CODE": lambda: ["en", "de", "fr"],
}
"""Values by placeholder, for completion in a shell, which completes names of files itself."""


number = partial(option, parser=whole)  # An option whose value is a whole number
amount = partial(option, parser=positive)  # An option whose value is a whole number from 1

Source = Annotated[str, argument("[FILE|-]", "Records; - is standard input.")]
AnySource = Annotated[str, argument("[FILE|-]", "Puzzles in any format; - is standard input.")]
Output = Annotated[str, option("--output -o FILE|-", "File to write; - is standard output.")]
Rule = Annotated[str | None, option("--rule RULE", "Rule of the puzzles (default: their own).")]
Settings = Annotated[
    list[str] | None,
    option("--set KEY=VALUE", "Option of the kind or rule; puzzlepress options KIND lists them."),
]
Jobs = Annotated[
    int | None, number("--jobs -j N", "Worker processes (default for books and sites: all cores).")
]
Kind = Annotated[str | None, option("--kind KIND", "Only puzzles of this kind.")]
Kinds = Annotated[
    list[str] | None,
    option(
        "--kinds FOLDER",
        "Folder of a kind, or of kinds, besides those that are installed; may be repeated. Loading "
        "a kind runs its code.",
    ),
]
AllowOutside = Annotated[
    bool,
    option(
        "--allow-outside",
        "Let the configuration name files outside of its folder; only if you trust it.",
    ),
]
Size = Annotated[str | None, option("--size WxH", "Only puzzles of this size, columns x rows.")]
Band = Annotated[str | None, option("--band BAND", "Only puzzles of this difficulty band.")]
Trust = Annotated[
    bool, option("--trust", "Accept verdicts and grades of foreign records without a check.")
]
From = Annotated[str | None, option("--from FORMAT", "Format of the input (default: detected).")]
Nodes = Annotated[int | None, number("--nodes N", "Most search nodes for one puzzle.")]
Conflicts = Annotated[int | None, number("--conflicts N", "Most SAT conflicts for one puzzle.")]
Stats = Annotated[
    str | None, option("--stats FILE", "File for time and steps of each puzzle, as JSON Lines.")
]
BookFile = Annotated[Path, argument("BOOK.pdf", "Interior of the book.")]
BookConfigFile = Annotated[Path | None, option("--config BOOK.toml", "Configuration of the book.")]
PrintersFile = Annotated[
    Path | None, option("--printers FILE.toml", "File that adds or overrides printers.")
]
Paper = Annotated[str | None, option("--paper NAME", "Paper stock, such as white or cream.")]


def parse_size(text: str) -> tuple[int, int]:
    """Return (rows, cols) of a size ``WxH``, in which columns come first.

    Raise `ConfigError` if the text is no size.

    >>> parse_size("20x10")
    (10, 20)
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*[xX×]\s*(\d{1,6})\s*", text)
    if match is None:
        raise ConfigError(f"expected a size such as 10x10 (columns x rows), found {text!r}")
    return int(match[2]), int(match[1])


def parse_lot(kind: str | None, size: str | None, band: str | None) -> dict[str, Any]:
    """Return the values of ``--kind``, ``--size`` and ``--band`` by name; None for missing ones.

    Raise `ConfigError` if a value is unknown.
    """
    if kind is not None:
        get_kind(kind)
    if band is not None and band not in list(model.Band):
        raise unknown_name("band", band, model.Band)
    return {"kind": kind, "size": None if size is None else parse_size(size), "band": band}


def with_kinds(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the option ``--kinds``, which its class `KindsCommand` applies.

    One that takes a configuration also has ``--allow-outside``.
    """

    @wraps(command)
    def call(*args: Any, kinds: object = None, allow_outside: bool = False, **named: Any) -> None:
        with paths_outside(allow_outside):
            command(*args, **named)

    signature = inspect.signature(command, eval_str=True)
    added: dict[str, tuple[Any, Any]] = {"kinds": (None, Kinds)}
    if "config" in signature.parameters:
        added["allow_outside"] = (False, AllowOutside)
    more = {
        key: inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=own)
        for key, (value, own) in added.items()
    }
    parameters = {**signature.parameters, **more}
    call.__signature__ = signature.replace(parameters=[*parameters.values()])  # type: ignore[attr-defined]
    call.__annotations__ = {name: one.annotation for name, one in parameters.items()}
    return call


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """Return the ``--set key=value`` options as a dictionary.

    Raise `ConfigError` if one has no equals sign, or a key comes twice.

    >>> parse_settings(["pairs=8:14"])
    {'pairs': '8:14'}
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ConfigError(f"expected --set key=value, found {pair!r}")
        if key in settings:
            raise ConfigError(f"expected each option once, found --set {key}=... twice")
        settings[key] = value.strip()
    return settings


def parse_count(text: str) -> int | None:
    """Return the number of solutions to list, None for "all"; raise `ConfigError` for others."""
    if text == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise ConfigError(f"expected --count to be a whole number from 1 or 'all', found {text!r}")
    return int(text)


def make_limits(nodes: int | None, conflicts: int | None) -> StepLimits:
    """Return the limits of the user; missing ones are those of each kind.

    Raise `ConfigError` if a limit is less than 1.
    """
    from pipeline.stages.puzzle import StepLimits

    for name, value in (("nodes", nodes), ("conflicts", conflicts)):
        if value is not None and value < 1:
            raise ConfigError(f"expected --{name} to be at least 1, found {value}")
    return StepLimits(nodes, conflicts)


def parse_scores(text: str | None) -> GradeRange:
    """Return the range of scores ``A:B``; a missing end has no limit.

    Raise `ConfigError` if the text is no range.

    >>> parse_scores("2.5:").score
    (2.5, inf)
    """
    if text is None:
        return ANY_GRADE
    low, mark, high = text.partition(":")
    try:
        limits = float(low or 0), float(high or math.inf)
    except ValueError:
        limits = (1.0, 0.0)
    if not mark or not limits[0] <= limits[1]:
        raise ConfigError(f"expected scores such as 2.5:4, found {text!r}")
    return GradeRange(score=limits)


def say(text: str) -> None:
    """Write a message to standard error, shortened in the middle if it is very long."""
    if len(text) > MOST_CHARACTERS:
        half = MOST_CHARACTERS // 2
        text = f"{text[:half]} [...] {text[-half:]}"
    print(printable(text), file=sys.stderr)


def printable(text: str, keeps: str = "\n\t") -> str:
    """Return a text that controls no terminal: other characters than ``keeps`` as in JSON."""
    return "".join(
        one if one.isprintable() or one in keeps else json.dumps(one)[1:-1] for one in text
    )


def report_outcome(lines: Iterable[str], shortfalls: Collection[object]) -> None:
    """Write the summary; exit with the code for too few puzzles if there are shortfalls."""
    for line in lines:
        say(line)
    if shortfalls:
        raise typer.Exit(TOO_FEW)


@contextmanager
def make_workers(
    jobs: int | None, is_watched: bool = False, compiles: bool = False
) -> Iterator[Workers]:
    """Yield the workers of a command, and report when kernels are compiled.

    A message confirms from time to time that work continues, unless progress ``is_watched``. A
    command that ``compiles`` before its work reports that itself.
    """
    from pipeline.kernels.cache import before_compiling, is_compiled
    from pipeline.run.execution import Workers, default_jobs
    from pipeline.run.progress import Pulse

    if jobs == 1 and not compiles:
        before_compiling(_say_compiling)
    elif not (compiles or is_compiled()):
        say("compiling the search kernels, once for this machine: a minute or two")
    pulse = nullcontext() if is_watched else Pulse(say)
    with Workers(default_jobs() if jobs is None else jobs, say) as workers, pulse:
        yield workers


def _say_compiling(room: str) -> None:
    from pipeline.run.compiling import seconds_of

    whose = "shared" if room == "kit" else room
    say(f"compiling the {whose} kernels, once for this machine: {seconds_of(room):.0f} s at most")


@contextmanager
def open_stats(stats: str | None) -> Iterator[BinaryIO | None]:
    """Yield the file of ``--stats``, None without one."""
    from pipeline.store.files import open_atomic

    with nullcontext() if stats is None else open_atomic(stats, keeps_part=True) as stream:
        yield stream


def write(records: Iterable[Record], output: str, stage: str, total: int | None = None) -> int:
    """Write records with a progress bar, and return their number."""
    from pipeline.run.progress import Bars, watched
    from pipeline.store.jsonl import write_records

    with Bars([stage]) as bars:
        if total is not None:
            bars.expect(stage, total)
        return write_records(watched(records, stage, bars), output)
