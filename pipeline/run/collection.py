"""Collection: import, prove, grade and report sources into a folder, resumably."""

from __future__ import annotations

import filecmp
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from pipeline.config.models import CollectionTable
from pipeline.model import Credit, Record, canonical_json
from pipeline.run.timing import Timed
from pipeline.stages.collection.dedupe import Once
from pipeline.stages.collection.import_stats import ImportTally, keep_records, read_rejections
from pipeline.stages.collection.importer import ImportOptions, read_collection
from pipeline.stages.filter import add_rule_profiles, filter_records, is_accepted
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import Mapper
from pipeline.stages.report.report import write_report
from pipeline.store.append_log import AppendLog, sums_path
from pipeline.store.jsonl import (
    dump_record,
    parse_record,
    read_records,
    record_from_json,
    record_reader,
    record_to_json,
    records_at,
    write_records,
)
from pipeline.store.run_folder import OTHER_OUT, holds_run, open_folder, read_fingerprint

IMPORTED: Final = "10-imported.jsonl"
REJECTED: Final = "10-rejected.jsonl"
PROVED: Final = "20-proved.jsonl"
GRADED: Final = "30-graded.jsonl"
REPORT: Final = "report"
NEW: Final = ".imported.jsonl"  # New import, until it is compared with the earlier one
BEFORE: Final = ".before.jsonl"  # Records from before the sources changed, to be reused
FILES: Final = (IMPORTED, REJECTED, PROVED, GRADED, NEW, BEFORE)
STAGES: Final = ("import", "filter", "grade")


@dataclass(slots=True)
class CollectionResult:
    """The numbers and files of a collection."""

    imported: int = 0
    rejected: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    ungraded: int = 0
    files: list[Path] = field(default_factory=list)

    def summary(self) -> Iterator[str]:
        """Yield the messages for standard error."""
        counts = ", ".join(f"{self.verdicts[name]} {name}" for name in sorted(self.verdicts))
        yield f"collection: {self.imported} puzzles" + f"; {counts}" * bool(counts)
        if self.rejected:
            yield f"collection: {self.rejected} could not be read; they are in {REJECTED}"
        if self.ungraded:
            yield f"collection: {self.ungraded} have no grade; their records have the reason"
        for path in self.files:
            yield f"report: {path}"


def run_collection(
    table: CollectionTable,
    folder: Path,
    mapper: Mapper,
    say: Callable[[str], None],
    watch: Callable[[Iterable[Record], str, int], Iterable[Record]],
) -> CollectionResult:
    """Import, prove, grade and report a collection in a folder, and return its numbers.

    Every record is stored as soon as it is ready. The sources are read each time; only unknown
    boards are processed. ``watch`` is given the records of a stage, its name and their number (0 if
    unknown), and yields them while it shows progress. Raise `StoreError` or `ConfigError` as
    `open_folder` does, and for missing sources and unknown rules.
    """
    result = CollectionResult()
    credit = Credit(table.author, None, table.url, table.licence)
    options = ImportOptions(
        table.format,
        table.rule,
        credit=None if credit == Credit() else credit,
        collection=table.title,
    )
    print_of = canonical_json(["collection", {"profile": table.profile}])

    before = read_fingerprint(folder, OTHER_OUT) if holds_run(folder) else print_of
    has_other_profiles = before != print_of and before.startswith('["collection"')

    def prove(records: Iterable[Record]) -> Iterator[Record]:
        proved = filter_records(records, mapper=Timed(mapper, "filter"))
        profiles = Timed(mapper, "rule profile")
        return add_rule_profiles(proved, mapper=profiles) if table.profile else proved

    def grade(records: Iterable[Record]) -> Iterator[Record]:
        return grade_records(records, mapper=Timed(mapper, "grade"))

    with open_folder(folder, print_of, FILES, False, has_other_profiles, OTHER_OUT):
        for name in (PROVED, GRADED, BEFORE) if has_other_profiles else ():
            (folder / name).unlink(missing_ok=True)
        entries = read_collection(table.sources, options, ImportTally())
        records = keep_records(entries, str(folder / REJECTED), say)
        result.imported = write_records(watch(records, "import", 0), folder / NEW, False)
        result.rejected = _count(folder / REJECTED)
        _take_over(folder)
        proving, grading = Once(prove, proves=True), Once(grade)
        with _before(folder) as log:
            for known in map(json.loads, log.entries):
                imported, proved, graded = (part and record_from_json(part) for part in known)
                proving.learn(imported, proved)
                if graded is not None:
                    grading.learn(proved, graded)
        for stage, once, source, target in (
            ("filter", proving, folder / IMPORTED, folder / PROVED),
            ("grade", grading, folder / PROVED, folder / GRADED),
        ):
            with _log(target) as on_file:
                done = on_file.count
                for pair in zip(_records(source), _records(target), strict=False):
                    once.learn(*pair)
                left = islice(_records(source), done, None)
                for record in watch(once(left), stage, result.imported - done):
                    on_file.append(record)
        for name in (BEFORE, sums_path(folder / BEFORE).name):
            (folder / name).unlink()
        for record in _records(folder / GRADED):
            result.verdicts[str(record.verdict.status)] += 1
            result.ungraded += record.grade is None and is_accepted(record)
        refused = read_rejections(str(folder / REJECTED))
        if result.imported or refused:
            has_any = (folder / GRADED).exists()
            graded = record_reader(folder / GRADED, True) if has_any else partial(records_at, ())
            result.files = write_report(graded, folder / REPORT, refused, mapper)
    return result


def _take_over(folder: Path) -> None:
    """Replace the import by the new one; if it differs, keep the records made so far."""
    imported, proved, graded = (folder / name for name in (IMPORTED, PROVED, GRADED))
    if imported.exists() and filecmp.cmp(folder / NEW, imported, shallow=False):
        (folder / NEW).unlink()
        return
    if imported.exists():
        for path in (proved, graded):
            _log(path).close()  # cuts off an incomplete last line
        with _before(folder) as log:
            for one in zip_longest(*map(_records, (imported, proved, graded))):
                if one[1] is not None:
                    log.append(canonical_json([part and record_to_json(part) for part in one]))
        for path in (proved, graded):
            path.unlink()
    (folder / NEW).replace(imported)


def _before(folder: Path) -> AppendLog[str]:
    return AppendLog(folder / BEFORE, lambda text, *_: text, str)


def _log(path: Path) -> AppendLog[Record]:
    return AppendLog(path, parse_record, dump_record, keeps_entries=False)


def _records(path: Path) -> Iterable[Record]:
    return read_records(path, may_be_empty=True) if path.exists() else ()


def _count(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())
