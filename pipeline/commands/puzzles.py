"""The commands for puzzles, a stage each: made, proved, graded, chosen, checked."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    FAILURE,
    TOO_FEW,
    Band,
    Conflicts,
    Jobs,
    Kind,
    Nodes,
    Output,
    Rule,
    Settings,
    Size,
    Source,
    Stats,
    amount,
    argument,
    make_workers,
    number,
    open_stats,
    option,
    say,
    write,
)
from pipeline.kinds import KINDS


def generate(
    kind: Annotated[str, argument("KIND", f"One of: {', '.join(KINDS)}.")],
    size: Annotated[str, option("--size WxH", "Columns x rows.")],
    seed: Annotated[int, number("--seed S", "Equal seed, equal puzzles.")],
    count: int = amount("--count N", "How many.", 1),
    rule: Rule = None,
    options: Settings = None,
    author: str | None = option("--author", "Credit of the puzzles.", None),
    licence: str | None = option("--licence", "Licence of the puzzles.", None),
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Generate puzzles; each follows from the seed and its number alone.

    Example: puzzlepress generate numberlink --size 10x10 --count 20 --seed 7
    """
    from pipeline.commands.arguments import parse_settings, parse_size
    from pipeline.config.setting_files import read_params
    from pipeline.kinds import get_kind
    from pipeline.model import Credit
    from pipeline.stages.generate import GeneratorOrder, generate_records

    rows, cols = parse_size(size)
    params = read_params(get_kind(kind), rows, cols, rule, parse_settings(options or []))
    credit = Credit(author=author, licence=licence) if author or licence else None
    order = GeneratorOrder(kind, params, seed, credit)
    with make_workers(jobs) as workers:
        made = generate_records(((order, index) for index in range(count)), workers)
        written = write(
            (record for record in made if record is not None), output, "generate", count
        )
    if written < count:
        say(
            f"generated {written} of {count}: the other tries spent their budget; "
            "ask for less with --set, or for another size"
        )
        raise typer.Exit(TOO_FEW)


def filter_(
    source: Source = "-",
    rule: Rule = None,
    rejected: str | None = option("--rejected FILE", "Where the others go.", None),
    rule_profile: bool = option(
        "--rule-profile --certificates", "Say under which other rules each is unique.", False
    ),
    proof: Path | None = option("--proof DIR", "Write a CNF and a DRUP proof for each.", None),
    confirmed: bool = option(
        "--confirmed", "Seek another argument; reject what has one way.", False
    ),
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Keep the puzzles that are proved to have exactly one solution.

    With --proof, exit code 1 says that a proof was not found within the budget.

    Example: puzzlepress filter puzzles.jsonl --rule cover --rejected rejected.jsonl -o unique.jsonl
    Example: puzzlepress filter puzzles.jsonl --rule-profile --proof proofs -o unique.jsonl
    """
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from pipeline.commands.arguments import make_limits
    from pipeline.model import Record
    from pipeline.run.timing import Timed
    from pipeline.stages.collection.dedupe import Once
    from pipeline.stages.filter import filter_records, keep_accepted
    from pipeline.stages.proofs import write_proofs
    from pipeline.stages.rule_profile import add_rule_profiles, count_strongest
    from pipeline.store.jsonl import read_records

    tally: Counter[str] = Counter()
    strongest: Counter[str] = Counter()
    lacking: list[str] = []
    limits = make_limits(nodes, conflicts)
    with make_workers(jobs) as workers, open_stats(stats) as costs:
        timed = Timed(workers, "filter", costs)

        def prove(records: Iterable[Record]) -> Iterator[Record]:
            proved = filter_records(records, rule, limits, timed, asks_confirmed=confirmed)
            profiles = Timed(workers, "rule profile", costs)
            return add_rule_profiles(proved, limits, profiles) if rule_profile else proved

        once = Once(prove, proves=True, rule=rule, limits=limits)
        proved = once(read_records(source))
        if rule_profile:
            proved = count_strongest(proved, strongest)
        kept = keep_accepted(proved, rejected, tally, asks_confirmed=confirmed)
        if proof is not None:
            kept = write_proofs(kept, proof, limits, lacking, workers)
        write(kept, output, "filter")
    say("filter: " + ", ".join(f"{tally[name]} {name}" for name in sorted(tally)))
    if rule_profile:
        counts = (f"{strongest[name]} {name}" for name in sorted(strongest))
        say("strongest rule of uniqueness: " + ", ".join(counts))
    for sentence in lacking:
        say(f"filter: {sentence}")
    if lacking:
        raise typer.Exit(FAILURE)


def grade(
    source: Source = "-",
    explain: bool = option("--explain", "Write the steps that a person would take.", False),
    out: Path = option("--out DIR", "Where --explain writes.", Path("steps")),
    picture_formats: list[str] | None = option(
        "--format FORMAT", "Of the pictures: svg, png, webp.", None
    ),
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Grade puzzles by the reference search: score, band, percentile within the size.

    Exit code 4 says that some have no grade; each is named, with the reason.

    Example: puzzlepress grade unique.jsonl -o graded.jsonl
    Example: puzzlepress grade unique.jsonl --explain --out steps -o graded.jsonl
    """
    from pipeline.run.timing import Timed
    from pipeline.stages.grade import grade_records, tell_ungraded
    from pipeline.stages.render import RenderOptions
    from pipeline.stages.steps import write_steps
    from pipeline.store.jsonl import read_records

    ungraded: list[str] = []
    with make_workers(jobs) as workers, open_stats(stats) as costs:
        timed = Timed(workers, "grade", costs)
        graded = tell_ungraded(grade_records(read_records(source), mapper=timed), ungraded.append)
        if explain:
            options = RenderOptions(formats=tuple(picture_formats or ("svg",)))
            graded = write_steps(graded, out, options, say)
        write(graded, output, "grade")
    for sentence in ungraded:
        say(f"grade: {sentence}")
    if ungraded:
        raise typer.Exit(TOO_FEW)


def select(
    count: Annotated[int, amount("--count N", "How many.")],
    source: Source = "-",
    kind: Kind = None,
    size: Size = None,
    band: Band = None,
    score: str | None = option("--score A:B", "Scores from A to B.", None),
    per_author: int | None = amount("--per-author N", "At most so many of each.", None),
    unused_in: Path | None = option(
        "--unused-in FILE", "Boards that are free in this library.", None
    ),
    output: Output = "-",
) -> None:
    """Choose graded puzzles: no board twice, spread from easy to hard.

    Exit code 4 says that there are fewer than asked for; those are written.

    Example: puzzlepress select graded.jsonl --count 3 --per-author 3 -o chosen.jsonl
    """
    from pipeline.commands.arguments import parse_lot, parse_scores
    from pipeline.library import is_board_free, open_library
    from pipeline.stages.select import Wishes, select_records
    from pipeline.store.jsonl import read_records

    lot, grades = parse_lot(kind, size, band), parse_scores(score)
    wishes = Wishes(count=count, grades=grades, per_author=per_author, **lot)
    records = read_records(source)
    with nullcontext() if unused_in is None else open_library(unused_in) as db:
        chosen = select_records(
            records, wishes, lambda record: db is None or is_board_free(db, record)
        )
    write(chosen, output, "select")
    if len(chosen) < count:
        say(
            f"select: {len(chosen)} of {count} puzzles; no more are proved, graded and as asked for"
        )
        raise typer.Exit(TOO_FEW)


def verify(
    source: Source = "-",
    book: Path | None = option(
        "--book BOOK.pdf", "Read the puzzles back from this book's pages.", None
    ),
    proof: Path | None = option("--proof DIR", "Check the CNFs and proofs in this folder.", None),
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
