"""The puzzlepress command line: parse, call one stage, report. Nothing about puzzles.

Everything heavy is imported inside the commands, so that ``--help`` answers at once. Data goes to
standard output, progress and words to standard error. Exit codes: 0 done, 1 failure, 2 usage or
bad input, 3 a check failed, 4 fewer puzzles than asked for.
"""

from __future__ import annotations

import gc
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands import books, library, machines, solving
from pipeline.commands.options import (
    BAD_INPUT,
    FAILURE,
    TOO_FEW,
    Conflicts,
    From,
    Jobs,
    Nodes,
    Output,
    Rule,
    Settings,
    Source,
    make_workers,
    say,
    whole,
)
from pipeline.kinds import KINDS
from pipeline.model import PipelineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.model import Record

app = typer.Typer(
    name="puzzlepress",
    help="Generate puzzles, prove them unique, grade them and typeset them as a book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="The run's configuration.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder (default: output/NAME).")
    ] = None,
    jobs: Jobs = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Set an older run in the folder aside and start anew.")
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, or local:N."),
    ] = None,
) -> None:
    """Make a book: generate, prove, grade, draw, typeset. Resumes where it was stopped.

    Example: puzzlepress run configs/sampler.toml
    """
    from pipeline.run.cluster import Cluster
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES, run_config
    from pipeline.stages.book import load_book_config

    settings = load_book_config(config)
    folder = out or Path("output") / config.stem
    with make_workers(jobs) as workers, Bars(STAGES) as bars:
        kinds = dict.fromkeys(section.kind for section in settings.sections)
        maker = None if cluster is None else Cluster(cluster, list(kinds), bars.say)
        with maker or nullcontext():
            results = run_config(
                settings, folder, workers, is_fresh=fresh, reporter=bars, maker=maker
            )
    for line in (line for result in results for line in result.summary()):
        say(line)
    if results[-1].shortfalls:
        raise typer.Exit(TOO_FEW)


@app.command()
def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of: {', '.join(KINDS)}.")],
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Columns x rows.")],
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", parser=whole, help="Equal seed, equal puzzles.")
    ],
    count: Annotated[int, typer.Option("--count", metavar="N", parser=whole, help="How many.")] = 1,
    rule: Rule = None,
    options: Settings = None,
    author: Annotated[str | None, typer.Option("--author", help="Credit of the puzzles.")] = None,
    licence: Annotated[
        str | None, typer.Option("--licence", help="Licence of the puzzles.")
    ] = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Generate puzzles; each follows from the seed and its number alone.

    Example: puzzlepress generate numberlink --size 10x10 --count 20 --seed 7
    """
    from pipeline.config.setting_files import read_params
    from pipeline.kinds import get_kind
    from pipeline.model import ConfigError, Credit
    from pipeline.stages.arguments import parse_settings, parse_size
    from pipeline.stages.generate import Order, generate_records

    if count < 1:
        raise ConfigError(f"expected --count to be at least 1, found {count}")
    rows, cols = parse_size(size)
    params = read_params(get_kind(kind), rows, cols, rule, parse_settings(options or []))
    credit = Credit(author=author, licence=licence) if author or licence else None
    order = Order(kind, params, seed, credit)
    with make_workers(jobs) as workers:
        made = generate_records(((order, index) for index in range(count)), workers)
        written = _write(
            (record for record in made if record is not None), output, "generate", count
        )
    if written < count:
        say(
            f"generated {written} of {count}: the other tries spent their budget; "
            "ask for less with --set, or for another size"
        )
        raise typer.Exit(TOO_FEW)


@app.command("filter")
def filter_(
    source: Source = "-",
    rule: Rule = None,
    rejected: Annotated[
        str | None, typer.Option("--rejected", metavar="FILE", help="Where the others go.")
    ] = None,
    rule_profile: Annotated[
        bool,
        typer.Option(
            "--rule-profile", "--certificates", help="Say under which other rules each is unique."
        ),
    ] = False,
    proof: Annotated[
        Path | None,
        typer.Option("--proof", metavar="DIR", help="Write a CNF and a DRUP proof for each."),
    ] = None,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Keep the puzzles that are proved to have exactly one solution.

    With --proof, exit code 1 says that a proof was not found within the budget.

    Example: puzzlepress filter puzzles.jsonl --rule cover --rejected rejected.jsonl -o unique.jsonl
    Example: puzzlepress filter puzzles.jsonl --rule-profile --proof proofs -o unique.jsonl
    """
    from collections import Counter

    from pipeline.stages.arguments import make_budget
    from pipeline.stages.filter import filter_records, keep_accepted
    from pipeline.stages.proofs import write_proofs
    from pipeline.stages.rule_profile import add_rule_profiles, count_strongest
    from pipeline.store.jsonl import read_records

    tally: Counter[str] = Counter()
    strongest: Counter[str] = Counter()
    lacking: list[str] = []
    budget = make_budget(nodes, conflicts)
    with make_workers(jobs) as workers:
        proved = filter_records(read_records(source), rule, budget, workers)
        if rule_profile:
            proved = count_strongest(add_rule_profiles(proved, budget, workers), strongest)
        kept = keep_accepted(proved, rejected, tally)
        if proof is not None:
            kept = write_proofs(kept, proof, budget.conflicts, lacking, workers)
        _write(kept, output, "filter")
    say("filter: " + ", ".join(f"{tally[name]} {name}" for name in sorted(tally)))
    if rule_profile:
        counts = (f"{strongest[name]} {name}" for name in sorted(strongest))
        say("strongest rule of uniqueness: " + ", ".join(counts))
    for sentence in lacking:
        say(f"filter: {sentence}")
    if lacking:
        raise typer.Exit(FAILURE)


@app.command()
def grade(source: Source = "-", output: Output = "-", jobs: Jobs = 1) -> None:
    """Grade puzzles by the reference search: score, band, percentile within the size.

    Example: puzzlepress grade unique.jsonl -o graded.jsonl
    """
    from pipeline.stages.grade import grade_records
    from pipeline.store.jsonl import read_records

    with make_workers(jobs) as workers:
        _write(grade_records(read_records(source), mapper=workers), output, "grade")


@app.command()
def render(
    source: Source = "-",
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder for the pictures.")
    ] = Path(),
    formats: Annotated[
        list[str] | None, typer.Option("--format", help="png, svg, webp; may be given again.")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solutions too.")] = False,
    theme: Annotated[str, typer.Option("--theme", help="mono or colour.")] = "mono",
    size_mm: Annotated[float, typer.Option(help="Longest side of the board in mm.")] = 120.0,
    dpi: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Dots per inch of PNG and WebP.")
    ] = 300,
    cell_px: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole, help="Pixels per cell, instead of a size and dpi."),
    ] = None,
    credit: Annotated[bool, typer.Option("--credit", help="Print the credit underneath.")] = False,
    jobs: Jobs = 1,
) -> None:
    """Draw puzzles as PNG, SVG or WebP files named by their ids.

    Example: puzzlepress render graded.jsonl --out pictures --format png --format svg --solution
    """
    from pipeline.stages.render import RenderOptions, render_records
    from pipeline.store.jsonl import read_records

    options = RenderOptions(
        formats=tuple(dict.fromkeys(formats or ["png"])),
        theme=theme,
        size_mm=size_mm,
        dpi=dpi,
        cell_px=cell_px,
        has_solution=solution,
        has_credit=credit,
    )
    with make_workers(jobs) as workers:
        written = sum(render_records(read_records(source), out, options, workers))
    say(f"render: {written} files in {out}")


@app.command()
def book(
    config: Annotated[Path, typer.Option("--config", metavar="BOOK.toml", help="The book.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="BOOK.pdf", help="The PDF.")],
    source: Source = "-",
) -> None:
    """Typeset graded records as a book.

    Example: puzzlepress book graded.jsonl --config configs/sampler.toml -o book.pdf
    """
    from pipeline.stages.book import book_from_records, load_book_config
    from pipeline.store.jsonl import read_records

    result = book_from_records(read_records(source), load_book_config(config), output)
    for line in result.summary():
        say(line)
    if result.shortfalls:
        raise typer.Exit(TOO_FEW)


@app.command("import")
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
    _write(
        (
            record
            for source in sources
            for record in import_records(source, from_format, rule, given)
        ),
        output,
        "import",
    )


@app.command()
def export(
    source: Source = "-",
    to_format: Annotated[str, typer.Option("--to", metavar="FORMAT", help="Text form.")] = "jsonl",
    output: Output = "-",
) -> None:
    """Write records in a text form of the outside world.

    Example: puzzlepress export graded.jsonl --to grid-stream -o puzzles.txt
    """
    from pipeline.stages.exchange import export_text
    from pipeline.store.files import write_output
    from pipeline.store.jsonl import read_records

    write_output(output, export_text(read_records(source), to_format))


app.command()(solving.solve)
app.command()(books.verify)
app.command()(books.preflight)
app.command()(books.cover)
app.add_typer(library.app)
app.command()(machines.work)
app.command()(machines.adopt)


@app.command()
def report(
    source: Source = "-",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder.")] = Path("report"),
) -> None:
    """Write a CSV and plots of a collection's difficulty.

    Example: puzzlepress report graded.jsonl --out report
    """
    from pipeline.stages.report import write_report
    from pipeline.store.jsonl import read_records

    for path in write_report(read_records(source), out):
        say(f"report: {path}")


def _write(records: Iterable[Record], output: str, stage: str, total: int | None = None) -> int:
    """Write records with a progress bar, and return how many there were."""
    from pipeline.run.progress import Bars, watched
    from pipeline.store.jsonl import write_records

    with Bars([stage]) as bars:
        if total is not None:
            bars.expect(stage, total)
        return write_records(watched(records, stage, bars), output)


def main() -> None:
    """Run the command line; what a user can cause ends in one message and exit code 2."""
    # Importing makes many objects and no garbage: collecting them costs a tenth of a short run.
    gc.set_threshold(100_000, 20, 20)
    try:
        app()
    except PipelineError as error:
        say(f"puzzlepress: error: {error}")
        sys.exit(BAD_INPUT)


if __name__ == "__main__":
    main()
