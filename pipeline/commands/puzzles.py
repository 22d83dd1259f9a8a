"""The commands for puzzles, one for each stage: generate, prove, grade, select, solve, verify."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    FAILURE,
    TOO_FEW,
    AnySource,
    Band,
    Conflicts,
    From,
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
    make_limits,
    make_workers,
    number,
    open_stats,
    option,
    parse_count,
    parse_lot,
    parse_scores,
    parse_settings,
    parse_size,
    printable,
    say,
    write,
)
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Credit, Record

if TYPE_CHECKING:
    from pipeline.stages.explain import ExplainTally
    from pipeline.stages.solve import Tally


def generate(
    kind: Annotated[str, argument("KIND", "A kind that puzzlepress kinds lists.")],
    size: str | None = option("--size WxH", "Columns x rows (default: the usual ones).", None),
    seed: int = number("--seed S", "Random seed; the same seed gives the same puzzles.", 1),
    count: int = amount("--count N", "Number of puzzles.", 1),
    rule: Rule = None,
    options: Settings = None,
    author: str | None = option("--author", "Author of the puzzles.", None),
    licence: str | None = option("--licence", "Licence of the puzzles.", None),
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Generate puzzles; each depends only on the seed and its number.

    Example: puzzlepress generate sudoku
    Example: puzzlepress generate hashi --size 9x9 --seed 7 --set band=hard
    """
    from pipeline.config.params import read_params
    from pipeline.kinds.interface import usual_size
    from pipeline.stages.generate import GeneratorOrder, generate_records

    known = get_kind(kind)
    rows, cols = parse_size(size) if size is not None else usual_size(known)
    params = read_params(known, rows, cols, rule, parse_settings(options or []))
    credit = Credit(author=author, licence=licence) if author or licence else None
    order = GeneratorOrder(kind, params, seed, credit)
    with make_workers(jobs) as workers:
        made = generate_records(((order, index) for index in range(count)), workers)
        written = write(
            (record for record in made if record is not None), output, "generate", count
        )
    if written < count:
        say(
            f"generated {written} of {count}: the other attempts used up their budget; "
            "use easier options with --set, or another size"
        )
        raise typer.Exit(TOO_FEW)


def filter_(
    source: Source = "-",
    rule: Rule = None,
    rejected: str | None = option("--rejected FILE", "File for rejected puzzles.", None),
    rule_profile: bool = option(
        "--rule-profile", "Also prove each puzzle under the other rules of its kind.", False
    ),
    proof: Path | None = option("--proof DIR", "Folder for a CNF and a DRUP proof of each.", None),
    confirmed: bool = option("--confirmed", "Require a second, independent proof.", False),
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Keep the puzzles that are proved to have exactly one solution.

    With --proof, exit code 1 if a proof was not found within the budget.

    Example: puzzlepress filter puzzles.jsonl --rejected bad.jsonl -o unique.jsonl
    Example: puzzlepress filter puzzles.jsonl --proof proofs -o unique.jsonl
    """
    from pipeline.run.timing import Timed
    from pipeline.stages.collection.dedupe import Once
    from pipeline.stages.filter import (
        add_rule_profiles,
        count_strongest,
        filter_records,
        keep_accepted,
    )
    from pipeline.stages.proofs import write_proofs
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
    explain: bool = option("--explain", "Write the steps of a solution without a computer.", False),
    out: Path = option("--out DIR", "Folder for --explain.", Path("steps")),
    picture_formats: list[str] | None = option(
        "--format FORMAT", "Pictures for --explain: svg, png or webp; may be repeated.", None
    ),
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Grade puzzles: score, band, percentile within the size.

    Exit code 4 if some have no grade; each is reported with the reason.

    Example: puzzlepress grade unique.jsonl -o graded.jsonl
    Example: puzzlepress grade unique.jsonl --explain --out steps -o graded.jsonl
    """
    from pipeline.run.timing import Timed
    from pipeline.stages.explain import write_steps
    from pipeline.stages.grade import grade_records, report_ungraded
    from pipeline.stages.render import RenderOptions
    from pipeline.store.jsonl import read_records

    ungraded: list[str] = []
    with make_workers(jobs) as workers, open_stats(stats) as costs:
        timed = Timed(workers, "grade", costs)
        graded = report_ungraded(grade_records(read_records(source), mapper=timed), ungraded.append)
        if explain:
            options = RenderOptions(formats=tuple(picture_formats or ("svg",)))
            graded = write_steps(graded, out, options, say)
        write(graded, output, "grade")
    for sentence in ungraded:
        say(f"grade: {sentence}")
    if ungraded:
        raise typer.Exit(TOO_FEW)


def select(
    count: Annotated[int, amount("--count N", "Number of puzzles.")],
    source: Source = "-",
    kind: Kind = None,
    size: Size = None,
    band: Band = None,
    score: str | None = option("--score A:B", "Scores from A to B.", None),
    per_author: int | None = amount("--per-author N", "Most puzzles of one author.", None),
    unused_in: Path | None = option("--unused-in FILE", "Library in which boards are free.", None),
    jobs: Jobs = 1,
    output: Output = "-",
) -> None:
    """Select graded puzzles, spread evenly from easy to hard.

    None is chosen twice. Exit code 4 if there are fewer than requested; those are written.

    Example: puzzlepress select graded.jsonl --count 3 -o chosen.jsonl
    Example: puzzlepress select graded.jsonl --count 3 --per-author 3 -o few.jsonl
    """
    from pipeline.library import is_board_free, open_library
    from pipeline.stages.select import Wishes, select_records
    from pipeline.store.jsonl import record_reader

    lot, grades = parse_lot(kind, size, band), parse_scores(score)
    wishes = Wishes(count=count, grades=grades, per_author=per_author, **lot)
    read = record_reader(source)
    with (
        nullcontext() if unused_in is None else open_library(unused_in) as db,
        make_workers(jobs) as workers,
    ):
        is_free = None if db is None else partial(is_board_free, db)
        chosen = select_records(read, wishes, is_free, workers)
    write(chosen, output, "select")
    if len(chosen) < count:
        say(f"select: {len(chosen)} of {count} puzzles; no others are proved, graded and match")
        raise typer.Exit(TOO_FEW)


def verify(
    source: Source = "-",
    book: Path | None = option("--book BOOK.pdf", "Verify the puzzles printed in this book.", None),
    proof: Path | None = option("--proof DIR", "Also verify the proofs in this folder.", None),
    remake: bool = option(
        "--remake", "Also make each puzzle again from its seed and index.", False
    ),
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    jobs: Jobs = 1,
) -> None:
    """Verify solutions, uniqueness, grades and ids of records.

    Quality and published answers are compared too, seed and index only with --remake.
    With --book, FILE may be the folder of the run (default: the folder of the book).
    With --proof, each CNF must belong to its puzzle, and each proof must be valid.

    Example: puzzlepress verify graded.jsonl
    Example: puzzlepress verify output/book --book output/book/book.pdf
    """
    from pipeline.stages.books.verify_book import listed_beside, records_beside, verify_book
    from pipeline.stages.remake import claims_seed
    from pipeline.stages.verify import verify_records
    from pipeline.store.jsonl import read_records

    asked = [name for name, value in (("proof", proof), ("remake", remake)) if value]
    if book is not None and asked:
        raise ConfigError(
            f"expected --book or --{asked[0]}, found both; verify one after the other"
        )
    good = bad = unmade = 0
    limits = make_limits(nodes, conflicts)
    with make_workers(jobs) as workers:
        if book is None:
            findings = (
                (one.record.id, one.problems, one.notes, True, claims_seed(one.record))
                for one in verify_records(read_records(source), limits, workers, proof, remake)
            )
        else:
            listed = listed_beside(book, source)
            known = records_beside(book, source)
            findings = (
                (f"page {one.page}, {one.name}" if one.page else one.name, one.problems, one.notes,
                 one.is_puzzle, False)
                for one in verify_book(book, known, limits, workers, listed)
            )  # fmt: skip
        for name, problems, notes, counts, is_made in findings:
            unmade += is_made and not remake
            good, bad = good + (counts and not problems), bad + bool(problems)
            for note in notes:
                say(f"{name}: note: {note}")
            for problem in problems:
                print(printable(f"{name}: {problem}"))
    what = " puzzles" if book is not None else ""
    say(f"verify: {good}{what} right, {bad} not")
    if unmade:
        say(f"verify: seed and index of {unmade} records not checked; --remake does it")
    if bad:
        raise typer.Exit(CHECK_FAILED)


ExplainAmbiguity = Annotated[
    bool, option("--explain-ambiguity", "Write as JSON in which cells solutions agree and differ.")
]
PictureFolder = Annotated[
    Path | None, option("--out DIR", "Folder for pictures of --explain-ambiguity.")
]
PictureFormats = Annotated[
    list[str] | None, option("--format", "Their format: png, svg or webp; may be repeated.")
]
PictureTheme = Annotated[
    str | None, option("--theme", "Their theme: mono (the default), colour, cells or dashed.")
]


def solve(
    source: AnySource = "-",
    from_format: From = None,
    rule: Rule = None,
    parts: Settings = None,
    count: str = option("--count N|all", "List N solutions, or count all.", "1"),
    to_form: str | None = option("--to FORM", "json, or a printed form of the kind.", None),
    colour: bool | None = option(
        "--colour/--no-colour", "ANSI colours (default: if the terminal has them).", None
    ),
    show_nodes: bool = option("--show-nodes", "Print the cost of the search above each.", False),
    dimacs: str | None = option("--dimacs FILE", "File for the CNF of the puzzle.", None),
    solver: str | None = option("--solver NAME", "Solver (default: auto).", None),
    stats: Stats = None,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    explain_ambiguity: ExplainAmbiguity = False,
    pictures_folder: PictureFolder = None,
    picture_formats: PictureFormats = None,
    picture_theme: PictureTheme = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Solve puzzles, count solutions, and show where they differ.

    Example: puzzlepress solve puzzles.txt --to tubes
    Example: puzzlepress solve puzzles.txt --count all
    """
    from pipeline.stages.collection.importer import import_records
    from pipeline.stages.solve import AnswerOptions, write_answers, write_counts

    limits = make_limits(nodes, conflicts)
    look = {"--out": pictures_folder, "--format": picture_formats, "--theme": picture_theme}
    if explain_ambiguity:
        plain = {
            "--count": count != "1" and count, "--to": to_form, "--show-nodes": show_nodes,
            "--dimacs": dimacs, "--solver": solver, "--stats": stats,
        }  # fmt: skip
        for name in filter(plain.get, plain):
            raise ConfigError(
                f"expected no {name} with --explain-ambiguity, which writes its own JSON; "
                f"run solve again for {name}"
            )
        if pictures_folder is None and (picture_formats or picture_theme):
            raise ConfigError(
                "expected --out DIR with --format or --theme: without it no picture is drawn"
            )
    for name in filter(look.get, () if explain_ambiguity else look):
        raise ConfigError(
            f"expected --explain-ambiguity with {name}, an option of its pictures; "
            "puzzlepress render draws puzzles and solutions"
        )
    limit = parse_count(count)
    settings = parse_settings(parts or [])
    is_terminal = output == "-" and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    options = AnswerOptions(
        form=to_form,
        limit=limit or 1,
        solver=solver,
        limits=limits,
        is_coloured=is_terminal if colour is None else colour,
        has_nodes=show_nodes,
        dimacs=dimacs,
        stats=stats,
    )
    with make_workers(jobs) as workers:
        records = import_records(source, from_format, rule, settings=settings)
        tally: Tally | ExplainTally
        if explain_ambiguity:
            from pipeline.stages.explain import write_explanations
            from pipeline.stages.render import RenderOptions

            drawn = RenderOptions(
                formats=tuple(dict.fromkeys(picture_formats or ["png"])),
                theme=picture_theme or "mono",
            )
            tally = write_explanations(records, output, pictures_folder, drawn, limits, workers)
        elif limit is None:
            tally = write_counts(records, output, options, workers)
        else:
            tally = write_answers(records, output, options, workers)
    say(tally.sentence())
    if tally.undecided:
        raise typer.Exit(FAILURE)
