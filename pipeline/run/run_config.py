"""Run: a configuration to a folder with records, pictures, a book and a manifest.

The chain in rounds (see `pipeline.run.plan`), every record on file before the next step builds
on it. A run that was killed makes the same rounds again, finds what is on file, and goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from pipeline import __version__
from pipeline.config.run_settings import RunConfig, resolved
from pipeline.config.setting_files import read_params
from pipeline.kinds import get_kind
from pipeline.model import Credit, JsonObject, Record, StoreError, canonical_json
from pipeline.run.execution import Workers
from pipeline.run.page_plan import plan_book
from pipeline.run.plan import CandidatePool, Plan
from pipeline.run.progress import Reporter, Silent, watched
from pipeline.run.puzzle_list import Numbered, number_puzzles, write_puzzle_lists
from pipeline.stages.book import (
    BookResult,
    write_book_file,
)
from pipeline.stages.filter import filter_records, is_accepted, is_confirmed
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.render import RenderOptions, render_named
from pipeline.stages.selection import Demand, Selection
from pipeline.stages.verify import verdict_problems
from pipeline.store.files import make_folder
from pipeline.store.manifest import find_changed, write_manifest
from pipeline.store.run_folder import (
    BOOK,
    GRADED,
    IMAGES,
    MANIFEST,
    RunFolder,
    StageLog,
    open_run_folder,
    record_key,
)

STAGES: Final = ("generate", "filter", "grade", "render", "book")
"""Stages of a run, in order: one progress bar each."""

PICTURES: Final = RenderOptions(formats=("png", "svg", "gif"), has_solution=True)
"""How a run draws its pictures; ``puzzlepress render`` draws the same records otherwise."""


@dataclass(slots=True)
class RunResult:
    """What a run made: files, counts, and what is short."""

    folder: Path
    book: BookResult | None
    shortfalls: Mapping[str, int]
    counts: JsonObject
    selection: Selection
    seconds: dict[str, float] = field(default_factory=dict)
    damages: list[str] = field(default_factory=list)

    def summary(self) -> list[str]:
        """Return what to tell the user at the end."""
        return [*(f"warning: {text}" for text in self.damages), *self._outcome()]

    def _outcome(self) -> list[str]:
        if self.shortfalls:
            short = [f"section {title!r} lacks {n}" for title, n in self.shortfalls.items()]
            return [
                f"too few puzzles: {'; '.join(short)}. No book was made; what was made is in "
                f"{self.folder}. Ask for fewer, another size or another band, or widen the "
                "section's set table"
            ]
        lines = [] if self.book is None else self.book.summary()
        total = sum(self.seconds.values())
        return [*lines, f"run: everything is in {self.folder} ({total:.0f} s)"]


class Clock:
    """Seconds spent in each stage: for the manifest's times and nothing else."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        """Add the time of what is done inside to a stage."""
        start = perf_counter()
        try:
            yield
        finally:
            spent = self.seconds.get(stage, 0.0) + perf_counter() - start
            self.seconds[stage] = round(spent, 3)


def run_config(
    config: RunConfig,
    folder: Path,
    workers: Workers,
    *,
    is_fresh: bool = False,
    reporter: Reporter | None = None,
) -> RunResult:
    """Return the result of a run after making, or completing, everything in its folder.

    Parameters
    ----------
    config : RunConfig
        What to make.
    folder : Path
        Where; an interrupted run of the same configuration in it is completed.
    workers : Workers
        Where the work is done; the bytes are the same for any number.
    is_fresh : bool
        Whether an older run in the folder is set aside.
    reporter : Reporter or None
        Who is told of progress.

    Raises
    ------
    ConfigError
        If the folder belongs to another configuration, or something cannot be typeset.
    StoreError
        If a file cannot be written.
    """
    reporter = reporter or Silent()
    clock = Clock()
    plan = make_plan(config)
    with open_run_folder(folder, fingerprint(config), is_fresh) as space:
        with clock.timing("compile"):
            for kind_id in dict.fromkeys(pool.order.kind_id for pool in plan.pools):
                get_kind(kind_id).warm_up()
        if config.has_pdf:
            plan_book(config, plan)  # what cannot be printed is refused before it is made
        for _ in make_rounds(plan, space, workers, reporter, clock, config.asks_confirmed):
            pass
        puzzles = number_puzzles(
            [section.title for section in config.sections],
            [plan.selection.section_records(n) for n in range(len(config.sections))],
        )
        with clock.timing("render"):
            _draw(config, puzzles, space, workers, reporter)
        result = _bind(config, plan, space, reporter, clock)
        write_puzzle_lists(
            folder, puzzles, () if result.book is None else result.book.placements,
            PICTURES if config.pictures == "printed" else None, IMAGES,
        )  # fmt: skip
        result.seconds = clock.seconds
        result.damages = space.damages()
        write_manifest(
            folder / MANIFEST,
            config=resolved(config),
            kinds={pool.order.kind_id: get_kind(pool.order.kind_id).version for pool in plan.pools},
            counts=result.counts,
            times=clock.seconds,
        )
    return result


def make_rounds(
    plan: Plan,
    space: RunFolder,
    workers: Workers,
    reporter: Reporter,
    clock: Clock,
    asks_confirmed: bool = False,
) -> Iterator[None]:
    """Make, prove and grade candidates until the plan has what it wants, or gives up.

    Yields after each round; every record is on file by then.
    """
    while work := plan.next_round():
        _make_round(plan, work, space, workers, reporter, clock, asks_confirmed)
        yield


def make_plan(config: RunConfig) -> Plan:
    """Return the plan of a configuration: one pool for each different order.

    Raises
    ------
    ConfigError
        If a section asks for something that its kind cannot make.
    """
    credit = Credit(
        author=config.book.author or config.book.publisher or None,
        licence=config.book.licence or None,
    )
    pools: dict[str, CandidatePool] = {}
    for number, section in enumerate(config.sections):
        kind = get_kind(section.kind)
        for (rows, cols), count in zip(section.sizes, section.counts, strict=True):
            params = read_params(kind, rows, cols, section.rule, section.settings, config.folder)
            order = GeneratorOrder(section.kind, params, config.seed, credit)
            pool = pools.setdefault(order.key(), CandidatePool(order, []))
            pool.demands.append(Demand(number, section.band, count))
    return Plan(pools.values())


def fingerprint(config: RunConfig) -> str:
    """Return the text that decides a run's records and pictures; typesetting is not in it."""
    return canonical_json(
        {
            "puzzlepress": __version__,
            "seed": config.seed,
            "author": config.book.author,
            "licence": config.book.licence,
            "confirmed": config.asks_confirmed,
            "images": [*PICTURES.formats, PICTURES.theme, str(PICTURES.size_mm), PICTURES.dpi],
            "sections": [
                {"order": pool.order.key(), "wants": [[w.band, w.count] for w in pool.demands]}
                for pool in make_plan(config).pools
            ],
            "kinds": {s.kind: get_kind(s.kind).version for s in config.sections},
        }
    )


def _make_round(
    plan: Plan,
    work: list[tuple[CandidatePool, int]],
    space: RunFolder,
    workers: Workers,
    reporter: Reporter,
    clock: Clock,
    asks_confirmed: bool,
) -> None:
    """Generate, prove and grade one round's candidates, and offer them to the sections."""

    def is_good(record: Record) -> bool:
        return is_accepted(record) and (is_confirmed(record) or not asks_confirmed)

    with clock.timing("generate"):
        made = _generate(work, space.generated, workers, reporter)
    candidates = [record for record in made if record is not None]
    for (pool, _), record in zip(work, made, strict=True):
        pool.failed += record is None
    with clock.timing("filter"):
        proved = _through(
            candidates,
            space.proved,
            partial(filter_records, mapper=workers),
            "filter",
            reporter,
            log_of=lambda record: 0 if is_good(record) else 1,
        )
    with clock.timing("grade"):
        graded = _through(
            [record for record in proved if is_good(record)],
            space.graded,
            partial(grade_records, mapper=workers),
            "grade",
            reporter,
        )
    pools = {pool.order.key(): pool for pool, _ in work}
    for record in graded:
        plan.offer(pools[record_key(record)[0]], record)


def _generate(
    work: list[tuple[CandidatePool, int]], log: StageLog, workers: Workers, reporter: Reporter
) -> list[Record | None]:
    reporter.expect("generate", len(work))
    made = {key: log.get(key) for key in ((pool.order.key(), index) for pool, index in work)}
    todo = [(pool.order, index) for pool, index in work if made[pool.order.key(), index] is None]
    for _ in range(len(work) - len(todo)):
        reporter.advance("generate")
    results = watched(generate_records(todo, workers), "generate", reporter)
    for (order, index), record in zip(todo, results, strict=True):
        if record is not None:
            log.add(record)
            made[order.key(), index] = record
    return list(made.values())


def _through(
    records: list[Record],
    log: StageLog,
    stage_function: Callable[[Iterable[Record]], Iterator[Record]],
    stage: str,
    reporter: Reporter,
    log_of: Callable[[Record], int] = lambda record: 0,
) -> list[Record]:
    """Return the records after a stage, taking from its log those that are on file already."""
    reporter.expect(stage, len(records))
    done = {record_key(record): log.get(record_key(record)) for record in records}
    todo = [record for record in records if done[record_key(record)] is None]
    for _ in range(len(records) - len(todo)):
        reporter.advance(stage)
    for record in watched(stage_function(todo), stage, reporter):
        log.add(record, log_of(record))
        done[record_key(record)] = record
    return [record for record in done.values() if record is not None]


def _draw(
    config: RunConfig,
    puzzles: list[Numbered],
    space: RunFolder,
    workers: Workers,
    reporter: Reporter,
) -> None:
    """Draw the pictures that the configuration asks for; changed ones are drawn anew."""
    named = {
        "printed": [(puzzle.name, puzzle.record) for puzzle in puzzles],
        "all": [(record.id, record) for record in space.graded.records()],
        "none": [],
    }[config.pictures]
    reporter.expect("render", len(named))
    if named:
        make_folder(space.folder / IMAGES, follow=False)
        for path in find_changed(space.folder / MANIFEST, IMAGES):
            path.unlink()
        drawn = render_named(named, space.folder / IMAGES, PICTURES, workers)
        for _ in watched(drawn, "render", reporter):
            pass


def _require_whole(plan: Plan, space: RunFolder) -> None:
    """Refuse a record that breaks its rules, or is another than in the stages before."""
    for demand in plan.selection.demands:
        for record in demand.taken:
            puzzle = read_puzzle(record)
            key = record_key(record)
            made, proved = space.generated.get(key), space.proved.get(key)
            is_whole = (
                made is not None
                and proved is not None
                and made.puzzle == proved.puzzle == record.puzzle
                and proved.verdict == record.verdict
                and not verdict_problems(puzzle)
                and puzzle.solution is not None
                and not puzzle.kind.check(puzzle.clues, puzzle.solution)
            )
            if not is_whole:
                raise StoreError(
                    f"{space.folder / GRADED}: the record {record.id} is not the one that was "
                    "generated and proved; start anew with --fresh"
                )


def _bind(
    config: RunConfig, plan: Plan, space: RunFolder, reporter: Reporter, clock: Clock
) -> RunResult:
    """Typeset the book if every section has its puzzles, and count."""
    missing = {config.sections[n].title: count for n, count in plan.selection.shortfalls().items()}
    bound = None
    if config.has_pdf:
        reporter.expect("book", 1)
        if not missing:
            with clock.timing("book"):
                _require_whole(plan, space)
                bound = write_book_file(config, plan.selection, space.folder / BOOK, follow=False)
            reporter.advance("book")
    return RunResult(space.folder, bound, missing, _counts(config, plan, space), plan.selection)


def _counts(config: RunConfig, plan: Plan, space: RunFolder) -> JsonObject:
    rejected = Counter(str(record.verdict.status) for record in space.proved.records(1))
    graded = space.graded.records()
    return {
        "asked": sum(sum(section.counts) for section in config.sections),
        "tried": sum(pool.tried for pool in plan.pools),
        "generated": len(space.generated.records()),
        "failed": sum(pool.failed for pool in plan.pools),
        "rejected": dict(sorted(rejected.items())),
        "unique": len(space.proved.records(0)),
        "graded": dict(sorted(Counter(str(r.grade.band) for r in graded if r.grade).items())),
        "duplicates": plan.selection.duplicates,
        "surplus": plan.selection.surplus,
        "printed": sum(
            len(plan.selection.section_records(number)) for number in range(len(config.sections))
        ),
        "sections": [
            {
                "title": section.title,
                "asked": sum(section.counts),
                "printed": len(plan.selection.section_records(number)),
            }
            for number, section in enumerate(config.sections)
        ],
        "pools": [
            {
                "params": get_kind(pool.order.kind_id).describe_params(pool.order.params),
                "tried": pool.tried,
                "failed": pool.failed,
                "bands": {str(band): n for band, n in sorted(pool.graded.items())},
            }
            for pool in plan.pools
        ],
    }
