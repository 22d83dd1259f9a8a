"""The examples of a new kind, made by its own generator and judged by its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import AnyKind, Generated, rule_of
from pipeline.model import (
    ConfigError,
    Json,
    JsonObject,
    PipelineError,
    PuzzleFormatError,
    canonical_json,
)
from pipeline.stages.check_kind.boards import Board
from pipeline.stages.check_kind.declaration import changed_ways, fillings, small_clues

SEEDS: Final = 20
FAILED_SEEDS: Final = 4  # A size is given up if these make no board
CHANGES: Final = 400  # Of a made board, to find what breaks one rule alone
MOST_CHANGES: Final = 2000  # As long as a rule is missing that was broken with others
LESSON_SIDES: Final = (3, 4, 5, 6)


@dataclass(slots=True)
class Examples:
    """The contents of an ``examples.json``, as far as they were found."""

    solved: list[JsonObject] = field(default_factory=list)
    lesson: JsonObject | None = None
    breaking: list[JsonObject] = field(default_factory=list)
    unbroken: set[str] = field(default_factory=set)
    """Codes that came up with others alone."""

    def text(self) -> str:
        """Return the text of the file."""
        lesson = self.lesson or min(self.solved, key=lambda one: one["puzzle"]["rows"], default={})
        return (
            f'{{"lesson": {canonical_json(lesson)},\n{_list("solved", self.solved)},\n'
            f"{_list('breaking', self.breaking)}}}\n"
        )

    def codes(self) -> set[str]:
        """Return the codes of the rules that boards break alone."""
        return {one["code"] for one in self.breaking}

    def lacks(self, kind: AnyKind) -> list[str]:
        """Return what is missing, for a person to add."""
        lacks = [f"none breaks {code} alone" for code in sorted(self.unbroken - self.codes())]
        rules = {rule_of(kind, kind.decode(one["puzzle"])) for one in self.solved}
        lacks += [
            f"no solved board under the rule {rule}"
            for rule in kind.rules
            if rule is not None and rule not in rules
        ]
        return lacks + ([] if self.breaking or self.unbroken else ["no board breaks a rule"])


def keep_examples(kind: AnyKind, known: Json, say: Callable[[str], None]) -> Examples:
    """Return the examples of a file that are still valid; ``say`` gets those that are left out."""
    examples = Examples()
    groups = known if isinstance(known, dict) else {}
    lesson = groups.get("lesson")
    for name, entries in (("solved", groups.get("solved")), ("breaking", groups.get("breaking")),
                          ("lesson", [lesson] if lesson else [])):  # fmt: skip
        for number, entry in enumerate(entries or ()):
            try:
                clues = kind.decode(entry["puzzle"])
                broken = kind.check(clues, kind.decode_solution(clues, entry["solution"]))
                codes = {one.code for one in broken}
                wanted = {entry["code"]} if name == "breaking" else set()
            except (PipelineError, LookupError, TypeError):
                codes, wanted = {"malformed"}, set()
            if codes != wanted:
                say(f"{name} {number} is left out, since it no longer fits check or normalize")
            elif name == "lesson":
                examples.lesson = entry
            else:
                getattr(examples, name).append(entry)
    return examples


def find_examples(kind: AnyKind, examples: Examples, say: Callable[[str], None]) -> None:
    """Add missing examples, in place; ``say`` gets what is searched for.

    There are a solved board for each rule, a small one as the lesson, and boards as small as
    possible that break one rule alone, as far as they are found among small boards and small
    changes of solved ones. `ConfigError` if the generator makes no board.
    """
    for rule in kind.rules:
        boards = [kind.decode(one["puzzle"]) for one in examples.solved]
        if rule not in {rule_of(kind, board) for board in boards}:
            say("a solved board" + (f" under the rule {rule}" if rule else ""))
            if (made := _solved(kind, rule)) is not None:
                examples.solved.append(_example(kind, made.clues, made.solution))
    if not examples.solved:
        raise ConfigError(
            f"expected a board from the presets of {kind.id}, found none from {FAILED_SEEDS} "
            "seeds; mend its making first"
        )
    if examples.lesson is None:
        say("a small board for the lesson")
        if (made := next(_lessons(kind), None)) is not None:
            examples.lesson = _example(kind, made.clues, made.solution)
    if kind.declared is not None:
        _break_rules(kind, examples, say)


def _list(name: str, examples: Iterable[JsonObject]) -> str:
    return f'"{name}": [\n' + ",\n".join(map(canonical_json, examples)) + "]"


def _example(kind: AnyKind, clues: Any, solution: Any) -> JsonObject:
    return {"puzzle": kind.encode(clues), "solution": kind.encode_solution(solution)}


def _solved(kind: AnyKind, rule: str | None) -> Generated[Any, Any] | None:
    """Return a board of the smallest preset that makes one under a rule, of its own ones first."""
    sizes = [kind.describe_params(params) for params in kind.presets.values()]
    sizes.sort(key=lambda asked: (asked.get("rule") != rule, asked["rows"] * asked["cols"]))
    made = (_made(kind, asked["rows"], asked["cols"], rule) for asked in sizes)
    return next((one for one in made if one is not None), None)


def _lessons(kind: AnyKind) -> Iterator[Generated[Any, Any]]:
    made = (_made(kind, side, side, kind.rules[0]) for side in LESSON_SIDES)
    yield from (one for one in made if one is not None)


def _made(kind: AnyKind, rows: int, cols: int, rule: str | None) -> Generated[Any, Any] | None:
    try:
        params = kind.parse_params(rows, cols, rule, {})
    except PipelineError:  # no size of this kind
        return None
    tried = (kind.generate(params, seed) for seed in range(FAILED_SEEDS))
    return next((one for one in tried if one.clues is not None), None)


def _break_rules(kind: AnyKind, examples: Examples, say: Callable[[str], None]) -> None:
    """Add, in place, the smallest board that breaks each rule alone, if any is found."""
    known = examples.codes()

    def judge(clues: Any, way: Any) -> None:
        codes = {one.code for one in kind.check(clues, way)}
        examples.unbroken.update(codes)
        if len(codes) == 1 and not codes <= known:
            known.update(codes)
            examples.breaking.append({"code": codes.pop(), **_example(kind, clues, way)})
            examples.breaking.sort(key=lambda one: one["code"])

    made = []
    for example in examples.solved:
        clues = kind.decode(example["puzzle"])
        made.append(Board("", clues, kind.decode_solution(clues, example["solution"])))
    keys = {key for example in examples.solved for key in example["puzzle"]}
    small = [one for one in dict.fromkeys(small_clues(kind)) if keys >= kind.encode(one).keys()]
    for number, clues in enumerate(sorted(small, key=lambda one: len(one.values)), 1):
        say(f"what breaks a rule alone, on small boards ({number} of {len(small)})")
        for way in fillings(kind, clues):
            judge(clues, way)
    state = new_state(1)
    for number, board in enumerate(made, 1):
        say(f"what breaks a rule alone, on solved boards ({number} of {len(made)})")
        for tried, way in enumerate(changed_ways(kind, board, state, MOST_CHANGES)):
            if tried == CHANGES and examples.unbroken <= known:
                break
            judge(board.clues, way)
        others = [*_alike(kind, board.clues)]  # whose answers keep all rules but those of clues
        sparse = [one for other in others for one in _sparse(kind, other.clues)]
        for clues, other in product(dict.fromkeys((board.clues, *sparse)), others):
            judge(clues, other.solution)


def _sparse(kind: AnyKind, clues: Any) -> Iterator[Any]:
    """Yield a board with one clue alone for each clue in cells of a board."""
    boards = kind.declared.boards
    for value in sorted({*clues.values} - {boards.empty}):
        cell = clues.values.index(value)
        values = tuple(value if k == cell else boards.empty for k in range(len(clues.values)))
        with suppress(PuzzleFormatError):
            yield boards.fit(replace(clues, values=values))


def _alike(kind: AnyKind, clues: Any) -> Iterator[Generated[Any, Any]]:
    """Yield boards of the same size and rule."""
    puzzle = kind.encode(clues)
    params = kind.parse_params(puzzle["rows"], puzzle["cols"], rule_of(kind, clues), {})
    yield from (one for k in range(SEEDS) if (one := kind.generate(params, k)).clues is not None)
