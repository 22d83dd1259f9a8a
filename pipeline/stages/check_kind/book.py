"""Whether a book and a player have all that they need of a kind."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

from pipeline.book import BookSection, lay_out, write_book
from pipeline.config.book_options import BookOptions
from pipeline.edition.language import list_languages
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.kind_texts import ENGLISH, read_reasons
from pipeline.kinds.kit.telling.sentences import step_text, unnumbered
from pipeline.model import Provenance, Record, canonical_json
from pipeline.stages.check_kind.boards import NOTE, boards_of, example_boards
from pipeline.stages.filter import filter_records, is_accepted
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import new_record
from pipeline.store.jsonl import record_from_json, record_to_json


def check_book(kind: AnyKind) -> Iterator[str]:
    """Yield that no board can be printed; what keeps one out of a book raises an exception."""
    boards = dict.fromkeys((board.clues, board.solution) for board in boards_of(kind))
    source = Provenance("puzzlepress check-kind")
    made = [new_record(kind, *board, source) for board in boards]
    graded = [*grade_records(filter_records(made))]
    for record in graded:
        if record_from_json(record_to_json(record)) != record:
            yield f"expected equal records from their JSON, found another for {record.grade}"
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
        said = (
            step_text(step, board.clues.cols, kind.deductions.reasons(ENGLISH, None))
            for step in steps
        )
        for text in dict.fromkeys(said):
            if not text.endswith(".") or {*text} & {*"{}"}:
                yield f"{board.name}: expected sentences, found {text!r}; mend it in [reasons]"
    for key in sorted(unfilled):
        yield (
            f"reasons.{key}: expected a constraint with a number for {{number}}, found none; use a "
            "text without it, or a count of one sum or `sees`"
        )
