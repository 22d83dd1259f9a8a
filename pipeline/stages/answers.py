"""Answers: what ``solve`` prints, and the files that go with it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import require, with_rule
from pipeline.kinds.interface import Budget
from pipeline.model import ConfigError, Record
from pipeline.stages.arguments import parse_count
from pipeline.stages.mapping import Mapper
from pipeline.stages.solve import Answer, solution_text, solve_records, solved_record
from pipeline.store.files import open_atomic, write_atomic
from pipeline.store.jsonl import dump_record


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How answers are sought and shown: see ``puzzlepress solve --help``."""

    form: str | None = None
    count: str = "1"
    rule: str | None = None
    solver: str | None = None
    budget: Budget | None = None
    is_coloured: bool = False
    has_nodes: bool = False
    dimacs: str | None = None
    stats: str | None = None


@dataclass(slots=True)
class Tally:
    """How the puzzles of a collection came out."""

    solved: int = 0
    impossible: int = 0
    undecided: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer) -> None:
        """Count one more answer."""
        self.nodes += answer.solved.steps
        self.seconds += answer.solved.seconds
        if answer.solved.solutions:
            self.solved += 1
        elif answer.solved.is_complete:
            self.impossible += 1
        else:
            self.undecided += 1

    def sentence(self) -> str:
        """Return the summary for standard error."""
        return (
            f"solve: {self.solved} solved, {self.impossible} impossible, {self.undecided} "
            f"undecided; {self.nodes} nodes, {self.seconds:.3f} s in the search"
        )


def write_answers(
    records: Iterable[Record], output: str, options: AnswerOptions, mapper: Mapper
) -> Tally:
    """Solve records, write the answers and what else was asked for, and return the tally.

    Raises
    ------
    ConfigError
        For an unknown form, rule, solver or count.
    StoreError
        If a file cannot be written.
    """
    limit = parse_count(options.count)
    if limit is None:
        raise ConfigError("expected a number of solutions to list, found 'all'; count them instead")
    puzzles = list(records)
    if options.dimacs is not None:
        write_dimacs(puzzles, options.dimacs, options.rule)
    tally = Tally()
    lines: list[str] = []
    arguments = {} if options.budget is None else {"budget": options.budget}
    answers = solve_records(
        puzzles,
        limit=limit,
        rule=options.rule,
        solver=options.solver,
        mapper=mapper,
        **arguments,
    )
    with open_atomic(output) as stream:
        for number, answer in enumerate(answers):
            _write_one(stream, answer, options, is_first=number == 0)
            tally.add(answer)
            lines.append(json.dumps(answer.stats(), sort_keys=True))
    if options.stats is not None:
        write_atomic(options.stats, "".join(f"{line}\n" for line in lines).encode())
    return tally


def _write_one(stream: BinaryIO, answer: Answer, options: AnswerOptions, is_first: bool) -> None:
    if options.form == "json":
        text = dump_record(solved_record(answer)) + "\n"
    else:
        gap = "" if is_first else "\n"
        cost = f"# {answer.solved.steps} nodes, {answer.solved.method}\n"
        head = cost if options.has_nodes else ""
        text = gap + head + solution_text(answer, options.form, options.is_coloured)
    stream.write(text.encode())
    stream.flush()


def write_dimacs(records: list[Record], target: str, rule: str | None) -> None:
    """Write one CNF, or, of several puzzles, numbered files beside the name given."""
    if len(records) > 1 and target == "-":
        raise ConfigError(
            f"expected one puzzle for --dimacs -, found {len(records)}; name a file, "
            "and each puzzle gets one with its number"
        )
    for number, record in enumerate(records, start=1):
        kind = get_kind(record.kind)
        refutation = require(kind, kind.refutation, "encoding in clauses")
        clues = with_rule(kind, kind.decode(record.puzzle), rule)
        path = Path(target)
        name = target if len(records) == 1 else str(path.with_stem(f"{path.stem}-{number}"))
        write_atomic(name, "".join(f"{line}\n" for line in refutation.dimacs(clues)).encode())
