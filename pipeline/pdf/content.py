"""A small interpreter of PDF content streams: operators in, painted marks out.

It follows ISO 32000-1, 8 and 9. Clips are followed as boxes; tiling patterns and shadings count as
an area of their colour; invalid operators are skipped, as viewers do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pikepdf

from pipeline.pdf.fonts import BROKEN, Font, read_any_font, steps_of
from pipeline.pdf.marks import (
    DEVICE,
    Box,
    Colour,
    ColourSpace,
    Mark,
    PaintedImage,
    PaintedPath,
    PaintedText,
    Subpath,
    least_scale,
    lengths,
    map_box,
    overlap,
    read_space,
)
from pipeline.pdf.state import PathBuilder, State, TextState, path_box, stroke_box
from pipeline.pdf.values import Steps, dictionary

_DEEPEST: Final = 12
_UNREADABLE: Final = (
    TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip
_WORD_GAP: Final = 0.18  # Em by which a shift between two strings counts as a space
_POINTS_PER_INCH: Final = 72
_INVISIBLE: Final = (3, 7)
_STROKED_ONLY: Final = 1


@dataclass(slots=True)
class Flags:
    """What a content stream uses that no mark shows."""

    blend_modes: set[str] = field(default_factory=set)
    has_soft_mask: bool = False
    has_group: bool = False
    has_layer: bool = False
    unreadable: int = 0
    is_cut: bool = False  # Whether the steps were spent before all was read
    fonts: dict[str, Font] = field(default_factory=dict)  # Every font of the resources by name


class Interpreter:
    """Yields the marks of one page; `flags` is complete afterwards.

    ``fonts`` are those already read, by object number, shared between the pages of a file, as is
    ``steps``: what reading may cost. What is painted outside ``clip`` does not count: half of a
    sheet.
    """

    def __init__(
        self,
        page: pikepdf.Page,
        fonts: dict[tuple[int, int], Font],
        clip: Box | None = None,
        steps: Steps | None = None,
    ) -> None:
        self.page = page
        self.steps = steps or Steps()
        self.clip = clip
        self.fonts = fonts
        self.flags = Flags()
        self._depth = 0

    def marks(self) -> Iterator[Mark]:
        """Yield what the page paints, in order, in points of its own coordinates."""
        self.steps.begin_page()
        resources = self.page.resources if "/Resources" in self.page.obj else None
        state = State(pikepdf.Matrix(), self.clip)
        group = dictionary(self.page.obj.get("/Group"))
        self.flags.has_group |= str(group.get("/S", "")) == "/Transparency"
        yield from _Stream(self, resources or pikepdf.Dictionary(), state).run(self.page)

    def font(self, value: Any) -> Font:
        """Return a font, read once for each object."""
        key = value.objgen if isinstance(value, pikepdf.Object) else (0, 0)
        if key != (0, 0) and key in self.fonts:
            return self.fonts[key]
        font = read_any_font(value) if self.steps.spend(steps_of(value)) else BROKEN
        if key != (0, 0):
            self.fonts[key] = font
        return font


class _Stream:
    """One content stream with its resources; forms get a stream of their own."""

    def __init__(self, whole: Interpreter, resources: Any, state: State) -> None:
        self.whole = whole
        self.resources = resources
        self.state = state
        self.saved: list[State] = []
        self.text = TextState()
        self.path = PathBuilder()
        self.clip_next: str | None = None
        self.layers: list[bool] = []
        for font in dict(self._named("/Font")).values():
            read = whole.font(font)
            whole.flags.fonts[read.name] = read

    def _named(self, category: str) -> Any:
        found = self.resources.get(category)
        return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()

    def run(self, source: Any) -> Iterator[Mark]:
        whole = self.whole
        if not whole.steps.may_parse(source):
            whole.flags.is_cut = True
            return
        for instruction in pikepdf.parse_content_stream(source):
            if not whole.steps.spend():
                whole.flags.is_cut = True
                return
            if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                image = instruction.iimage.obj
                yield from paint_image(image, self.state, self._named("/ColorSpace"))
                continue
            try:
                yield from self._operate(str(instruction.operator), instruction.operands)
            except _UNREADABLE:
                whole.flags.unreadable += 1

    def _operate(self, name: str, operands: Any) -> Iterator[Mark]:
        if name in _PAINTS:
            yield from self._paint(*_PAINTS[name], name.endswith("*"))
        elif name in ("Tj", "'", '"', "TJ"):
            yield from self._show(name, operands)
        elif name == "Do":
            yield from self._do(str(operands[0]))
        elif name == "sh":
            yield from self._shade(str(operands[0]))
        elif name in _ACTIONS:
            _ACTIONS[name](self, operands)

    # Paths

    def _paint(self, fills: bool, strokes: bool, closes: bool, is_even_odd: bool) -> Iterator[Mark]:
        if closes:
            self.path.close()
        path = self.path.take()
        state = self.state
        if path and (fills or strokes):
            width = state.width * least_scale(state.ctm) if strokes else None
            box = path_box(path) if width is None else stroke_box(path, width, state.cap == 0)
            shown = box if state.clip is None else overlap(box, state.clip)
            if shown is not None:
                yield PaintedPath(
                    path, shown,
                    state.fill if fills else None, state.stroke if strokes else None, width,
                    state.is_dashed and strokes,
                    min(state.fill_opacity if fills else 1.0,
                        state.stroke_opacity if strokes else 1.0),
                    state.clips, state.is_plain, is_even_odd,
                )  # fmt: skip
        if self.clip_next is not None:
            state.narrow(path, self.clip_next == "W*")
            self.clip_next = None

    def _shade(self, name: str) -> Iterator[Mark]:
        shading = self._named("/Shading").get(name)
        space = read_space(shading.get("/ColorSpace"), self._named("/ColorSpace"))
        box = self.state.clip
        if box is not None:
            x0, y0, x1, y1 = box
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            colour = Colour(space.space, 0.5, space.has_profile)
            yield PaintedPath(
                (Subpath(corners, True),), box, colour, None, None, False, self.state.fill_opacity,
                self.state.clips, self.state.is_plain,
            )  # fmt: skip

    # Text

    def _show(self, name: str, operands: Any) -> Iterator[Mark]:
        state = self.state
        items: Sequence[Any] = operands[:1]
        if name == '"':
            state.word_space, state.char_space = float(operands[0]), float(operands[1])
            items = operands[2:]
        if name in ("'", '"'):
            self._next_line(0.0, -state.leading)
        if name == "TJ":
            items = list(operands[0])
        yield from show(items, state, self.text)

    def _next_line(self, x: float, y: float) -> None:
        self.text.line = self.text.line.translated(x, y)
        self.text.matrix = self.text.line

    # Objects

    def _do(self, name: str) -> Iterator[Mark]:
        xobject = self._named("/XObject").get(name)
        if not isinstance(xobject, pikepdf.Stream):
            return
        state = self.state.copy()
        if "/OC" in xobject:
            self.whole.flags.has_layer = True
            state.layers += 1
        if str(xobject.get("/Subtype", "")) == "/Image":
            yield from paint_image(xobject, state, self._named("/ColorSpace"))
        elif str(xobject.get("/Subtype", "")) == "/Form":
            yield from self._form(xobject, state)

    def _form(self, form: Any, state: State) -> Iterator[Mark]:
        whole = self.whole
        if whole._depth >= _DEEPEST:
            return
        group = dictionary(form.get("/Group"))
        whole.flags.has_group |= str(group.get("/S", "")) == "/Transparency"
        if "/Matrix" in form:
            state.ctm = _matrix(form["/Matrix"]) @ state.ctm
        if "/BBox" in form:
            left, bottom, right, top = _floats(form["/BBox"])
            corners = ((left, bottom), (right, bottom), (right, top), (left, top))
            state.narrow((Subpath(tuple(map(state.ctm.transform, corners)), True),))
        resources = form.get("/Resources", self.resources)
        whole._depth += 1
        try:
            yield from _Stream(whole, resources, state).run(form)
        finally:
            whole._depth -= 1

    # State

    def _restore(self, _: Any) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def _dash(self, operands: Any) -> None:
        self.state.is_dashed = any(float(part) > 0 for part in operands[0])

    def _extended(self, operands: Any) -> None:
        settings, state = self._named("/ExtGState").get(str(operands[0])), self.state
        if "/LW" in settings:
            state.width = float(settings["/LW"])
        if "/D" in settings:
            self._dash(settings["/D"])
        if "/ca" in settings:
            state.fill_opacity = float(settings["/ca"])
        if "/CA" in settings:
            state.stroke_opacity = float(settings["/CA"])
        if "/Font" in settings:
            state.font = self.whole.font(settings["/Font"][0])
            state.size = float(settings["/Font"][1])
        if "/BM" in settings:
            mode = settings["/BM"]
            modes = {str(one)[1:] for one in (mode if isinstance(mode, pikepdf.Array) else [mode])}
            modes -= {"Normal", "Compatible"}
            self.whole.flags.blend_modes |= modes
            state.has_blend = bool(modes)
        if "/SMask" in settings:
            state.has_soft_mask = isinstance(settings["/SMask"], pikepdf.Dictionary)
            self.whole.flags.has_soft_mask |= state.has_soft_mask

    def _font(self, operands: Any) -> None:
        self.state.size = float(operands[1])
        self.state.font = self.whole.font(self._named("/Font")[str(operands[0])])

    def _set_space(self, operands: Any, is_fill: bool) -> None:
        space = read_space(operands[0], self._named("/ColorSpace"))
        self._use(space, space.first, is_fill)

    def _set_colour(self, operands: Any, is_fill: bool) -> None:
        space = self.state.fill_space if is_fill else self.state.stroke_space
        values = [value for value in operands if not isinstance(value, pikepdf.Name)]
        self._use(space, space.colour(_floats(values)), is_fill)

    def _set_device(self, operands: Any, device: str, is_fill: bool) -> None:
        self._use(DEVICE[device], DEVICE[device].colour(_floats(operands)), is_fill)

    def _use(self, space: ColourSpace, colour: Colour, is_fill: bool) -> None:
        if is_fill:
            self.state.fill_space, self.state.fill = space, colour
        else:
            self.state.stroke_space, self.state.stroke = space, colour

    def _text_matrix(self, operands: Any) -> None:
        self.text.line = self.text.matrix = _matrix(operands)

    def _down(self, operands: Any) -> None:
        self.state.leading = -float(operands[1])
        self._next_line(float(operands[0]), float(operands[1]))

    def _begin_marked(self, operands: Any) -> None:
        is_layer = len(operands) > 1 and str(operands[0]) == "/OC"
        self.whole.flags.has_layer |= is_layer
        self.layers.append(is_layer)
        self.state.layers += is_layer

    def _end_marked(self, _: Any) -> None:
        if self.layers:
            self.state.layers -= self.layers.pop()

    def _curve(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        self.path.curve(self.state.ctm, (x1, y1), (x2, y2), (x3, y3))


def _matrix(values: Any) -> pikepdf.Matrix:
    return pikepdf.Matrix(*_floats(values))


def _floats(operands: Any) -> list[float]:
    return [float(value) for value in operands]


def _put(name: str, scale: float = 1.0) -> Callable[[_Stream, Any], None]:
    def action(stream: _Stream, operands: Any) -> None:
        setattr(stream.state, name, float(operands[0]) * scale)

    return action


_PAINTS: Final = {
    "S": (False, True, False), "s": (False, True, True),
    "f": (True, False, False), "F": (True, False, False), "f*": (True, False, False),
    "B": (True, True, False), "B*": (True, True, False),
    "b": (True, True, True), "b*": (True, True, True), "n": (False, False, False),
}  # fmt: skip

_ACTIONS: Final[dict[str, Callable[[_Stream, Any], None]]] = {
    "q": lambda s, _: s.saved.append(s.state.copy()),
    "Q": _Stream._restore,
    "cm": lambda s, o: setattr(s.state, "ctm", _matrix(o) @ s.state.ctm),
    "w": _put("width"),
    "J": lambda s, o: setattr(s.state, "cap", int(o[0])),
    "d": _Stream._dash,
    "gs": _Stream._extended,
    "m": lambda s, o: s.path.move(s.state.ctm, *_floats(o)),
    "l": lambda s, o: s.path.line(s.state.ctm, *_floats(o)),
    "c": lambda s, o: s._curve(*_floats(o)),
    "v": lambda s, o: s._curve(*s.path.here, *_floats(o)),
    "y": lambda s, o: s._curve(*_floats(o), *_floats(o)[2:]),
    "h": lambda s, _: s.path.close(),
    "re": lambda s, o: s.path.rectangle(s.state.ctm, *_floats(o)),
    "W": lambda s, _: setattr(s, "clip_next", "W"),
    "W*": lambda s, _: setattr(s, "clip_next", "W*"),
    "BT": lambda s, _: setattr(s, "text", TextState()),
    "Tc": _put("char_space"),
    "Tw": _put("word_space"),
    "Tz": _put("horizontal_scale", 0.01),
    "TL": _put("leading"),
    "Ts": _put("rise"),
    "Tr": lambda s, o: setattr(s.state, "mode", int(o[0])),
    "Tf": _Stream._font,
    "Td": lambda s, o: s._next_line(*_floats(o)),
    "TD": _Stream._down,
    "Tm": _Stream._text_matrix,
    "T*": lambda s, _: s._next_line(0.0, -s.state.leading),
    "CS": lambda s, o: s._set_space(o, False),
    "cs": lambda s, o: s._set_space(o, True),
    "SC": lambda s, o: s._set_colour(o, False),
    "SCN": lambda s, o: s._set_colour(o, False),
    "sc": lambda s, o: s._set_colour(o, True),
    "scn": lambda s, o: s._set_colour(o, True),
    "G": lambda s, o: s._set_device(o, "/DeviceGray", False),
    "g": lambda s, o: s._set_device(o, "/DeviceGray", True),
    "RG": lambda s, o: s._set_device(o, "/DeviceRGB", False),
    "rg": lambda s, o: s._set_device(o, "/DeviceRGB", True),
    "K": lambda s, o: s._set_device(o, "/DeviceCMYK", False),
    "k": lambda s, o: s._set_device(o, "/DeviceCMYK", True),
    "BMC": _Stream._begin_marked,
    "BDC": _Stream._begin_marked,
    "EMC": _Stream._end_marked,
}


def show(items: Sequence[Any], state: State, text: TextState) -> Iterator[PaintedText]:
    """Yield the run that strings and shifts between them make, and move the text matrix on."""
    font = state.font
    if font is None or not items:
        return
    start = text.matrix
    said: list[str] = []
    along = 0.0
    for item in items:
        if isinstance(item, (pikepdf.String, bytes)):
            for glyph in font.glyphs(bytes(item)):
                said.append(glyph.text)
                step = glyph.advance * state.size + state.char_space
                along += (
                    step + (state.word_space if glyph.is_space else 0.0)
                ) * state.horizontal_scale
        else:
            shift = -float(item) / 1000
            along += shift * state.size * state.horizontal_scale
            if shift > _WORD_GAP and said and not said[-1].endswith(" "):
                said.append(" ")
    text.matrix = start.translated(along, 0.0)
    if not "".join(said).strip():
        return
    whole = start @ state.ctm
    box = map_box(whole, _reach(state, along))
    shown = box if state.clip is None else overlap(box, state.clip)
    if shown is None:
        return
    scale = lengths(whole)[1]
    colour = state.stroke if state.mode == _STROKED_ONLY else state.fill
    yield PaintedText(
        text="".join(said),
        font=font.name,
        size=abs(state.size) * scale * (font.scale * 1000 if font.is_drawn else 1.0),
        origin=whole.transform((0.0, state.rise)),
        end=whole.transform((along, state.rise)),
        box=shown,
        colour=colour,
        is_hidden=state.mode in _INVISIBLE,
        opacity=state.stroke_opacity if state.mode == _STROKED_ONLY else state.fill_opacity,
        clips=state.clips,
        is_plain=state.is_plain,
    )


def _reach(state: State, along: float) -> tuple[float, float, float, float]:
    """Return the box of a run before its matrix: from descenders to ascenders."""
    assert state.font is not None
    low = state.rise + state.font.descent * state.size
    high = state.rise + state.font.ascent * state.size
    left, right = min(0.0, along), max(0.0, along)
    return (left, min(low, high), right, max(low, high))


def paint_image(image: Any, state: State, spaces: Any) -> Iterator[PaintedImage]:
    """Yield an image (a stream, or the dictionary of an inline one) as the state places it."""
    width = int(_either(image, "/Width", "/W", 0))
    height = int(_either(image, "/Height", "/H", 0))
    across, down = lengths(state.ctm)
    box = map_box(state.ctm, (0.0, 0.0, 1.0, 1.0))
    shown = box if state.clip is None else overlap(box, state.clip)
    if shown is None or width <= 0 or height <= 0 or across <= 0 or down <= 0:
        return
    is_mask = bool(_either(image, "/ImageMask", "/IM", False))
    bits = 1 if is_mask else int(_either(image, "/BitsPerComponent", "/BPC", 8))
    if is_mask:
        colour = state.fill
    else:
        space = read_space(_either(image, "/ColorSpace", "/CS", pikepdf.Name.DeviceGray), spaces)
        colour = Colour(space.space, 1.0, space.has_profile)
    yield PaintedImage(
        width,
        height,
        (width * _POINTS_PER_INCH / across, height * _POINTS_PER_INCH / down),
        shown,
        colour,
        "/SMask" in image or int(image.get("/SMaskInData", 0)) > 0,
        bits == 1,
    )


def _either(image: Any, name: str, short: str, default: Any) -> Any:
    return image.get(name, image.get(short, default))
