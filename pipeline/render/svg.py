"""Scenes to SVG, in millimetres: small, readable, the same text for the same scene.

Marks of one look that follow each other share a group, which names its role as ``class``; straight
lines share a path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final, TypeAlias

from pipeline.render.fonts import font_path, glyph_path, text_width
from pipeline.render.geometry import Bend, Placed, bends, controls, place_label, plain_number
from pipeline.render.metadata import Metadata, escape, quoteattr
from pipeline.render.theme import Colour, StrokeStyle, Theme
from pipeline.scene import (
    Align,
    Cap,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
)

FAMILIES: Final = {  # Family with fallbacks, weight and slope of each face
    Face.TEXT: ("'Source Serif 4', 'Source Serif Pro', Georgia, serif", 400, "normal"),
    Face.TEXT_ITALIC: ("'Source Serif 4', 'Source Serif Pro', Georgia, serif", 400, "italic"),
    Face.TEXT_BOLD: ("'Source Serif 4', 'Source Serif Pro', Georgia, serif", 600, "normal"),
    Face.DISPLAY: ("'Source Sans 3', 'Source Sans Pro', Arial, sans-serif", 400, "normal"),
    Face.DISPLAY_SEMIBOLD: ("'Source Sans 3', 'Source Sans Pro', Arial, sans-serif", 600, "normal"),
    Face.DISPLAY_BOLD: ("'Source Sans 3', 'Source Sans Pro', Arial, sans-serif", 700, "normal"),
}

_ANCHORS: Final = {Align.LEFT: "start", Align.CENTRE: "middle", Align.RIGHT: "end"}

Attributes: TypeAlias = tuple[tuple[str, str], ...]
Piece: TypeAlias = tuple[Attributes, str, bool]  # Attributes, content, whether it is path data


def render_svg(
    scene: Scene,
    theme: Theme,
    metadata: Metadata | None = None,
    title: str = "",
    *,
    is_clear: bool = False,
    has_outlines: bool = False,
) -> str:
    """Return a scene as an SVG document.

    Author, rights and description are written as Dublin Core, the description also as ``<desc>``
    for screen readers, as is the title (the metadata's if empty). With ``is_clear`` nothing is
    painted under the marks. With ``has_outlines`` no font is needed. `RenderError` if a face lacks
    a character of a label.

    >>> from pipeline.render.theme import get_theme
    >>> render_svg(Scene(10, 10), get_theme("mono")).split(">")[0][:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    about = metadata or Metadata()
    width, height = plain_number(scene.width_mm), plain_number(scene.height_mm)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" role="img">'
    ]
    if title or about.title:
        lines.append(f"<title>{escape(title or about.title)}</title>")
    if about.description:
        lines.append(f"<desc>{escape(about.description)}</desc>")
    lines.extend(_dublin_core(about))
    paper = _hex(theme.colour(Ink(Role.PAPER)))
    if not is_clear:
        lines.append(f'<rect class="paper" width="{width}" height="{height}" fill="{paper}"/>')
    pieces = [
        piece for mark in theme.dress(scene).marks for piece in _pieces(mark, theme, has_outlines)
    ]
    for (attributes, is_data), group in groupby(pieces, key=lambda piece: (piece[0], piece[2])):
        lines.extend(_group(attributes, [text for _, text, _ in group], is_data))
    lines.append("</svg>\n")
    return "\n".join(lines)


def _group(attributes: Attributes, texts: list[str], is_data: bool) -> list[str]:
    """Return a group; one path or one element carries the attributes itself."""
    words = "".join(f" {name}={quoteattr(value)}" for name, value in attributes)
    if is_data:
        return [f'<path{words} d="{"".join(texts)}"/>']
    if len(texts) == 1:
        name, rest = texts[0][1:].split(" ", 1)
        return [f"<{name}{words} {rest}"]
    return [f"<g{words}>", *texts, "</g>"]


def _pieces(mark: Mark, theme: Theme, has_outlines: bool) -> Iterator[Piece]:
    match mark:
        case Line():
            for stroke in theme.strokes(mark.ink, mark.width_mm, mark.cap, mark.dash_mm):
                data = f"M{_pair(mark.start)}{_to(mark.start, mark.end)}"
                yield (_stroke(mark.ink, stroke), data, True)
        case Polyline():
            yield from _polyline(mark, theme)
        case Disc():
            (x, y), radius = mark.centre, plain_number(mark.radius_mm)
            place = f'cx="{plain_number(x)}" cy="{plain_number(y)}" r="{radius}"'
            yield (_area(mark, theme), f"<circle {place}/>", False)
        case Rect():
            (x, y), width, height = mark.corner, mark.width, mark.height
            place = f'x="{plain_number(x)}" y="{plain_number(y)}"'
            size = f'width="{plain_number(width)}" height="{plain_number(height)}"'
            yield (_area(mark, theme), f"<rect {place} {size}/>", False)
        case Label():
            if mark.text.strip():
                yield (_outlines if has_outlines else _text)(mark, theme)


def _polyline(line: Polyline, theme: Theme) -> Iterator[Piece]:
    data = _path_data(line)
    if line.fill is not None:
        fill = _hex(theme.colour(line.fill))
        yield ((("class", line.fill.role), ("fill", fill)), data, True)
    if line.width_mm > 0 and len(line.points) > 1:
        for stroke in theme.strokes(line.ink, line.width_mm, line.cap):
            # A line of its own path each: strokes of crossing lines must not share one.
            attributes = _stroke(line.ink, stroke)
            yield (attributes, f'<path d="{data}"/>', False)


def _stroke(ink: Ink, stroke: StrokeStyle) -> Attributes:
    name = f"{ink.role} {ink.role}-{ink.index}" if ink.role is Role.PATH else str(ink.role)
    attributes = [
        ("class", name),
        ("fill", "none"),
        ("stroke", _hex(stroke.colour)),
        ("stroke-width", plain_number(stroke.width_mm)),
    ]
    if stroke.cap is not Cap.BUTT:
        attributes.append(("stroke-linecap", stroke.cap))
    if stroke.cap is Cap.ROUND:
        attributes.append(("stroke-linejoin", "round"))
    if stroke.dash_mm:
        dashes = " ".join(plain_number(part) for part in stroke.dash_mm)
        attributes.append(("stroke-dasharray", dashes))
    return tuple(attributes)


def _area(mark: Disc | Rect, theme: Theme) -> Attributes:
    ink = mark.fill or mark.ink
    attributes = [("class", str(ink.role))] if ink is not None else []
    fill = "none" if mark.fill is None else _hex(theme.colour(mark.fill))
    attributes.append(("fill", fill))
    if mark.ink is not None and mark.width_mm > 0:
        attributes.append(("stroke", _hex(theme.colour(mark.ink))))
        attributes.append(("stroke-width", plain_number(mark.width_mm)))
    return tuple(attributes)


def _text(label: Label, theme: Theme) -> Piece:
    placed = place_label(label)
    family, weight, slope = FAMILIES[label.face]
    attributes = [
        ("class", str(label.ink.role)),
        ("font-family", family),
        ("font-size", plain_number(label.size_mm)),
    ]
    if weight != 400:
        attributes.append(("font-weight", str(weight)))
    if slope != "normal":
        attributes.append(("font-style", slope))
    if label.align is not Align.LEFT:
        attributes.append(("text-anchor", _ANCHORS[label.align]))
    attributes.append(("fill", _hex(theme.colour(label.ink))))
    place = f'x="{plain_number(label.position[0])}" y="{plain_number(placed.baseline)}"'
    turn = _turn_over(label, placed)
    return (tuple(attributes), f"<text {place}{turn}>{escape(label.text)}</text>", False)


def _turn_over(label: Label, placed: Placed) -> str:
    return f' transform="rotate(180 {_pair(placed.pivot)})"' if label.turned else ""


def _outlines(label: Label, theme: Theme) -> Piece:
    """Return a label as the outlines of its letters; they say its words to a screen reader."""
    placed = place_label(label)
    path, x = font_path(label.face), placed.x
    letters = []
    for character in label.text:
        data, em = glyph_path(path, character)
        scale = label.size_mm / em
        if data:
            place = f"translate({_pair((x, placed.baseline))}) scale({scale:.6f} {-scale:.6f})"
            letters.append(f'<path transform="{place}" d="{data}"/>')
        x += text_width(character, label.face, label.size_mm)
    turn = _turn_over(label, placed)
    attributes = (("class", str(label.ink.role)), ("fill", _hex(theme.colour(label.ink))))
    words = quoteattr(label.text)
    return (attributes, f"<g aria-label={words}{turn}>{''.join(letters)}</g>", False)


def _path_data(line: Polyline) -> str:
    """Return path data with H and V for sides along the axes and cubics for rounded corners."""
    corners = bends(line)
    here = corners[0].end
    data = [f"M{_pair(here)}"]
    for bend in [*corners[1:], *([corners[0]] if line.is_closed else [])]:
        is_back = line.is_closed and bend is corners[0]
        if not (is_back and bend.start == bend.end):
            data.append(_to(here, bend.start))
        if bend.start != bend.end:
            data.append(_turn(bend))
        here = bend.end
    if line.is_closed:
        data.append("Z")
    return "".join(data)


def _turn(bend: Bend) -> str:
    """Return a rounded corner: an arc where it is a quarter of a circle, else a cubic."""
    ax, ay = bend.corner[0] - bend.start[0], bend.corner[1] - bend.start[1]
    bx, by = bend.end[0] - bend.corner[0], bend.end[1] - bend.corner[1]
    radius = math.hypot(ax, ay)
    if abs(ax * bx + ay * by) > 1e-6 * radius * radius:
        first, second = controls(bend)
        return f"C{_pair(first)} {_pair(second)} {_pair(bend.end)}"
    size, sweep = plain_number(radius), int(ax * by - ay * bx > 0)
    return f"A{size} {size} 0 0 {sweep} {_pair(bend.end)}"


def _to(here: Point, there: Point) -> str:
    if plain_number(here[1]) == plain_number(there[1]):
        if plain_number(here[0]) == plain_number(there[0]):
            return ""
        return f"H{plain_number(there[0])}"
    if plain_number(here[0]) == plain_number(there[0]):
        return f"V{plain_number(there[1])}"
    return f"L{_pair(there)}"


def _pair(point: Point) -> str:
    return f"{plain_number(point[0])} {plain_number(point[1])}"


@cache
def _hex(colour: Colour) -> str:
    """Return a colour in the shortest form.

    >>> _hex((0, 0, 0)), _hex((0, 114, 178))
    ('#000', '#0072b2')
    """
    text = "".join(f"{channel:02x}" for channel in colour)
    is_short = text[::2] == text[1::2]
    return f"#{text[::2]}" if is_short else f"#{text}"


def _dublin_core(about: Metadata) -> list[str]:
    parts = ("title", about.title), ("creator", about.author), ("rights", about.rights)
    named = [part for part in (*parts, ("description", about.description)) if part[1]]
    if not named:
        return []
    return [
        '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="">',
        *(f"<dc:{name}>{escape(value)}</dc:{name}>" for name, value in named),
        "</rdf:Description></rdf:RDF></metadata>",
    ]
