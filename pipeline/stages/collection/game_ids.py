"""Game IDs of Simon Tatham's collection, of which a text may have those of several games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

from pipeline.kinds.interface import AnyKind, Parsed
from pipeline.kinds.kit.sites.tatham import game_of, other_game
from pipeline.kinds.kit.sites.text_lines import content_lines, game_id, read_label
from pipeline.model import PuzzleFormatError, cut
from pipeline.stages.collection.detect import NAME_IT, SAMPLE, Form, form_names

Found: TypeAlias = Parsed[Any, Any] | PuzzleFormatError


def read_ids(
    text: str,
    forms: Sequence[Form],
    rule_of: Callable[[AnyKind], str | None],
    note: Callable[[Form, Sequence[Form], str], None],
) -> Iterator[tuple[Form | None, Found]]:
    """Yield the puzzle or error of each line, in the fitting form that reads most lines.

    ``note`` (form, others, place) gets the forms that also read one of the first lines, once for
    each pair.
    """

    def read(form: Form, line: str, number: int) -> Found:
        one = next(form[1].read_each(line, rule_of(form[0])))
        if isinstance(one, Parsed):
            return replace(one, line=number)
        return PuzzleFormatError(one.message, line=number, is_foreign=one.is_foreign)

    def parsed(form: Form, line: str) -> Parsed[Any, Any] | None:
        found = read(form, line, 1) if form[1].detect(line) else None
        return found if isinstance(found, Parsed) else None

    fits, likely = Counter[int](), Counter[int]()
    for _, whole in islice(content_lines(text), SAMPLE):
        line = game_id(whole)[0]
        for index, form in enumerate(forms):
            if (one := parsed(form, line)) is not None:
                fits[index] += 1
                likely[index] += form[1].confidence(one.clues)
    order = sorted(range(len(forms)), key=lambda at: (-fits[at], -likely[at]))
    forms = [forms[at] for at in order]
    shared = set[tuple[str, str]]()
    known = {form[1].tags[:1] for form in forms}
    for count, (number, line) in enumerate(content_lines(text)):
        game_text, label = game_id(line)
        game = game_of(label)
        if not (count or game_text or any(map(str.isdigit, line))):
            continue  # a title
        if game and (game,) not in known:
            yield None, _foreign(game, number)
            continue
        title, source_id = ("", "") if game else read_label(label)
        line = game_text or line  # noqa: PLW2901
        fitting = [form for form in forms if not game or form[1].tags[:1] == (game,)]
        faults: list[tuple[Form | None, PuzzleFormatError]] = []
        for index, form in enumerate(fitting):
            puzzle = read(form, line, number) if form[1].detect(line) else None
            if isinstance(puzzle, PuzzleFormatError):
                faults.append((form, puzzle))
            if not isinstance(puzzle, Parsed):
                continue
            for rest in fitting[index + 1 :] if count < SAMPLE and not game else ():
                pair = (form[0].id, rest[0].id)
                if pair not in shared and parsed(rest, line) is not None:
                    shared.add(pair)
                    note(form, [rest], f":{number}")
            credit = {"title": title} if title else {}
            yield form, replace(puzzle, credit=credit, source_id=source_id or None)
            break
        else:
            yield _unread(faults, line, number)


def _foreign(game: str, number: int) -> PuzzleFormatError:
    fault = f"found an ID of {game}, which no kind reads; leave it out"
    return PuzzleFormatError(fault, line=number, is_foreign=True)


def _unread(
    faults: Sequence[tuple[Form | None, PuzzleFormatError]], line: str, number: int
) -> tuple[Form | None, PuzzleFormatError]:
    """Return what is wrong with an ID that no form reads."""
    if other := other_game(line):
        return None, _foreign(other, number)
    # A wrong number of cells is nearer to a puzzle than a sign that the game does not have.
    size = re.compile("expected [0-9]+ cells")
    form, nearest = min(
        faults, key=lambda one: size.match(one[1].message) is None, default=(None, None)
    )
    if form is None or nearest is None:
        fault = f"expected a whole game ID of Simon Tatham's collection, found {cut(line)!r}"
        return None, PuzzleFormatError(f"{fault}; copy it again", line=number)
    nearest.message += f" (read as {form_names([form])}; {NAME_IT})"
    return form, nearest
