"""One page of puzzles for a magazine: answers upside down in a block at its foot, and a credit.

It has no front matter, folio or bleed. Several kinds have their rules beside their puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias

from pipeline.book.parts.answer_grid import COMFORT_MM
from pipeline.book.parts.boards import (
    BookBoard,
    Limits,
    SlotFrame,
    best_arrangement,
    number_boards,
    require_legible,
    settle,
    shown_symbols,
)
from pipeline.book.parts.guide import (
    boards_drawn,
    common_side,
    symbol_notes,
)
from pipeline.book.parts.sheet_text import (
    IN_STRIP,
    LINE,
    Sheet,
    credit,
    run_on,
    set_lines,
    set_note,
    set_number,
    set_title,
)
from pipeline.book.press.printing import printing_for
from pipeline.config.book_options import BookOptions
from pipeline.config.sheet_options import SheetOptions
from pipeline.edition.flow.blocks import (
    MarkGroup,
    column,
    column_steps,
    heading,
    merged,
    prose,
    turn_over,
)
from pipeline.edition.flow.markdown import Paragraph, parse_markdown, without_idle_legends
from pipeline.edition.flow.style import PT, style_for
from pipeline.edition.flow.typeset import QUIET, Span, break_lines, label, place_line
from pipeline.edition.language import load_language
from pipeline.edition.rights import require_rights
from pipeline.edition.section import BookSection
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.kind_texts import with_zeros
from pipeline.model import RenderError
from pipeline.render.fonts import using_fonts
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene

_LEAST_FILLED: Final = 0.7  # Least share of its area for puzzles side by side; else each has a row
_LEAST_CELL: Final = 0.8  # Least size of cells in rows, relative to cells side by side
_LEAST_AREA: Final = 0.6  # Of puzzles in strips, relative to that of puzzles over their rules
_BOARD_SHARE: Final = 0.62  # Largest share of the width for a puzzle in a row of its own
_RULES_SHARES: Final = (0.27, 0.33, 0.4)  # Of the width, for rules beside puzzles
_SHRINK: Final = 0.97
_LEAST_SIDE_MM: Final = 20.0


class SheetPage(NamedTuple):
    """A page, and the size of the cells of each puzzle, by section, in millimetres."""

    scene: Scene
    cells: tuple[tuple[float, ...], ...]


def lay_sheet(
    options: BookOptions,
    sections: Sequence[BookSection],
    size: tuple[float, float],
    sheet_options: SheetOptions,
    previous: Sequence[BookSection] | None = None,
) -> SheetPage:
    """Return a page of this size, in millimetres, with every puzzle of the sections.

    At its foot are the answers of the ``previous`` page, if these are not None, or its own.

    `RenderError` if a puzzle or an answer cannot be legible on it. `ConfigError` if a record is not
    ready to be printed, or may not be sold.
    """
    with using_fonts(options.faces):
        every = (*sections, *(previous or ()))
        require_rights(options, (record for section in every for record in section.records))
        type_pt = printing_for(options).type_pt
        limits = Limits(type_pt, type_pt, has_zeros=options.parts.zeros)
        numbered = number_boards(sections, limits, options.theme)
        before = number_boards(previous or (), limits, options.theme)
        boards = [board for boards in numbered for board in boards]
        places = {board.number: k for k, some in enumerate(numbered) for board in some}
        margin = sheet_options.margin_mm
        sheet = Sheet(
            options, sheet_options, load_language(options.language), style_for("standard", size[0]),
            size[0] - 2 * margin, size[1] - 2 * margin,
            {number: sections[k].title for number, k in places.items()}, places,
            None if previous is None else [board for boards in before for board in boards],
        )  # fmt: skip
        rules = _rules(sheet, sections, numbered)
        title, top = set_title(sheet)
        top += 0.5 * sheet.style.leading_mm
        form = None
        if options.answers == "none":
            with_answers = replace(sheet, options=replace(options, answers="flipped"))
            with suppress(RenderError):
                form = _lay_puzzles(with_answers, boards, rules, top).form
        page = _lay_puzzles(sheet, boards, rules, top, form)
        marks = merged([title, page.marks]).moved(margin, margin).marks
        cells = [tuple(page.cells[board.number] for board in boards) for boards in numbered]
        return SheetPage(Scene(*size, marks), tuple(cells))


_Cells: TypeAlias = Mapping[int, float]
_Form: TypeAlias = Literal["strips", "rules below", "rows", "rules above"]


class _Page(NamedTuple):
    """Puzzles and foot of a sheet, how the puzzles are arranged, and the cell of each number."""

    form: _Form
    marks: MarkGroup
    cells: _Cells


def _lay_puzzles(
    sheet: Sheet, boards: Sequence[BookBoard], rules: _Rules, top: float, form: _Form | None = None
) -> _Page:
    """Return the puzzles and the foot, in this form if it is not None.

    Without it: in strips, unless boards over their rules are much larger; else whatever fits.
    """
    foot = _foot(sheet, boards)
    room = sheet.height - foot.height_mm
    said = {
        number: run_on(kind.title_in(sheet.language.code, rule) if len(rules) > 1 else "", items)
        for (_, rule), (number, kind, items) in rules.items()
    }

    def page(form: _Form, cells: _Cells, *parts: MarkGroup) -> _Page:
        return _Page(form, merged([*parts, MarkGroup(foot.marks).moved(0, room)]), cells)

    if len(rules) > 1 and form in (None, "strips", "rules below"):
        strips = None
        if form != "rules below":
            with suppress(RenderError):  # a caption that is too long in a strip
                strips = _strips(sheet, boards, rules, room - top)
        if form != "strips" or strips is None:
            with suppress(RenderError):
                grid, cells, _ = _grid(sheet, boards, room - top, said)
                below = page("rules below", cells, grid.moved(0, top))
                if strips is None or (
                    _area(boards, strips[1]) < _LEAST_AREA * _area(boards, below.cells)
                ):
                    return below
        if strips is not None:
            return page("strips", strips[1], strips[0].moved(0, top))
    words, start = set_lines(sheet, [*said.values()], top)
    if room <= start:
        raise RenderError(
            f"the answers of {len(boards)} puzzles leave no room for them on a sheet of "
            f"{sheet.width:g} x {sheet.height:g} mm; ask for fewer or a larger sheet"
        )
    grid, cells, used = _grid(sheet, boards, room - start, {})
    if form == "rows" or (form is None and used < _LEAST_FILLED * (room - start)):
        rows = _in_rows(sheet, boards, rules, room - top, _LEAST_CELL * min(cells.values()))
        if rows is not None:
            return page("rows", rows[1], rows[0].moved(0, top))
    return page("rules above", cells, words, grid.moved(0, start))


def _area(boards: Sequence[BookBoard], cells: _Cells) -> float:
    return sum(prod(board.size(cells[board.number])) for board in boards)


_Rule: TypeAlias = tuple[int, AnyKind, tuple[Paragraph, ...]]  # First puzzle, kind, rules
_Lines: TypeAlias = Sequence[Sequence[Sequence[BookBoard]]]  # Puzzles by line and kind
_Rules: TypeAlias = dict[tuple[str, str | None], _Rule]  # Rules by kind and rule


def _rules(
    sheet: Sheet, sections: Sequence[BookSection], numbered: Sequence[Sequence[BookBoard]]
) -> _Rules:
    rules: _Rules = {}
    for section, boards in zip(sections, numbered, strict=True):
        key, kind = (section.kind, section.rule), boards[0].kind
        if key not in rules:
            under = [
                board
                for other, its_boards in zip(sections, numbered, strict=True)
                if (other.kind, other.rule) == key
                for board in its_boards
            ]
            side = common_side(under)
            sides = None if side is None else (side, side)
            code, shown = sheet.language.code, shown_symbols(under)
            text = kind.rules_text(section.rule, code, shown, sides=sides)
            if sheet.options.parts.zeros:
                text = with_zeros(kind.package, text, code)
            text += symbol_notes(kind, under, sheet.language)
            text = sheet.language.smarten(text)
            items = tuple(item for item in parse_markdown(text) if not item.level)
            items = without_idle_legends(items, partial(boards_drawn, under))
            rules[key] = (boards[0].number, kind, items)
    return rules


def _grid(
    sheet: Sheet, boards: Sequence[BookBoard], height: float, rules: Mapping[int, list[Span]]
) -> tuple[MarkGroup, _Cells, float]:
    """Return the puzzles side by side above their rules, their cells, and the height.

    Each is as large as its slot, whatever the size of the others.
    """
    style, step = sheet.style, sheet.style.leading_mm

    def below(board: BookBoard, width: float) -> tuple[MarkGroup, float]:
        note, high = set_note(sheet, board, width)
        if board.number not in rules:
            return note, high
        narrow = replace(sheet, width=width)
        words, end = set_lines(narrow, [rules[board.number]], high)
        return merged([note, words]), end

    frame = SlotFrame(
        width=sheet.width, height=height, gap_x=2 * step, gap_y=step, over=1.5 * step,
        most_cell=style.most_cell_mm, footer=lambda board, width: below(board, width)[1],
    )  # fmt: skip
    page = best_arrangement(frame, boards, len(boards), is_solved=False)
    page = settle(frame, boards, page)
    require_legible(frame, boards, page, is_solved=False)
    notes = [below(board, page.slot_width) for board in boards]
    cells = {
        board.number: _largest(
            board,
            page.cell_mm,
            style.most_cell_mm,
            (page.slot_width, page.slot_height - frame.over - high),
        )
        for board, (_, high) in zip(boards, notes, strict=True)
    }
    scenes = [board.draw(cells[board.number]) for board in boards]
    tallest: dict[float, float] = {}
    for k, (scene, (_, high)) in enumerate(zip(scenes, notes, strict=True)):
        row = page.corner(k)[1]
        tallest[row] = max(tallest.get(row, 0.0), scene.height_mm + high)
    parts, end = [], 0.0
    for k, (board, scene) in enumerate(zip(boards, scenes, strict=True)):
        x, y = page.corner(k)
        # centre a row of smaller boards in its space
        slack = page.slot_height - frame.over - tallest[y]
        y += min(slack / 2, 2 * step)
        dx = (page.slot_width - scene.width_mm) / 2
        parts.append(set_number(sheet, board, dx, page.slot_width).moved(x, y))
        parts.append(MarkGroup(scene.marks).moved(x + dx, y + frame.over))
        note, high = notes[k]
        parts.append(note.moved(x, y + frame.over + scene.height_mm))
        end = max(end, y + frame.over + scene.height_mm + high)
    return merged(parts), cells, end


def _largest(board: BookBoard, cell: float, largest: float, room: tuple[float, float]) -> float:
    """Return the largest cell with which a board fits a room in which it fits with ``cell``."""
    while cell < largest and all(
        side <= space for side, space in zip(board.size(cell / _SHRINK), room, strict=True)
    ):
        cell /= _SHRINK
    return min(cell, largest)


def _in_rows(
    sheet: Sheet, boards: Sequence[BookBoard], rules: _Rules, height: float, least_cell: float
) -> tuple[MarkGroup, _Cells] | None:
    """Return the puzzles one below another, left and right in turn, beside their rules, and cells.

    For few puzzles on a tall page, which side by side would leave its lower half empty. None if
    cells would be too small, or the rules do not fit beside a puzzle.
    """
    style, step = sheet.style, sheet.style.leading_mm
    small = sheet.small
    texts = {number: items for number, _, items in rules.values()}
    frame = SlotFrame(
        width=_BOARD_SHARE * sheet.width, height=height - step, gap_x=0, gap_y=1.5 * step,
        over=0, most_cell=style.most_cell_mm,
    )  # fmt: skip
    page = settle(frame, boards, frame.arrange(boards, 1, len(boards), is_solved=False))
    if page.cell_mm < max(least_cell, *(board.puzzle_fit.legible_mm for board in boards)):
        return None
    parts = []
    for k, board in enumerate(boards):
        scene = board.draw(page.cell_mm)
        width = sheet.width - scene.width_mm - 2 * step
        blocks = prose(texts.get(board.number, ()), small, width, is_tight=True)
        note, high = set_note(sheet, board, width, Align.LEFT)
        below = 2 * step + column_steps(blocks) * small.leading_mm
        if below + high > page.slot_height:
            return None
        y = page.corner(k)[1] + step
        left, beside = (0.0, scene.width_mm + 2 * step) if k % 2 == 0 else (width + 2 * step, 0.0)
        words = merged(
            [
                set_number(sheet, board, 0, width),
                column(blocks, small.leading_mm).moved(0, 2 * step),
                note.moved(0, below),
            ]
        )
        parts += [MarkGroup(scene.marks).moved(left, y), words.moved(beside, y)]
    return merged(parts), dict.fromkeys((board.number for board in boards), page.cell_mm)


def _strips(
    sheet: Sheet, boards: Sequence[BookBoard], rules: _Rules, height: float
) -> tuple[MarkGroup, _Cells] | None:
    """Return a strip for each kind, rules on the left, and the cell of each puzzle.

    Kinds with one puzzle share the width in pairs where that makes puzzles larger. None if there
    is no room.
    """
    texts = {kind[0]: kind for kind in rules.values()}
    groups: list[list[BookBoard]] = []
    for board in boards:
        if board.number in texts or not groups:
            groups.append([])
        groups[-1].append(board)
    pairs: list[list[list[BookBoard]]] = []
    for group in groups:
        if pairs and len(group) == 1 and [len(one) for one in pairs[-1]] == [1]:
            pairs[-1].append(group)
        else:
            pairs.append([group])
    layouts = [
        laid
        for lines in ([[group] for group in groups], pairs)
        if (laid := _in_lines(sheet, lines, texts, height)) is not None
    ]
    return max(layouts, key=lambda laid: _area(boards, laid[1]), default=None)


def _in_lines(
    sheet: Sheet, lines: _Lines, texts: Mapping[int, _Rule], height: float
) -> tuple[MarkGroup, _Cells] | None:
    """Return the strips of each line side by side, as large as the height lets them be."""
    gap, across = 1.2 * sheet.style.leading_mm, 2 * sheet.style.leading_mm
    side, strips, used = height, list[list[_Strip]](), 0.0
    while side >= _LEAST_SIDE_MM and not strips:
        for share in _RULES_SHARES:
            laid = [
                [
                    strip
                    for group in line
                    if (strip := _strip(narrow, group, texts[group[0].number], side, share))
                ]
                for line in lines
                for wide in [(sheet.width - across * (len(line) - 1)) / len(line)]
                for narrow in [replace(sheet, width=wide)]
            ]
            if [len(line) for line in laid] == [len(line) for line in lines]:
                used = sum(max(strip.height for strip in line) for line in laid)
                used += gap * (len(lines) - 1)
                if used <= height:
                    strips = laid
                    break
        side *= _SHRINK
    if not strips:
        return None
    gap += (height - used) / len(strips)
    parts, y = [], 0.0
    for line in strips:
        for k, strip in enumerate(line):
            parts.append(strip.paint().moved(k * (sheet.width + across) / len(line), y))
        y += max(strip.height for strip in line) + gap
    return merged(parts), {
        number: cell for line in strips for strip in line for number, cell in strip.cells.items()
    }


class _Strip(NamedTuple):
    """The puzzles of a kind with their rules."""

    paint: Callable[[], MarkGroup]
    height: float
    cells: _Cells


def _strip(
    sheet: Sheet, boards: Sequence[BookBoard], rules: _Rule, side: float, share: float
) -> _Strip | None:
    """Return a strip with boards that fit a square, or are just legible; None if too wide."""
    style, step = sheet.style, sheet.style.leading_mm
    small = sheet.small
    _, kind, items = rules
    wide = share * sheet.width
    title = kind.title_in(sheet.language.code, boards[0].record.verdict.rule)
    words = [
        *heading(title, small, wide, style.subheading_pt, above=0),
        *prose(items, small, wide, is_tight=True),
    ]
    left, over = wide + step, 1.5 * step
    room, y = sheet.width - left, 0.0
    rows: list[list[tuple[BookBoard, float, float]]] = [[]]
    for board in boards:
        most = min(style.most_cell_mm, side / max(board.rows, board.cols))
        cell = max(min(most, most * side / max(board.size(most))), board.puzzle_fit.legible_mm)
        across, _ = board.size(cell)
        if across > room:
            return None
        if rows[-1] and sum(one[2] + step for one in rows[-1]) + across > room:
            rows.append([])
        rows[-1].append((board, cell, across))
    places = []
    for row in rows:
        gap = (room - sum(across for *_, across in row)) / (len(row) + 1)
        x, tallest = left, 0.0
        for board, cell, across in row:
            x += gap
            places.append((board, cell, x, y))
            x += across
            high = board.size(cell)[1] + set_note(sheet, board, across)[1]
            tallest = max(tallest, over + high)
        y += tallest + step

    def paint() -> MarkGroup:
        parts = [column(words, small.leading_mm)]
        for board, cell, x, y in places:
            scene = board.draw(cell)
            note, _ = set_note(sheet, board, scene.width_mm)
            parts += [
                set_number(sheet, board, 0, scene.width_mm, IN_STRIP).moved(x, y),
                MarkGroup(scene.marks).moved(x, y + over),
                note.moved(x, y + over + scene.height_mm),
            ]
        return merged(parts)

    cells = {board.number: cell for board, cell, *_ in places}
    return _Strip(paint, max(y - step, column_steps(words) * small.leading_mm), cells)


def _foot(sheet: Sheet, boards: Sequence[BookBoard]) -> Scene:
    small = sheet.style.small_pt
    step = LINE * small * PT
    marks: list[Mark] = [Line((0, step), (sheet.width, step), 0.3, Ink(Role.RULE))]
    y = 2 * step
    shown = boards if sheet.previous is None else sheet.previous
    if sheet.options.answers != "none" and shown:
        block = _answer_block(sheet, shown)
        if sheet.previous is None:
            block = turn_over(block)
        else:
            number = (sheet.own.issue or 1) - 1
            key = "sheet.answers_of" if number else "sheet.answers_before"
            title = sheet.language.say(key, number=number)
            marks.append(label(title, 0, y, sheet.style.detail_pt, Face.DISPLAY_BOLD))
            y += step
        marks += block.moved(0, y).marks
        y += block.height_mm
    for line in break_lines([Span(credit(sheet), Face.TEXT)], small, sheet.width):
        y += step
        marks += place_line(line, 0, y, sheet.width, small, Align.CENTRE, QUIET)
    return Scene(sheet.width, y + 0.25 * small * PT, tuple(marks))


def _answer_block(sheet: Sheet, boards: Sequence[BookBoard]) -> Scene:
    small, gap = sheet.style.small_pt, sheet.style.leading_mm
    over = LINE * small * PT
    marks: list[Mark] = []
    x = y = tallest = 0.0
    for board in boards:
        scene = _answer(sheet, board.for_answers)
        if x and x + scene.width_mm > sheet.width:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        if scene.width_mm > sheet.width:
            raise RenderError(f"{board.name}: its answer is wider than the sheet; make that wider")
        marks.append(label(str(board.number), x, y + 0.75 * over, small, Face.DISPLAY_BOLD))
        marks += scene.moved(x, y + over).marks
        x += scene.width_mm + gap
        tallest = max(tallest, over + scene.height_mm)
    return Scene(sheet.width, y + tallest, tuple(marks))


def _answer(sheet: Sheet, board: BookBoard) -> Scene:
    if board.answer_text is None:
        return board.draw(max(COMFORT_MM, board.answer_fit.legible_mm), is_solved=True)
    small = sheet.style.small_pt
    marks: list[Mark] = []
    lines = break_lines([Span(board.answer_text, Face.TEXT)], small, sheet.width)
    for k, line in enumerate(lines):
        marks += place_line(line, 0, (k + 0.8) * LINE * small * PT, sheet.width, small)
    return Scene(sheet.width, len(lines) * LINE * small * PT, tuple(marks))
