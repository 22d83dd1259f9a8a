"""Puzzles of a kind through the whole chain, one by one: ``python -m tools.fuzz chain --help``.

They have the rules of the kind in turn. Each is generated, proved by two engines, graded, and
written and read as a record. Then its answer is checked, it is proved, graded and made again, and
counted by each solver of the kind that another engine supports. Every text form that can express it
must be read back as the same puzzle.
"""

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import TextFormat, rule_of
from pipeline.model import PuzzleFormatError, Record
from pipeline.stages.generate import GeneratorOrder, make_candidate
from pipeline.stages.puzzle import NO_LIMITS, Puzzle, read_puzzle
from pipeline.stages.verify import verify_record
from pipeline.store.jsonl import dump_record, parse_record
from tools.fuzz.corpus import SIZES

SIZES_OF_RULES: dict[str | None, tuple[str, ...]] = {
    **dict.fromkeys(("anti-king", "nonconsecutive"), ("6x6",)),
    "two-stars": ("8x8",),
    "three-stars": ("14x14",),
}


@dataclass(slots=True)
class Tally:
    """What came of the puzzles with indices below ``next``."""

    next: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write it, for the next call to go on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        data = {"next": self.next, "counts": self.counts, "faults": self.faults}
        path.write_text(json.dumps(data, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Tally":
        """Return the saved tally, an empty one without a file."""
        if not path.is_file():
            return cls()
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["next"], Counter(data["counts"]), data["faults"])


def try_index(kind_id: str, seed: int, index: int, tally: Tally) -> None:
    """Send the puzzle of an index through the chain, and add what came of it."""
    kind = get_kind(kind_id)
    rule = kind.rules[index % len(kind.rules)]
    sizes = SIZES_OF_RULES.get(rule, SIZES[kind_id])
    cols, rows = map(int, sizes[index // len(kind.rules) % len(sizes)].split("x"))
    order = GeneratorOrder(kind_id, kind.parse_params(rows, cols, rule, {}), seed)
    record = make_candidate((order, index), asks_confirmed=True).graded
    if record is None:
        tally.counts["rejected"] += 1
        return
    tally.counts["graded"] += 1
    tally.faults += [f"{kind_id} {index}: {fault}" for fault in faults_of(record, tally.counts)]


def faults_of(record: Record, counts: Counter[str]) -> list[str]:
    """Return the faults of a graded record, and count the comparisons."""
    line = dump_record(record)
    read = parse_record(line, "record", 1)
    finding = verify_record(read, NO_LIMITS, remakes=True)
    faults = [*finding.problems, *finding.notes]
    if dump_record(read) != line:
        faults.append("the record is not read back as it was written")
    puzzle = read_puzzle(read)
    kind = puzzle.kind
    # For sliding puzzles the shortest solutions are counted; there may be several.
    expected = 1 if kind.uniqueness else _stated_count(read)
    for solver in kind.solvers:
        if not expected:
            counts["undecided"] += 1
            continue
        solved = kind.solve(puzzle.clues, expected + 1, NO_LIMITS.budget(kind), solver)
        if not solved.is_complete:
            counts["undecided"] += 1
        elif len(solved.solutions) != expected or puzzle.solution not in solved.solutions:
            faults.append(f"{solver} finds {len(solved.solutions)} solutions, or others")
        else:
            counts[f"counted by {solver}"] += 1
    for form in kind.formats:
        try:
            text = form.write([(puzzle.clues, puzzle.solution)])
        except PuzzleFormatError:
            continue  # the form cannot express this puzzle
        counts["texts"] += 1
        faults += _text_faults(form, text, puzzle)
    return faults


def _stated_count(record: Record) -> int:
    """Return how many shortest solutions the grade states, 0 if it could not count them."""
    return (record.grade and record.grade.extra["shortest_solutions"]) or 0


def _text_faults(form: TextFormat[Any, Any], text: str, puzzle: Puzzle) -> list[str]:
    read = list(form.read(text, rule_of(puzzle.kind, puzzle.clues)))
    if [parsed.clues for parsed in read] != [puzzle.clues]:
        return [f"{form.name} is read back as another puzzle"]
    same = read[0].solution in (None, puzzle.solution)
    return [] if same else [f"{form.name} is read back with another answer"]


def main(words: list[str]) -> int:
    """Run or resume, print a line for each kind, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz chain", description=__doc__)
    parser.add_argument("--kind", choices=kind_ids(), action="append", help="default: all")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    has_faults = False
    for kind in given.kind or kind_ids():
        path = Path("output/fuzz/chain") / f"{kind}-{given.seed}.json"
        tally = Tally.load(path)
        while tally.next < given.count:
            try_index(kind, given.seed, tally.next, tally)
            tally.next += 1
            if tally.next % 100 == 0 or tally.next == given.count:
                tally.save(path)
        counts = ", ".join(f"{count} {name}" for name, count in sorted(tally.counts.items()))
        print(f"{kind}: {tally.next} tried, {counts}; {len(tally.faults)} faults", flush=True)
        for fault in tally.faults[:5]:
            print(f"  {fault}", flush=True)
        has_faults = has_faults or bool(tally.faults)
    return int(has_faults)
