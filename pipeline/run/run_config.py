"""Run: a configuration to a folder with records, pictures, puzzle lists, a book and a manifest.

Each candidate is made, proved and graded in one task and stored, so a killed run continues.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from operator import call
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Final, NamedTuple

from pipeline.book import PrintedPlace
from pipeline.config.run import RunConfig
from pipeline.config.run_settings import resolved
from pipeline.kinds import OWN, get_kind, kind_folders
from pipeline.model import Json, JsonObject, PipelineError, Record
from pipeline.run.candidates import make_candidates
from pipeline.run.choices import apply_choices
from pipeline.run.compiling import compile_kernels
from pipeline.run.execution import Machines, Workers
from pipeline.run.kind_changes import note_kinds
from pipeline.run.page_plan import plan_book
from pipeline.run.plan import Production, start_production
from pipeline.run.progress import Reporter
from pipeline.run.series import (
    name_volume,
    number_in,
    record_volume,
    require_same,
    settle_volume,
)
from pipeline.run.volumes import (
    PICTURES,
    VolumePlan,
    asks_for_more,
    plan_volumes,
    require_unrecorded,
)
from pipeline.stages.books.book import (
    BookResult,
    chosen_puzzles,
    missing_by_title,
    records_of,
    write_book_file,
)
from pipeline.stages.books.selection import Selected, Selection, brief_of
from pipeline.stages.books.verify_book import Listed, read_listed
from pipeline.stages.render import RenderOptions, draw_missing, missing_pictures, pictures_of
from pipeline.stages.verify import require_true
from pipeline.store.cells import write_csv_rows
from pipeline.store.files import make_folder, write_own
from pipeline.store.jsonl import StoredRecord
from pipeline.store.manifest import write_manifest
from pipeline.store.run_folder import (
    BOOK,
    IMAGES,
    LISTS,
    MANIFEST,
    RunFolder,
    open_run_folder,
    read_fingerprint,
    write_chosen,
)

PUZZLES_CSV, PUZZLES_JSON = LISTS


class Numbered(NamedTuple):
    """A chosen puzzle with its number in the book and the stem of its picture names."""

    number: int
    section: str
    record: Record
    name: str
    issue: int | None = None  # The sheet of the puzzle if there are several


def number_puzzles(titles: Sequence[str], chosen: Sequence[Sequence[Record]]) -> list[Numbered]:
    """Return the puzzles of all sections in print order, numbered from 1.

    Names of pictures sort in the order of the book: ``037-easy-8x8``.
    """
    pairs = [
        (title, record) for title, records in zip(titles, chosen, strict=True) for record in records
    ]
    digits = max(3, len(str(len(pairs))))
    numbered = []
    for number, (title, record) in enumerate(pairs, 1):
        band = f"{record.grade.band}-" if record.grade else ""
        name = f"{number:0{digits}}-{band}{_size(record)}"
        numbered.append(Numbered(number, title, record, name))
    return numbered


def write_puzzle_lists(
    folder: Path,
    puzzles: Sequence[Numbered],
    placements: Sequence[PrintedPlace],
    pictures: RenderOptions | None,
    drawn: str,
) -> None:
    """Write ``puzzles.csv`` and ``puzzles.json``: number, pages, dots, id, kind, size, band, files.

    The puzzles are in order of number; without a book there are no placements. ``pictures`` are the
    options of their pictures in the folder ``drawn``, None without pictures.
    """
    places = {place.number: place for place in placements}

    def rows() -> Iterator[dict[str, Json]]:
        for puzzle in puzzles:
            record = puzzle.record
            place = places.get(puzzle.number)
            shown = pictures_of(record, pictures) if pictures else []
            yield {
                **({} if puzzle.issue is None else {"issue": puzzle.issue}),
                "number": puzzle.number,
                "section": puzzle.section,
                "page": place and place.puzzle_page,
                "answer_page": place and place.answer_page,
                "dots": place and place.dots,
                "id": record.id,
                "kind": record.kind,
                "size": _size(record),
                "band": str(record.grade.band) if record.grade else None,
                "score": record.grade.score if record.grade else None,
                "files": [f"{drawn}/{puzzle.name}{picture.ending}" for picture in shown],
            }

    def write_json(file: BinaryIO) -> None:  # row by row, since its encoder makes many texts
        before = "["
        for row in rows():
            text = json.dumps([row], indent=1, ensure_ascii=False)
            file.write((before + text[1:-2]).encode())
            before = ","
        file.write(b"\n]\n" if puzzles else b"[]\n")

    write_own(folder, PUZZLES_JSON, write_json)
    table = io.StringIO()
    write_csv_rows(table, [list(next(rows(), {"number": None}))])
    write_csv_rows(table, ([_cell(value) for value in row.values()] for row in rows()))
    write_own(folder, PUZZLES_CSV, table.getvalue())


def _size(record: Record) -> str:
    return f"{record.puzzle['cols']}x{record.puzzle['rows']}"


def _cell(value: Json) -> Json:
    return " ".join(map(str, value)) if isinstance(value, list) else value


STAGES: Final = ("kernels", "puzzles", "book", "render")  # In order: a progress bar each


@dataclass(slots=True)
class RunResult:
    """The files and counts of a run, and its shortfalls."""

    folder: Path
    book: BookResult | None
    shortfalls: Mapping[str, int]
    counts: JsonObject
    keys: list[str]  # The keys of the chosen boards in the library
    selection: Selection
    notes: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    damages: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    """Why a section may have too few puzzles."""

    def summary(self) -> list[str]:
        """Return the messages for the user at the end."""
        lines = [f"warning: {text}" for text in self.damages]
        if self.shortfalls:
            short = [f"section {title!r} lacks {n}" for title, n in self.shortfalls.items()]
            return [
                *lines,
                f"too few puzzles: {'; '.join(short)}. No book was made; the other puzzles are in "
                f"{self.folder}. Ask for fewer, another size or another band, or widen the "
                "set table of the section",
                *self.hints,
            ]
        lines += [] if self.book is None else self.book.summary()
        total = sum(self.seconds.values())
        return [*lines, *self.notes, f"run: everything is in {self.folder} ({total:.0f} s)"]


class _Clock:
    """Seconds spent in each stage, for the manifest only."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        start, others = perf_counter(), sum(self.seconds.values())
        try:
            yield
        finally:  # without the time of stages within this one
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
    """Make or complete the folder of a run, and return a result for each volume.

    An interrupted run is resumed; with ``is_fresh`` an older run is set aside and started again. A
    volume that the library records is never replaced, which is checked first. ``machines`` make the
    candidates, by default the ``workers``; ``finish`` writes further files before the manifest.
    Raise `ConfigError` if the folder belongs to another configuration, or something cannot be
    typeset; `StoreError` if a file cannot be written.
    """
    plans = plan_volumes(config, folder)
    recorded = require_unrecorded(plans, is_fresh)
    team = _Team(workers, machines or workers, reporter or Reporter(), finish)
    results: list[RunResult] = []
    for plan in plans:
        starts_again = is_fresh and plan.folder not in recorded
        made = _make_volume(plan, team, starts_again, results)
        results.append(made)
        if made.shortfalls:
            break
    return results


@dataclass(frozen=True, slots=True)
class _Team:
    """The workers of a run, the machines for its candidates, and its callbacks."""

    workers: Workers
    machines: Machines
    reporter: Reporter
    finish: Callable[[RunConfig, Selection], None] | None = None


def _make_volume(
    plan: VolumePlan, team: _Team, is_fresh: bool, earlier: Sequence[RunResult]
) -> RunResult:
    """Make or complete one volume; ``earlier`` has the results of earlier volumes."""
    config, folder, clock = plan.config, plan.folder, _Clock()
    is_new = is_fresh or not plan.is_begun
    production = start_production(plan.wants, leave_out=config.leave_out)
    prepare = cache(partial(_prepare, plan, team.workers, team.reporter, clock))
    if is_new:
        require_same(config.series, production)
        prepare()  # before the folder is made, which it may refuse
    again = number_in(folder) if is_fresh else None
    kept = 0 if is_new else asks_for_more(read_fingerprint(folder), plan)
    with open_run_folder(folder, plan.fingerprint, is_fresh, is_extended=kept > 0) as space:
        before = [one.keys for one in earlier]
        frozen = settle_volume(
            config.series, production, folder, before, again=again, is_extended=kept > 0
        )
        config = name_volume(config, frozen.number)
        require_true((record for _, _, record in frozen.taken), team.workers)
        make = partial(
            make_candidates,
            space=space, machines=team.machines, reporter=team.reporter,
            asks_confirmed=config.book.confirmed,
            titles=config.titles,
            prepare=None if is_new else prepare,
        )  # fmt: skip
        notes: list[str] = []
        given: list[Record] = []
        with clock.timing("puzzles"):
            make(production)
            if not production.selection.shortfalls():
                notes, given = apply_choices(config, production, make)
        write_chosen(folder, given)
        result = _finish(config, production, space, team, clock)
        kinds = {section.kind for section in config.sections}
        result.notes += notes + note_kinds(folder, kinds, "add --fresh, or use another --out")
        if kept and len(result.keys) > kept:
            result.notes.append(
                f"the run was extended from {kept} to {len(result.keys)} puzzles; "
                "numbers and pages may have changed"
            )
        if not result.shortfalls:
            if team.finish is not None:
                team.finish(config, result.selection)
            note = record_volume(config, frozen, production, result.book)
            result.notes += [note] if note else []
        result.seconds = clock.seconds
        result.damages = space.damages()
        write_manifest(
            folder / MANIFEST,
            config=resolved(config, folder),
            kinds={kind: get_kind(kind).version for kind in sorted(kinds)},
            counts=result.counts,
            times=clock.seconds,
        )
    return result


def _prepare(plan: VolumePlan, workers: Workers, reporter: Reporter, clock: _Clock) -> None:
    """Compile the kernels; raise `ConfigError` or `RenderError` if the book cannot be printed."""
    config = plan.config
    with clock.timing("compile"):
        kinds = dict.fromkeys(section.kind for section in config.sections)
        compile_kernels(kinds, workers, reporter)
    if config.book.has_pdf:
        with clock.timing("page plan"):
            plan_book(config, plan.wants)


def _finish(
    config: RunConfig, production: Production, space: RunFolder, team: _Team, clock: _Clock
) -> RunResult:
    """Draw the pictures, typeset the book unless puzzles are missing, and write the lists."""
    selection = production.selection
    missing = missing_by_title(config, selection)
    chosen = chosen_puzzles(config, selection)
    puzzles = number_puzzles(config.titles, [[one.brief for one in some] for some in chosen])
    if config.pictures == "all":
        puzzles = [puzzle._replace(name=puzzle.record.id) for puzzle in puzzles]
    folder = space.folder / IMAGES
    if named := list(_pictured(config, puzzles, chosen, space)):
        make_folder(folder, follow=False)
        for path in (*space.foreign_pictures(), *_old_pictures(space.folder, puzzles)):
            path.unlink()
    tasks: list[tuple[str, Callable[[], Any]]] = [
        ("render", partial(_draw, name, source, folder))
        for name, record, source in named
        if missing_pictures((name, record), folder, PICTURES)
    ]
    if config.book.has_pdf and not missing:
        path = space.folder / BOOK
        tasks.insert(0, ("book", partial(_write_book, config, chosen, path)))  # the longest first
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
    counts = _counts(config, production, space, chosen)
    keys = [one.key for demand in selection.demands for one in demand.taken]
    hints = [*_implied_levels(config, missing)] if missing else []
    return RunResult(space.folder, bound, missing, counts, keys, production.selection, hints=hints)


def _pictured(
    config: RunConfig,
    puzzles: Sequence[Numbered],
    chosen: Sequence[Sequence[Selected]],
    space: RunFolder,
) -> Iterator[tuple[str, Record, Record | StoredRecord]]:
    """Yield the stem, the brief record and the source of each puzzle that has pictures."""
    if config.pictures == "printed":
        sources = (one.source for some in chosen for one in some)
        for puzzle, source in zip(puzzles, sources, strict=True):
            yield puzzle.name, puzzle.record, source
    elif config.pictures == "all":
        for stored in space.graded:
            record = stored.read()
            yield record.id, brief_of(record), stored


def _write_book(config: RunConfig, chosen: Sequence[Sequence[Selected]], path: Path) -> BookResult:
    return write_book_file(config, records_of(chosen), path, follow=False)


def _draw(name: str, source: Record | StoredRecord, folder: Path) -> list[tuple[str, str]]:
    record = source if isinstance(source, Record) else source.read()
    return draw_missing((name, record), folder, PICTURES)


def _implied_levels(config: RunConfig, missing: Container[str]) -> Iterator[str]:
    """Yield the sections with too few puzzles whose band implies a level, and how to allow more."""
    for title, section in zip(config.titles, config.sections, strict=True):
        if title in missing and (level := section.implied_level):
            foreign = kind_folders()[section.kind]
            own = f', or guessing = ["{section.band}"] under [bands] in {foreign.folder}/kind.toml'
            yield (
                f"section {title!r}: its band implies hardest = {level!r}, puzzles that need no "
                f"trial, of which there may be hardly any in the band {section.band}; allow others "
                f"with trials = true in the section{'' if foreign.source == OWN else own}"
            )


def _old_pictures(folder: Path, puzzles: Sequence[Numbered]) -> Iterator[Path]:
    """Yield the pictures whose number is that of another puzzle since the last run."""
    before: Mapping[int, Listed] = {}
    with suppress(PipelineError):  # a damaged list, which is written again
        before = read_listed(folder) or {}
    now = {puzzle.number: puzzle.record.id for puzzle in puzzles}
    for path in (folder / IMAGES).glob("[0-9]*-*"):
        number = path.name.partition("-")[0]
        old = before.get(int(number)) if number.isdecimal() else None
        if old is not None and old.record_id != now.get(int(number)):
            yield path


def _counts(
    config: RunConfig, production: Production, space: RunFolder, chosen: Sequence[Sequence[Any]]
) -> JsonObject:
    rejected = Counter(one["verdict"]["status"] for one in space.rejected.objects())
    bands = Counter(one["grade"]["band"] for one in space.graded.objects() if one["grade"])
    return {
        "asked": config.puzzles,
        "tried": sum(pool.tried for pool in production.pools),
        "generated": space.generated.count,
        "failed": sum(pool.failed for pool in production.pools),
        "rejected": dict(sorted(rejected.items())),
        "unique": space.accepted.count,
        "graded": dict(sorted(bands.items())),
        "duplicates": production.selection.duplicates,
        "repeats": production.repeats,
        "surplus": production.selection.surplus,
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
            for pool in production.pools
        ],
    }
