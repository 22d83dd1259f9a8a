"""The setter's desk: the requests of its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind, kind_ids, working_kinds
from pipeline.kinds.interface import usual_size
from pipeline.kinds.kit.board.board import Board
from pipeline.model import (
    ConfigError,
    Credit,
    Json,
    JsonObject,
    Provenance,
    PuzzleFormatError,
    Record,
)
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.collection.importer import ImportOptions, read_pasted
from pipeline.stages.puzzle import new_record
from pipeline.studio.check import check_board
from pipeline.studio.compose import complete, thin_out, vary_clues, vary_solution
from pipeline.studio.drawing import (
    SYMMETRIES,
    Desk,
    blank,
    change,
    clues_to_json,
    desk_of,
    edits_to_json,
    picture,
)

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio

MOST_SIDE: Final = 50
MOST_TRIES: Final = 60


def _size(asked: Asked, name: str) -> int:
    side = asked.get(name)
    if type(side) is not int or not 2 <= side <= MOST_SIDE:
        raise ConfigError(f"{name}: expected a number from 2 to {MOST_SIDE}, found {side!r}")
    return side


def _desk(asked: Asked) -> Desk:
    return desk_of(str(asked.get("kind")))


def _shown(desk: Desk, board: Board) -> JsonObject:
    return {
        "kind": desk.kind.id,
        "puzzle": desk.write(board),
        "edits": edits_to_json(desk, board),
        "clues": clues_to_json(desk, board),
        "rule": board.rule,
        "picture": picture(desk.kind, desk.clues_of(board), board.cols),
    }


def _kinds(studio: Studio, asked: Asked) -> Json:
    """Return the kinds that can be drawn, with their usual sizes."""
    drawable = []
    for kind in working_kinds():
        sorts = () if kind.declared is None else kind.declared.boards.clue_sorts
        has_board = kind.declared is not None or kind.drawn is not None
        if not has_board or not all(sort.is_drawn for sort in sorts):
            continue
        rows, cols = usual_size(kind)
        drawable.append({"id": kind.id, "title": kind.title, "rows": rows, "cols": cols})
    return sorted(drawable, key=lambda one: str(one["title"]))


def _new(studio: Studio, asked: Asked) -> Json:
    """Return an empty board."""
    desk = _desk(asked)
    rule = asked.get("rule") or None
    puzzle = blank(desk.kind.id, _size(asked, "rows"), _size(asked, "cols"), rule)
    return _shown(desk, desk.read(puzzle))


def _change(studio: Studio, asked: Asked) -> Json:
    """Return a board with a change, as `drawing.change` has it."""
    desk = _desk(asked)
    return _shown(desk, change(desk, desk.read(asked.get("puzzle")), dict(asked)))


def _show(studio: Studio, asked: Asked) -> Json:
    """Return a board again, for instance when a change is taken back."""
    desk = _desk(asked)
    return _shown(desk, desk.read(asked.get("puzzle")))


def _check(studio: Studio, asked: Asked) -> Json:
    """Return what is known of a board; {"status": "superseded"} if a newer one waits."""
    rule = asked.get("rule")
    if rule is not None and not isinstance(rule, str):
        raise ConfigError(f"rule: expected a text, found {rule!r}")

    def do() -> Json:
        return check_board(
            str(asked.get("kind")),
            asked.get("puzzle"),
            rule,
            is_thorough=asked.get("thorough") is True,
            language=str(asked.get("language", "en")),
            with_picture=asked.get("picture") is True,
        )

    return _at_work(studio, asked, do)


def _at_work(studio: Studio, asked: Asked, do: Callable[[], Json]) -> Json:
    """Return what a piece of work of a desk gives, or that a newer one waits."""
    turn = asked.get("turn")
    mine = turn if type(turn) is int else None
    return studio.work(str(asked.get("desk", "")), do, mine) or {"status": "superseded"}


def _compose(do: Callable[..., Board]) -> Callable[[Studio, Asked], Json]:
    def answer(studio: Studio, asked: Asked) -> Json:
        desk = _desk(asked)
        board = desk.read(asked.get("puzzle"))
        if not isinstance(desk.clues_of(board), Board):
            raise ConfigError(f"{desk.kind.title}: expected a kind of which clues are added singly")
        symmetry = SYMMETRIES.get(str(asked.get("symmetry")), 0)
        seed = asked.get("seed", 1)
        state = new_state(seed if type(seed) is int else 1)
        return _at_work(studio, asked, lambda: _shown(desk, do(desk, board, state, symmetry)))

    return answer


def _generate(studio: Studio, asked: Asked) -> Json:
    """Return a puzzle that the kind's generator makes, of a band if one is asked for.

    `PuzzleFormatError` if its first attempts give none.
    """
    desk, band = _desk(asked), asked.get("band")
    settings = {"band": str(band)} if band else {}
    rule = asked.get("rule") or None
    size = _size(asked, "rows"), _size(asked, "cols")
    params = desk.kind.parse_params(*size, rule, settings)
    seed = asked.get("seed")
    first = seed if type(seed) is int else 1

    def do() -> Json:
        for number in range(MOST_TRIES):
            made = desk.kind.generate(params, first + number)
            if made.clues is None:
                continue
            if not band or desk.kind.grade(made.clues, made.solution).band == band:
                return _shown(desk, desk.read(desk.kind.encode(made.clues)))
        raise PuzzleFormatError(
            f"expected such a puzzle in {MOST_TRIES} attempts, found none; ask again, or for "
            "another size or level"
        )

    return _at_work(studio, asked, do)


def _read(studio: Studio, asked: Asked) -> Json:
    """Return the first puzzle of a text in any form that `puzzlepress import` reads.

    A text that is no address, and may be of the kind that is drawn, is of that kind.
    """
    text, kind = str(asked.get("text", "")), str(asked.get("kind", ""))
    forms = get_kind(kind).formats if kind in kind_ids() and "://" not in text else ()
    names = [f"{kind}/{form.name}" for form in forms if form.detect(text)]
    entry = None
    for name in (None, *names):
        pasted = next(read_pasted(text, ImportOptions(name)), None)
        if entry is None or isinstance(pasted, Record):
            entry = pasted
        if isinstance(entry, Record) and entry.kind == kind:
            break
    if entry is None:
        raise PuzzleFormatError("expected a puzzle in the text, found none; paste all of it")
    if isinstance(entry, Rejection):
        raise entry.error()
    desk = desk_of(entry.kind)
    return _shown(desk, desk.read(entry.puzzle))


def _write(studio: Studio, asked: Asked) -> Json:
    """Return the puzzle in each text form that can hold it, by the name of the form."""
    record = _record(asked)
    texts: dict[str, Json] = {}
    for name in ("jsonl", *(form.name for form in get_kind(record.kind).formats)):
        try:
            texts[name] = export_text([record], name, is_lossy=True).strip()
        except (ConfigError, PuzzleFormatError):
            continue  # a form without such clues
    return texts


def _record(asked: Asked) -> Record:
    kind = _desk(asked).kind
    return new_record(kind, kind.decode(asked.get("puzzle") or {}), None, Provenance("studio"))


def _save(studio: Studio, asked: Asked) -> Json:
    """Add the puzzle to a collection of the folder."""
    record = _record(asked).with_(credit=Credit(author=str(asked.get("author", "")) or None))
    return {"saved": studio.add_records(str(asked.get("name", "")), [record])}


SETTER: Final = {
    "kinds": _kinds,
    "new": _new,
    "change": _change,
    "show": _show,
    "check": _check,
    "generate": _generate,
    "complete": _compose(complete),
    "thin": _compose(thin_out),
    "vary-clues": _compose(vary_clues),
    "vary-solution": _compose(vary_solution),
    "read": _read,
    "write": _write,
    "save": _save,
}
