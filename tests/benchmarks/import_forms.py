"""Every form of docs/formats.md read from files of 10,000 and 100,000 small puzzles."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.stages.generate import GeneratorOrder, generate_records
from tests.benchmarks.collections import run_program

COUNTS = (10_000, 100_000)
SIDES = {"npuzzle": 3, "sudoku": 4}
MADE = 20


def import_forms(*chosen: str) -> Iterator[str]:
    """Yield processor seconds and peak memory of ``import`` for each form, or those named."""
    yield "| form | MB of text | " + " | ".join(f"{n:,}, s | MB" for n in COUNTS) + " |"
    yield "| --- | --- |" + " --- | --- |" * len(COUNTS)
    with tempfile.TemporaryDirectory() as folder:
        for name, texts in _forms():
            if chosen and not any(word in name for word in chosen):
                continue
            cells = []
            for count in COUNTS:
                text = texts(count)
                path = Path(folder) / "puzzles.txt"
                path.write_text(text)
                words = ["--from", name] if "/" in name else []
                read = run_program(["import", str(path), *words, "-o", f"{folder}/read.jsonl"])
                with Path(f"{folder}/read.jsonl").open() as file:
                    assert sum(1 for _ in file) == count, name
                cells += [f"{read[1]:.1f}", str(read[2])]
            yield f"| {name} | {len(text) / 1e6:.1f} | {' | '.join(cells)} |"


def _forms() -> Iterator[tuple[str, Any]]:
    for kind_id in KINDS:
        kind = get_kind(kind_id)
        puzzles = _puzzles(kind)
        for form in kind.formats:

            def texts(count: int, form: Any = form, puzzles: Any = puzzles) -> str:
                return str(form.write(puzzles * (count // MADE)))

            yield f"{kind_id}/{form.name}", texts
    table = [[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 2]]
    boards = {"problem": table, "author": "A. Setter"}
    yield "objects of JSON by name", lambda n: json.dumps({f"p{k}": boards for k in range(n)})
    yield "lists of lists", lambda n: "\n".join([json.dumps(table)] * n)
    rows = "\n".join(",".join(str(cell or "") for cell in row) for row in table)
    yield "spreadsheet", lambda n: "\n\n".join([rows] * n)
    line = json.dumps({"schema": 1, "kind": "hashi",
                       "puzzle": {"rows": 1, "cols": 3, "clues": [[1, 0, 1]]}})  # fmt: skip
    yield "records", lambda n: f"{line}\n" * n


def _puzzles(kind: AnyKind) -> list[tuple[Any, Any]]:
    side = SIDES.get(kind.id, 5)
    params = kind.parse_params(side, side, None, {})
    order = GeneratorOrder(kind.id, params, 1)
    made = [one for one in generate_records((order, k) for k in range(3 * MADE)) if one][:MADE]
    assert len(made) == MADE
    clues = [kind.decode(one.puzzle) for one in made]
    return [
        (posed, None if one.solution is None else kind.decode_solution(posed, one.solution))
        for posed, one in zip(clues, made, strict=True)
    ]
