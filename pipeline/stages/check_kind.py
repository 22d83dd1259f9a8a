"""Check a kind: the conformance suite for a folder of one's own, and for the kinds of this package.

Each check yields what is wrong or missing, with what to do. Lines with `NOTE` are advice.
"""

from __future__ import annotations

import io
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from itertools import islice, product
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from pipeline.book import BookSection, lay_out, write_book
from pipeline.config.book_options import BookOptions
from pipeline.edition.language import list_languages
from pipeline.kernels.random_state import RandomState, new_state, pick, random_below, shuffled
from pipeline.kinds import has_examples, load_examples
from pipeline.kinds.interface import AnyKind, Budget, rule_of, under_rule
from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.grades.grading import guessing_bands
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.kinds.kit.making.strategies import Remove
from pipeline.kinds.kit.telling.kind_texts import (
    ENGLISH,
    has_texts,
    read_difficulty,
    read_reasons,
    read_texts,
)
from pipeline.kinds.kit.telling.sentences import FIELDS, unknown_fields, unnumbered
from pipeline.kinds.kit.words.core import families_of
from pipeline.model import (
    ConfigError,
    Json,
    PipelineError,
    Provenance,
    PuzzleFormatError,
    Record,
    Status,
    canonical_json,
    cut,
    shortage,
)
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.render.pdf import write_pdf
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.stages.filter import filter_records, is_accepted
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import new_record

T = TypeVar("T")

BUDGET: Final = Budget(nodes=200_000, conflicts=100_000)
NOTE: Final = "note: "
ANOTHER: Final = "another answer"
SEEDS: Final = 4
CELLS_MM: Final = (4.2, 9.0)
MOST_WAYS: Final = 40_000  # Ways to fill the boards of a shape, compared with the declaration

MOST_SOLUTIONS: Final = 2000
CLUES_REMOVED: Final = 5  # Of a board, one by one
MOST_DIFFERENCES: Final = 4  # Between two boards, in a message

SHAPES: Final = ((2, 2), (1, 4), (2, 3), (3, 3))


class Board(NamedTuple):
    """Clues with a solution, and a name for messages."""

    name: str
    clues: Any
    solution: Any


def check_texts(kind: AnyKind) -> Iterator[str]:
    """Yield missing texts: rules, rules for children, reasons, titles by rule, other languages."""
    titles = [kind.title_in(ENGLISH, rule) for rule in kind.rules]
    if len(set(titles)) < len(titles):
        yield f"expected a title for each rule, found {', '.join(titles)}; add them to [titles]"
    for rule in kind.rules:
        normal = kind.rules_text(rule, ENGLISH)
        if kind.rules_text(rule, ENGLISH, is_easy=True) == normal:
            yield f"{NOTE}no rules for children; add easy_rules.{rule or 'rules'}"
    if kind.declared is not None:
        models = [kind.declared.declare(board.clues) for board in example_boards(kind)]
        used = {one.reason for model in models for one in (*model.counts, *model.globals)}
        for reason in sorted(used - read_reasons(kind.package, ENGLISH).keys()):
            yield f"expected a sentence for the reason {reason!r}, found none; add it to [reasons]"
        for code in filter(partial(has_texts, kind.package), list_languages()):
            own = read_texts(kind.package, code)["reasons"]
            for reason, names in unknown_fields(own, used).items():
                yield (
                    f"texts.{code}.toml, reasons.{reason}: expected the fields "
                    f"{', '.join(FIELDS)}, none in a rule, found {', '.join(names)}; mend it"
                )
    missing = [code for code in list_languages() if not has_texts(kind.package, code)]
    if missing:
        yield f"{NOTE}no texts in {', '.join(missing)}; books in these have the English ones"
    if guessing_bands(kind.package) and not read_difficulty(kind.package, ENGLISH):
        yield (
            f"{NOTE}no [difficulty] in texts.en.toml, without which the key of a book names no "
            "band that needs trial and error"
        )
    if read_measured(kind.package, "bands") is None:
        yield "expected bands in kind.toml, found none; copy those of another kind and adapt them"


def check_examples(kind: AnyKind) -> Iterator[str]:
    """Yield examples that do not solve their board, or do not break just the rule they name."""
    if not has_examples(kind):
        how = f"puzzlepress new examples {folder_of(kind)}"
        yield f"expected examples.json, found none; write it with: {how}"
        return
    examples = load_examples(kind)
    if not examples.get("solved"):
        yield "expected a solved board in examples.json, found none; add one under solved"
        return
    for board in example_boards(kind):
        for one in kind.check(board.clues, board.solution):
            yield f"{board.name}: expected no broken rule, found {one.message}; correct it"
    for rule in kind.rules:
        boards = [
            board._replace(clues=clues)
            for board in example_boards(kind)
            if (clues := under_rule(kind, board.clues, rule)) is not None
        ]
        if all(kind.check(board.clues, board.solution) for board in boards):
            yield f"expected a solved board that keeps the rule {rule}, found none; add one"
    codes = set()
    for example in examples.get("breaking", ()):
        clues = kind.decode(example["puzzle"])
        broken = kind.check(clues, kind.decode_solution(clues, example["solution"]))
        found = {one.code for one in broken}
        codes.add(example["code"])
        if found != {example["code"]}:
            yield (
                f"breaking {example['code']}: expected this violation alone, found "
                f"{', '.join(sorted(found)) or 'none'}; correct the example, or check"
            )
        size = range(len(clues.grid.cells)) if kind.declared is not None else None
        for one in broken:
            if not (one.message and one.cells and (size is None or {*one.cells} <= {*size})):
                yield f"{one.code}: expected a message and cells, found {one}; correct check"
    for code in sorted({one.code for _, _, broken in _judged(kind) for one in broken} - codes):
        yield f"expected an example that breaks {code} alone, found none; add it under breaking"
    if "lesson" not in examples:
        yield f"{NOTE}no lesson for sites; add a small board under lesson"


def check_declaration(kind: AnyKind) -> Iterator[str]:
    """Yield boards on which the declaration and the rules by definition have other solutions."""
    if kind.declared is None:
        return
    counts = set()
    for clues in dict.fromkeys(small_clues(kind)):
        found = kind.solve(clues, MOST_SOLUTIONS, Budget(10**6, 10**6), "search")
        if not found.is_complete:
            continue
        ways = fillings(kind, clues)
        right = {way for way in ways if not kind.check(clues, way)}
        counts.add(min(len(right), 2))
        if {*found.solutions} != right:
            odd = min({*found.solutions} ^ right, key=lambda one: one.items)
            yield _differ(kind, clues, odd, is_found=odd in found.solutions)
            return
    for board, way, broken in _judged(kind):
        found = kind.solve(board.clues, MOST_SOLUTIONS, Budget(10**6, 10**6), "search")
        if found.is_complete and (way in found.solutions) == bool(broken):
            yield _differ(kind, board.clues, way, is_found=bool(broken))
            return
    if counts and not counts & {1, 2}:
        yield (
            f"{NOTE}no small board with a solution was tried, of up to {max(SHAPES)[0]} rows; "
            "declare and check were compared on the examples alone"
        )
    yield from sorted({*_nameless(kind)})


def _nameless(kind: AnyKind) -> Iterator[str]:
    """Yield reasons of constraints that stay in a model when the clue that they need is removed."""
    making = kind.declared.making
    if not isinstance(making, Remove):
        return
    empty, without = kind.declared.boards.empty, making.clearing.leaves
    for _, clues, _ in boards_of(kind):
        model = kind.declared.declare(clues)
        for cell in [k for k, clue in enumerate(clues.values) if clue != empty][:CLUES_REMOVED]:
            values = list(clues.values)
            values[cell] = empty if without is None else without(values[cell])
            if values[cell] == clues.values[cell]:
                continue
            rest = kind.declared.declare(replace(clues, values=tuple(values)))
            kept = {*rest.counts, *rest.globals}
            for one in (*model.counts, *model.globals):
                if one.clue != cell and one not in kept:
                    yield (
                        f"expected the clue that the constraint {one.reason!r} follows from, "
                        "found none; give its cell as clue=, so that both are removed together"
                    )


def _differ(kind: AnyKind, clues: Any, way: Any, is_found: bool) -> str:
    says, other = ("declare allows", "check") if is_found else ("check allows", "declare")
    broken = kind.check(clues, way)
    why = f" ({broken[0].message})" if broken else ""
    return (
        f"expected declare and check to agree, found a board where {says} what {other} forbids"
        f"{why}: {canonical_json(kind.encode(clues))} {canonical_json(kind.encode_solution(way))}; "
        "correct one of them"
    )


def small_clues(kind: AnyKind) -> Iterator[Any]:
    """Yield random clues of boards so small that every way to fill them can be tried."""
    boards, state = kind.declared.boards, new_state(1)
    for rows, cols in SHAPES:
        allowed, ways = [one for one in range(-2, 7) if one in boards.allowed(rows, cols)], 0
        for share in 8 * (30, 0, 15, 60, 100):
            values = [
                pick(state, allowed) if random_below(state, 100) < share else boards.empty
                for _ in range(rows * cols)
            ]
            # For kinds whose clues are counted through.
            order = shuffled(state, range(1, 1 + rows * cols))
            most = 1 + share * rows * cols // 100
            counted = [one if one <= most else boards.empty for one in order]
            parts = _parts(rows, cols, [int(random_below(state, 3)) for _ in values])
            rule = pick(state, boards.rules or (None,))
            clues, regions = pick(state, (values, counted)), pick(state, ([], parts))
            try:
                board = boards.make_clues(rows, cols, clues, rule, regions)
            except PuzzleFormatError:
                continue
            ways += count_ways(kind, board)
            if ways > MOST_WAYS:
                break
            yield board


def _parts(rows: int, cols: int, cuts: list[int]) -> list[int]:
    """Return connected regions: each cell joins the one above, the one before, or none."""
    found: list[int] = []
    for cell, way in enumerate(cuts):
        above, before = cell - cols, cell - 1 if cell % cols else -1
        joined = (above, before, -1)[way]
        found.append(found[joined] if joined >= 0 else cell)
    return found


def _slots(kind: AnyKind, clues: Any) -> list[list[tuple[int, ...]]]:
    """Return what each place of a board may have: a number of several, or an item or ()."""
    boards, grid = kind.declared.boards, clues.grid
    own = families_of(boards.family)
    found: list[list[tuple[int, ...]]] = []
    if "numbers" in own:
        numbers = boards.answers(clues.rows, clues.cols)
        cells = [cell for cell in grid.cells if clues.values[cell] != boards.blocked]
        found += ([(cell, number) for number in numbers] for cell in cells)
    places: dict[str, list[tuple[int, ...]]] = {
        "cells": [(cell,) for cell in grid.cells],
        "edges": [*grid.edges()],
        "borders": [*grid.borders()],
        "strokes": [*grid.strokes()] if len(own) == 1 else [(*pair, 1) for pair in grid.edges()],
    }
    return found + [[(), item] for one in own for item in places.get(one, ())]


def count_ways(kind: AnyKind, clues: Any) -> int:
    """Return the number of ways to fill a board, right or wrong."""
    return prod(map(len, _slots(kind, clues)))


def fillings(kind: AnyKind, clues: Any) -> Iterator[Solution]:
    """Yield every way to fill a board, right or wrong."""
    family = kind.declared.boards.family
    for chosen in product(*_slots(kind, clues)):
        yield Solution(family, tuple(sorted(filter(None, chosen))))


@cache
def _judged(kind: AnyKind) -> tuple[tuple[Board, Any, tuple[Any, ...]], ...]:
    """Return small changes of solutions of examples, and the rules that each breaks."""
    if kind.declared is None:
        return ()
    state = new_state(1)
    return tuple(
        (board, way, kind.check(board.clues, way))
        for board in example_boards(kind)
        for way in changed_ways(kind, board, state, 60)
    )


def changed_ways(kind: AnyKind, board: Board, state: RandomState, count: int) -> Iterator[Solution]:
    """Yield the solution of a board with one or two changes, so many times."""
    slots = _slots(kind, board.clues)
    for _ in range(count):
        items = dict.fromkeys(board.solution.items)
        for _ in range(1 + int(random_below(state, 2))):
            slot = pick(state, slots)
            old = next((one for one in slot if one in items), ())
            new = pick(state, slot) if slot[0] else slot[old == ()]
            items = {one: None for one in items if one != old} | ({new: None} if new else {})
        yield Solution(board.solution.family, tuple(sorted(items)))


def check_generation(kind: AnyKind) -> Iterator[str]:
    """Yield presets that make no board, a wrong one, or another one from an equal seed."""
    for name, params in kind.presets.items():
        made = next(
            (one for one in (kind.generate(params, k) for k in range(SEEDS)) if one.clues), None
        )
        if made is None:
            yield f"preset {name}: expected a board from one of {SEEDS} seeds, found none; ease it"
            continue
        asked, puzzle = kind.describe_params(params), kind.encode(made.clues)
        if (puzzle["rows"], puzzle["cols"]) != (asked["rows"], asked["cols"]):
            yield f"preset {name}: expected its size, found {puzzle['cols']}x{puzzle['rows']}"
        for one in kind.check(made.clues, made.solution):
            yield f"preset {name}: expected a right solution, found {one.message}; mend layout"
        kind.draw(*kind.stand_in(params), 10.0)  # for page plans; an exception is a finding
        if kind.generate(params, 0) != kind.generate(params, 0):
            yield f"preset {name}: expected equal boards from equal seeds; use the state alone"


def check_engines(kind: AnyKind) -> Iterator[str]:
    """Yield boards that engines solve, prove or grade differently, also when they are turned."""
    for board in boards_of(kind):
        if kind.uniqueness is not None:
            status = kind.uniqueness.prove(board.clues, None, BUDGET).status
            if board.name.startswith("preset") and status is not Status.UNIQUE:
                yield f"{board.name}: expected a unique solution, found {status}; check layout"
        answers = {}
        for solver in kind.solvers:
            found = kind.solve(board.clues, 20, BUDGET, solver)
            if found.is_complete:
                answers[frozenset(found.solutions)] = solver
        if len(answers) > 1:
            solvers = " and ".join(answers.values())
            yield f"{board.name}: expected equal solutions, found others by {solvers}"
        if kind.grade(board.clues, board.solution) != kind.grade(board.clues, board.solution):
            yield f"{board.name}: expected equal grades of equal boards; make declare repeatable"
        key = kind.canonical(board.clues)
        if kind.canonical(kind.decode(kind.encode(board.clues))) != key:
            yield f"{board.name}: expected one canonical form; make normalize repeatable"


def check_drawing(kind: AnyKind) -> Iterator[str]:
    """Yield drawings without an answer, and boards that are not read back from their page."""
    for cell_mm, board in product(CELLS_MM, boards_of(kind)):
        puzzle, solved = (kind.draw(board.clues, one, cell_mm) for one in (None, board.solution))
        if kind.answer_text is None and puzzle == solved:
            yield f"{board.name}: expected a drawn answer, found that of the puzzle; see Looks"
        if kind.read_board is None:
            continue
        for scene, solution in ((puzzle, None), (solved, board.solution)):
            found = kind.read_board(_printed(scene), rule_of(kind, board.clues))
            read = [(one.clues, one.solution, one.fault) for one in found]
            if kind.answer_text is None and read != [(board.clues, solution, "")]:
                what = "answer" if solution else "puzzle"
                other = ", ".join(one.fault for one in found if one.fault)
                if not other:
                    other = _found(kind, board.clues, [one.clues for one in found])
                if other == ANOTHER:
                    other = f"{ANOTHER}{_where(board, found[0].solution)}"
                yield f"{board.name}: expected to read the {what} from its page, found {other}"


def _where(board: Board, read: Solution | None) -> str:
    """Return the first cells in which an answer was read wrong, as the end of a message."""
    if read is None or board.solution is None or not hasattr(board.clues, "cols"):
        return ""
    wrong = sorted({*board.solution.items} ^ {*read.items})
    cells = dict.fromkeys(divmod(item[0], board.clues.cols) for item in wrong)
    places = [f"row {row + 1}, column {col + 1}" for row, col in islice(cells, MOST_DIFFERENCES)]
    return f" at {'; '.join(places)}; see the looks of clues there"


def _found(kind: AnyKind, clues: Any, read: Sequence[Any]) -> str:
    """Return how many boards were read instead of one, or in what the one differs."""
    if len(read) != 1:
        return f"{len(read) or 'no'} boards"
    apart = differences(kind.encode(clues), kind.encode(read[0]))
    return "; ".join(islice(apart, MOST_DIFFERENCES)) or ANOTHER


def differences(expected: Json, found: Json, place: str = "") -> Iterator[str]:
    """Yield the places in which two JSON values differ, and how.

    >>> [*differences({"clues": [[1, 2]]}, {"clues": [[1, 3]], "rule": "x"})]
    ['clues 0 1: 2 became 3', 'rule: nothing became "x"']
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            yield from differences(expected.get(key), found.get(key), f"{place} {key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{place} {number}")
    elif expected != found:
        was, now = ("nothing" if one is None else canonical_json(one) for one in (expected, found))
        yield f"{place.strip()}: {was} became {now}"


def _printed(scene: Scene) -> Any:
    stream = io.BytesIO()
    page = Scene(scene.width_mm + 40, scene.height_mm + 50, scene.moved(17.3, 21.9).marks)
    write_pdf([page], stream, get_theme("mono"))
    stream.seek(0)
    with open_pdf(stream) as file:
        return next(read_pages(file)).upright


def check_forms(kind: AnyKind) -> Iterator[str]:
    """Yield boards that no text form expresses, and those that come back changed."""
    for board in boards_of(kind):
        rule, is_written = rule_of(kind, board.clues), False
        for form in kind.formats:
            try:
                text = form.write([(board.clues, None)])
            except PuzzleFormatError:
                continue
            is_written = True
            read = [one.clues for one in form.read(text, rule)]
            if not form.detect(text):
                yield (
                    f"{board.name}: expected the form {form.name} to recognize what it wrote, "
                    f"found {cut(text)!r}; see forms"
                )
            if read != [board.clues]:
                yield (
                    f"{board.name}: expected to read what the form {form.name} wrote, found "
                    f"{_found(kind, board.clues, read)}; see forms"
                )
        if not is_written and board.name.startswith("solved"):
            yield (
                f"{board.name}: expected a text form for it, found none; add one to forms, "
                f'such as kit.sites.tables.record("{kind.id}"), which has every board'
            )


def check_book(kind: AnyKind) -> Iterator[str]:
    """Yield that no board can be printed; what keeps one out of a book raises an exception."""
    boards = dict.fromkeys((board.clues, board.solution) for board in boards_of(kind))
    source = Provenance("puzzlepress check-kind")
    made = [new_record(kind, *board, source) for board in boards]
    graded = [*grade_records(filter_records(made))]
    of_rule: dict[str | None, list[Record]] = {}
    for record in graded:
        if is_accepted(record):
            of_rule.setdefault(record.verdict.rule, []).append(record)
    sections = [
        BookSection(title=kind.title_in(ENGLISH, rule), kind=kind.id, rule=rule, records=(*some,))
        for rule, some in of_rule.items()
    ]
    for code in list_languages() if sections else ():
        options = BookOptions(title=kind.title, author=kind.id, year=2026, language=code)
        write_book(lay_out(options, sections), io.BytesIO())
    if graded and not sections:
        yield f"expected a board to print, found {graded[0].verdict.status} ones alone"


def check_player(kind: AnyKind) -> Iterator[str]:
    """Yield what the player lacks."""
    for board in boards_of(kind):
        if kind.play is None:
            yield f"{NOTE}sites show its puzzles, and cannot play them"
            return
        data = kind.play(board.clues, board.solution, ENGLISH)
        if data is not None and json.loads(canonical_json(data)) != data:
            yield f"{board.name}: expected plain JSON for the player; see play"
    if kind.deductions is None:
        return
    texts, unfilled = read_reasons(kind.package, ENGLISH), set[str]()
    for board in example_boards(kind):
        steps = [*kind.deductions.explain_steps(board.clues, board.solution)]
        if not steps:
            yield f"{board.name}: expected a step of its solution, found none; see declare"
        unfilled.update(key for step in steps for key in unnumbered(step, texts))
    for key in sorted(unfilled):
        yield (
            f"reasons.{key}: expected a constraint with a number for {{number}}, found none; use a "
            "text without it, or a count of one sum or `sees`"
        )


CHECKS: Final[Mapping[str, Callable[[AnyKind], Iterator[str]]]] = MappingProxyType(
    {
        "texts": check_texts,
        "examples": check_examples,
        "declaration": check_declaration,
        "generation": check_generation,
        "engines": check_engines,
        "drawing": check_drawing,
        "forms": check_forms,
        "player": check_player,
        "book": check_book,
    }
)
"""In the order in which one writes a kind."""


def find_problems(kind: AnyKind, check: Callable[[AnyKind], Iterator[str]]) -> Iterator[str]:
    """Yield what a check finds; an exception is a finding with its file and line."""
    try:
        yield from check(kind)
    except PipelineError as error:
        yield str(error)
    except Exception as error:
        if shortage(error):
            raise  # no fault of the kind
        frames = traceback.extract_tb(error.__traceback__)
        own = [one for one in frames if Path(one.filename).is_relative_to(folder_of(kind))]
        place = (own or frames)[-1]
        yield (
            f"{place.filename}:{place.lineno}: expected a result, found {type(error).__name__}: "
            f"{error}; mend this line, or what it is given"
        )


def folder_of(kind: AnyKind) -> Path:
    """Return the folder of a kind."""
    return Path(str(files(kind.package).joinpath("kind.py"))).parent


def boards_of(kind: AnyKind) -> Iterator[Board]:
    """Yield the solved examples, and a generated board of each preset."""
    yield from example_boards(kind)
    yield from _preset_boards(kind)


def example_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield the solved boards of ``examples.json``, none if it is not written yet."""
    if not has_examples(kind):
        return
    for index, example in enumerate(load_examples(kind)["solved"]):
        name = f"solved example {index}"
        try:
            clues = kind.decode(example["puzzle"])
            solution = kind.decode_solution(clues, example["solution"])
        except PuzzleFormatError as error:
            raise ConfigError(f"{folder_of(kind) / 'examples.json'}: {name}: {error}") from None
        yield Board(name, clues, solution)


@cache
def _preset_boards(kind: AnyKind) -> tuple[Board, ...]:
    tried = {
        name: next((one for k in range(SEEDS) if (one := kind.generate(params, k)).clues), None)
        for name, params in kind.presets.items()
    }
    return tuple(
        Board(f"preset {name}", made.clues, made.solution) for name, made in tried.items() if made
    )
