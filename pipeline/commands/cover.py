"""The command that makes the wrap round a finished book."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import BookConfigFile, BookFile, Output, PrintersFile, say


def cover(
    book: BookFile,
    printer: Annotated[
        str, typer.Option("--printer", metavar="NAME", help="kdp, ingram, lulu or one's own.")
    ],
    paper: Annotated[
        str, typer.Option("--paper", metavar="NAME", help="Stock, such as white or cream.")
    ] = "white",
    output: Output = "cover-template.pdf",
    finished: Annotated[
        str | None,
        typer.Option("--finished", metavar="FILE", help="Also write the cover without guides."),
    ] = None,
    front: Annotated[
        str | None,
        typer.Option("--front", metavar="FILE.png", help="Also write the front as a picture."),
    ] = None,
    config: BookConfigFile = None,
    printers: PrintersFile = None,
    title: Annotated[str | None, typer.Option("--title", help="If not the book's.")] = None,
    author: Annotated[str | None, typer.Option("--author", help="If not the book's.")] = None,
) -> None:
    """Make the wrap round a finished book: a template with guides, a cover, its front alone.

    What it says comes from --config, else from the manifest that a run leaves beside the book.

    Example: puzzlepress cover book.pdf --printer kdp --paper white -o cover-template.pdf
    """
    from pipeline.stages.books.cover import CoverOrder, make_cover

    order = CoverOrder(
        printer=printer,
        paper=paper,
        printers_file=printers,
        config=config,
        title=title,
        author=author,
    )
    made = make_cover(book, order)
    made.write(output, has_guides=True)
    if finished is not None:
        made.write(finished, has_guides=False)
    if front is not None:
        made.write_front(front)
    for note in made.notes:
        say(f"cover: {note}")
    for warning in made.warnings:
        say(f"warning: {warning}")
