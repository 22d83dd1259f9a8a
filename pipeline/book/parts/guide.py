"""How to play, with a worked example for each kind and rule, and the key to the bands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from pipeline.book.parts.boards import BookBoard, needs_trials, shown_symbols
from pipeline.book.parts.difficulty import difficulty_key, key_by_kind, title_in_key
from pipeline.book.parts.page_plan import CHILDREN, LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.edition.answer_words import describe_answer
from pipeline.edition.board_words import describe_board, name_of, step_texts
from pipeline.edition.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    balance,
    chapter_heading,
    column_steps,
    heading,
    merged,
    paginate,
    paragraph,
    plain,
    prose,
    space,
)
from pipeline.edition.flow.markdown import Paragraph, parse_markdown, without_idle_legends
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import QUIET, Span, label
from pipeline.edition.language import Language
from pipeline.edition.worked import first_step, worked_example
from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, show_symbols
from pipeline.kinds.kit.telling.kind_texts import with_zeros
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.render.theme import get_theme
from pipeline.scene import Align, Face, Label, Mark, Scene
from pipeline.scene.symbols import PICTURES, Symbols

_MOST_EXAMPLE_CELL_MM = 15.0
_LEAST_EXAMPLE_CELL_MM = 6.0
_LEAST_WITHOUT_TYPE_MM = 4.5  # Of cells without numbers or letters
_PUZZLE, _STEP, _SOLUTION = "howto.puzzle", "howto.step", "howto.solution"
_PLAIN = (_PUZZLE, _SOLUTION)
_SHOWN = ((_PUZZLE, _STEP, _SOLUTION), (_STEP, _SOLUTION), _PLAIN)  # Pictures, best choice first
_SHRINK = 0.97
"""Factor by which the boards of an example are reduced until they fit."""
_IN_ONE_ROW = 0.75  # Least cell of more boards side by side, beside that of fewer


def add_guide(plan: PagePlan) -> None:
    """Add the instructions of every kind and rule, and the key to difficulty.

    In a book of several kinds each has its key below its rules if all fit there; else the key
    follows the last instructions on their page if that saves a page.
    """
    setting, parts = plan.setting, plan.setting.options.parts
    instructions = setting.instructions if parts.how_to_play else ()
    has_key = parts.key and bool(setting.bands)
    heading = setting.language.say("difficulty.heading")
    if has_key and len(key_by_kind(setting)) > 1 and _add_keyed(plan):
        return
    for kind, rule, title in instructions:
        plan.mark(f"howto {kind.id} {rule}", title)
        build = partial(_howto, plan, kind, rule, title)
        if has_key and (kind, rule, title) == instructions[-1]:
            apart = _pages(plan, build()) + _pages(plan, difficulty_key(plan))
            for is_whole in (True, False):
                joined = partial(_howto_and_key, plan, kind, rule, title, is_whole)
                if _pages(plan, joined()) < apart:
                    heading_at = len(joined()) - len(difficulty_key(plan, is_run_on=True)) + 1
                    pages = balance(joined(), setting.geometry.steps)
                    further = sum(page.stop <= heading_at for page in pages)
                    plan.mark("difficulty", heading, further=further)
                    build, has_key = joined, False
                    break
        plan.add_flow(PageRole.HOWTO, build, title)
    if has_key:
        plan.mark("difficulty", heading)
        plan.add_flow(PageRole.DIFFICULTY, partial(difficulty_key, plan), heading)


def _add_keyed(plan: PagePlan) -> bool:
    """Add the instructions with the key of each kind below; return whether each fits a page."""
    setting, seen = plan.setting, set[str]()
    builds = []
    for kind, rule, title in setting.instructions if setting.options.parts.how_to_play else ():
        key = difficulty_key(plan, is_run_on=True, kind=kind) if kind.id not in seen else []
        seen.add(kind.id)
        build = partial(_howto_and_key, plan, kind, rule, title, key=key)
        if _pages(plan, build()) > 1:
            return False
        builds.append((f"howto {kind.id} {rule}", title, build))
    for number, (anchor, title, build) in enumerate(builds):
        plan.mark(anchor, title)
        if number == 0:
            plan.mark("difficulty", setting.language.say("difficulty.heading"))
        plan.add_flow(PageRole.HOWTO, build, title)
    return bool(builds)


def opens_with_rules(setting: LayoutContext, index: int) -> bool:
    """Return whether rules are printed before the puzzles of a section."""
    has_rules = setting.options.parts.how_to_play
    return has_rules and setting.instructions_before(index) is not None


def add_rules(
    plan: PagePlan,
    index: int,
    notes: Sequence[str] = (),
    below: tuple[float, Callable[[], MarkGroup]] | None = None,
) -> bool:
    """Add the rules of a section, and the key of its kind, unless an earlier section has them.

    The title of the section and its ``notes`` are above them. Puzzles of some height are ``below``
    if they fit; return whether they are.
    """
    setting, parts = plan.setting, plan.setting.options.parts
    if (found := setting.instructions_before(index)) is None:
        return False
    kind, rule, title = found
    has_key = parts.key and kind.id not in {one.kind for one in setting.sections[:index]}
    has_key &= title_in_key(setting, kind) in key_by_kind(setting)
    if parts.how_to_play:
        key = difficulty_key(plan, is_run_on=True, kind=kind) if has_key else []
        plan.mark(f"howto {kind.id} {rule}", title)
        build = partial(_howto_and_key, plan, kind, rule, title, key=key, notes=notes)
        joined = None if below is None else _joined(plan, build, *below)
        plan.add_flow(PageRole.HOWTO, joined or build, title)
        return joined is not None
    if has_key:
        heading = setting.language.say("difficulty.heading")
        plan.add_flow(PageRole.DIFFICULTY, partial(difficulty_key, plan, kind=kind), heading)
    return False


def _joined(
    plan: PagePlan,
    build: Callable[..., list[Block]],
    height: float,
    paint: Callable[[], MarkGroup],
) -> Callable[[], list[Block]] | None:
    """Return what builds rules with puzzles at the foot of their page, None if they do not fit."""
    setting = plan.setting
    steps = ceil(height / setting.style.leading_mm)
    rules = partial(build, below=steps + 1)
    gap = setting.geometry.steps - steps - column_steps(rules())
    if gap < 1:
        return None
    return lambda: [*rules(), space(gap, is_kept=True), Block(steps, paint())]


def _pages(plan: PagePlan, blocks: list[Block]) -> int:
    return len(paginate(blocks, plan.setting.geometry.steps))


def _howto_and_key(
    plan: PagePlan,
    kind: AnyKind,
    rule: str | None,
    title: str,
    is_whole: bool = True,
    key: list[Block] | None = None,
    notes: Sequence[str] = (),
    below: int = 0,
) -> list[Block]:
    key = difficulty_key(plan, is_run_on=True) if key is None else key
    rules = _howto(plan, kind, rule, title, column_steps(key) + below, notes)
    if not key:
        return rules
    kept = [replace(block, is_kept=True) for block in key[:-1]] if is_whole else key[:-1]
    return [*rules, *kept, key[-1]]


def _howto(
    plan: PagePlan,
    kind: AnyKind,
    rule: str | None,
    title: str,
    below: int = 0,
    notes: Sequence[str] = (),
) -> list[Block]:
    """Return rules and example, on one page with ``below`` more steps if they fit.

    With ``notes`` they open a section: its title, then lines about it.
    """
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    paragraphs = rules_paragraphs(setting, kind, rule)
    if not notes and _is_promised_here(plan, kind, rule):
        promise = Span(language.hyphenate(language.say("howto.no_guessing")), Face.TEXT)
        paragraphs = (*paragraphs, Paragraph((promise,)))
    step_limit = setting.geometry.steps - below
    for states, (under, over) in product(_SHOWN, ((2, 2), (2, 1), (1, 1))):
        blocks = _howto_heading(setting, title, notes, under)
        blocks += prose(paragraphs, style, width, is_tight=over == 1)
        words = language.prose("howto.example")
        blocks += heading(words, style, width, style.subheading_pt, above=over)
        whole = [*blocks, *_example(plan, kind, rule, step_limit - column_steps(blocks), states)]
        if column_steps(whole) <= step_limit:
            return whole
    return _howto_apart(plan, kind, rule, title, paragraphs, notes)


def _is_promised_here(plan: PagePlan, kind: AnyKind, rule: str | None) -> bool:
    """Return whether no puzzle under a rule needs guessing, and a section has no page to say so."""
    under = [
        k for k, section in enumerate(plan.setting.sections)
        if (section.kind, section.rule) == (kind.id, rule)
    ]  # fmt: skip
    if plan.setting.is_for_children or plan.opened.issuperset(under):
        return False  # children's rules are as short as possible
    return all(is_without_guessing(plan.setting, k) for k in under)


def is_without_guessing(setting: LayoutContext, index: int) -> bool:
    """Return whether no puzzle of a section needs a trial; False where nobody would guess."""
    declared = get_kind(setting.sections[index].kind).declared
    if declared is not None and declared.effort is not None:
        return False
    return bool(setting.sections[index].hardest) or needs_trials(setting.boards[index]) is False


def _howto_heading(
    setting: LayoutContext, title: str, notes: Sequence[str], gap: int
) -> list[Block]:
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    if not notes:
        return chapter_heading(language.hyphenate(title), style, width, gap)
    blocks = chapter_heading(language.hyphenate(notes[0]), style, width, 1)
    for note in notes[1:]:
        blocks += plain(note, style, width)
    return [*blocks, *heading(title, style, width, style.subheading_pt, above=gap)]


def rules_paragraphs(
    setting: LayoutContext, kind: AnyKind, rule: str | None
) -> tuple[Paragraph, ...]:
    """Return the rules of a kind as printed under the book's own heading."""
    language = setting.language
    own = (one.rules for one in setting.sections if (one.kind, one.rule) == (kind.id, rule))
    text = next(filter(None, own), "")
    smarten = language.smarten
    if text not in ("", CHILDREN):
        smarten = replace(language, is_for_children=False).smarten  # the publisher's own words
    else:
        is_easy = bool(text) or setting.is_for_children
        symbols = _symbols(setting, kind, rule)
        sides = _sides(setting, kind, rule)
        text = kind.rules_text(rule, language.code, symbols, is_easy, sides)
        if setting.options.parts.zeros:
            text = with_zeros(kind.package, text, language.code)
    text += symbol_notes(kind, _boards_under(setting, kind, rule), language)
    if kind.book_matter is not None and not setting.options.is_for_screen:
        text += f"\n{kind.book_matter.paper_text(language.code)}\n"
    paragraphs = parse_markdown(language.hyphenate(smarten(text)))
    if paragraphs and paragraphs[0].level == 1:
        paragraphs = paragraphs[1:]
    boards = _boards_under(setting, kind, rule)
    return without_idle_legends(paragraphs, partial(boards_drawn, boards))


def goal_of(setting: LayoutContext, index: int) -> tuple[Span, ...]:
    """Return what a child does in the puzzles of a section: the first paragraph of their rules."""
    if not setting.is_for_children:
        return ()
    section = setting.sections[index]
    found = rules_paragraphs(setting, setting.boards[index][0].kind, section.rule)
    return next((one.spans for one in found if not one.level and not one.marker), ())


def _sides(setting: LayoutContext, kind: AnyKind, rule: str | None) -> tuple[int, int] | None:
    side = common_side(_boards_under(setting, kind, rule))
    return None if side is None else (side, worked_example(kind, rule)[0].rows)


def common_side(boards: Iterable[BookBoard]) -> int | None:
    """Return the side of square boards of one size, None for others."""
    sides = {side for board in boards for side in (board.rows, board.cols)}
    return sides.pop() if len(sides) == 1 else None


def symbol_notes(kind: AnyKind, boards: Sequence[BookBoard], language: Language) -> str:
    """Return paragraphs on what boards under one rule show in place of numbers, "" if nothing.

    Where pictures are in all cells, they are listed: a puzzle need not show each of them.
    """
    notes = []
    if len({board.symbols for board in boards}) > 1:
        notes.append(language.say("howto.symbols"))
    rows = {board.rows for board in boards if board.symbols == "icons"}
    if "digits" in kind.symbols and rows and max(rows) <= len(PICTURES):
        names = (name_of(n, "icons", language.code) for n in range(1, max(rows) + 1))
        form = "howto.pictures_one" if len(rows) == 1 else "howto.pictures_other"
        notes.append(language.say(form, names=", ".join(names), rows=min(rows)))
    return "".join(f"\n\n{note}\n" for note in notes)


def boards_drawn(boards: Iterable[BookBoard]) -> Iterator[Mark]:
    """Yield the marks of boards; equal placeholders are drawn once."""
    apart = {id(board.record.puzzle): board for board in boards}
    return (mark for board in apart.values() for mark in board.draw(10.0).marks)


def _symbols(setting: LayoutContext, kind: AnyKind, rule: str | None) -> Symbols:
    return shown_symbols(_boards_under(setting, kind, rule))


def _boards_under(setting: LayoutContext, kind: AnyKind, rule: str | None) -> list[BookBoard]:
    return [
        board
        for section, boards in zip(setting.sections, setting.boards, strict=True)
        if (section.kind, section.rule) == (kind.id, rule)
        for board in boards
    ]


def _howto_apart(
    plan: PagePlan,
    kind: AnyKind,
    rule: str | None,
    title: str,
    paragraphs: Sequence[Paragraph],
    notes: Sequence[str],
) -> list[Block]:
    """Return rules and example that do not fit on one page, each at its full size.

    The first step is shown if that takes no more pages, with less white space or instead of the
    start if necessary: it has the same clues.
    """
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    words = language.prose("howto.example")
    shown: list[list[Block]] = []
    for states, gap in product(_SHOWN, (2, 1)):
        head = heading(words, style, width, style.subheading_pt, above=gap)
        top = _howto_heading(setting, title, notes, gap)
        tight = [*top, *prose(paragraphs, style, width, is_tight=True)]
        rules = [*top, *prose(paragraphs, style, width)]
        texts = [rules, tight]
        if column_steps(tight) <= setting.geometry.steps:  # no break within a list
            texts = [min(tight, rules, key=partial(_pages, plan))]
        room = (setting.geometry.steps - column_steps(head)) * (_STEP in states)
        example = _example(plan, kind, rule, room, states)
        shown += ([*text, *head, *example] for text in texts)
    return min(shown, key=partial(_pages, plan))


def _example(
    plan: PagePlan, kind: AnyKind, rule: str | None, room: int, states: tuple[str, ...]
) -> list[Block]:
    """Return the example unsolved, after a first step and solved, with the reason of the step.

    The boards are side by side, somewhat smaller if they then fit in the ``room`` of steps left on
    the page of the rules, and in more rows if they would not be legible. Kinds without deductions
    have no step.
    """
    style, width = plan.setting.style, plan.setting.geometry.text_width
    gap = 2 * style.leading_mm
    clues, solution = worked_example(kind, rule)
    if kind.answer_text is not None:
        most = max(_LEAST_EXAMPLE_CELL_MM, 1.4 * style.label_pt * PT)
        cell = example_cell(kind, clues, width, _MOST_EXAMPLE_CELL_MM if room else most)
        words = kind.answer_text(clues, solution)
        return [
            _row(plan, [_figure(plan, kind, rule, cell, _PUZZLE)], is_kept=True),
            *paragraph([Span(words, Face.TEXT)], style, width),
        ]
    why = _why(plan, kind, rule) if _STEP in states else []
    states = states if why else _PLAIN
    marks = _draw_example(kind, rule, _LEAST_EXAMPLE_CELL_MM, _SOLUTION).marks
    least = max(_LEAST_EXAMPLE_CELL_MM, 1.4 * style.label_pt * PT)
    least = least if any(isinstance(mark, Label) for mark in marks) else _LEAST_WITHOUT_TYPE_MM
    room -= column_steps(why)

    def fits(cell: float, across: int) -> bool:
        heights = [_draw_example(kind, rule, cell, state).height_mm for state in states]
        rows = (heights[k : k + across] for k in range(0, len(heights), across))
        return sum(_row_steps(plan, row) for row in rows) <= room

    def cell_for(across: int) -> float:
        most = _MOST_EXAMPLE_CELL_MM if across > 1 else least
        cells = [example_cell(kind, clues, (width - (across - 1) * gap) / across, most)]
        if cells[0] < least or fits(cells[0], across) or not fits(least, across):
            return cells[0]
        while cells[-1] > least:
            cells.append(max(least, _SHRINK * cells[-1]))
        return cells[bisect_left(cells, True, key=partial(fits, across=across))]

    shapes = [(cell_for(across), across) for across in range(len(states), 0, -1)]
    legible = [shape for shape in shapes if shape[0] >= least] or shapes[-1:]
    fitting = [one for one in legible if fits(*one)] or legible[:1]
    cell, across = next(one for one in fitting if one[0] >= _IN_ONE_ROW * max(fitting)[0])
    return [*_rows(plan, kind, rule, cell, states, across), *why]


def _why(plan: PagePlan, kind: AnyKind, rule: str | None) -> list[Block]:
    setting = plan.setting
    words = setting.language.hyphenate(first_step_text(setting, kind, rule))
    if not words:
        return []
    return paragraph([Span(words, Face.TEXT)], setting.style, setting.geometry.text_width)


def first_step_text(setting: LayoutContext, kind: AnyKind, rule: str | None) -> str:
    """Return the first step with its reason, "" for a kind without deductions."""
    step, language = first_step(kind, rule), setting.language
    if step is None or kind.deductions is None:
        return ""
    symbols = _symbols(setting, kind, rule)
    texts = step_texts(kind.id, language.code, symbols, setting.is_for_children, rule)
    return language.smarten(step_text(step, worked_example(kind, rule)[0].cols, texts))


def example_states(setting: LayoutContext, kind: AnyKind, rule: str | None) -> tuple[str, ...]:
    """Return the caption keys of the pictures of an example."""
    if kind.answer_text is not None:
        return (_PUZZLE,)
    return _SHOWN[0] if first_step_text(setting, kind, rule) else _PLAIN


def example_scene(
    setting: LayoutContext, kind: AnyKind, rule: str | None, cell: float, state: str
) -> tuple[Scene, str]:
    """Return a picture of the example with its alternative text."""
    clues, solution = worked_example(kind, rule)
    symbols, code = _symbols(setting, kind, rule), setting.language.code
    has_hues = get_theme(setting.options.theme).has_hues
    scene = show_symbols(kind, _draw_example(kind, rule, cell, state), symbols, cell, has_hues)
    if state == _SOLUTION:
        return scene, describe_answer(kind, clues, solution, code, symbols)
    if state == _STEP:
        return scene, first_step_text(setting, kind, rule)
    return scene, describe_board(kind, clues, code, symbols)


class _Figure(NamedTuple):
    """A board with its caption, and its size without the caption."""

    painted: MarkGroup
    width: float
    height: float


def _rows(
    plan: PagePlan,
    kind: AnyKind,
    rule: str | None,
    cell: float,
    states: tuple[str, ...],
    across: int,
) -> list[Block]:
    """Return figures in rows of ``columns``; all rows but the last are kept with the next."""
    figures = [_figure(plan, kind, rule, cell, state) for state in states]
    rows = [figures[k : k + across] for k in range(0, len(figures), across)]
    return [_row(plan, row, is_kept=row is not rows[-1]) for row in rows]


def _row(plan: PagePlan, figures: list[_Figure], is_kept: bool = False) -> Block:
    step = plan.setting.style.leading_mm
    used = sum(figure.width for figure in figures) + 2 * step * (len(figures) - 1)
    left = (plan.setting.geometry.text_width - used) / 2
    parts = []
    for figure in figures:
        parts.append(figure.painted.moved(left, 0.5 * step))
        left += figure.width + 2 * step
    steps = _row_steps(plan, [figure.height for figure in figures])
    return Block(steps, merged(parts), is_kept)


def _row_steps(plan: PagePlan, heights: Sequence[float]) -> int:
    step = plan.setting.style.leading_mm
    return int((max(heights) + 2 * step) / step) + 1


def _figure(plan: PagePlan, kind: AnyKind, rule: str | None, cell: float, state: str) -> _Figure:
    style, language = plan.setting.style, plan.setting.language
    scene, words = example_scene(plan.setting, kind, rule, cell, state)
    caption = label(
        language.say(state),
        scene.width_mm / 2, scene.height_mm + style.leading_mm * BASELINE,
        style.small_pt, Face.TEXT_ITALIC, Align.CENTRE, QUIET,
    )  # fmt: skip
    drawn = MarkGroup(scene.marks).tagged("Figure", words)
    return _Figure(merged([drawn, MarkGroup((caption,))]), scene.width_mm, scene.height_mm)


@lru_cache(maxsize=256)
def _draw_example(kind: AnyKind, rule: str | None, cell: float, state: str) -> Scene:
    # Cached, since each way to set the page draws the example again.
    clues, solution = worked_example(kind, rule)
    step = first_step(kind, rule) if state == _STEP else None
    if kind.deductions is not None and step is not None:
        return kind.deductions.draw_step(clues, solution, step, cell)
    return kind.draw(clues, solution if state == _SOLUTION else None, cell)


@lru_cache(maxsize=256)
def example_cell(kind: AnyKind, clues: Any, width: float, most: float) -> float:
    """Return the largest cell, up to ``most``, with which a board is at most ``width`` mm wide."""
    wide = kind.draw(clues, None, 10.0).width_mm
    cell = min(most, 10.0 * width / wide)
    while kind.draw(clues, None, cell).width_mm > width:
        cell *= 0.995
    return cell
