"""Build a whole kind of puzzle from its declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count, islice
from typing import Final

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import (
    Budget,
    Deductions,
    PuzzleKind,
    Refutation,
    Uniqueness,
    Variants,
    Violation,
)
from pipeline.kinds.kit.board.board import (
    Board,
    Drafted,
    Solution,
    read_values,
    to_literals,
)
from pipeline.kinds.kit.board.clues import CAGE, LEFT, SIDES, TOP, Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.declared import Declared
from pipeline.kinds.kit.engine.explain import explain
from pipeline.kinds.kit.engine.first import find_first_step
from pipeline.kinds.kit.engine.grade import (
    band_alone,
    effort_alone,
    grade_effort,
    grade_model,
)
from pipeline.kinds.kit.engine.removal import DEDUCTIONS, remove_clues
from pipeline.kinds.kit.engine.search import find_open
from pipeline.kinds.kit.engine.solve import SOLVERS, Rules
from pipeline.kinds.kit.engine.steps import explain_steps
from pipeline.kinds.kit.grades.minutes import with_minutes
from pipeline.kinds.kit.looks import drawing
from pipeline.kinds.kit.looks import maps as texts
from pipeline.kinds.kit.looks.player import SCHEMA, to_json
from pipeline.kinds.kit.looks.primitives import draw_clues
from pipeline.kinds.kit.looks.reading import Reader
from pipeline.kinds.kit.looks.said import aloud_of
from pipeline.kinds.kit.looks.word.clue import WORD
from pipeline.kinds.kit.making.generator import ATTEMPTS, Maker
from pipeline.kinds.kit.making.layouts import random_loop, random_numbers, shade
from pipeline.kinds.kit.making.sketches import MendSketch
from pipeline.kinds.kit.making.strategies import Extend, Grow, Mend, Remove
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.telling.kind_texts import name_of_look, read_reasons
from pipeline.kinds.kit.words.core import Model, require_families
from pipeline.model import Grade, JsonObject, PuzzleFormatError
from pipeline.scene import Scene

BUDGET: Final = Budget(nodes=100_000, conflicts=400_000)
"""For one puzzle. More nodes decided none of 2,147 published boards; two million took minutes on
one that stayed undecided."""

STAND_INS: Final = 12  # Drafts from which the stand-in of a page plan is taken


def make_kind(declared: Declared) -> PuzzleKind[Params, Board, Solution]:
    """Return a declared kind, with the capabilities that all declared kinds have."""
    boards, looks = declared.boards, declared.looks

    def declare(clues: Board) -> Model:
        return require_families(declared.declare(clues), boards.family)

    @lru_cache(maxsize=4)  # making, proving and grading ask about the same answer
    def check(clues: Board, solution: Solution) -> tuple[Violation, ...]:
        return tuple(declared.check(clues, solution))

    rules = Rules(
        title=declared.title,
        version=declared.verdicts,
        declare=declare,
        check=check,
        encode_solution=boards.encode_solution,
        decode_solution=boards.decode_solution,
        read=partial(read_values, boards.family),
        literals=to_literals,
    )

    def grade(clues: Board, _: Solution | None = None) -> Grade:
        if declared.effort is None:
            found = grade_model(rules.model_of(clues), declared.package, len(clues.grid.cells))
        else:
            costs, size = declared.effort(clues), len(clues.grid.cells)
            found = grade_effort(costs, rules.model_of(clues), declared.package, size)
        measure = None if declared.measure is None else partial(declared.measure, clues)
        return with_minutes(found, declared.package, len(clues.values), measure)

    @lru_cache(maxsize=4)  # a board that is made tidy is looked at again in the end
    def band_of(clues: Board) -> str:
        if declared.effort is not None:
            return str(effort_alone(declared.effort(clues), declared.package).band)
        return str(band_alone(rules.model_of(clues), declared.package))

    maker = Maker(declared, rules.model_of, band_of)
    making = declared.making
    removes_others = isinstance(making, Remove) and making.clearing.has_other_clues
    is_counted = any(sort.is_counted for sort in boards.clue_sorts)
    paint = partial(drawing.draw, looks, boards)
    reader = Reader(looks, boards)

    def steps(clues: Board, solution: Solution) -> Iterator[Step]:
        model = rules.model_of(clues)
        return explain_steps(model, rules.values_of(model, solution))

    def first_step(clues: Board, _: Solution) -> Step | None:
        return find_first_step(rules.model_of(clues), declared.plain, bool(looks.symbols))

    def draw_step(clues: Board, solution: Solution, step: Step, cell_mm: float) -> Scene:
        return paint(clues, drawing.drawn_by(boards, looks, step), cell_mm)

    def draw_bare(clues: Board, solution: Solution | None, cell_mm: float) -> Scene:
        return paint(replace(clues, other_clues=()), solution, cell_mm)

    def draw_zeros(clues: Board, solution: Solution | None, cell_mm: float) -> Scene:
        lines = [(LEFT, (k,)) for k in range(clues.rows)] + [(TOP, (k,)) for k in range(clues.cols)]
        zeros = {line: Clue(*line, (0,)) for line in lines}
        given = {clue[:2]: clue for clue in clues.other_clues}
        return paint(replace(clues, other_clues=(*(zeros | given).values(),)), solution, cell_mm)

    def play(clues: Board, _: Solution | None, language: str) -> JsonObject:
        sentences = read_reasons(declared.package, language, clues.rule)
        looks = declared.looks.under(clues.rule)
        model = to_json(rules.model_of(clues), looks, boards.empty, sentences)
        name = partial(name_of_look, declared.package, language)
        names = {key: name(look) for key, look in looks.own_names().items()}
        own = {"names": names} if names else {}
        drawing = draw_clues(looks, boards, clues)
        more = {"schema": SCHEMA + 1, "looks": {**model["looks"], **own}, "drawing": drawing}
        return {**model, **more}

    def with_rule(clues: Board, rule: str) -> Board:
        return boards.with_rule(clues, require_rule(rule, boards.rules))

    def facts(clues: Board) -> Mapping[str, int | str]:
        count = sum(value != boards.empty for value in clues.values)
        count += len(clues.other_clues) if removes_others or is_counted else 0
        return {"clues": count, **declared.facts(clues)}

    return PuzzleKind(
        id=declared.package.rpartition(".")[2],
        title=declared.title,
        version=declared.version,
        package=declared.package,
        presets=declared.presets,
        settings=maker.settings,
        parse_params=maker.parse_params,
        describe_params=partial(describe, optional=("mask", "own")),
        encode=boards.encode,
        decode=boards.decode,
        encode_solution=boards.encode_solution,
        decode_solution=boards.decode_solution,
        generate=maker.generate,
        stand_in=partial(stand_in, declared),
        check=check,
        solve=rules.solve,
        solvers=SOLVERS,
        grade=grade,
        canonical=boards.canonical,
        draw=paint,
        draw_bare=draw_bare if looks.fives or looks.letters else None,
        draw_zeros=draw_zeros if looks.fives else None,
        formats=declared.formats,
        texts={"map": partial(texts.solved_map, looks, boards)},
        facts=facts,
        aloud=aloud_of(boards.clue_sorts),
        warm_up=(warm_up,),
        variants=(
            Variants(
                rules=boards.rules,
                with_rule=with_rule,
                is_weaker_than=declared.is_weaker_than,
                rule_of=lambda clues: clues.rule,
                parts=boards.rule_sets,
            )
            if boards.rules
            else None
        ),
        uniqueness=Uniqueness(prove=rules.prove),
        budget=BUDGET,
        explain_ambiguity=partial(explain, rules, boards.family),
        read_board=reader.read_board,
        refutation=Refutation(task=rules.refutation_task, dimacs=rules.dimacs),
        deductions=Deductions(
            explain_steps=steps,
            reasons=partial(read_reasons, declared.package),
            first_step=first_step,
            draw_step=draw_step,
            levels=DEDUCTIONS,
        ),
        play=play,
        declared=declared,
    )


def stand_in(declared: Declared, params: Params) -> tuple[Board, Solution]:
    """Return a board and an answer of typical size without a search, for page plans.

    Of several drafts it is the one with the longest list of numbers outside or of words, or the
    longest total.
    """
    clues, solution = _typical(declared, params)
    return clues, replace(solution, grid=clues.grid)


def _typical(declared: Declared, params: Params) -> tuple[Board, Solution]:
    boards, size = declared.boards, params.rows * params.cols
    making = declared.making
    if isinstance(making, (Extend, Grow, Mend, MendSketch)) and declared.sample is None:
        blank = Board(params.rows, params.cols, (boards.empty,) * size, params.rule)
        plain = replace(params, band=None)
        drafts = (making.draft(blank, new_state(seed), plain) for seed in count())
        some = [one for one in islice(drafts, STAND_INS) if one is not None]
        while not some:
            some += filter(None, [next(drafts)])
        return max(some, key=_length_outside)[:2]
    is_needed = any(sort.is_needed for sort in boards.clue_sorts) and not boards.has_optional_sorts
    if isinstance(making, Remove) and (making.clearing.has_other_clues or is_needed):
        return _laid_out(declared, params)
    values = declared.sample(params.rows, params.cols) if declared.sample else None
    if values is None:
        most = max(
            clue for clue in range(size + 1) if clue in boards.allowed(params.rows, params.cols)
        )
        values = [most if cell % 3 == 0 else boards.empty for cell in range(size)]
    try:
        clues = boards.make_clues(params.rows, params.cols, values, params.rule or None)
    except PuzzleFormatError:  # such as regions that do not follow from the size
        if isinstance(making, (Extend, Grow, Mend, MendSketch)):
            raise
        return _laid_out(declared, params)
    highest = boards.answers(params.rows, params.cols)[-1]
    numbers = [(cell, highest) for cell in range(size)]
    return clues, Solution(boards.family, tuple(numbers) if boards.family == "numbers" else ())


def _laid_out(declared: Declared, params: Params) -> tuple[Board, Solution]:
    size = params.rows * params.cols
    board = Board(params.rows, params.cols, (declared.boards.empty,) * size, params.rule)
    making = declared.making
    assert not isinstance(making, (Extend, Grow, Mend, MendSketch))
    tries = (making.layout(board, new_state(seed), ()) for seed in range(ATTEMPTS))
    return next(found for found in tries if found is not None)


def _length_outside(draft: Drafted) -> int:
    longest = dict.fromkeys((*SIDES, CAGE), 0)
    for clue in draft.clues.other_clues:
        written = len(f"{clue.numbers[0]}{clue.sign}") if clue.sort == CAGE and clue.numbers else 0
        if clue.sort in longest:
            longest[clue.sort] = max(longest[clue.sort], written or len(clue.numbers))
    words = [len(clue.sign) for clue in draft.clues.other_clues if clue.sort == WORD]
    return sum(longest.values()) + len(words) * max(words, default=0)


def warm_up() -> None:
    """Compile or load the kernels that all declared kinds share."""
    model = Model(Grid(1, 2))
    for cell, variable in model.cells().items():
        model.clause([variable], "given", about=(cell,), clue=cell)
    remove_clues(model, [[0], [1]], "overlap")
    list(explain_steps(model))
    half = Model(Grid(1, 2))
    half.clause([half.cells()[0]], "given", about=(0,), clue=0)
    find_open(half, Solution("cells", ()), "trial")
    band_alone(half, "pipeline.kinds.slitherlink")
    random_loop(2, 2, new_state(1))
    random_numbers(1, [(0,)], 1, new_state(1))
    shade(Grid(1, 2), [0])
