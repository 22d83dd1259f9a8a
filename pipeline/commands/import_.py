"""The command that reads collections."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from pipeline.commands.options import (
    BAD_INPUT,
    TOO_FEW,
    From,
    Output,
    Rule,
    Settings,
    option,
    say,
    write,
)


def import_(
    sources: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE|-]...", help="Files, folders, patterns, zip archives."),
    ] = None,
    from_format: From = None,
    rule: Rule = None,
    author: Annotated[str | None, option("--author", "Who made the puzzles.")] = None,
    title: Annotated[str | None, option("--title", "Title of the collection.")] = None,
    url: Annotated[str | None, option("--url", "Where they come from.")] = None,
    licence: Annotated[str | None, option("--licence", "Terms of use.")] = None,
    credit_text: Annotated[
        str | None, option("--credit-text", "Wording to print, kept as it is.")
    ] = None,
    grid: Annotated[str | None, option("--grid FIELD", "JSON: the field of the grid.")] = None,
    fields: Annotated[
        list[str] | None,
        option("--field CREDIT=FIELD", "JSON: a field that gives credit."),
    ] = None,
    rejected: Annotated[
        str | None, option("--rejected FILE", "Where to say what is broken.")
    ] = None,
    settings: Settings = None,
    output: Output = "-",
) -> None:
    """Read collections in any supported format as records.

    What the files say of author, title, source and licence is kept; the options fill the rest.
    Puzzles that cannot be read are left out and named; exit code 4 says that there are any.

    Example: puzzlepress import collection.txt --author "A. Setter" -o collection.jsonl
    Example: puzzlepress import folder/ more.zip --rejected rejected.jsonl -o collection.jsonl
    """
    from pipeline.commands.arguments import parse_settings
    from pipeline.model import Credit
    from pipeline.stages.collection.collect import ImportOptions, read_collection
    from pipeline.stages.collection.rejects import keep_records
    from pipeline.stages.collection.tally import ImportTally
    from pipeline.store.files import DASH

    credit = Credit(author, None, url, licence, credit_text)
    options = ImportOptions(
        from_format,
        rule,
        parse_settings(settings or ()),
        None if credit == Credit() else credit,
        title,
        grid,
        parse_settings(fields or ()),
    )
    tally = ImportTally()
    found = read_collection(sources or [DASH], options, tally)
    kept = keep_records(found, rejected, say)
    first = next(kept, None)
    if first is not None:  # no empty file is left behind
        write(chain([first], kept), output, "import")
    for note in tally.notes:
        say(note)
    say(tally.sentence())
    if first is None:
        raise typer.Exit(BAD_INPUT)
    if tally.rejected:
        raise typer.Exit(TOO_FEW)
