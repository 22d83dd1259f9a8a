"""Feedback on a board while it is drawn: its solutions, its grade, its first steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Final

from pipeline.config.models import levels_of
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import AnyKind, Budget, with_rule
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import SIDES
from pipeline.kinds.kit.telling.deduction import cells_of_step
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import Grade, JsonObject, PipelineError, Status
from pipeline.studio.drawing import Shown, picture

SHORT: Final = Budget(nodes=5_000, conflicts=2_000)
"""Of the first look, so that the answer comes while a setter draws; the next has the kind's own."""
LARGE: Final = 400  # Cells, above which the first look is shorter, and has no grade
SHORTER: Final = Budget(nodes=1_000, conflicts=400)
MOST_STEPS: Final = 10
MOST_STARTS: Final = 3  # Steps whose cells are where a puzzle starts
Clue = tuple[str, tuple[int, ...]]
"""A clue of a board: its sort, "clue" in cells, and its place."""


def check_board(
    kind_id: str, puzzle: Any, rule: str | None = None, *, is_thorough: bool = False,
    language: str = "en", with_picture: bool = False,
) -> JsonObject:  # fmt: skip
    """Return what is known of a board, as docs/studio.md describes it.

    ``status`` is unique, multiple, unsolvable, undecided, or incomplete with a ``message`` for a
    board that is no puzzle of the kind. Undecided after a short look may be decided by a thorough
    one. `ConfigError` if there is no such kind.
    """
    kind = get_kind(kind_id)
    try:
        clues = with_rule(kind, kind.decode(puzzle), rule)
    except PipelineError as error:
        return {"status": "incomplete", "message": str(error)}
    if kind.explain_ambiguity is None:
        return {"status": "undecided", "message": f"{kind.title}: its puzzles are not proved here"}
    is_brief = not is_thorough and puzzle["rows"] * puzzle["cols"] > LARGE
    budget = SHORTER if is_brief else SHORT
    explained = kind.explain_ambiguity(clues, kind.budget if is_thorough else budget)
    said: dict[str, Any] = {
        "status": explained.status.value,
        "solutions": [kind.encode_solution(one) for one in explained.witnesses[:2]],
        "differ": [*explained.differing],
        "undecided": [*explained.undecided],
        "forced": {"agreeing": [*explained.agreeing], **explained.details},
    }
    conflict: list[Clue] = []
    if explained.status is Status.UNIQUE:
        said |= _explained(kind, clues, explained.witnesses[0], language)
        said["grade"] = None if is_brief else _graded(kind, clues, explained.witnesses[0])
    elif explained.status is Status.UNSOLVABLE and clues_only_restrict(kind_id):
        conflict = [*_conflict(kind, clues)]
        said["conflict"] = [{"sort": sort, "place": [*place]} for sort, place in conflict]
    if with_picture:
        marked = [cell for sort, place in conflict if sort not in SIDES for cell in place]
        shown = Shown(None, explained.differing, explained.undecided, marked)
        answers = dict(zip(("picture", "second"), explained.witnesses or (None,), strict=False))
        for name, solution in answers.items():
            said[name] = picture(kind, clues, puzzle["cols"], shown._replace(solution=solution))
    return said


def _explained(kind: AnyKind, clues: Any, solution: Any, language: str) -> JsonObject:
    steps: list[str] = []
    starts: set[int] = set()
    if kind.deductions is not None:
        puzzle = kind.encode(clues)
        texts, cols = kind.deductions.reasons(language, puzzle.get("rule")), int(puzzle["cols"])
        first = [*islice(kind.deductions.explain_steps(clues, solution), MOST_STEPS)]
        steps = [step_text(step, cols, texts) for step in first]
        for step in first[:MOST_STARTS]:
            starts |= {*cells_of_step(step, cols)[0]}
    return {"steps": steps, "starts": sorted(starts)}


def _graded(kind: AnyKind, clues: Any, solution: Any) -> JsonObject:
    grade = kind.grade(clues, solution)
    own = {"band": grade.band.value, "score": grade.score, "percentile": grade.percentile}
    return {**own, **grade.extra, "guessing": needs_guessing(kind.id, grade)}


def needs_guessing(kind_id: str, grade: Grade) -> bool | None:
    """Return whether a puzzle is solved by assuming something; None if its kind has no levels."""
    levels = levels_of(kind_id)
    return grade.extra.get("hardest") not in levels if levels else None


@cache
def clues_only_restrict(kind_id: str) -> bool:
    """Return whether a solution stays one when clues are left out, as in the examples of a kind.

    It does not where a clue is also a wall, a tree or the start of an island: some clues of such a
    board say nothing about the others.
    """
    kind = get_kind(kind_id)
    if kind.declared is None:
        return False
    for example in load_examples(kind)["solved"]:
        board: Board = kind.decode(example["puzzle"])
        solution = kind.decode_solution(board, example["solution"])
        clues = _clues_of(kind, board)
        kept = [{*clues} - {clue} for clue in clues] + [{*clues[k:]} for k in range(len(clues) + 1)]
        empty = kind.declared.boards.empty
        if any(kind.check(_only(board, empty, some), solution) for some in kept):
            return False
    return True


def _clues_of(kind: AnyKind, board: Board) -> list[Clue]:
    return [
        *(("clue", (cell,)) for cell, _ in board.clues_but(kind.declared.boards.empty)),
        *((clue.sort, clue.place) for clue in board.other_clues),
    ]


def _conflict(kind: AnyKind, board: Board) -> Iterator[Clue]:
    """Yield a minimal set of contradicting clues, found by leaving out each clue in turn."""
    kept, empty = _clues_of(kind, board), kind.declared.boards.empty

    def is_impossible(clues: list[Clue]) -> bool:
        found = kind.solve(_only(board, empty, {*clues}), 1, SHORT, kind.solvers[0])
        return found.is_complete and not found.solutions

    size = max(1, len(kept) // 4)
    while size and kept:
        start = 0
        while start < len(kept):
            fewer = kept[:start] + kept[start + size :]
            if is_impossible(fewer):
                kept = fewer
            else:
                start += size
        size //= 2
    yield from kept


def _only(board: Board, empty: int, clues: set[Clue]) -> Board:
    """Return the board with these clues alone."""
    values = (value if ("clue", (k,)) in clues else empty for k, value in enumerate(board.values))
    others = (one for one in board.other_clues if (one.sort, one.place) in clues)
    return replace(board, values=tuple(values), other_clues=tuple(others))
