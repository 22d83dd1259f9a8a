"""What a report shows, in order, before it becomes a page or a PDF: one content for both."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pipeline.kinds import get_kind
from pipeline.model import Band, Record
from pipeline.scene import Line, Polyline, Scene
from pipeline.scene.board import board_style
from pipeline.scene.histogram import draw_histogram
from pipeline.scene.shading import shade_cells
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.report.rows import QUALITY, UNDER, Findings, Row, Table

EXTREMES: Final = 10
"""Hardest and easiest puzzles that are shown large."""

SHOWN: Final = 50
"""Puzzles with several solutions, or other answers, that are shown side by side."""

GROUPS: Final = 500
"""Groups of duplicates, and volumes with their order, that are told one by one."""

HISTOGRAMS: Final = 30
"""Sizes that get a histogram of their own: those with the most puzzles."""

_LARGE_MM, _THUMB_MM = 53.0, 37.0
SHADE: Final = 4
"""Lines under a cell in which solutions differ."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; ``numeric`` are the columns that stand to the right."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numeric: frozenset[int]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and what stands under it."""

    scene: Scene
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures side by side, as many to a row as fit."""

    figures: Sequence[Figure]


Part: TypeAlias = Heading | Paragraph | Grid | Figures


@dataclass(slots=True)
class Pictures:
    """The large pictures of a report, by the place of a row."""

    large: dict[int, Figure]
    several: dict[int, list[Figure]]
    answers: dict[int, list[Figure]]

    @classmethod
    def chosen(cls, records: Iterable[Record], table: Table, findings: Findings) -> Pictures:
        """Return the pictures of the hardest and easiest, and of what was found."""
        pictures = cls({}, {}, {})
        extremes = {place for group in _extremes(table).values() for place in group}
        several, answers = set(findings.several[:SHOWN]), set(findings.answers[:SHOWN])
        for place, record in enumerate(records):
            if place not in extremes | several | answers:
                continue
            puzzle, row = read_puzzle(record), table[place]
            if place in extremes:
                pictures.large[place] = Figure(_scene(puzzle, None, _LARGE_MM), _caption(row))
            if place in several:
                pictures.several[place] = list(_side_by_side(puzzle, row))
            if place in answers:
                pictures.answers[place] = list(_two_answers(puzzle, row))
        return pictures


def report_parts(table: Table, findings: Findings, pictures: Pictures) -> Iterator[Part]:
    """Yield counts, tables, extremes and findings: all but the list of puzzles."""
    yield from _verdicts(table)
    yield from _sizes_by_band(table)
    yield from _owners(table)
    yield from _labels(table)
    yield from _histograms(table)
    yield from _quality(table)
    for title, places in _extremes(table).items():
        yield Heading(title)
        yield Figures([pictures.large[place] for place in places])
    yield from _duplicates(table, findings)
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
    yield from _volumes(table)


def thumbnail(record: Record, row: Row) -> Figure:
    """Return the small picture of a puzzle in the list of all, with what is known of it."""
    told = [_caption(row), row["source"], row["verdict"], row["note"]]
    return Figure(
        _scene(read_puzzle(record), None, _THUMB_MM), ". ".join(str(one) for one in told if one)
    )


def _scene(puzzle: Puzzle, solution: Any, size_mm: float) -> Scene:
    cell_mm = _cell_mm(puzzle, size_mm)
    scene: Scene = puzzle.kind.draw(puzzle.clues, solution, cell_mm)
    if scene.width_mm > size_mm:  # a second board stands beside it
        scene = puzzle.kind.draw(puzzle.clues, solution, cell_mm * size_mm / scene.width_mm)
    return scene


def _cell_mm(puzzle: Puzzle, size_mm: float) -> float:
    rows, cols = int(puzzle.record.puzzle["rows"]), int(puzzle.record.puzzle["cols"])
    return max(size_mm / (max(rows, cols) + 1), 0.2)


def _caption(row: Row) -> str:
    told = [row["title"], row["author"], row["size"], row["band"], row["score"], _origin(row)]
    return f"{row['number']}. {', '.join(str(part) for part in told if part)}"


def _side_by_side(puzzle: Puzzle, row: Row) -> Iterator[Figure]:
    """Yield two solutions, with lines under the cells in which they are drawn otherwise."""
    cell_mm, cols = _cell_mm(puzzle, _LARGE_MM), int(puzzle.record.puzzle["cols"])
    told = (puzzle.solution, _decoded(puzzle, puzzle.record.verdict.witness))
    boards = [puzzle.kind.draw(puzzle.clues, one, cell_mm) for one in told if one is not None]
    cells = _differing(boards, cols, cell_mm) if len(boards) == len(told) else set()
    for board in boards:
        yield Figure(shade_cells(board, cols, cell_mm, dict.fromkeys(cells, SHADE)), _caption(row))


def _differing(boards: Sequence[Scene], cols: int, cell_mm: float) -> set[int]:
    """Return the cells under lines that are drawn in one of two pictures of a board only."""
    drawn = [
        {(mark.start, mark.end) if isinstance(mark, Line) else mark.points
         for mark in board.marks if isinstance(mark, Line | Polyline)}
        for board in boards
    ]  # fmt: skip
    margin = board_style(cell_mm).margin_mm
    cells = set()
    for points in drawn[0] ^ drawn[1]:
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = max(1, round(2 * math.dist((x0, y0), (x1, y1)) / cell_mm))
            for k in range(steps + 1):
                x, y = x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps
                cells.add(int((y - margin) // cell_mm) * cols + int((x - margin) // cell_mm))
    return cells


def _two_answers(puzzle: Puzzle, row: Row) -> Iterator[Figure]:
    how = row["published answer"]
    shown = _scene(puzzle, _decoded(puzzle, puzzle.record.origin.get("published")), _LARGE_MM)
    yield Figure(shown, f"{_caption(row)}: published, {how}")
    if puzzle.solution is not None:
        yield Figure(_scene(puzzle, puzzle.solution, _LARGE_MM), f"{_caption(row)}: proved")


def _decoded(puzzle: Puzzle, solution: Any) -> Any:
    return None if solution is None else puzzle.kind.decode_solution(puzzle.clues, solution)


def _extremes(table: Table) -> dict[str, list[int]]:
    """Return under each heading the places of the hardest puzzles, hardest first, or the easiest.

    Each kind has its own scale, so each has its own extremes.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, row in enumerate(table):
        if row["order"]:
            places[str(row["kind"])].append((int(row["order"]), place))
    found = {}
    for kind, ranked in places.items():
        of_kind = f" of {get_kind(kind).title}" * (len(places) > 1)
        for title, step in (("The hardest", -1), ("The easiest", 1)):
            found[title + of_kind] = [place for _, place in sorted(ranked)[::step][:EXTREMES]]
    return found


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
    yield _grid(("rule", *names), [(r or "-", *(counts[r, n] or "" for n in names)) for r in asked])
    del strongest[""]
    if strongest:
        most = ", ".join(
            f"{strongest[rule]} under {' and '.join(rule.split())}" for rule in sorted(strongest)
        )
        yield Paragraph(f"The strongest rule of uniqueness: {most}.")


def _sizes_by_band(table: Table) -> Iterator[Part]:
    counts: Counter[tuple[str, str, str]] = Counter()
    sizes: dict[tuple[str, int, str], None] = {}
    for row in table:
        counts[str(row["kind"]), str(row["size"]), str(row["band"])] += 1
        sizes[str(row["kind"]), int(row["cells"]), str(row["size"])] = None
    bands = [*map(str, Band), ""]
    yield Heading("Sizes and bands")
    yield _grid(
        ("kind", "size", *(band or "no grade" for band in bands), "all"),
        [
            (kind, size, *(one or "" for one in found), sum(found))
            for kind, _, size in sorted(sizes)
            for found in [[counts[kind, size, band] for band in bands]]
        ],
        2,
    )


def _histograms(table: Table) -> Iterator[Part]:
    """Yield how the scores of each size lie, those of a kind on one scale."""
    scores: dict[tuple[str, int, str], Counter[int]] = defaultdict(Counter)
    top: Counter[str] = Counter()
    for row in table:
        if row["score"]:
            kind, score = str(row["kind"]), int(float(row["score"]))
            scores[kind, int(row["cells"]), str(row["size"])][score] += 1
            top[kind] = max(top[kind], score)
    if not scores:
        return
    most = sorted(sorted(scores), key=lambda size: -scores[size].total())[:HISTOGRAMS]
    yield Heading("Scores by size")
    left = len(scores) - len(most)
    more = f" The {len(most)} sizes with the most puzzles; {left} more." if left else ""
    yield Paragraph(f"A bar for each whole score: how many puzzles have it.{more}")
    yield Figures(
        [
            Figure(
                draw_histogram(
                    [scores[size][score] for score in range(top[size[0]] + 1)],
                    f"{size[0]} {size[2]}: {scores[size].total()}",
                )
            )
            for size in sorted(most)
        ]
    )


def _quality(table: Table) -> Iterator[Part]:
    """Yield the mean of each measure by size, where records have some."""
    columns = [column for column in table.columns if column.startswith(QUALITY)]
    sizes: defaultdict[tuple[str, int, str], list[Row]] = defaultdict(list)
    for row in table if columns else ():
        if columns[0] in row:
            sizes[str(row["kind"]), int(row["cells"]), str(row["size"])].append(row)
    if not columns:
        return
    yield Heading("Quality")
    yield Paragraph("Means of the measures; docs/quality.md says what each counts.")
    yield _grid(
        ("kind", "size", *(column.removeprefix(QUALITY) for column in columns)),
        [
            (kind, size, *(f"{sum(int(row[c]) for row in rows) / len(rows):.1f}" for c in columns))
            for (kind, _, size), rows in sorted(sizes.items())
        ],
        2,
    )


def _duplicates(table: Table, findings: Findings) -> Iterator[Part]:
    groups = findings.duplicates
    if not groups:
        return
    yield Heading(f"Duplicates: {len(groups)} groups")
    yield _grid(
        ("puzzle", "equal to it"),
        [
            (
                _named(table[next(iter(group))]),
                "; ".join(f"{_named(table[place])}: {how}" for place, how in group.items() if how),
            )
            for group in groups[:GROUPS]
        ],
        2,
    )
    if len(groups) > GROUPS:
        yield Paragraph(f'{len(groups) - GROUPS} more: see "duplicate of" in the tables.')


def _named(row: Row) -> str:
    return f"{row['number']} ({_origin(row) or row['id']})"


def _origin(row: Row) -> str:
    """Return where the owner finds a puzzle in his list, "" if that is not known."""
    return str(row["source_id"] or (row["file"] and f"{row['file']}:{row['line']}"))


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
    yield _grid(
        ("author", "source", "licence", *names),
        [(*(said or "-" for said in owner), *(counts[owner][name] or "" for name in names))
         for owner in most[:GROUPS]],
        3,
    )  # fmt: skip


def _labels(table: Table) -> Iterator[Part]:
    """Yield what sources say of the difficulty beside the grade, and which puzzles do not fit."""
    scores: dict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    bands: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in table:
        if row["score"] and row["source difficulty"]:
            said = str(row["kind"]), str(row["source difficulty"])
            scores[said].append((float(row["score"]), _named(row)))
            bands[said][str(row["band"])] += 1
    if not scores:
        return
    means = {key: sum(score for score, _ in found) / len(found) for key, found in scores.items()}
    rows = []
    for (kind, label), mean in sorted(means.items(), key=lambda item: (item[0][0], item[1])):
        peers = [other for key, other in means.items() if key[0] == kind]
        odd = [name for score, name in scores[kind, label]
               if min(peers, key=lambda other: abs(other - score)) != mean]  # fmt: skip
        shown = "; ".join(odd[:EXTREMES]) + " and more" * (len(odd) > EXTREMES)
        told = (bands[kind, label][str(band)] or "" for band in Band)
        rows.append((kind, label, f"{mean:.2f}", *told, len(odd) or "", shown))
    head = ("kind", "source says", "mean score", *map(str, Band), "do not fit", "which")
    yield Heading("What sources say of the difficulty")
    yield Paragraph("What does not fit has a score nearer to the mean of another word.")
    yield Grid(head, [tuple(map(str, row)) for row in rows], frozenset(range(2, 8)))


def _volumes(table: Table) -> Iterator[Part]:
    ranked = sorted(
        (
            int(row["volume"]),
            int(row["order"]),
            float(row["score"]),
            int(row["number"]),
            str(row["kind"]),
        )
        for row in table
        if row["order"]
    )
    volumes: dict[int, list[int]] = defaultdict(list)
    means: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for volume, _, score, number, kind in ranked:
        volumes[volume].append(number)
        means[volume][kind].append(score)  # each kind has its own scale
    if not volumes:
        return
    yield Heading("Suggested order" if len(volumes) == 1 else "Volumes of equal difficulty")
    yield Paragraph(
        "The numbers of the puzzles from easy to hard; also in the columns order, volume."
    )
    shown = list(volumes.items())[:GROUPS]
    yield Grid(
        ("volume", "puzzles", "mean score", "in this order"),
        [
            (
                str(volume),
                str(len(found)),
                ", ".join(
                    f"{kind} {sum(scores) / len(scores):.2f}"
                    if len(means[volume]) > 1
                    else f"{sum(scores) / len(scores):.2f}"
                    for kind, scores in means[volume].items()
                ),
                " ".join(map(str, found)),
            )
            for volume, found in shown
        ],
        frozenset((0, 1, 2)),
    )
    if len(volumes) > len(shown):
        yield Paragraph(f"{len(volumes) - len(shown)} more volumes are in the tables.")


def _grid(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> Grid:
    """Return a table whose first columns are words and whose others are numbers."""
    return Grid(
        tuple(head), [tuple(map(str, row)) for row in rows], frozenset(range(words, len(head)))
    )
