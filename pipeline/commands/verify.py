"""The command that checks solutions, proofs and printed books."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    Conflicts,
    Jobs,
    Nodes,
    Source,
    make_workers,
    option,
    say,
)


def verify(
    source: Source = "-",
    book: Annotated[
        Path | None,
        option("--book BOOK.pdf", "Read the puzzles back from this book's pages."),
    ] = None,
    proof: Annotated[
        Path | None,
        option("--proof DIR", "Check the CNFs and proofs in this folder."),
    ] = None,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    jobs: Jobs = 1,
) -> None:
    """Check all that records claim: solutions by the rules' definition, uniqueness, grades, ids.

    With --book, FILE may be the folder of the run; left out, it is the book's own folder.
    With --proof, each CNF must be that of its puzzle, and each proof must hold.

    Example: puzzlepress verify output/sampler/30-graded.jsonl
    Example: puzzlepress verify output/sampler --book output/sampler/book.pdf
    Example: puzzlepress verify unique.jsonl --proof proofs
    """
    from pipeline.commands.arguments import make_limits
    from pipeline.model import ConfigError
    from pipeline.stages.books.verify_book import listed_beside, records_beside, verify_book
    from pipeline.stages.verify import verify_records
    from pipeline.store.jsonl import read_records

    if book is not None and proof is not None:
        raise ConfigError("expected --book or --proof, found both; verify one after the other")
    good = bad = 0
    limits = make_limits(nodes, conflicts)
    with make_workers(jobs) as workers:
        if book is None:
            findings = (
                (finding.record.id, finding.problems, finding.notes, True)
                for finding in verify_records(read_records(source), limits, workers, proof)
            )
        else:
            listed = listed_beside(book, source)
            known = records_beside(book, source)
            findings = (
                (f"page {one.page}, {one.name}" if one.page else one.name, one.problems, one.notes,
                 one.is_puzzle)
                for one in verify_book(book, known, limits, workers, listed)
            )  # fmt: skip
        for name, problems, notes, counts in findings:
            good, bad = good + (counts and not problems), bad + bool(problems)
            for note in notes:
                say(f"{name}: note: {note}")
            for problem in problems:
                print(f"{name}: {problem}")
    what = " puzzles" if book is not None else ""
    say(f"verify: {good}{what} right, {bad} not")
    if bad:
        raise typer.Exit(CHECK_FAILED)
