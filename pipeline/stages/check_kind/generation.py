"""Whether each preset makes right boards, and others from other seeds."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.interface import AnyKind, Generated
from pipeline.kinds.kit.board.clues import SIDES
from pipeline.stages.check_kind.boards import SEEDS, seeded, smallest_preset

MARGIN_MM = 10.0  # By which numbers beside a board may take more room than those of the sample


def check_generation(kind: AnyKind) -> Iterator[str]:
    """Yield presets that make no board, a wrong one, or another one from an equal seed."""
    for name, params in kind.presets.items():
        seed, made = seeded(kind, name)
        if made.clues is None:
            yield f"preset {name}: expected a board from one of {SEEDS} seeds, found none; ease it"
            continue
        asked, puzzle = kind.describe_params(params), kind.encode(made.clues)
        if (puzzle["rows"], puzzle["cols"]) != (asked["rows"], asked["cols"]):
            yield f"preset {name}: expected its size, found {puzzle['cols']}x{puzzle['rows']}"
        for one in kind.check(made.clues, made.solution):
            yield f"preset {name}: expected a right solution, found {one.message}; mend layout"
        if type(made.attempt) is not int or made.attempt < 0:
            yield f"preset {name}: expected attempts from 0 on, found {made.attempt!r}"
        yield from _sample(kind, name, made)
        if kind.generate(params, seed) != made:
            yield f"preset {name}: expected equal boards from equal seeds; use the state alone"
    smallest = kind.presets[smallest_preset(kind)]
    if len({kind.generate(smallest, seed).clues for seed in range(SEEDS + 1)}) == 1:
        yield "expected other boards from other seeds, found equal ones; use the state"


def _sample(kind: AnyKind, name: str, made: Generated[object, object]) -> Iterator[str]:
    """Yield how the sample board for page plans differs from a record, or from made boards."""
    clues, solution = kind.stand_in(kind.presets[name])
    puzzle, data = kind.encode(clues), kind.encode_solution(solution)
    is_record = kind.encode(kind.decode(puzzle)) == puzzle
    if not (is_record and kind.encode_solution(kind.decode_solution(clues, data)) == data):
        yield f"preset {name}: expected a sample board that a record can have; see stand_in"
    if kind.shortest is not None and not kind.shortest.is_proved(solution):
        yield f"preset {name}: expected a sample answer that counts as shortest; see stand_in"
    sides = {clue.sort for clue in getattr(clues, "other_clues", ())}.intersection(SIDES)
    for sample, right in ((None, None), (solution, made.solution)):
        drawn, usual = kind.draw(clues, sample, 10.0), kind.draw(made.clues, right, 10.0)
        wide, high = drawn.width_mm - usual.width_mm, drawn.height_mm - usual.height_mm
        if min(wide, high) < -MARGIN_MM if sides else (wide, high) != (0, 0):
            yield f"preset {name}: expected a sample as large as made boards; see stand_in"
            return
