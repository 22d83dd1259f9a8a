"""Kinds with one part broken: the conformance suite refuses each of them."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import count
from typing import Any

import pytest

from pipeline.kinds import interface, kit
from pipeline.kinds.interface import AnyKind, Generated, Solved, Violation
from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.page import rules_of
from pipeline.model import PuzzleFormatError, Status
from pipeline.scene import Rect, Scene
from pipeline.stages.check_kind import CHECKS, find_problems
from pipeline.stages.check_kind.boards import example_boards, generated
from pipeline.stages.check_kind.declaration import taken_over
from pipeline.stages.check_kind.engines import HURRIED
from tests.kinds.boards import kind_of

Break = Callable[[Any], Any]
Case = tuple[str, str, str, Break]


def then(change: Break) -> Break:
    """Return a change of a function: of what it returns."""
    return lambda usual: lambda *arguments: change(usual(*arguments))


def always(value: Any) -> Break:
    """Return a change of a function: it returns a value, whatever it is given."""
    return lambda usual: lambda *arguments: value


def part(**changes: Break) -> Break:
    """Return a change of fields of a record."""
    return lambda record: replace(
        record, **{name: change(getattr(record, name)) for name, change in changes.items()}
    )


def numbered(change: Callable[[Any, int], Any]) -> Break:
    """Return a change of a function: of what it returns, another one each time."""

    def broken(usual: Any) -> Any:
        calls = count()
        return lambda *arguments: change(usual(*arguments), next(calls))

    return broken


def forgiving(usual: Any) -> Any:
    """Return a decoder that reads an empty board from what it should refuse."""

    def read(*arguments: Any) -> Any:
        try:
            return usual(*arguments)
        except PuzzleFormatError:
            return usual(*arguments[:-1], EMPTY if len(arguments) == 1 else ANSWER)

    return read


TEMPLATE = kind_of("template")
SOLVED = next(example_boards(TEMPLATE))
EMPTY = {**TEMPLATE.encode(SOLVED.clues), "clues": [[0] * SOLVED.clues.cols] * SOLVED.clues.rows}
ANSWER = TEMPLATE.encode_solution(SOLVED.solution)
NONE: Solved[Any] = Solved((), True, 0, "none")


def at_limit(limit: int, found: Solved[Any]) -> Break:
    """Return a change of a solver: what it finds if that many are requested."""
    return lambda usual: (
        lambda clues, most, *rest: found if most == limit else usual(clues, most, *rest)
    )


def wrong(solution: Solution) -> Solution:
    """Return a solution with other numbers."""
    size = max(number for _, number in solution.items)
    return Solution("numbers", tuple((cell, 1 + number % size) for cell, number in solution.items))


def wider(scene: Scene) -> Scene:
    return replace(scene, marks=(*scene.marks, Rect((-9.0, 0.0), 4.0, 4.0, scene.marks[0].ink)))


def first_form(**changes: Break) -> Break:
    return lambda forms: (part(**changes)(forms[0]), *forms[1:])


def stepless(usual: Any) -> Any:
    return lambda *_: iter(())


def refuse(_: object) -> None:
    raise PuzzleFormatError("expected nothing")


def of_windows(usual: Any) -> Any:
    return lambda text, rule: usual(text, rule) if "\r" not in text else iter(())


def task(**changes: Break) -> Break:
    """Return a change of the tasks of a refutation."""
    return part(task=then(part(**changes)))


OPTIONS: list[Case] = [
    ("template", "solvers, each name once", "solvers", lambda names: names * 2),
    ("template", "presets, each name once", "presets", lambda usual: {}),
    ("template", "a version from 1 on", "version", lambda usual: 0),
    ("template", "described as plain JSON", "describe_params", then(lambda one: one | {"x": (1,)})),
    ("template", "its size from parse_params", "parse_params",
     lambda usual: lambda rows, cols, *rest: usual(9, 9, *rest)),
    ("template", "to be refused with the sizes", "parse_params",
     lambda usual: lambda rows, cols, *rest: usual(9, 9, *rest)),
    ("template", "presets that differ", "presets",
     lambda usual: dict.fromkeys(usual, usual["usual"])),
    ("template", "unknown setting 'colour_of_the_moon'", "parse_params",
     lambda usual: lambda rows, cols, rule, settings: usual(rows, cols, rule, {})),
    ("template", "'?' to be refused by its name", "parse_params",
     lambda usual: lambda rows, cols, rule, settings: usual(rows, cols, rule, {})),
    ("template", "expected help, values", "settings",
     lambda usual: {key: replace(one, help="") for key, one in usual.items()}),
    ("template", "its example to be accepted", "settings",
     lambda usual: {key: replace(one, example="?") for key, one in usual.items()}),
]  # fmt: skip
RULES: list[Case] = [
    ("hashi", "rules with a name each", "variants", part(rules=lambda usual: usual * 2)),
    ("hashi", "under one of the rules", "variants", part(with_rule=always(next(
        example_boards(kind_of("hashi"))).clues))),
    ("hashi", "an unknown rule to be refused", "variants", part(
        with_rule=lambda usual: lambda clues, rule: usual(clues, rule.replace("nonsense", "free-1"))
    )),
    ("template", "an unknown rule to be refused", "parse_params",
     lambda usual: lambda rows, cols, rule, settings: usual(rows, cols, None, settings)),
    ("hashi", "as weak as itself", "variants", part(is_weaker_than=always(False))),
    ("hashi", "to be weaker, found both", "variants", part(is_weaker_than=always(True))),
    ("hashi", "under each weaker rule", "variants", part(is_weaker_than=always(True))),
    ("hashi", "to be weaker than", "variants", lambda usual: replace(
        usual, is_weaker_than=lambda one, other:
        usual.rules.index(other) - usual.rules.index(one) in (0, 1))),
]  # fmt: skip
GENERATION: list[Case] = [
    ("template", "from one of 4 seeds", "generate", always(Generated(None, None, 0))),
    ("template", "expected its size", "generate", always(generated(TEMPLATE, "tiny"))),
    ("template", "a right solution", "generate", then(part(solution=wrong))),
    ("template", "attempts from 0 on", "generate", then(part(attempt=lambda usual: -1))),
    ("template", "equal boards from equal seeds", "generate",
     numbered(lambda made, number: replace(made, attempt=number))),
    ("template", "other boards from other seeds", "generate",
     lambda usual: lambda params, seed: usual(params, 0)),
    ("template", "a sample as large as made boards", "stand_in", always(SOLVED[1:])),
    ("npuzzle", "a sample answer that counts as shortest", "shortest",
     part(is_proved=always(False))),
    ("template", "a sample board that a record can have", "encode",
     numbered(lambda data, number: data | {"clues": [[number % 2] * data["cols"]] * data["rows"]})),
]  # fmt: skip
RECORDS: list[Case] = [
    ("template", "equal clues from their JSON", "decode", always(SOLVED.clues)),
    ("template", "an equal answer from its JSON", "decode_solution", always(SOLVED.solution)),
    ("template", "to be refused as a puzzle", "decode", forgiving),
    ("template", "to be refused as a answer", "decode_solution", forgiving),
    ("template", "to be refused, or kept", "decode", forgiving),
    ("template", "whole numbers, texts and flags", "encode_solution",
     then(lambda data: data | {"note": 0.5})),
    ("template", "an example that breaks odd alone", "check",
     then(lambda broken: broken and (*broken, Violation("odd", (0,), "odd")))),
]  # fmt: skip
ENGINES: list[Case] = [
    ("template", "expected right solutions", "solve", then(
        part(solutions=lambda usual: tuple(map(wrong, usual))))),
    ("template", "its solution by none", "solve", always(NONE)),
    ("template", "each solution once", "solve", then(part(solutions=lambda usual: usual * 2))),
    ("template", "a method and its steps", "solve", then(part(steps=lambda usual: -1))),
    ("template", "expected 1 of 1", "solve", at_limit(1, NONE)),
    ("template", "to leave others open", "solve",
     then(part(
        solutions=lambda usual: (*usual, *map(wrong, usual)), is_complete=lambda usual: True))),
    ("template", "equal solutions, found others by", "solve", lambda usual: lambda *arguments:
     NONE if arguments[-1] == TEMPLATE.solvers[-1] else usual(*arguments)),
    ("template", "the unknown solver 'abacus'", "solve", lambda usual: lambda *arguments:
     usual(*arguments[:-1], TEMPLATE.solvers[0])),
]  # fmt: skip
ENGINES += [
    ("npuzzle", "a right shortest way, proved", "shortest", part(**{name: change}))
    for name, change in (
        ("is_proved", always(False)),
        ("count_moves", numbered(lambda moves, number: 9 - number % 2)),
        ("find_shorter", then(lambda best: replace(best, moves=best.moves[:-1]))),
    )
]
VERDICTS: list[Case] = [
    ("template", "a unique solution, found undecided", "uniqueness",
     part(prove=then(part(status=lambda usual: Status.UNDECIDED)))),
    ("template", "expected unique as by", "uniqueness",
     part(prove=then(part(status=lambda usual: Status.UNSOLVABLE)))),
    ("template", "a verdict under its rule", "uniqueness",
     part(prove=then(part(rule=lambda usual: "odd")))),
    ("template", "a method and a version", "uniqueness",
     part(prove=then(part(method=lambda usual: "")))),
    ("template", "a witness of several solutions alone", "uniqueness",
     part(prove=then(part(witness=lambda usual: ANSWER)))),
    ("template", "a second solution as the witness", "uniqueness", part(prove=then(
        lambda usual: replace(usual, status=Status.MULTIPLE, witness=ANSWER)))),
    ("template", "undecided with a spent budget", "uniqueness", part(prove=lambda usual:
     lambda clues, hint, budget: replace(usual(clues, hint, budget), status=Status.MULTIPLE)
     if budget == HURRIED else usual(clues, hint, budget))),
    ("template", "with a wrong hint", "uniqueness", part(prove=lambda usual:
     lambda clues, hint, budget: replace(usual(clues, hint, budget), status=Status.MULTIPLE)
     if hint and TEMPLATE.check(clues, hint) else usual(clues, hint, budget))),
    ("template", "the cells in which its solutions differ", "explain_ambiguity",
     then(part(differing=lambda usual: (0,)))),
]  # fmt: skip
POSITIONS: list[Case] = [
    ("template", "equal grades of equal boards", "grade",
     numbered(lambda grade, number: replace(grade, nodes=(number,)))),
    ("template", "counts behind its grade", "grade", then(part(nodes=lambda usual: ()))),
    ("template", "one canonical form", "canonical", numbered(lambda key, number: f"{number}")),
    ("template", "a canonical form of its own", "canonical", always("equal")),
    ("template", "an equal key when it is turned", "canonical",
     lambda usual: str),
    ("template", "an equal grade when it is turned", "grade", lambda usual: lambda clues, solution:
     replace(usual(clues, solution), nodes=(clues.values[0],))),
    ("template", "an equal verdict when it is turned", "uniqueness", part(prove=lambda usual:
     lambda clues, *rest: replace(usual(clues, *rest), status=Status.UNDECIDED)
     if clues.values[0] else usual(clues, *rest))),
]  # fmt: skip


PROOFS: list[Case] = [
    ("template", "a proof for one solution alone", "refutation", task(encoding=lambda usual: ())),
    ("template", "expected variables from 1 to 1", "refutation", task(variables=lambda usual: 1)),
    ("template", 'about variables without " 0"', "refutation", task(about=lambda usual: ("a 0",))),
    ("template", "a name for lazy clauses", "refutation", task(lazy_clause_name=lambda usual: "")),
    ("template", "no lazy clause that a solution breaks", "refutation",
     task(is_lazy_clause=always(True))),
    ("slitherlink", "lazy clauses that follow from a rule", "refutation",
     task(is_lazy_clause=always(False))),
    ("template", "equal DIMACS of equal boards", "refutation",
     part(dimacs=numbered(lambda lines, number: [*lines, f"c {number}"]))),
    ("template", "comments about the variables", "refutation",
     part(dimacs=then(lambda lines: [one for one in lines if not one.startswith("c")]))),
    ("template", "with its number of clauses", "refutation",
     part(dimacs=then(lambda lines: [*lines][:-1]))),
    ("template", "DIMACS with the solutions of the board", "refutation",
     part(dimacs=then(lambda lines: [*[*lines][:-1], "1 0"]))),
]  # fmt: skip
DRAWING: list[Case] = [
    ("template", "expected a drawn answer", "draw",
     lambda usual: lambda clues, solution, cell_mm: usual(clues, None, cell_mm)),
    ("template", "marks within the scene", "draw", then(wider)),
    ("template", "room for all cells", "draw", then(part(width_mm=lambda usual: 1.0))),
    ("template", "equal drawings of equal boards", "draw",
     numbered(lambda scene, number: replace(scene, height_mm=scene.height_mm + number))),
    ("template", "in the size of the puzzle", "draw", lambda usual: lambda clues, solution, cell_mm:
     usual(clues, solution, cell_mm * (2 if solution else 1))),
    ("template", "expected lines of text", "texts",
     lambda usual: {name: then(str.strip)(write) for name, write in usual.items()}),
    ("template", "equal columns of reports", "facts",
     lambda usual: lambda clues: {f"rows{clues.rows}": 1}),
    ("template", "whole numbers and texts in reports", "facts", always({"share": 0.5})),
    ("npuzzle", "an animation in scenes of one size", "frames", then(lambda usual: [*usual][:1])),
    ("npuzzle", "an answer as text", "answer_text", always(" ")),
    ("template", "to read the puzzle from its page", "read_board", always(())),
    ("npuzzle", "to read the answer from its page", "read_board", then(lambda usual: usual[:1])),
]  # fmt: skip


FORMS: list[Case] = [
    ("template", "to read what the form", "formats",
     first_form(read_each=lambda usual: lambda *_: iter(()))),
    ("template", "to recognize what it wrote", "formats", first_form(detect=always(False))),
    ("template", "not to recognize ''", "formats", first_form(detect=always(True))),
    ("slitherlink", "that reads it otherwise", "formats", lambda forms: (
        part(detect=always(True), read_each=lambda usual: lambda *_: iter(()))(forms[0]),
        *forms[1:])),
    ("template", "to express an example or preset", "formats", first_form(
        write=lambda usual: refuse)),
    ("template", "to read lines that end as in Windows", "formats",
     first_form(read_each=of_windows)),
    ("template", "to end lines, and name those of puzzles", "formats",
     first_form(write=then(str.strip))),
    ("template", "the answer that", "formats", first_form(read_each=then(lambda read: [
        replace(one, solution=0) for one in read]))),
    ("hashi", "to read it under", "formats", first_form(
        read_each=lambda usual: lambda text, rule: usual(text, None))),
]  # fmt: skip


PLAYER: list[Case] = [
    ("template", "plain JSON for the player", "play", then(lambda data: data | {"x": (1,)})),
    ("template", "a step of its solution", "deductions", part(explain_steps=stepless)),
    ("template", "expected sentences", "deductions",
     part(reasons=then(lambda texts: {key: text + "}}" for key, text in texts.items()}))),
]  # fmt: skip
BROKEN = {
    "options": OPTIONS, "rules": RULES, "generation": GENERATION, "records": RECORDS,
    "engines": ENGINES, "verdicts": VERDICTS, "positions": POSITIONS, "proofs": PROOFS,
    "drawing": DRAWING, "forms": FORMS, "player": PLAYER,
}  # fmt: skip


@pytest.mark.parametrize(
    ("check", "kind_id", "message", "field", "change"),
    [
        pytest.param(check, *case, id=f"{check}-{case[1]}")
        for check, some in BROKEN.items()
        for case in some
    ],
)
def test_a_broken_part_is_found(
    check: str, kind_id: str, message: str, field: str, change: Break
) -> None:
    kind: AnyKind = kind_of(kind_id)
    broken = replace(kind, **{field: change(getattr(kind, field))})
    found = [*find_problems(broken, CHECKS[check])]
    assert any(message in one for one in found), found


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "expected rules, found none"), ("Equal.", "a sentence of the rule")],
)
def test_rules_without_a_text_of_their_own_are_found(
    monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.setattr(interface, "read_rules", lambda *_: text)
    found = [*find_problems(kind_of("hashi"), CHECKS["texts"])]
    assert any(message in one for one in found), found


def test_constraints_that_a_loop_takes_from_another_board_are_found() -> None:
    declared = kind_of("killer").declared
    page = import_module(declared.package + ".kind")

    def declare(board: kit.Board, model: kit.Model) -> None:
        digit = model.given()
        for value in model.each("value", [1]):  # its cell follows from the board
            cell = board.cages[1].place[-1]
            model.count([digit.at(cell, value)], (0, 1), "odd", about=cell)

    rules = rules_of(page.BOARDS, page.fixed, declare)
    broken = replace(kind_of("killer"), declared=replace(declared, declare=rules))
    assert any("follow from its clue alone" in one for one in taken_over(broken))
    assert [*taken_over(kind_of("killer"))] == []
