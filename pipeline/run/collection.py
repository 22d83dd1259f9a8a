"""A collection in a folder: import, proof, grade and report, going on where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from pipeline.model import Record, canonical_json
from pipeline.run.timing import Timed
from pipeline.stages.collection.collect import ImportOptions, read_collection
from pipeline.stages.collection.rejects import keep_records
from pipeline.stages.collection.tally import ImportTally
from pipeline.stages.filter import filter_records, is_accepted
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import Mapper
from pipeline.stages.report.report import write_report
from pipeline.stages.rule_profile import add_rule_profiles
from pipeline.store.append_log import AppendLog
from pipeline.store.jsonl import dump_record, parse_record, read_records, write_records
from pipeline.store.run_folder import open_folder

IMPORTED: Final = "10-imported.jsonl"
REJECTED: Final = "10-rejected.jsonl"
PROVED: Final = "20-proved.jsonl"
GRADED: Final = "30-graded.jsonl"
REPORT: Final = "report"
FILES: Final = (IMPORTED, REJECTED, PROVED, GRADED)
STAGES: Final = ("import", "filter", "grade")


@dataclass(frozen=True, slots=True)
class CollectionConfig:
    """What `run_collection` reads, and how: see docs/config.md."""

    sources: tuple[str, ...]
    options: ImportOptions
    has_profiles: bool = False


@dataclass(slots=True)
class CollectionResult:
    """How a collection came out."""

    imported: int = 0
    rejected: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    ungraded: int = 0
    files: list[Path] = field(default_factory=list)

    def summary(self) -> Iterator[str]:
        """Yield sentences for standard error."""
        told = ", ".join(f"{self.verdicts[name]} {name}" for name in sorted(self.verdicts))
        yield f"collection: {self.imported} puzzles; {told}"
        if self.rejected:
            yield f"collection: {self.rejected} could not be read; they are in {REJECTED}"
        if self.ungraded:
            yield f"collection: {self.ungraded} have no grade; their records say why"
        for path in self.files:
            yield f"report: {path}"


def run_collection(
    config: CollectionConfig,
    folder: Path,
    mapper: Mapper,
    tell: Callable[[str], None],
    watch: Callable[[Iterable[Record], str], Iterable[Record]],
) -> CollectionResult:
    """Import, prove, grade and report a collection in a folder, and return how it came out.

    Every record is on file as soon as it is ready, so a run that is stopped goes on where it was,
    and leaves the same bytes as one that was not. ``tell`` takes sentences for people; ``watch``
    passes records of a stage on, and shows how far it is. `StoreError` or `ConfigError` as
    `open_folder` does, and for sources and rules that are not there.
    """
    result = CollectionResult()
    print_of = canonical_json([list(config.sources), repr(config.options), config.has_profiles])
    with open_folder(folder, print_of, FILES):
        if not (folder / IMPORTED).exists():
            found = read_collection(config.sources, config.options, ImportTally())
            records = keep_records(found, str(folder / REJECTED), tell)
            write_records(watch(records, "import"), folder / IMPORTED)
        result.imported = _count(folder / IMPORTED)
        result.rejected = _count(folder / REJECTED)

        def prove(records: Iterable[Record]) -> Iterator[Record]:
            proved = filter_records(records, mapper=Timed(mapper, "filter"))
            profiles = Timed(mapper, "rule profile")
            return add_rule_profiles(proved, mapper=profiles) if config.has_profiles else proved

        _go_on(folder / IMPORTED, folder / PROVED, lambda new: watch(prove(new), "filter"))
        _go_on(
            folder / PROVED,
            folder / GRADED,
            lambda new: watch(grade_records(new, mapper=Timed(mapper, "grade")), "grade"),
        )
        for record in read_records(folder / GRADED, may_be_empty=True):
            result.verdicts[str(record.verdict.status)] += 1
            result.ungraded += record.grade is None and is_accepted(record)
        if result.imported:
            result.files = write_report(lambda: read_records(folder / GRADED), folder / REPORT)
    return result


def _count(path: Path) -> int:
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def _go_on(
    source: Path, target: Path, stage: Callable[[Iterable[Record]], Iterable[Record]]
) -> None:
    """Add to a log what a stage makes of the records that it has not come to yet."""
    log = AppendLog(target, parse_record, dump_record, keeps_entries=False)
    with log:
        left = islice(read_records(source, may_be_empty=True), log.count, None)
        for record in stage(left):
            log.append(record)
