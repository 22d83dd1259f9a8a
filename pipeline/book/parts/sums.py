"""A table of the sums of different numbers that few sets have, for kinds with such sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.edition.flow.blocks import Block, chapter_heading, paragraph, plain, space
from pipeline.edition.flow.markdown import parse_spans
from pipeline.kinds.kit.words.total.rule import Total, sets_with_total

NUMBERS: Final = tuple(range(1, 10))
MOST_SETS: Final = 2  # Of a sum in the table


def has_sums(setting: LayoutContext) -> bool:
    """Return whether a book has the table: it is asked for, and some puzzles have sums."""
    if not setting.options.parts.sums:
        return False
    first = {board.kind.id: board for board in reversed(setting.all_boards)}
    return any(_totals_numbers(board) for board in first.values())


def _totals_numbers(board: BookBoard) -> bool:
    """Return whether a rule of a board is a sum of different numbers from 1 to 9."""
    declared = board.kind.declared
    rules = () if declared is None else declared.declare(board.clues).globals
    return any(isinstance(one, Total) and one.values == NUMBERS for one in rules)


def add_sums(plan: PagePlan) -> None:
    """Add the table."""
    setting = plan.setting
    title = setting.language.say("sums.heading")
    plan.mark("sums", title)
    plan.add_flow(PageRole.HOWTO, lambda: _table(plan), title)


def few_ways(size: int) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Yield each sum of ``size`` different numbers with at most `MOST_SETS` sets, and these sets.

    >>> [total for total, _ in few_ways(2)]
    [3, 4, 5, 6, 14, 15, 16, 17]
    >>> dict(few_ways(3))[8]
    ((1, 2, 5), (1, 3, 4))
    """
    for total in range(sum(NUMBERS[:size]), sum(NUMBERS[-size:]) + 1):
        sets = tuple(tuple(sorted(one)) for one in sets_with_total(NUMBERS, size, total))
        if 1 <= len(sets) <= MOST_SETS:
            yield total, sets


def _table(plan: PagePlan) -> list[Block]:
    """Return a paragraph for each number of cells."""
    style, language = plan.setting.style, plan.setting.language
    width = plan.setting.geometry.text_width
    blocks = chapter_heading(language.say("sums.heading"), style, width)
    blocks += plain(language.prose("sums.introduction"), style, width)
    for size in range(2, len(NUMBERS)):
        entries = [
            f"**{total}**\u00a0" + "\u00a0/\u00a0".join("".join(map(str, one)) for one in sets)
            for total, sets in few_ways(size)
        ]
        text = language.say("sums.cells", count=size) + ": " + ",  ".join(entries)
        blocks += [space(), *paragraph(parse_spans(text), style, width)]
    return blocks
