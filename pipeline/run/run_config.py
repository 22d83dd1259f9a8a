"""Run: a configuration to a folder with records, pictures, a book and a manifest.

Candidates are made in rounds (see `pipeline.run.plan`), each made, proved and graded in one task,
and are on file before the next step builds on them. A run that was killed makes the same rounds
again, finds what is on file, and goes on. Of several volumes each has a folder of its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from operator import call
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from pipeline import __version__
from pipeline.config.fields import require_volume
from pipeline.config.run_settings import RunConfig, resolved
from pipeline.kinds import get_kind
from pipeline.library import board_key
from pipeline.model import ConfigError, JsonObject, Record, StoreError, canonical_json
from pipeline.run.candidates import make_candidates
from pipeline.run.execution import Machines, Workers, compile_kernels
from pipeline.run.page_estimate import fill_sections, plan_book
from pipeline.run.plan import Plan, make_plan
from pipeline.run.progress import Reporter
from pipeline.run.puzzle_list import number_puzzles, write_puzzle_lists
from pipeline.run.series import (
    count_recorded,
    extend,
    freeze,
    give_taken_to_plan,
    name_volume,
    next_number,
    number_in,
    record_volume,
    require_same,
    volume_config,
)
from pipeline.stages.books.book import BookResult, write_book_file
from pipeline.stages.books.selection import Selection
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.stages.render import RenderOptions, draw_missing, missing_pictures
from pipeline.stages.verify import require_true, verdict_problems
from pipeline.store.candidate import record_key
from pipeline.store.files import make_folder
from pipeline.store.manifest import write_manifest
from pipeline.store.run_folder import (
    BOOK,
    GRADED,
    IMAGES,
    MANIFEST,
    RunFolder,
    holds_run,
    open_run_folder,
    read_fingerprint,
)

STAGES: Final = ("puzzles", "book", "render")
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
    keys: list[str]
    """The boards that were chosen, as the library names them."""
    selection: Selection
    notes: list[str] = field(default_factory=list)
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
        return [*lines, *self.notes, f"run: everything is in {self.folder} ({total:.0f} s)"]


class _Clock:
    """Seconds spent in each stage: for the manifest's times and nothing else."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        start, others = perf_counter(), sum(self.seconds.values())
        try:
            yield
        finally:  # what another stage took meanwhile is that one's
            spent = perf_counter() - start - (sum(self.seconds.values()) - others)
            self.seconds[stage] = round(self.seconds.get(stage, 0.0) + spent, 3)


def run_config(
    config: RunConfig,
    folder: Path,
    workers: Workers,
    *,
    is_fresh: bool = False,
    reporter: Reporter | None = None,
    machines: Machines | None = None,
    finish: Callable[[RunConfig, Selection], None] | None = None,
) -> list[RunResult]:
    """Return the results of a run, one for each volume, after making or completing its folder.

    An interrupted run of the same configuration in the folder is completed; with ``is_fresh`` an
    older run is set aside and started again under its number. A volume that the library records is
    never replaced, which is checked before anything is written. The bytes are the same for any
    number of workers. ``machines`` is where candidates are made if not by these: on other machines,
    say. ``finish`` writes what else is made of the chosen puzzles, before the manifest lists it.
    `ConfigError` if the folder belongs to another configuration, or something cannot be typeset.
    `StoreError` if a file cannot be written.
    """
    config = fill_sections(config)
    if config.series is None:
        config = require_volume(config, None)
    results: list[RunResult] = []
    folders = volume_folders(config, folder)
    recorded = _require_unrecorded(config, folders, is_fresh)
    for index, own in enumerate(folders):
        made = _run_volume(
            volume_config(config, index),
            own,
            _Team(workers, machines or workers, reporter or Reporter(), finish),
            is_fresh and own not in recorded,
            [result.keys for result in results],
        )
        results.append(made)
        if made.shortfalls:
            break
    return results


def _require_unrecorded(config: RunConfig, folders: Sequence[Path], is_fresh: bool) -> set[Path]:
    """Return the folders whose volume is recorded in the library, all of which stay as they are.

    `ConfigError` if a configuration would change one of them, or ``is_fresh`` and there are no
    others to start again.
    """
    begun = [number for number, one in enumerate(folders) if holds_run(one)]
    counts = {number: count_recorded(config.series, folders[number]) for number in begun}
    recorded = [number for number in begun if counts[number]]
    if is_fresh and recorded == begun != []:
        raise _recorded_error(config, folders[begun[0]], counts[begun[0]], "--fresh")
    for number in recorded:
        if read_fingerprint(folders[number]) != fingerprint(volume_config(config, number)):
            found = "another configuration"
            raise _recorded_error(config, folders[number], counts[number], found)
    return {folders[number] for number in recorded}


def _recorded_error(config: RunConfig, folder: Path, count: int, found: str) -> ConfigError:
    assert config.series is not None
    name, number = config.series.name, number_in(folder)
    return ConfigError(
        f"{folder}: expected a volume that is not recorded, found {found} for volume {number} of "
        f"{name!r}, which the library records with {count} puzzles and which is never replaced; "
        "choose another folder with --out for the next volume, go back to the configuration that "
        "made this one, or, if it never appeared, take it back with puzzlepress library release "
        f"--series {name!r} --volume {number}"
    )


def volume_folders(config: RunConfig, folder: Path) -> list[Path]:
    """Return the folder of each volume: the run's own where it makes no more than one.

    They are named by the numbers of the volumes in their series. Where the library numbers them,
    those that the run has begun come first.
    """
    series = config.series
    if series is None or not series.volumes:
        return [folder]
    begun: list[Path] = []
    if series.library is not None and series.volume is None:
        named = (path for path in folder.glob("volume-*") if path.name[7:].isdecimal())
        begun = [path for path in named if holds_run(path)]  # not those that were set aside
        begun.sort(key=lambda path: int(path.name.rpartition("-")[2]))
    first, count = next_number(series), series.volumes - len(begun)
    digits = len(str(first + count - 1))
    return [*begun, *(folder / f"volume-{first + k:0{digits}}" for k in range(count))]


@dataclass(frozen=True, slots=True)
class _Team:
    """Who does the work of a run, who makes its candidates, and who is told of it."""

    workers: Workers
    machines: Machines
    reporter: Reporter
    finish: Callable[[RunConfig, Selection], None] | None = None


def _run_volume(
    config: RunConfig, folder: Path, team: _Team, is_fresh: bool, earlier: list[list[str]]
) -> RunResult:
    clock = _Clock()
    plan = make_plan(config)
    is_new = is_fresh or not holds_run(folder)
    if is_new and config.series is not None:
        require_same(config.series, plan)
    again = number_in(folder) if is_fresh else None

    def prepare() -> None:
        with clock.timing("compile"):
            compile_kernels((pool.order.kind_id for pool in plan.pools), team.workers)
        if config.book.has_pdf:
            with clock.timing("page plan"):
                plan_book(config, plan)  # what cannot be printed is refused before it is made

    if is_new:
        prepare()  # what is refused leaves no folder behind
    kept = 0

    def is_extended(before: str) -> bool:
        nonlocal kept
        kept = asks_for_more(before, config)
        return kept > 0

    with open_run_folder(folder, fingerprint(config), is_fresh, is_extended) as space:
        frozen = None
        if config.series is not None:
            frozen = freeze(config.series, plan, folder, earlier, again=again)
            if kept:
                frozen = extend(config.series, make_plan(config), folder, frozen)
            config = name_volume(config, frozen.number)
            plan = Plan(plan.pools, frozen.excluded)
            give_taken_to_plan(plan, frozen)
            require_true((record for _, _, record in frozen.taken), team.workers)

        with clock.timing("puzzles"):
            titles = [section.title for section in config.sections]
            make_candidates(
                plan, space, team.machines, team.reporter, asks_confirmed=config.book.confirmed,
                titles=titles, prepare=None if is_new else prepare,
            )  # fmt: skip
        if not plan.selection.shortfalls():
            _require_whole(plan, space)
        result = _finish(config, plan, space, team, clock)
        if kept:
            result.notes.append(
                f"the run was extended: {kept} puzzles that were asked for before are kept, and "
                f"{len(result.keys) - kept} are new; numbers and pages may have changed"
            )
        if team.finish is not None and not result.shortfalls:
            team.finish(config, result.selection)
        if frozen is not None and not result.shortfalls:
            note = record_volume(config, frozen, plan, result.book)
            result.notes += [note] if note else []
        result.seconds = clock.seconds
        result.damages = space.damages()
        write_manifest(
            folder / MANIFEST,
            config=resolved(config, folder),
            kinds={pool.order.kind_id: get_kind(pool.order.kind_id).version for pool in plan.pools},
            counts=result.counts,
            times=clock.seconds,
        )
    return result


def fingerprint(config: RunConfig) -> str:
    """Return the text that decides a run's records and pictures; typesetting is not in it."""
    return canonical_json(
        {
            "candidates": _origin(config),
            "images": [*PICTURES.formats, PICTURES.theme, str(PICTURES.size_mm), PICTURES.dpi],
            "series": config.series and config.series.describe(),
            "sections": [
                [
                    pool.order.key(),
                    [[want.band, want.count, want.grades.describe()] for want in pool.demands],
                ]
                for pool in make_plan(config).pools
            ],
        }
    )


def asks_for_more(before: str, config: RunConfig) -> int:
    """Return how many puzzles an older run asked for, where this one asks for all these and more.

    0 where it is another run. ``before`` is the older one's fingerprint. What is on file of the
    older run is then of use: a candidate follows from its order and its index alone.
    """
    try:
        old, new = json.loads(before), json.loads(fingerprint(config))
        wanted, offered = (_demands(one.pop("sections")) for one in (old, new))
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0  # of a version that wrote it otherwise
    return wanted.total() if old == new and wanted <= offered else 0


def _demands(pools: list[Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    for order, demands in pools:
        for band, count, grades in demands:
            found[canonical_json([order, band, grades])] += count
    return found


def _origin(config: RunConfig) -> JsonObject:
    """Return what decides a candidate beside its order and its index."""
    return {
        "puzzlepress": __version__,
        "seed": config.seed,
        "author": config.book.author,
        "licence": config.book.licence,
        "confirmed": config.book.confirmed,
        "kinds": {s.kind: get_kind(s.kind).version for s in config.sections},
    }


def _finish(
    config: RunConfig, plan: Plan, space: RunFolder, team: _Team, clock: _Clock
) -> RunResult:
    """Draw what the configuration asks for, typeset the book beside it, and list what is printed.

    Without a section's puzzles there is no book.
    """
    missing = {config.sections[n].title: count for n, count in plan.selection.shortfalls().items()}
    chosen = [plan.selection.section_records(number) for number in range(len(config.sections))]
    puzzles = number_puzzles([section.title for section in config.sections], chosen)
    if config.pictures == "all":
        puzzles = [puzzle._replace(name=puzzle.record.id) for puzzle in puzzles]
    named = {
        "printed": [(puzzle.name, puzzle.record) for puzzle in puzzles],
        "all": [(record.id, record) for record in space.graded.entries],
        "none": [],
    }[config.pictures]
    if named:
        make_folder(space.folder / IMAGES, follow=False)
        for path in space.foreign_pictures():
            path.unlink()
    folder = space.folder / IMAGES
    draw = partial(draw_missing, folder=folder, options=PICTURES)
    tasks: list[tuple[str, Callable[[], Any]]] = [
        ("render", partial(draw, one)) for one in named if missing_pictures(one, folder, PICTURES)
    ]
    if config.book.has_pdf and not missing:
        path = space.folder / BOOK
        task = partial(write_book_file, config, plan.selection, path, follow=False)
        tasks.insert(0, ("book", task))  # the longest first
    for stage, _ in tasks:
        team.reporter.expect(stage, 1)
    bound = None
    with clock.timing("pictures and book"):
        work = [task for _, task in tasks]
        for (stage, _), made in zip(tasks, team.workers(call, work), strict=True):
            if stage == "book":
                bound = made
            else:
                space.note_pictures(made)
            team.reporter.advance(stage)
    space.settle_pictures()
    write_puzzle_lists(
        space.folder,
        puzzles,
        () if bound is None else bound.placements,
        PICTURES if config.pictures != "none" else None,
        IMAGES,
    )
    counts = _counts(config, plan, space, chosen)
    keys = [board_key(record) for records in chosen for record in records]
    return RunResult(space.folder, bound, missing, counts, keys, plan.selection)


def _require_whole(plan: Plan, space: RunFolder) -> None:
    """Refuse a record that breaks its rules, or is another than in the stages before."""
    for demand in plan.selection.demands:
        for record in demand.taken:
            puzzle = require_right(read_puzzle(record))
            key = record_key(record)
            if space.graded.get(key) != record:
                continue  # it is the library's
            made, proved = space.generated.get(key), space.accepted.get(key)
            is_whole = (
                made is not None
                and proved is not None
                and made.puzzle == proved.puzzle == record.puzzle
                and proved.verdict == record.verdict
                and not verdict_problems(puzzle)
                and puzzle.solution is not None
            )
            if not is_whole:
                raise StoreError(
                    f"{space.folder / GRADED}: the record {record.id} is not the one that was "
                    "generated and proved; start anew with --fresh"
                )


def _counts(
    config: RunConfig, plan: Plan, space: RunFolder, chosen: Sequence[Sequence[Record]]
) -> JsonObject:
    rejected = Counter(str(record.verdict.status) for record in space.rejected.entries)
    graded = space.graded.entries
    return {
        "asked": sum(sum(section.counts) for section in config.sections),
        "tried": sum(pool.tried for pool in plan.pools),
        "generated": len(space.generated.entries),
        "failed": sum(pool.failed for pool in plan.pools),
        "rejected": dict(sorted(rejected.items())),
        "unique": len(space.accepted.entries),
        "graded": dict(sorted(Counter(str(r.grade.band) for r in graded if r.grade).items())),
        "duplicates": plan.selection.duplicates,
        "repeats": plan.repeats,
        "surplus": plan.selection.surplus,
        "printed": sum(map(len, chosen)),
        "sections": [
            {"title": section.title, "asked": sum(section.counts), "printed": len(records)}
            for section, records in zip(config.sections, chosen, strict=True)
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
