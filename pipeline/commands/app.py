"""The command line: each command parses, calls one stage or chain, and reports.

Everything heavy is imported inside the commands, so that ``--help`` answers at once. Data goes to
standard output, progress and words to standard error. Exit codes: 0 done, 1 failure, 2 usage or
bad input, 3 a check failed, 4 fewer puzzles than asked for, 130 and 143 stopped by a signal.
"""

from __future__ import annotations

import gc
import inspect
import os
import sys
from collections.abc import Collection
from typing import Annotated, Final

import typer

from pipeline import __version__
from pipeline.commands import library
from pipeline.commands.beginnings import KindCommand, new, options, schema
from pipeline.commands.books import book, cover, preflight, run, sheet
from pipeline.commands.collection import collection, export, import_, render, report
from pipeline.commands.failures import code_of, mend_streams, stoppable, words_of
from pipeline.commands.options import BAD_INPUT, FAILURE, say
from pipeline.commands.puzzles import filter_, generate, grade, select, verify
from pipeline.commands.site import site
from pipeline.commands.solve import solve
from pipeline.commands.words import WordsCommand, WordsGroup
from pipeline.model import PipelineError, WorkerError

COMMANDS: Final = (
    new, options, schema, run, sheet, filter_, grade, render, book, site, import_, export, solve,
    verify, preflight, cover, report, collection, select, generate,
)  # fmt: skip
"""All commands but those of the library, in the order in which help names them."""


def make_app(words: Collection[str] | None = None) -> typer.Typer:
    """Return the command line; with words, what these call works, and the rest is named in help.

    To ask each command for its options takes longer than all else that help does.
    """
    app = typer.Typer(
        name="puzzlepress",
        cls=WordsGroup,
        help="Generate puzzles, prove them unique, grade them and typeset them as a book.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # rich takes as long to import as all else that help needs
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    for command in COMMANDS:
        name = command.__name__.rstrip("_")
        is_wanted = words is None or name in words
        cls = KindCommand if command is generate else WordsCommand
        help_ = _first_line(command)
        body = command if is_wanted else _name_only
        app.command(name, cls=cls, short_help=help_, help=_help(body))(body)
    for info in library.app.registered_commands:
        info.short_help, info.help = _first_line(info.callback), _help(info.callback)
    if words is None or "library" in words:
        app.add_typer(library.app)
    else:
        app.command("library", short_help=library.app.info.help)(_name_only)
    return app


def _first_line(command: object) -> str:
    return (command.__doc__ or "").partition("\n")[0]


def _help(command: object) -> str:
    """Return what a command says of itself, its examples in lines that can be pasted."""
    return inspect.cleandoc(command.__doc__ or "").replace("\n\nExample:", "\n\n\b\nExample:")


def _name_only() -> None:
    """Stand for a command that is not called."""


def _print_licences(is_wanted: bool) -> None:
    if not is_wanted:
        return
    from importlib.metadata import distribution
    from pathlib import Path

    name = "THIRD_PARTY.md"
    beside = Path(__file__).parents[2] / name  # in a checkout; pip puts it beside the metadata
    packed = distribution("puzzlepress").read_text(f"licenses/{name}")
    print(beside.read_text(encoding="utf-8") if beside.is_file() else packed, end="")
    raise typer.Exit


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"puzzlepress {__version__}")
        raise typer.Exit


def _common(
    licences: Annotated[
        bool,
        typer.Option(
            "--licences",
            is_eager=True,
            callback=_print_licences,
            help="Print the notices of the software and fonts that puzzlepress uses.",
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version."
        ),
    ] = False,
) -> None:
    """Generate puzzles, prove them unique, grade them and typeset them as a book."""


app = make_app()


def main() -> None:
    """Run the command line; what a user or the machine can cause ends in one message.

    Exit code 2 says that the user can mend it, 1 that the machine gave out. A traceback is a
    mistake of ours.
    """
    # Importing makes many objects and no garbage: collecting them costs a tenth of a short run.
    gc.set_threshold(100_000, 20, 20)
    # numpy's threads for matrices of floats, which nothing here has, spin for a tenth of a second.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        mend_streams()
        with stoppable():
            is_completing = "_PUZZLEPRESS_COMPLETE" in os.environ
            (app if is_completing else make_app(sys.argv[1:]))()
    except PipelineError as error:
        say(f"puzzlepress: error: {error}")
        sys.exit(FAILURE if isinstance(error, WorkerError) else BAD_INPUT)
    except (OSError, MemoryError, RecursionError, ImportError, UnicodeError) as error:
        if (code := code_of(error)) is None:
            raise
        say(f"puzzlepress: error: {words_of(error)}")
        sys.exit(code)
    finally:
        # Python collects garbage once more as it ends, which takes longer than many commands.
        gc.freeze()
