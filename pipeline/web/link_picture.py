"""The picture that other sites show of a link to a puzzle: the board beside its name, in colour."""

from __future__ import annotations

from typing import Final

from pipeline.edition.flow.typeset import QUIET, TEXT, label, settable, shorten
from pipeline.kinds import get_kind
from pipeline.render.picture import cell_for_size, render_picture
from pipeline.render.templates import plain
from pipeline.render.theme import get_theme
from pipeline.scene import Face, Ink, Mark, Rect, Role, Scene
from pipeline.web.records import Entry, board_size, name_of
from pipeline.web.site import Site

SIZE_PX: Final = (1200, 630)  # What makers of link previews ask for (Open Graph; 1.91 to 1)
_WIDTH_MM, _HEIGHT_MM = 120.0, 63.0
_MARGIN_MM: Final = 4.5
_TEXT_MM: Final = 66.0
_STRIPE_MM: Final = 3.0


def link_picture(site: Site, entry: Entry) -> bytes:
    """Return the picture as PNG, of `SIZE_PX`."""
    kind, language = get_kind(entry.record.kind), site.language
    clues = kind.decode(entry.record.puzzle)
    room = _HEIGHT_MM - 2 * _MARGIN_MM
    board = kind.draw(clues, None, cell_for_size(lambda mm: kind.draw(clues, None, mm), room, room))
    rows, cols = board_size(entry.record)
    day = site.day(entry.date) if entry.date else ""
    band = language.say(f"band.{entry.band}") if entry.band else ""
    lines = [
        (plain(site.table.title), Face.TEXT, 9.0, QUIET),
        (name_of(entry, language), Face.DISPLAY_BOLD, 19.0, Ink(Role.PATH)),
        (" · ".join(filter(None, (f"{cols} × {rows}", band))), Face.TEXT, 12.0, TEXT),
        (day, Face.TEXT, 12.0, TEXT),
    ]
    marks: list[Mark] = [*board.moved(_MARGIN_MM + (room - board.width_mm) / 2,
                          (_HEIGHT_MM - board.height_mm) / 2).marks]  # fmt: skip
    stripe = _HEIGHT_MM / 3
    for at in range(3):
        corner = (_WIDTH_MM - _STRIPE_MM, at * stripe)
        marks.append(Rect(corner, _STRIPE_MM, stripe, Ink(Role.PATH, at)))
    y = 20.0
    for text, face, size_pt, ink in lines:
        y += 0.5 * size_pt
        shown = shorten(settable(text), face, size_pt, _WIDTH_MM - _STRIPE_MM - _TEXT_MM)
        marks.append(label(shown, _TEXT_MM, y, size_pt, face, ink=ink))
    scene = Scene(_WIDTH_MM, _HEIGHT_MM, tuple(marks))
    return render_picture(scene, "png", get_theme("colour"), SIZE_PX[0] / _WIDTH_MM)
