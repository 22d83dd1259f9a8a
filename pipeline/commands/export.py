"""The command that writes text forms and electronic books."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import CHECK_FAILED, BookConfigFile, Output, Source, option, say


def export(
    source: Source = "-",
    to_format: Annotated[str, option("--to FORMAT", "Form.")] = "jsonl",
    output: Output = "-",
    config: BookConfigFile = None,
    lossy: Annotated[bool, option("--lossy", "Leave out what the form cannot say.")] = False,
) -> None:
    """Write records in a form of the outside world, or as an EPUB.

    Credit and rule stand in comments where the form has no place for them.

    Title, author and language of an EPUB are those of --config. Where epubcheck is installed, it
    is asked of the file; exit code 3 if it finds a fault.

    Example: puzzlepress export graded.jsonl --to grid-stream -o puzzles.txt
    Example: puzzlepress export graded.jsonl --to epub --config book.toml -o book.epub
    """
    from pipeline.config.book_options import BookOptions
    from pipeline.preflight.checkers import find_faults
    from pipeline.stages.books.book import load_book_config
    from pipeline.stages.collection.epub import EPUB, write_epub
    from pipeline.stages.collection.export import export_text
    from pipeline.store.files import DASH, write_atomic, write_output
    from pipeline.store.jsonl import read_records

    if to_format != EPUB:
        records = read_records(source)
        text = export_text(records, to_format, lambda said: say(f"export: {said}"), is_lossy=lossy)
        write_output(output, text)
        return
    plain = BookOptions(title="Puzzles", author="puzzlepress", year=2000)
    options = plain if config is None else load_book_config(config).book
    write_atomic(output, write_epub(read_records(source), options))
    faults = None if output == DASH else find_faults("epubcheck", output)
    for fault in faults or ():
        say(f"export: {fault}")
    if faults:
        raise typer.Exit(CHECK_FAILED)
