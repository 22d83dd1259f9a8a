"""The sections of a report: answers to an owner's first questions, then counts and findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import fsum
from typing import Final, NamedTuple

from pipeline.model import Band, Status
from pipeline.scene.histogram import draw_bars, draw_histogram
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.report.pictures import (
    EXTREMES,
    Figure,
    Figures,
    Heading,
    Paragraph,
    Part,
    Pictures,
    extremes_of,
    grid,
    lot,
    named,
    numbered,
)
from pipeline.stages.report.tables import (
    EXACT,
    QUALITY,
    RELABELLED,
    UNDER,
    Findings,
    Row,
    Table,
    broken,
)

GUESSED: Final = ("trial", "search")
"""The hardest deductions of puzzles in which something has to be assumed, in every kind."""

PLACES: Final = 5
"""Places that are named of each reason for which something was not read."""

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


GROUPS: Final = 500
"""Groups of duplicates, and volumes with their order, that are told one by one."""

HISTOGRAMS: Final = 30
"""Sizes that get a histogram of their own: those with the most puzzles."""


def report_parts(
    table: Table, findings: Findings, pictures: Pictures, refused: Sequence[Rejection] = ()
) -> Iterator[Part]:
    """Yield an answer to each question, then counts, tables, extremes and findings.

    ``refused`` is what could not be read. The list of puzzles is all that is left out.
    """
    labels = _labelled(table)
    yield from answers(table, findings, refused, sum(len(one.odd) for one in labels))
    yield from rejections(refused)
    yield from _verdicts(table)
    if places := broken(table):
        yield Heading(f"Broken: {len(places)}")
        yield Paragraph(
            "Without a solution, or not decided. " + numbered([table[k] for k in places])
        )
        yield Figures([pictures.large[place] for place in places[:EXTREMES]])
    for title, about, shown, count in (
        (
            "Several solutions",
            "Two solutions side by side; lines lie under the cells in which these two differ.",
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
    yield from _owners(table)
    yield from _sizes_by_band(table)
    yield from spread(table)
    yield from guesses(table)
    yield from _labels(labels)
    yield from _histograms(table)
    for title, places in extremes_of(table).items():
        yield Heading(title)
        yield Figures([pictures.large[place] for place in places])
    yield from variety(table)
    yield from _quality(table)
    yield from _volumes(table)


def _verdicts(table: Table) -> Iterator[Part]:
    """Yield how many puzzles have each verdict, under each rule that was asked about."""
    rules = [column.removeprefix(UNDER) for column in table.columns if column.startswith(UNDER)]
    counts: Counter[tuple[str, str]] = Counter()
    strongest: Counter[str] = Counter()
    for row in table:
        own = str(row["rule"])
        told = {rule: str(row.get(UNDER + rule, "")) for rule in rules}
        told[own] = str(row["verdict"] or "unchecked")
        counts.update((rule, status) for rule, status in told.items() if status)
        strongest[str(row["unique under"])] += 1
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
    for row in table:
        counts[lot(row)][str(row["band"])] += 1
    bands = [*map(str, Band), ""]
    rows = [
        (kind, size, *(found[band] or "" for band in bands), found.total())
        for (kind, _, size), found in sorted(counts.items())
    ]
    yield Heading("Sizes and bands")
    yield grid(("kind", "size", *(band or "no grade" for band in bands), "all"), rows, 2)


def _histograms(table: Table) -> Iterator[Part]:
    """Yield how the scores of each size lie, those of a kind on one scale."""
    scores: dict[tuple[str, int, str], Counter[int]] = defaultdict(Counter)
    top: Counter[str] = Counter()
    for row in table:
        if row["score"]:
            kind, score = str(row["kind"]), int(float(row["score"]))
            scores[lot(row)][score] += 1
            top[kind] = max(top[kind], score)
    if not scores:
        return
    most = sorted(sorted(scores), key=lambda size: -scores[size].total())[:HISTOGRAMS]
    yield Heading("Scores by size")
    left = len(scores) - len(most)
    more = f" The {len(most)} sizes with the most puzzles; {left} more." if left else ""
    yield Paragraph(f"A bar for each whole score: how many puzzles have it.{more}")
    figures = []
    for kind, cells, size in sorted(most):
        found = scores[kind, cells, size]
        bars = [found[score] for score in range(top[kind] + 1)]
        figures.append(Figure(draw_histogram(bars, f"{kind} {size}: {found.total()}")))
    yield Figures(figures)


def _quality(table: Table) -> Iterator[Part]:
    """Yield the mean of each measure by size, where records have some."""
    columns = [column for column in table.columns if column.startswith(QUALITY)]
    sizes: defaultdict[tuple[str, int, str], list[Row]] = defaultdict(list)
    for row in table if columns else ():
        if any(column in row for column in columns):
            sizes[lot(row)].append(row)
    if not columns:
        return
    yield Heading("Quality")
    yield Paragraph("Means of the measures; docs/quality.md says what each counts.")
    means = [
        (kind, size, *(_mean(rows, column) for column in columns))
        for (kind, _, size), rows in sorted(sizes.items())
    ]
    head = ("kind", "size", *(column.removeprefix(QUALITY) for column in columns))
    yield grid(head, means, 2)


def _mean(rows: Sequence[Row], column: str) -> str:
    values = [int(row[column]) for row in rows if column in row]
    return f"{sum(values) / len(values):.1f}" if values else ""


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


def _owners(table: Table) -> Iterator[Part]:
    """Yield how many puzzles each author, source and licence has, and how many may be printed."""
    counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for row in table:
        owner = str(row["author"]), str(row["source"] or row["file"]), str(row["licence"])
        counts[owner].update(["all", str(row["verdict"])])
        counts[owner]["doubled"] += row["duplicate of"] != ""
    if set(counts) <= {("", "", "")}:
        return
    yield Heading("Authors, sources and licences")
    most = sorted(counts, key=lambda owner: (-counts[owner]["all"], owner))
    names = ("unique", "multiple", "unsolvable", "doubled", "all")
    yield grid(
        ("author", "source", "licence", *names),
        [(*(said or "-" for said in owner), *(counts[owner][name] or "" for name in names))
         for owner in most[:GROUPS]],
        3,
    )  # fmt: skip


class _Labelled(NamedTuple):
    """Puzzles of which a source says the same of the difficulty; ``odd`` do not fit that."""

    kind: str
    label: str
    mean: float
    bands: Counter[str]
    odd: list[Row]


def _labelled(table: Table) -> list[_Labelled]:
    """Return what sources say of the difficulty, and whose score is nearer to another word's."""
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in table:
        if row["score"] and row["source difficulty"]:
            found[str(row["kind"]), str(row["source difficulty"])].append(row)
    means = {
        key: fsum(float(row["score"]) for row in rows) / len(rows) for key, rows in found.items()
    }
    labels = []
    for kind, label in sorted(found, key=lambda key: (key[0], means[key])):
        rows, mean = found[kind, label], means[kind, label]
        peers = [other for key, other in means.items() if key[0] == kind]
        odd = [
            row
            for row in rows
            if min(peers, key=lambda one: abs(one - float(row["score"]))) != mean
        ]
        labels.append(_Labelled(kind, label, mean, Counter(str(row["band"]) for row in rows), odd))
    return labels


def _labels(labels: Sequence[_Labelled]) -> Iterator[Part]:
    """Yield what sources say of the difficulty beside the grade, and which puzzles do not fit."""
    if not labels:
        return
    rows = []
    for kind, label, mean, bands, odd in labels:
        shown = "; ".join(map(named, odd[:EXTREMES])) + " and more" * (len(odd) > EXTREMES)
        told = (bands[str(band)] or "" for band in Band)
        rows.append((kind, label, f"{mean:.2f}", *told, len(odd) or "", shown))
    head = ("kind", "source says", "mean score", *map(str, Band), "do not fit", "which")
    yield Heading("What sources say of the difficulty")
    yield Paragraph("What does not fit has a score nearer to the mean of another word.")
    yield grid(head, rows, 2, last_words=1)


def _volumes(table: Table) -> Iterator[Part]:
    ranked = sorted(
        (int(row["volume"]), int(row["order"]), int(row["number"]), row["kind"], row["score"])
        for row in table
        if row["order"]
    )
    volumes: dict[int, list[int]] = defaultdict(list)
    scores: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for volume, _, number, kind, score in ranked:
        volumes[volume].append(number)
        scores[volume][str(kind)].append(float(score))  # each kind has its own scale
    if not volumes:
        return
    yield Heading("Suggested order" if len(volumes) == 1 else "Volumes of equal difficulty")
    yield Paragraph(
        "The numbers of the puzzles from easy to hard; also in the columns order, volume."
    )
    rows = []
    for volume, found in list(volumes.items())[:GROUPS]:
        own = scores[volume]
        means = {kind: f"{sum(each) / len(each):.2f}" for kind, each in own.items()}
        told = (f"{kind} {mean}" if len(own) > 1 else mean for kind, mean in means.items())
        rows.append((volume, len(found), ", ".join(told), " ".join(map(str, found))))
    yield grid(("volume", "puzzles", "mean score", "in this order"), rows, 0, last_words=1)
    if len(volumes) > len(rows):
        yield Paragraph(f"{len(volumes) - len(rows)} more volumes are in the tables.")
