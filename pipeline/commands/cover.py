"""The command that makes the wrap round a finished book."""

from __future__ import annotations

from typing import Annotated

from pipeline.commands.options import BookConfigFile, BookFile, Output, PrintersFile, option, say


def cover(
    book: BookFile,
    printer: Annotated[str, option("--printer NAME", "kdp, ingram, lulu or one's own.")],
    paper: Annotated[str, option("--paper NAME", "Stock, such as white or cream.")] = "white",
    output: Output = "cover-template.pdf",
    finished: Annotated[
        str | None,
        option("--finished FILE", "Also write the cover without guides."),
    ] = None,
    front: Annotated[
        str | None,
        option("--front FILE.png", "Also write the front as a picture."),
    ] = None,
    config: BookConfigFile = None,
    printers: PrintersFile = None,
    title: Annotated[str | None, option("--title", "If not the book's.")] = None,
    author: Annotated[str | None, option("--author", "If not the book's.")] = None,
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
