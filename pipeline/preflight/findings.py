"""Findings: what a rule says of a page or of the whole file, and reports of many."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field

from pipeline.edition.section import runs_of


class Outcome(enum.StrEnum):
    """What a rule says, from best to worst."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"


_ORDER = tuple(Outcome)


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule applied to one page, or to the file where ``page`` is None.

    ``printer`` is whose rule it is ("book" for what every reader expects). ``measured`` and
    ``limit`` are texts with units.
    """

    printer: str
    rule: str
    outcome: Outcome
    page: int | None
    measured: str
    limit: str
    source: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings on one file."""

    path: str
    pages: int
    findings: tuple[Finding, ...]
    printers: dict[str, str] = field(default_factory=dict)  # Title and month by id

    def count(self, outcome: Outcome) -> int:
        """Return how many findings have an outcome."""
        return sum(finding.outcome is outcome for finding in self.findings)

    def worst(self, printer: str, rule: str) -> Outcome | None:
        """Return the worst outcome of a rule, None where it was not applied."""
        found = [f.outcome for f in self.findings if (f.printer, f.rule) == (printer, rule)]
        return max(found, key=_ORDER.index, default=None)

    def as_json(self) -> dict[str, object]:
        """Return the report as a JSON object."""
        tally = Counter(finding.outcome.value for finding in self.findings)
        return {
            "file": self.path,
            "pages": self.pages,
            "printers": self.printers,
            "outcomes": {outcome.value: tally[outcome.value] for outcome in Outcome},
            "findings": [asdict(finding) for finding in self.findings],
        }

    def lines(self, is_full: bool = False) -> Iterator[str]:
        """Yield the report for people: a line for each rule, or for each page of each rule.

        A rule that some pages break is listed for these alone, its pages drawn together where they
        measure the same.
        """
        by_rule: dict[tuple[str, str], list[Finding]] = {}
        for finding in self.findings:
            by_rule.setdefault((finding.printer, finding.rule), []).append(finding)
        before = None
        for (printer, _), found in by_rule.items():
            if printer != before:
                before = printer
                yield f"{self.printers.get(printer, 'The book')}"
            yield from _full(found) if is_full else _brief(found)
        words = ", ".join(f"{self.count(outcome)} {outcome}" for outcome in reversed(_ORDER))
        yield f"preflight: {self.pages} pages, {words}"


def _full(found: Iterable[Finding]) -> Iterator[str]:
    for finding in found:
        where = "file" if finding.page is None else f"page {finding.page}"
        yield _line(finding, where, has_source=True)


def _brief(findings: list[Finding]) -> Iterator[str]:
    """Yield the broken pages, or one line where all is well."""
    broken = [finding for finding in findings if finding.outcome is not Outcome.PASSED]
    if not broken:
        first = findings[0]
        where = (
            "file" if first.page is None else f"{len(findings)} pages" if len(findings) > 1 else ""
        )
        where = where or f"page {first.page}"
        alike = {finding.measured for finding in findings}
        measured = first.measured if len(alike) == 1 else f"{first.measured} and others"
        yield _line(first, where, measured)
        return
    groups: dict[tuple[Outcome, str], list[Finding]] = {}
    for finding in broken:
        groups.setdefault((finding.outcome, finding.measured), []).append(finding)
    for group in groups.values():
        pages = [finding.page for finding in group if finding.page is not None]
        yield _line(group[0], page_list(pages) if pages else "file")


def _line(
    finding: Finding, where: str, measured: str | None = None, has_source: bool = False
) -> str:
    said = finding.measured if measured is None else measured
    line = f"  {finding.outcome:6}  {finding.rule:12}  {where}: {said}"
    if finding.limit:
        line += f"; expected {finding.limit}"
    is_bare = finding.outcome is Outcome.PASSED and not has_source
    return line if is_bare else f"{line} ({finding.source})"


def page_list(pages: Iterable[int]) -> str:
    """Return page numbers as text, in rising order, with runs as ranges.

    >>> page_list([3, 4, 5, 9])
    'pages 3-5, 9'
    """
    runs = runs_of(sorted(set(pages)))
    parts = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return ("page " if len(runs) == 1 and runs[0][0] == runs[0][1] else "pages ") + ", ".join(parts)
