"""The sections of a report: answers to an owner's first questions, then counts and findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from math import fsum
from typing import Final, NamedTuple

from pipeline.model import Band, Status
from pipeline.scene.histogram import draw_bars, draw_histogram
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.report.pictures import (
    EXTREMES,
    LOT,
    Figure,
    Figures,
    Heading,
    Paragraph,
    Part,
    Pictures,
    extremes_of,
    grid,
    named,
    numbered,
)
from pipeline.stages.report.tables import (
    EXACT,
    QUALITY,
    RELABELLED,
    UNDER,
    Findings,
    Table,
    broken,
)

GUESSED: Final = ("trial", "search")  # Deductions that assume something, in every kind
PLACES: Final = 5  # Most places named for each reason of a rejection
VARIED: Final = f"{QUALITY}reasons"  # The measure of variety


def answers(
    table: Table, findings: Findings, refused: Sequence[Rejection], misfits: int
) -> Iterator[Part]:
    """Yield a table of questions and answers; ``misfits`` is the number of mislabelled puzzles."""
    sizes = set(table.each("cells", "size"))
    kinds = len(set(table.each("kind")))
    verdicts = Counter(verdict or "unchecked" for (verdict,) in table.each("verdict"))
    hows = Counter(how for group in findings.duplicates for how in group.values() if how)
    across = sum(
        table[place]["file"] != table[next(iter(group))]["file"]
        for group in findings.duplicates
        for place in list(group)[1:]
    )
    bands = Counter(band for (band,) in table.each("band"))
    deduced = Counter(hardest for (hardest,) in table.each("hardest") if hardest)
    guessed = sum(deduced[name] for name in GUESSED)
    lacking = {name: sum(not one for (one,) in table.each(name)) for name in ("author", "licence")}
    turned = hows.total() - hows[EXACT] - hows[RELABELLED]
    answers: list[tuple[str, str]] = [
        (
            "What is there?",
            f"{len(table):,} puzzles of {kinds} kind{'s' * (kinds > 1)}, "
            f"{min(sizes)[1]} to {max(sizes)[1]}",
        ),
        ("What could not be read?", f"{len(refused):,} entries"),
        ("Which have one solution?", f"{verdicts[Status.UNIQUE]:,}"),
        (
            "Which are broken?",
            f"{verdicts[Status.UNSOLVABLE]:,} without a solution, {verdicts[Status.UNDECIDED]:,} "
            f"not decided, {verdicts[Status.UNCHECKED]:,} not checked",
        ),
        ("Which are ambiguous?", f"{verdicts[Status.MULTIPLE]:,} with several solutions"),
        ("Which answers are wrong?", f"{len(findings.answers):,} that differ from the proved one"),
        (
            "What is duplicated?",
            f"{hows.total():,}: {hows[EXACT]:,} exactly, {hows[RELABELLED]:,} relabelled, "
            f"{turned:,} turned or mirrored; {across:,} across files",
        ),
        ("How hard are they?", ", ".join(f"{bands[band]:,} {band}" for band in map(str, Band))),
        ("Which need a guess?", f"{guessed:,} of {deduced.total():,} whose deductions are known"),
        ("Which are mislabelled?", f"{misfits:,} that do not fit the label of their source"),
        (
            "Who made them?",
            f"{lacking['author']:,} have no author, {lacking['licence']:,} no licence",
        ),
    ]
    yield Heading("At a glance")
    yield grid(("question", "answer"), answers, 2)


def rejections(refused: Sequence[Rejection]) -> Iterator[Part]:
    """Yield the reasons and places of rejected entries, most frequent reason first."""
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
    for kind, band, hardest in table.each("kind", "band", "hardest"):
        bands[kind][band] += bool(band)
        reasons[kind][hardest] += bool(hardest)
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
            "docs/grading.md describes each deduction. Trial and search make an assumption."
        )
        yield Figures(figures)


def guesses(table: Table) -> Iterator[Part]:
    """Yield the puzzles that cannot be solved without an assumption."""
    known: Counter[str] = Counter()
    guessed: dict[str, list[int]] = defaultdict(list)
    for place, (kind, hardest) in enumerate(table.each("kind", "hardest")):
        known[kind] += bool(hardest)
        if hardest in GUESSED:
            guessed[kind].append(place)
    if any(guessed.values()):
        yield Heading(f"In need of a guess: {sum(map(len, guessed.values()))}")
        rows = [
            (kind, known[kind], len(guessed[kind]), numbered(guessed[kind]))
            for kind in sorted(+known)
        ]
        yield grid(("kind", "deduced", "need a guess", "which"), rows, last=1)


def variety(table: Table) -> Iterator[Part]:
    """Yield the most and least varied puzzles, if that is measured."""
    measures = enumerate(table.each(VARIED, f"{QUALITY}width"))
    measured = sorted((varied, width or 0, place) for place, (varied, width) in measures
                      if varied != "")  # fmt: skip
    if len(measured) < 2:
        return
    ranked = [place for _, _, place in measured]
    yield Heading("Most and least varied")
    yield Paragraph(
        "By the number of different reasons of deductions, then of deductions possible at a time."
    )
    some = min(10, len(ranked) // 2)
    rows = [(name, numbered(part)) for name, part in
            (("most", ranked[::-1][:some]), ("least", ranked[:some]))]  # fmt: skip
    yield grid(("varied", "puzzles"), rows, 2)


GROUPS: Final = 500  # Most groups of duplicates, and volumes with their order, that are listed
HISTOGRAMS: Final = 30  # Most sizes with a histogram, those with the most puzzles


def report_parts(
    table: Table, findings: Findings, pictures: Pictures, refused: Sequence[Rejection] = ()
) -> Iterator[Part]:
    """Yield all parts of a report except the list of puzzles; ``refused`` are rejected entries."""
    if not table:
        yield from rejections(refused)
        return
    labels = _labelled(table)
    yield from answers(table, findings, refused, sum(len(one.odd) for one in labels))
    yield from rejections(refused)
    yield from _verdicts(table)
    if places := broken(table):
        yield Heading(f"Broken: {len(places)}")
        yield Paragraph("Without a solution, or not decided. " + numbered(places))
        yield Figures([pictures.large[place] for place in places[:EXTREMES]])
    for title, about, shown, count in (
        (
            "Several solutions",
            "Two solutions side by side; cells in which they differ are shaded.",
            pictures.several,
            len(findings.several),
        ),
        (
            "Other answers than published",
            "The published answer, and the proved one.",
            pictures.answers,
            len(findings.answers),
        ),
    ):
        if count:
            left = count - len(shown)
            yield Heading(f"{title}: {count}")
            yield Paragraph(about + f" {left} more are in the tables." * bool(left))
            for figures in shown.values():
                yield Figures(figures)
    yield from _duplicates(table, findings, pictures)
    yield from _twins(table, findings)
    yield from _owners(table)
    yield from _sizes_by_band(table)
    yield from spread(table)
    yield from guesses(table)
    yield from _labels(table, labels)
    yield from _histograms(table)
    for title, places in extremes_of(table).items():
        yield Heading(title)
        yield Figures([pictures.large[place] for place in places])
    yield from variety(table)
    yield from _quality(table)
    yield from _volumes(table)


def _verdicts(table: Table) -> Iterator[Part]:
    """Yield the number of puzzles with each verdict, under each proved rule."""
    rules = [column.removeprefix(UNDER) for column in table.columns if column.startswith(UNDER)]
    counts: Counter[tuple[str, str]] = Counter()
    strongest: Counter[str] = Counter()
    wanted = ("rule", "verdict", "unique under", *(UNDER + rule for rule in rules))
    for (own, verdict, found, *others), count in Counter(table.each(*wanted)).items():
        statuses = {**dict(zip(rules, others, strict=True)), own: verdict or "unchecked"}
        for rule, status in statuses.items():
            counts[rule, status] += count * bool(status)
        strongest[found] += count
    counts = +counts
    names = sorted({status for _, status in counts})
    asked = [*rules, *sorted({rule for rule, _ in counts} - set(rules))]
    yield Heading("Verdicts")
    yield grid(("rule", *names), [(r or "-", *(counts[r, n] or "" for n in names)) for r in asked])
    del strongest[""]
    if strongest:
        most = ", ".join(
            f"{strongest[rule]} under {' and '.join(rule.split())}" for rule in sorted(strongest)
        )
        yield Paragraph(f"The strongest rule of uniqueness: {most}.")


def _sizes_by_band(table: Table) -> Iterator[Part]:
    counts: dict[tuple[str, int, str], Counter[str]] = defaultdict(Counter)
    for kind, cells, size, band in table.each(*LOT, "band"):
        counts[kind, cells, size][band] += 1
    bands = [*map(str, Band), ""]
    rows = [
        (kind, size, *(found[band] or "" for band in bands), found.total())
        for (kind, _, size), found in sorted(counts.items())
    ]
    yield Heading("Sizes and bands")
    yield grid(("kind", "size", *(band or "no grade" for band in bands), "all"), rows, 2)


def _histograms(table: Table) -> Iterator[Part]:
    """Yield histograms of the scores of each size, with one scale for a kind."""
    scores: dict[tuple[str, int, str], Counter[int]] = defaultdict(Counter)
    top: Counter[str] = Counter()
    for kind, cells, size, text in table.each(*LOT, "score"):
        if text:
            score = int(float(text))
            scores[kind, cells, size][score] += 1
            top[kind] = max(top[kind], score)
    if not scores:
        return
    largest = sorted(sorted(scores), key=lambda size: -scores[size].total())[:HISTOGRAMS]
    yield Heading("Scores by size")
    left = len(scores) - len(largest)
    more = f" The {len(largest)} sizes with the most puzzles; {left} more." if left else ""
    yield Paragraph(f"A bar for each whole score: how many puzzles have it.{more}")
    figures = []
    for kind, cells, size in sorted(largest):
        counts = scores[kind, cells, size]
        bars = [counts[score] for score in range(top[kind] + 1)]
        figures.append(Figure(draw_histogram(bars, f"{kind} {size}: {counts.total()}")))
    yield Figures(figures)


def _quality(table: Table) -> Iterator[Part]:
    """Yield the mean of each measure by size, if records have measures."""
    columns = [column for column in table.columns if column.startswith(QUALITY)]
    sizes: defaultdict[tuple[str, int, str], list[Counter[int]]]
    sizes = defaultdict(lambda: [Counter() for _ in columns])
    for kind, cells, size, *measures in table.each(*LOT, *columns) if columns else ():
        for counts, value in zip(sizes[kind, cells, size], measures, strict=True):
            if value != "":
                counts[value] += 1
    if not columns:
        return
    yield Heading("Quality")
    yield Paragraph("Means of the measures, which docs/quality.md describes.")
    means = [
        (kind, size, *map(_mean, counters))
        for (kind, _, size), counters in sorted(sizes.items(), key=lambda item: item[0])
        if any(counters)
    ]
    head = ("kind", "size", *(column.removeprefix(QUALITY) for column in columns))
    yield grid(head, means, 2)


def _mean(values: Counter[int]) -> str:
    total = sum(value * count for value, count in values.items())
    return f"{total / values.total():.1f}" if values else ""


def _duplicates(table: Table, findings: Findings, pictures: Pictures) -> Iterator[Part]:
    groups = findings.duplicates
    if not groups:
        return
    yield Heading(f"Duplicates: {len(groups)} group" + "s" * (len(groups) > 1))
    yield Figures(pictures.doubled)
    rows = []
    for group in groups[:GROUPS]:
        equal = (f"{named(table[place])}: {how}" for place, how in group.items() if how)
        rows.append((named(table[next(iter(group))]), "; ".join(equal)))
    yield grid(("puzzle", "equal to it"), rows, 2)
    if len(groups) > GROUPS:
        yield Paragraph(f'{len(groups) - GROUPS} more: see "duplicate of" in the tables.')


def _twins(table: Table, findings: Findings) -> Iterator[Part]:
    if not findings.twins:
        return
    yield Heading(f"Near twins: {len(findings.twins)}")
    yield Paragraph(
        "With the answer of an earlier puzzle, turned or renamed, and nearly its clues."
    )
    rows = [(named(table[place]), named(table[twin.place]), str(twin.cells))
            for place, twin in islice(findings.twins.items(), GROUPS)]  # fmt: skip
    yield grid(("puzzle", "twin", "cells that differ"), rows, 2)
    if len(findings.twins) > GROUPS:
        yield Paragraph(f'{len(findings.twins) - GROUPS} more: see "near twin of" in the tables.')


def _owners(table: Table) -> Iterator[Part]:
    """Yield the number of puzzles by author, source and licence, with their verdicts."""
    counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    columns = ("author", "source", "file", "licence", "verdict", "duplicate of")
    for author, source, file, licence, verdict, first in table.each(*columns):
        owner = counts[author, source or file, licence]
        owner["all"] += 1
        owner[verdict] += 1
        owner["doubled"] += first != ""
    if set(counts) <= {("", "", "")}:
        return
    yield Heading("Authors, sources and licences")
    owners = sorted(counts, key=lambda owner: (-counts[owner]["all"], owner))
    names = ("unique", "multiple", "unsolvable", "doubled", "all")
    yield grid(
        ("author", "source", "licence", *names),
        [(*(name or "-" for name in owner), *(counts[owner][name] or "" for name in names))
         for owner in owners[:GROUPS]],
        3,
    )  # fmt: skip


class _Labelled(NamedTuple):
    """Puzzles with the same difficulty label; ``odd`` do not fit it."""

    kind: str
    label: str
    mean: float
    bands: Counter[str]
    odd: list[int]


def _labelled(table: Table) -> list[_Labelled]:
    """Return the puzzles of each label; odd ones are nearer to the mean of another label."""
    by_label: dict[tuple[str, str], list[tuple[int, float, str]]] = defaultdict(list)
    columns = ("kind", "source difficulty", "score", "band")
    for place, (kind, label, score, band) in enumerate(table.each(*columns)):
        if score and label:
            by_label[kind, str(label)].append((place, float(score), band))
    means = {key: fsum(score for _, score, _ in rows) / len(rows) for key, rows in by_label.items()}
    labels = []
    for kind, label in sorted(by_label, key=lambda key: (key[0], means[key])):
        rows, mean = by_label[kind, label], means[kind, label]
        peers = [other for key, other in means.items() if key[0] == kind]
        odd = [
            place
            for place, score, _ in rows
            if min(peers, key=lambda one: abs(one - score)) != mean
        ]
        labels.append(_Labelled(kind, label, mean, Counter(band for _, _, band in rows), odd))
    return labels


def _labels(table: Table, labels: Sequence[_Labelled]) -> Iterator[Part]:
    """Yield a comparison of the difficulty labels of sources with the grades."""
    if not labels:
        return
    rows = []
    for kind, label, mean, bands, odd in labels:
        shown = "; ".join(named(table[place]) for place in odd[:EXTREMES])
        shown += " and more" * (len(odd) > EXTREMES)
        counts = (bands[str(band)] or "" for band in Band)
        rows.append((kind, label, f"{mean:.2f}", *counts, len(odd) or "", shown))
    head = ("kind", "label", "mean score", *map(str, Band), "do not fit", "which")
    yield Heading("Difficulty labels of the sources")
    yield Paragraph("Puzzles that do not fit have a score nearer to the mean of another label.")
    yield grid(head, rows, 2, last=1)


def _volumes(table: Table) -> Iterator[Part]:
    ranked = sorted(
        row for row in table.each("volume", "order", "number", "kind", "score") if row[0]
    )
    volumes: dict[int, list[int]] = defaultdict(list)
    scores: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for volume, _, number, kind, score in ranked:
        volumes[volume].append(number)
        scores[volume][str(kind)].append(float(score))  # each kind has its own scale
    if not volumes:
        return
    yield Heading("Suggested order" if len(volumes) == 1 else "Volumes of equal difficulty")
    yield Paragraph("Numbers of puzzles from easy to hard; also in the columns order and volume.")
    rows = []
    for volume, found in list(volumes.items())[:GROUPS]:
        own = scores[volume]
        means = {kind: f"{sum(each) / len(each):.2f}" for kind, each in own.items()}
        texts = (f"{kind} {mean}" if len(own) > 1 else mean for kind, mean in means.items())
        rows.append((volume, len(found), ", ".join(texts), " ".join(map(str, found))))
    yield grid(("volume", "puzzles", "mean score", "in this order"), rows, 0, last=1)
    if len(volumes) > len(rows):
        yield Paragraph(f"{len(volumes) - len(rows)} more volumes are in the tables.")
