"""Boards to draw, and the sizes at which they fit and are legible, measured on the drawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Any, Final

from pipeline.edition.board_words import step_texts
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import on_one_line
from pipeline.edition.language import Language
from pipeline.edition.section import STAND_IN, BookSection
from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, show_symbols
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FIGURE_EM, corner_reach
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import Band, ConfigError, Record, RenderError, Status
from pipeline.render.theme import get_theme
from pipeline.scene import Anchor, Disc, Label, Mark, Point, Scene
from pipeline.scene.shading import mark_corners
from pipeline.scene.symbols import Symbols

LEAST_CELL_MM: Final = 3.5  # Least cell of a puzzle, so that a pencil fits
LEAST_ANSWER_CELL_MM: Final = 3.0  # Least cell of an answer, which is only looked at
MOST_CELL_MM: Final = 60.0  # A board that is not legible with this cell is refused
COMFORTABLE_PT: Final = 8.5  # Of sums and totals where the layout decides how many share a page
LEAST_SMALL_PT: Final = 6.99  # Least size of totals of cages, in points
_CELL_FILL: Final = 0.93  # Share of its cell's width that a number may take
_OF_CELL: Final = 0.55  # Least type size of numbers that fill their cells, in cells
_CELL_HIGH: Final = 0.95  # Type size of a number as a share of its cell's height, at most
_PROBES: Final = (5.0, 10.0)
_STEP_MM: Final = 0.05
_EPSILON: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Limits:
    """The smallest type of a printed board, in points.

    Answers are only looked up, so their type may be smaller. Lines need no limit here: renderers
    never draw one thinner than printers can print.
    """

    type_pt: float
    answer_type_pt: float
    number_share: float = 0.0  # Least type size of the numbers in cells of a puzzle, in cells
    has_zeros: bool = False  # Whether lines without numbers have a 0 beside them


@dataclass(frozen=True, slots=True)
class Measured:
    """Measures of drawn boards, shared by the boards of a book."""

    sizes: dict[tuple[str, int, int, int, float, bool], tuple[float, float]] = field(
        default_factory=dict
    )
    """By kind, rows, columns, puzzle (0 if all have one size), cell, and whether bare."""
    fits: dict[tuple[int, int, Symbols, str | None, bool, bool], Fit] = field(default_factory=dict)
    """By puzzle (placeholders share one), solution, symbols, theme, whether solved, and bare."""


@dataclass(frozen=True)
class BookBoard:
    """One puzzle of a book: number and record, with decoded clues and solution."""

    number: int
    record: Record
    kind: AnyKind
    clues: Any
    solution: Any
    limits: Limits
    measured: Measured = field(repr=False, compare=False)
    level: Band | None = None  # Its band; None if it is not graded, or levels are not printed
    label: str = ""  # Text above it instead of the name of its band
    dots: int = 0  # Filled dots above it; 0 for those of its band
    lessons: tuple[Step, ...] = ()  # Steps that no puzzle of its section before it needs
    theme: str | None = None  # Its own theme; None for that of the book
    symbols: Symbols = "numbers"
    has_hues: bool = False  # Whether its theme, or the book's, has colours for lines
    has_corners: bool = False  # Whether its empty cells have corners for pencil marks
    is_bare: bool = False  # Whether clues beside it are left out, as in small answers

    @property
    def cols(self) -> int:
        """Number of columns."""
        return int(self.record.puzzle["cols"])

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.record.puzzle["rows"])

    def name_in(self, language: str) -> str:
        """Return what a picture shows, for its answer; "" if it has no name."""
        provenance = self.record.provenance
        names = provenance.extra.get("names") if provenance else None
        return str(names.get(language) or names.get("", "")) if isinstance(names, dict) else ""

    def answer_heading(self, language: Language) -> str:
        """Return "Answer" with the number of the puzzle, and what its picture shows."""
        text = language.say("puzzle.answer", number=self.number)
        name = self.name_in(language.code)
        return f"{text}: {name}" if name else text

    @property
    def answer_text(self) -> str | None:
        """The written answer, None if it is drawn on the board."""
        write = self.kind.answer_text
        return None if write is None else write(self.clues, self.solution)

    def draw(self, cell_mm: float, is_solved: bool = False) -> Scene:
        """Return the puzzle, or its solution, drawn with cells of this size."""
        scene = self._numbered(cell_mm, is_solved)
        if self.has_corners and not is_solved:
            values = [value for row in self.record.puzzle["clues"] for value in row]
            empty = [cell for cell, value in enumerate(values) if not value]
            scene = mark_corners(scene, self.cols, cell_mm, empty)
        return self.dressed(scene, cell_mm)

    def dressed(self, scene: Scene, cell_mm: float) -> Scene:
        """Return a drawing of the board with the symbols and the theme of its section."""
        scene = show_symbols(self.kind, scene, self.symbols, cell_mm, self.has_hues)
        return scene.in_theme(self.theme)

    @property
    def for_answers(self) -> BookBoard:
        """The board as it is drawn among answers, where clues beside it would make it large."""
        return self if self.kind.draw_bare is None else replace(self, is_bare=True)

    def _numbered(self, cell_mm: float, is_solved: bool) -> Scene:
        full = self.limits.has_zeros and self.kind.draw_zeros
        draw = (self.is_bare and self.kind.draw_bare) or full or self.kind.draw
        scene = draw(self.clues, self.solution if is_solved else None, cell_mm)
        if is_solved:
            return enlarge_type(scene, self.limits.answer_type_pt, cell_mm)
        if self.limits.number_share:
            least_pt = self.limits.number_share * cell_mm / PT
            return enlarge_type(scene, least_pt, cell_mm, _OF_CELL * cell_mm)
        return scene

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps by which a person would solve it; none if its kind has no deductions."""
        rules = self.kind.deductions
        return () if rules is None else tuple(rules.explain_steps(self.clues, self.solution))

    def step_text(self, step: Step, language: str) -> str:
        """Return a step as sentences with the symbols of the board."""
        rule = self.record.puzzle.get("rule")
        texts = step_texts(self.kind.id, language, self.symbols, rule=rule)
        return step_text(step, self.cols, texts)

    def size(self, cell_mm: float) -> tuple[float, float]:
        """Return width and height of the drawing with cells of this size."""
        puzzle = 0 if self.kind.has_equal_sizes else id(self.record.puzzle)
        key = (self.kind.id, self.rows, self.cols, puzzle, cell_mm, self.is_bare)
        if (known := self.measured.sizes.get(key)) is None:
            scene = self.draw(cell_mm)
            known = self.measured.sizes[key] = (scene.width_mm, scene.height_mm)
        return known

    @cached_property
    def comfortable_mm(self) -> float:
        """The cell at which sums and other small numbers have `COMFORTABLE_PT`."""
        cell = _PROBES[1]
        labels = (mark for mark in self._numbered(cell, False).marks if isinstance(mark, Label))
        least = min((label.size_mm for label in labels), default=cell)
        return cell * COMFORTABLE_PT * PT / least

    @property
    def puzzle_fit(self) -> Fit:
        """The fit of the unsolved board."""
        return self.fit(is_solved=False)

    @property
    def answer_fit(self) -> Fit:
        """The fit of the solved board."""
        return self.fit(is_solved=True)

    def fit(self, is_solved: bool) -> Fit:
        """Return the fit of the board, solved or not."""
        record = self.record
        drawn = (self.theme, is_solved, self.is_bare)
        key = (id(record.puzzle), id(record.solution), self.symbols, *drawn)
        if (known := self.measured.fits.get(key)) is None:
            (width, height), (wide, high) = (self.size(cell) for cell in _PROBES)
            known = Fit(_growth(width, wide), _growth(height, high), self._legible(is_solved))
            self.measured.fits[key] = known
        return known

    def _legible(self, is_solved: bool) -> float:
        """Return the smallest cell at which type keeps the limits, to a twentieth of 1 mm.

        A kind may keep type at a least size while it fits, so type need not grow linearly; it is
        only assumed that a larger cell is no harder to read.
        """
        low = LEAST_ANSWER_CELL_MM if is_solved else LEAST_CELL_MM
        high = MOST_CELL_MM
        least_pt = self.limits.answer_type_pt if is_solved else self.limits.type_pt
        # Icons are legible wherever numbers are.
        draw = self._numbered if self.symbols == "icons" else self.draw

        def type_share(cell_mm: float) -> float:
            type_pt = smallest_type_pt(draw(cell_mm, is_solved).marks)
            return 1.0 if type_pt is None else (type_pt + 1e-3) / least_pt

        if (share := type_share(low)) >= 1.0:
            return low
        if type_share(high) < 1.0:
            part = "solution" if is_solved else "puzzle"
            raise RenderError(
                f"{self.name}: even cells of {high:g} mm leave the {part} with type under "
                f"{least_pt:g} pt, the least that can be printed"
            )
        # Exact where type grows with the cell; otherwise steps are doubled, or intervals halved.
        cell, step = min(low / share, high - _STEP_MM), _STEP_MM
        while high - low > _STEP_MM + _EPSILON:
            if type_share(cell) >= 1.0:
                high, cell = cell, max(cell - step, (low + cell) / 2)
            else:
                low, cell = cell, min(cell + step, (cell + high) / 2)
            step *= 2
        return high

    @property
    def name(self) -> str:
        """Name of this puzzle in messages."""
        is_real = self.record.verdict.method != STAND_IN
        named = f"{self.record.id}, " if is_real else ""
        return f"puzzle {self.number} ({named}{self.cols}x{self.rows})"


def enlarge_type(scene: Scene, least_pt: float, cell_mm: float, smallest_mm: float = 0.0) -> Scene:
    """Return the drawing with numbers of at least this size, as far as there is room.

    Those that are smaller than ``smallest_mm`` stay as they are.

    Kinds draw numbers in proportion to cells, so that an answer in large print would otherwise
    need cells as wide as a puzzle's. Room is in their cell or ring, and between them.
    """
    least = least_pt * PT
    labels = [mark for mark in scene.marks if isinstance(mark, Label)]
    if all(label.size_mm >= least for label in labels):
        return scene
    rings = {mark.centre: mark for mark in scene.marks if isinstance(mark, Disc)}
    rooms = _rooms(labels)

    def enlarged(mark: Mark) -> Mark:
        if not isinstance(mark, Label) or mark.size_mm >= least:
            return mark
        if mark.is_small or mark.anchor is not Anchor.MIDDLE or mark.size_mm < smallest_mm:
            return mark
        digits, ring = len(mark.text), rings.get(mark.position)
        fits = min(_CELL_FILL / (digits * DIGIT_EM), _CELL_HIGH) * cell_mm
        if ring is not None and ring.ink is not None:
            fits = min(fits, (ring.radius_mm - ring.width_mm / 2) / corner_reach(1.0, digits))
        fits = min(fits, rooms[mark.position])
        return replace(mark, size_mm=max(mark.size_mm, min(least, fits)))

    return replace(scene, marks=tuple(map(enlarged, scene.marks)))


def _rooms(labels: Sequence[Label]) -> dict[Point, float]:
    """Return the type size up to which labels do not touch those beside, above and below them."""
    rooms = {label.position: math.inf for label in labels}
    for along in (0, 1):
        lines: dict[float, list[Label]] = {}
        for label in labels:
            lines.setdefault(round(label.position[1 - along], 1), []).append(label)
        for line in lines.values():
            line.sort(key=lambda label: label.position[along])
            for one, other in pairwise(line):
                digits = (len(one.text) + len(other.text)) / 2
                em = digits * DIGIT_EM if along == 0 else FIGURE_EM
                room = (other.position[along] - one.position[along]) / em
                for label in (one, other):
                    rooms[label.position] = min(rooms[label.position], room)
    return rooms


def smallest_type_pt(marks: Iterable[Mark]) -> float | None:
    """Return the smallest type size among marks in points, None without type.

    Type that is small by intention counts only below `LEAST_SMALL_PT`, also in large print.
    """
    labels = (mark for mark in marks if isinstance(mark, Label))
    sizes = (
        label.size_mm / PT
        for label in labels
        if not label.is_small or label.size_mm < LEAST_SMALL_PT * PT
    )
    return min(sizes, default=None)


@dataclass(frozen=True, slots=True)
class Fit:
    """Linear growth of a drawing with its cell: (border, slope) of width and height.

    ``legible_mm`` is the smallest cell at which type is within the limits.
    """

    across: tuple[float, float]
    down: tuple[float, float]
    legible_mm: float

    def cell(self, width: float, height: float) -> float:
        """Return the largest cell with which the drawing fits into a box; 0 if none does."""
        cells = [
            (room - base) / slope
            for room, (base, slope) in ((width, self.across), (height, self.down))
            if slope > _EPSILON
        ]
        return max(0.0, min(cells, default=0.0))

    def largest_grid(
        self, width: float, height: float, cols: int, rows: int, cell: float
    ) -> tuple[int, int]:
        """Return columns and rows of the largest grid that fits with such a cell.

        ``cols`` and ``rows`` are those of the board, whose numbers outside of it take room, too.
        """
        sides = []
        for room, (base, slope), cells in ((width, self.across, cols), (height, self.down, rows)):
            border = base + (slope - cells) * cell
            sides.append(max(0, int((room - border) / cell + _EPSILON)))
        return sides[0], sides[1]


def _growth(small: float, large: float) -> tuple[float, float]:
    slope = (large - small) / (_PROBES[1] - _PROBES[0])
    return small - slope * _PROBES[0], slope


def number_boards(
    sections: Sequence[BookSection], limits: Limits, theme: str = "mono"
) -> tuple[tuple[BookBoard, ...], ...]:
    """Return the records of each section as boards, numbered from 1.

    `ConfigError` if a puzzle is of another kind than its section, not proved under the rule that is
    printed, or has no solution.
    """
    numbers, measured = count(1), Measured()
    return tuple(
        tuple(
            _make_board(next(numbers), record, section, limits, measured, theme)
            for record in section.records
        )
        for section in sections
    )


def _make_board(
    number: int,
    record: Record,
    section: BookSection,
    limits: Limits,
    measured: Measured,
    theme: str,
) -> BookBoard:
    name, rule = f"puzzle {number} ({record.id})", section.rule
    if record.kind != section.kind:
        raise ConfigError(
            f"section {section.title!r} holds {section.kind}, but record {record.id} "
            f"is {record.kind}; give it a section of its own"
        )
    verdict = record.verdict
    if verdict.status not in (Status.UNIQUE, Status.NOT_APPLICABLE):
        raise ConfigError(
            f"{name}: expected a puzzle proved unique, found {verdict.status.value!r}; "
            "filter the records first"
        )
    if verdict.status is Status.UNIQUE and verdict.rule != rule:
        raise ConfigError(
            f"{name}: proved unique under {verdict.rule!r}, but its section prints {rule!r}; "
            "filter the records under the section's rule"
        )
    if record.solution is None:
        raise ConfigError(f"{name}: expected a solution, found none; filter the records first")
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    solution = kind.decode_solution(clues, record.solution)
    shortest = kind.shortest
    if shortest is not None and not section.at_most and not shortest.is_proved(solution):
        raise ConfigError(
            f"{name}: expected a number of moves proved to be the fewest, found "
            f"{shortest.count_moves(solution)} moves without proof; grade the records first, or "
            f"let the section {section.title!r} print it with at_most = true"
        )
    band = record.grade.band if record.grade and section.order != "shuffled" else None
    return BookBoard(
        number, record, kind, clues, solution, limits, measured,
        level=band,
        label=on_one_line(section.labels.get(band, "")) if band else "",
        dots=section.dots.get(band, 0) if band else 0,
        lessons=section.lessons.get(record.id, ()),
        theme=section.theme,
        symbols=section.symbols,
        has_hues=get_theme(section.theme or theme).has_hues,
        has_corners=section.pencil_marks,
    )  # fmt: skip


def needs_trials(boards: Sequence[BookBoard]) -> bool | None:
    """Return whether puzzles need trials; None if the grade of one has no level."""
    known = [
        board.record.grade.extra["hardest"] not in board.kind.deductions.levels
        for board in boards
        if board.kind.deductions and board.record.grade and "hardest" in board.record.grade.extra
    ]
    return any(known) if known and len(known) == len(boards) else None


def shown_symbols(boards: Collection[BookBoard]) -> Symbols:
    """Return the symbols of rules and example: those of all boards, or numbers if they differ.

    Boards with digits that need no letters have numbers.
    """
    symbols = {board.symbols for board in boards}
    needs_none = symbols == {"digits"} and max(board.rows for board in boards) < 10
    return "numbers" if len(symbols) != 1 or needs_none else symbols.pop()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Slots on a page: a grid of equal boxes, and the cell that their boards share.

    ``count`` slots are used; an incomplete last row is centred.
    """

    columns: int
    rows: int
    slot_width: float
    slot_height: float
    gap_x: float
    gap_y: float
    cell_mm: float
    count: int

    def corner(self, index: int) -> tuple[float, float]:
        """Return the top left corner of a slot, counted along rows."""
        row, column = divmod(index, self.columns)
        unused = max(0, (row + 1) * self.columns - self.count)
        return (
            (column + unused / 2) * (self.slot_width + self.gap_x),
            row * (self.slot_height + self.gap_y),
        )


@dataclass(frozen=True, slots=True)
class SlotFrame:
    """The area to arrange slots in, the gaps, and the room that a slot needs around its board.

    ``over`` is the height of the heading; ``footer(board, width)`` that of the footer under a
    board in a slot of that width, ``beside(board)`` the width of what is to the right of a board.
    """

    width: float
    height: float
    gap_x: float
    gap_y: float
    over: float
    most_cell: float
    footer: Callable[[BookBoard, float], float] = lambda board, width: 0.0
    beside: Callable[[BookBoard], float] = lambda board: 0.0

    def arrange(
        self,
        boards: Sequence[BookBoard],
        columns: int,
        rows: int,
        is_solved: bool,
        count: int | None = None,
    ) -> Arrangement:
        """Return slots in columns and rows with the largest cell that suits all boards."""
        width, height = self.slot(columns, rows)
        slots = columns * rows if count is None else count
        rooms = {(board.fit(is_solved), self.room(columns, rows, board)) for board in boards}
        cell = min([self.most_cell, *(fit.cell(*room) for fit, room in rooms)])
        return Arrangement(columns, rows, width, height, self.gap_x, self.gap_y, cell, slots)

    def slot(self, columns: int, rows: int) -> tuple[float, float]:
        """Return width and height of a slot."""
        return (
            (self.width - (columns - 1) * self.gap_x) / columns,
            (self.height - (rows - 1) * self.gap_y) / rows,
        )

    def room(self, columns: int, rows: int, board: BookBoard) -> tuple[float, float]:
        """Return the room for a board in a slot."""
        width, height = self.slot(columns, rows)
        wide = max(0.0, width - self.beside(board))
        return (wide, max(0.0, height - self.over - self.footer(board, width)))


def shapes(count: int) -> list[tuple[int, int]]:
    """Return the (columns, rows) that fit ``count`` slots without an empty row or column.

    >>> shapes(6)
    [(1, 6), (2, 3), (3, 2), (6, 1)]
    """
    every = ((columns, -(-count // columns)) for columns in range(1, count + 1))
    return [(columns, rows) for columns, rows in every if (columns - 1) * rows < count]


def best_arrangement(
    frame: SlotFrame, boards: Sequence[BookBoard], count: int, is_solved: bool
) -> Arrangement:
    """Return the arrangement of ``count`` slots with the largest cell, then the squarest slots."""
    options = [frame.arrange(boards, *shape, is_solved, count) for shape in shapes(count)]
    return max(
        options, key=lambda page: (round(page.cell_mm, 6), -abs(page.slot_width - page.slot_height))
    )


def settle(frame: SlotFrame, boards: Sequence[BookBoard], arrangement: Arrangement) -> Arrangement:
    """Return the arrangement with its cell reduced until every board, as drawn, fits its slot.

    Borders do not grow linearly, so that `Fit` may be slightly too large.
    """
    cell = arrangement.cell_mm
    for board in boards:
        width, height = frame.room(arrangement.columns, arrangement.rows, board)
        for _ in range(8):
            if cell <= 0.0:  # No room: `require_legible` says so
                break
            wide, high = board.size(cell)
            share = min(width / wide, height / high)
            if share >= 1.0:
                break
            cell *= share - 1e-6
    return replace(arrangement, cell_mm=cell)


def require_legible(
    frame: SlotFrame, boards: Sequence[BookBoard], arrangement: Arrangement, is_solved: bool
) -> None:
    """Raise RenderError if a board is not legible at the arrangement's cell.

    The error has the board, the cell that it needs, and the largest grid that fits.
    """

    def own_cell(board: BookBoard) -> float:
        room = frame.room(arrangement.columns, arrangement.rows, board)
        return board.fit(is_solved).cell(*room)

    for board in sorted(boards, key=own_cell):  # the one that makes cells small is named
        fit = board.fit(is_solved)
        if arrangement.cell_mm >= fit.legible_mm - _EPSILON:
            continue
        room = frame.room(arrangement.columns, arrangement.rows, board)
        cols, rows = fit.largest_grid(*room, board.cols, board.rows, fit.legible_mm)
        part = "solution" if is_solved else "puzzle"
        has_footer = frame.footer(board, room[0]) > 0
        beside = ", or put answers and credits at the end" if has_footer else ""
        count = arrangement.count
        on_page = f"{count} on a page leave" if count > 1 else "its page has"
        raise RenderError(
            f"{board.name} is too large for its page: the {part} needs cells of "
            f"{fit.legible_mm:.1f} mm to be legible, {on_page} room for {room[0]:.0f} x "
            f"{room[1]:.0f} mm, and at most {cols}x{rows} fits there; choose a smaller size, "
            f"a larger trim or fewer on a page{beside}"
        )
