"""Count: records to exact numbers of solutions, or bounds and why no more is known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from pipeline.kinds.capabilities import require
from pipeline.kinds.interface import Budget, Counted, Solved
from pipeline.kinds.kit.listing import count_by_listing
from pipeline.model import ConfigError, Json, Record
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import DEFAULT_BUDGET, read_puzzle
from pipeline.stages.solve import AnswerOptions, require_solver, write_dimacs
from pipeline.store.files import open_atomic, write_atomic
from pipeline.store.jsonl import dump_record


@dataclass(frozen=True, slots=True)
class Count:
    """A record and how many solutions its puzzle has."""

    record: Record
    counted: Counted

    def text(self) -> str:
        """Return the number, or a lower bound and why no more is known.

        Examples
        --------
        >>> record = Record("0123456789abcdef", "numberlink", {})
        >>> Count(record, Counted(7, False, 0, "search", "too wide")).text()
        'at least 7 (undecided: too wide)'
        """
        if self.counted.is_exact:
            return str(self.counted.count)
        return f"at least {self.counted.count} (undecided: {self.counted.note})"

    def stats(self) -> dict[str, Json]:
        """Return the line of ``--stats``."""
        return {
            "id": self.record.id,
            "complete": self.counted.is_exact,
            "count": str(self.counted.count),
            "method": self.counted.method,
            "nodes": self.counted.steps,
            "seconds": round(self.counted.seconds, 6),
        }

    def counted_record(self) -> Record:
        """Return the record with a field ``count``.

        The number is a string: most readers of JSON keep 15 digits of a number and no more.
        """
        count = {
            "complete": self.counted.is_exact,
            "method": self.counted.method,
            "note": self.counted.note or None,
            "solutions": str(self.counted.count),
        }
        return self.record.with_(extra={**self.record.extra, "count": count})


@dataclass(slots=True)
class CountTally:
    """How the counts of a collection came out."""

    counted: int = 0
    undecided: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, count: Count) -> None:
        """Take in one more count."""
        self.nodes += count.counted.steps
        self.seconds += count.counted.seconds
        if count.counted.is_exact:
            self.counted += 1
        else:
            self.undecided += 1

    def sentence(self) -> str:
        """Return the summary for standard error."""
        return (
            f"solve: {self.counted} counted, {self.undecided} undecided; {self.nodes} nodes and "
            f"states, {self.seconds:.3f} s in the count"
        )


def count_records(
    records: Iterable[Record],
    rule: str | None = None,
    solver: str | None = None,
    budget: Budget = DEFAULT_BUDGET,
    mapper: Mapper = serial,
) -> Iterator[Count]:
    """Yield how many solutions each puzzle has, in order; a solver named lists them one by one."""
    return mapper(partial(_count_one, rule=rule, solver=solver, budget=budget), records)


def _count_one(record: Record, rule: str | None, solver: str | None, budget: Budget) -> Count:
    puzzle = read_puzzle(record, rule)
    kind, clues = puzzle.kind, puzzle.clues
    name = require_solver(kind, solver)
    if name != kind.solvers[0]:

        def solve(clues: Any, limit: int, budget: Budget) -> Solved[Any]:
            return kind.solve(clues, limit, budget, name)

        return Count(puzzle.record, count_by_listing(solve, clues, budget))
    counting = require(kind, kind.counting, "counts of all solutions")
    return Count(puzzle.record, counting.count(clues, budget))


def write_counts(
    records: Iterable[Record], output: str, options: AnswerOptions, mapper: Mapper
) -> CountTally:
    """Count solutions, write the numbers and what else was asked for, and return the tally.

    Raises
    ------
    ConfigError
        For an unknown solver, or a form that shows solutions.
    StoreError
        If a file cannot be written.
    """
    if options.form not in (None, "json"):
        raise ConfigError(
            f"expected --to json or no --to with --count all, found {options.form!r}: it counts "
            "solutions without listing them; give --count N to see N of them"
        )
    puzzles = list(records)
    if options.dimacs is not None:
        write_dimacs(puzzles, options.dimacs, options.rule)
    tally = CountTally()
    lines: list[str] = []
    with open_atomic(output) as stream:
        for count in count_records(puzzles, options.rule, options.solver, options.budget, mapper):
            _write_one(stream, count, options)
            tally.add(count)
            lines.append(json.dumps(count.stats(), sort_keys=True))
    if options.stats is not None:
        write_atomic(options.stats, "".join(f"{line}\n" for line in lines).encode())
    return tally


def _write_one(stream: BinaryIO, count: Count, options: AnswerOptions) -> None:
    if options.form == "json":
        text = dump_record(count.counted_record())
    else:
        cost = f"# {count.counted.steps} nodes, {count.counted.method}\n"
        text = (cost if options.has_nodes else "") + count.text()
    stream.write(f"{text}\n".encode())
    stream.flush()
