"""The command that reads collections."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import (
    From,
    Output,
    Rule,
    write,
)


def import_(
    sources: Annotated[list[str], typer.Argument(metavar="FILE...", help="Collections.")],
    from_format: From = None,
    rule: Rule = None,
    author: Annotated[str | None, typer.Option("--author", help="Who made the puzzles.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of the collection.")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Where they come from.")] = None,
    licence: Annotated[str | None, typer.Option("--licence", help="Terms of use.")] = None,
    credit_text: Annotated[
        str | None, typer.Option("--credit-text", help="Wording to print, kept as it is.")
    ] = None,
    output: Output = "-",
) -> None:
    """Read collections in any supported format as records.

    Example: puzzlepress import collection.txt --author "A. Setter" -o collection.jsonl
    """
    from pipeline.model import Credit
    from pipeline.stages.exchange import import_records

    credit = Credit(author, title, url, licence, credit_text)
    given = None if credit == Credit() else credit
    write(
        (
            record
            for source in sources
            for record in import_records(source, from_format, rule, given)
        ),
        output,
        "import",
    )
