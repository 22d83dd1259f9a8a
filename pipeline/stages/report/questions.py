"""What owners ask first: how much is good, what is wrong with the rest, and how it is spread."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pipeline.model import Band, Status
from pipeline.scene.histogram import draw_bars
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.report.parts import Figure, Figures, Heading, Paragraph, Part, grid, numbered
from pipeline.stages.report.rows import EXACT, QUALITY, RELABELLED, Findings, Row, Table

GUESSED: Final = ("trial", "search")
"""The hardest deductions of puzzles in which something has to be assumed, in every kind."""

PLACES: Final = 5
"""Places that are named of each reason for which something was not read."""

BROKEN: Final = (Status.UNSOLVABLE, Status.UNDECIDED)
VARIED: Final = f"{QUALITY}reasons"
"""The measure by which puzzles are called varied: the different reasons of their deductions."""


def answers(
    table: Table, findings: Findings, refused: Sequence[Rejection], misfits: int
) -> Iterator[Part]:
    """Yield a line for each question; ``misfits`` are puzzles that their label does not fit."""
    sizes = [(int(row["cells"]), str(row["size"])) for row in table]
    kinds = len({row["kind"] for row in table})
    found = Counter(str(row["verdict"] or "unchecked") for row in table)
    hows = Counter(how for group in findings.duplicates for how in group.values() if how)
    across = sum(
        table[place]["file"] != table[next(iter(group))]["file"]
        for group in findings.duplicates
        for place in list(group)[1:]
    )
    bands = Counter(str(row["band"]) for row in table if row["band"])
    deduced = [row for row in table if row.get("hardest")]
    guessed = sum(row["hardest"] in GUESSED for row in deduced)
    lacking = Counter(name for row in table for name in ("author", "licence") if not row[name])
    turned = hows.total() - hows[EXACT] - hows[RELABELLED]
    told: list[tuple[str, str]] = [
        (
            "What is there?",
            f"{len(table):,} puzzles of {kinds} kind{'s' * (kinds > 1)}, "
            f"{min(sizes)[1]} to {max(sizes)[1]}",
        ),
        ("What could not be read?", f"{len(refused):,} entries"),
        ("Which have one solution?", f"{found[Status.UNIQUE]:,}"),
        (
            "Which are broken?",
            f"{found[Status.UNSOLVABLE]:,} without a solution, {found[Status.UNDECIDED]:,} not "
            f"decided, {found[Status.UNCHECKED]:,} not looked at",
        ),
        ("Which are ambiguous?", f"{found[Status.MULTIPLE]:,} with several solutions"),
        ("Whose answer was wrong?", f"{len(findings.answers):,} that differ from the proved one"),
        (
            "What is doubled?",
            f"{hows.total():,}: {hows[EXACT]:,} exactly, {hows[RELABELLED]:,} relabelled, "
            f"{turned:,} turned or mirrored; {across:,} across files",
        ),
        ("How hard are they?", ", ".join(f"{bands[band]:,} {band}" for band in map(str, Band))),
        ("Which need a guess?", f"{guessed:,} of {len(deduced):,} whose deductions are known"),
        ("Which are mislabelled?", f"{misfits:,} that do not fit the word of their source"),
        (
            "Who made them?",
            f"{lacking['author']:,} have no author, {lacking['licence']:,} no licence",
        ),
    ]
    yield Heading("At a glance")
    yield grid(("question", "answer"), told, 2)


def rejections(refused: Sequence[Rejection]) -> Iterator[Part]:
    """Yield why entries were not read, the commonest reason first, and where they stand."""
    if not refused:
        return
    places: dict[str, list[str]] = defaultdict(list)
    for one in refused:
        at = one.file if one.line is None else f"{one.file}:{one.line}"
        places[("another kind: " if one.is_foreign else "") + one.reason].append(at)
    yield Heading(f"Not read: {len(refused)}")
    rows = [
        (why, "; ".join(at[:PLACES]) + " and more" * (len(at) > PLACES), len(at))
        for why, at in sorted(places.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    yield grid(("why", "where", "entries"), rows, 2)


def spread(table: Table) -> Iterator[Part]:
    """Yield pictures of the bands and of the hardest deduction of each kind."""
    bands: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    for row in table:
        bands[str(row["kind"])][str(row["band"])] += bool(row["band"])
        reasons[str(row["kind"])][str(row.get("hardest") or "")] += bool(row.get("hardest"))
    figures = [
        Figure(draw_bars([(str(band), bands[kind][str(band)]) for band in Band], f"{kind}: bands"))
        for kind in sorted(bands)
        if bands[kind].total()
    ]
    for kind in sorted(reasons):
        found = [(name, count) for name, count in reasons[kind].most_common() if count]
        if found:
            figures.append(Figure(draw_bars(found, f"{kind}: hardest deduction")))
    if figures:
        yield Heading("Bands and hardest deductions")
        yield Paragraph(
            "docs/grading.md says what each deduction is. Trial and search assume something."
        )
        yield Figures(figures)


def guesses(table: Table) -> Iterator[Part]:
    """Yield which puzzles cannot be solved without assuming something."""
    known: dict[str, list[Row]] = defaultdict(list)
    for row in table:
        if row.get("hardest"):
            known[str(row["kind"])].append(row)
    found = {kind: [row for row in known[kind] if row["hardest"] in GUESSED] for kind in known}
    if any(found.values()):
        yield Heading(f"In need of a guess: {sum(map(len, found.values()))}")
        rows = [
            (kind, len(known[kind]), len(found[kind]), numbered(found[kind]))
            for kind in sorted(known)
        ]
        yield grid(("kind", "deduced", "need a guess", "which"), rows, last_words=1)


def variety(table: Table) -> Iterator[Part]:
    """Yield the most and the least varied puzzles, where that is measured."""
    measured = [row for row in table if VARIED in row]
    if len(measured) < 2:
        return
    width = f"{QUALITY}width"
    ranked = sorted(
        measured, key=lambda row: (int(row[VARIED]), int(row.get(width, 0)), int(row["number"]))
    )
    yield Heading("Most and least varied")
    yield Paragraph(
        "By the different reasons of their deductions, then by how many offer themselves at a time."
    )
    some = min(10, len(ranked) // 2)
    rows = [(name, numbered(part)) for name, part in
            (("most", ranked[::-1][:some]), ("least", ranked[:some]))]  # fmt: skip
    yield grid(("varied", "puzzles"), rows, 2)


def broken(rows: Iterable[Row]) -> list[int]:
    """Return the places of puzzles that have no solution, or that nobody could decide."""
    return [place for place, row in enumerate(rows) if row["verdict"] in BROKEN]
