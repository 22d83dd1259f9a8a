"""Fonts of a configuration: what is no font, or unpacks without end, is refused by its path."""

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from pipeline.model import ConfigError
from pipeline.render.fonts import font_measures, glyph_path, shipped_font, using_fonts
from pipeline.render.fonts.check import require_font
from pipeline.scene import Face
from pipeline.store.jsonl import write_records
from tests.book.sample import make_record
from tests.program import run_program
from tests.refusals import refused

GOOD = shipped_font(Face.TEXT).read_bytes()
_ENTRY = 16


def entry(tag: bytes) -> int:
    """Return where the entry of a table is in the head of the file."""
    count = struct.unpack_from(">H", GOOD, 4)[0]
    return next(at for at in range(12, 12 + _ENTRY * count, _ENTRY) if GOOD[at : at + 4] == tag)


def patched(at: int, data: bytes) -> bytes:
    return GOOD[:at] + data + GOOD[at + len(data) :]


def in_table(tag: bytes, at: int, data: bytes) -> bytes:
    return patched(struct.unpack_from(">L", GOOD, entry(tag) + 8)[0] + at, data)


def woff(size: int) -> bytes:
    """Return a packed font with a table that unpacks to so many bytes."""
    table = zlib.compress(bytes(size), 9)
    head = struct.pack(">4s4sLHHL24x", b"wOFF", b"\0\1\0\0", 64 + len(table), 1, 0, size + 28)
    return head + struct.pack(">4sLLLL", b"glyf", 64, len(table), size, 0) + table


def characters(form: bytes) -> bytes:
    """Return a font with another table of characters, at its end."""
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + form
    head = patched(entry(b"cmap") + 8, struct.pack(">LL", len(GOOD), len(table)))
    return head + table


def segments(count: int) -> bytes:
    ends, starts = b"\xff\xff" * count, b"\0\0" * count
    rest = b"\0\0" + starts + b"\0\0" * 2 * count
    return struct.pack(">HHHHHHH", 4, 16 + 8 * count, 0, 2 * count, 0, 0, 0) + ends + rest


def groups(count: int) -> bytes:
    head = struct.pack(">HHLLL", 12, 0, 16 + 12 * count, 0, count)
    return head + struct.pack(">LLL", 0, 0xFFFFFFFF, 1) * count


def composed(parts: Callable[[int], list[int]]) -> Callable[[Path], bytes]:
    """Return a maker of a font whose first letters are made of others, by their numbers."""

    def make(path: Path) -> bytes:
        with TTFont(shipped_font(Face.TEXT)) as font:
            names = [font.getBestCmap()[ord("A") + k] for k in range(25)]
            for k, name in enumerate(names):
                glyph = Glyph()
                glyph.numberOfContours, glyph.components = -1, []
                glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
                for other in parts(k):
                    part = GlyphComponent()
                    part.glyphName, part.x, part.y, part.flags = names[other], 0, 0, 0x2
                    glyph.components.append(part)
                font["glyf"][name] = glyph
            font.recalcBBoxes = False
            font.save(path)
        return path.read_bytes()

    return make


def without(tag: bytes) -> bytes:
    return patched(entry(tag), b"zzzz")


HOSTILE: dict[str, bytes | Callable[[Path], bytes]] = {
    "nothing": b"", "text": b"hello", "a tenth": GOOD[: len(GOOD) // 10], "a head": GOOD[:12],
    "PostScript": b"OTTO" + GOOD[4:], "a collection": b"ttcf" + GOOD[4:],
    "a web font": b"wOF2" + GOOD[4:], "a packed bomb": woff(300_000_000),
    "many tables": patched(4, b"\xff\xff"), "100 MB": GOOD + bytes(100_000_000),
    **{f"no {tag.decode()}": without(tag) for tag in (
        b"name", b"head", b"hhea", b"post", b"maxp", b"loca", b"glyf",
    )},
    "outlines outside": patched(entry(b"glyf") + 8, b"\xff\xff\xff\xf0"),
    "outlines without end": patched(entry(b"glyf") + 12, b"\xff\xff\xff\xff"),
    "no widths": patched(entry(b"hmtx") + 12, b"\0\0\0\0"),
    "a short table": patched(entry(b"OS/2") + 12, b"\0\0\0\4"),
    "no size": in_table(b"head", 18, b"\0\0"), "a version": in_table(b"head", 0, b"\0\x09"),
    "more glyphs": in_table(b"maxp", 4, b"\xff\xff"), "one glyph": in_table(b"maxp", 4, b"\0\1"),
    "names": in_table(b"name", 0, b"\xff" * 60), "no metrics": in_table(b"hhea", 34, b"\0\0"),
    "garbage": in_table(b"glyf", 0, b"\xff" * 50_000),
    "segments": characters(segments(5000)), "groups": characters(groups(1000)),
    "many characters": patched(entry(b"cmap") + 8, struct.pack(">LL", 0, 2000)),
    "a glyph in itself": composed(lambda k: [0]),
    "glyphs in glyphs": composed(lambda k: [k + 1] * 9 if k < 24 else []),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_fonts_are_refused_by_their_path(name: str, tmp_path: Path) -> None:
    path, made = tmp_path / "a.ttf", HOSTILE[name]
    path.write_bytes(made if isinstance(made, bytes) else made(tmp_path / "b.ttf"))
    with refused(ConfigError) as caught:
        require_font(path, Face.TEXT)
    assert "\n" not in str(caught.value)


def test_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttf")
    for path in (tmp_path, tmp_path / "pipe.ttf", tmp_path / "none.ttf"):
        with refused(ConfigError):
            require_font(path, Face.TEXT)


def test_a_font_with_spoilt_bytes_is_refused_or_can_be_used(tmp_path: Path) -> None:
    random, refused = Random("fonts"), 0
    for number in range(12):
        data = bytearray(GOOD)
        for _ in range(random.choice((1, 20, 300))):
            data[random.randrange(random.choice((5000, len(data))))] = random.randrange(256)
        path = tmp_path / f"{number}.ttf"
        path.write_bytes(data)
        try:
            with using_fonts({Face.TEXT: path}):
                font_measures(Face.TEXT)
                glyph_path(path, "H")
        except ConfigError:
            refused += 1
    assert 0 < refused < 12


def test_a_hostile_font_of_a_book_is_refused_by_line_and_key(tmp_path: Path) -> None:
    write_records([make_record(6, 6, 1)], tmp_path / "in.jsonl")
    (tmp_path / "a.ttf").write_bytes(HOSTILE["names"])  # type: ignore[arg-type]
    (tmp_path / "free.txt").write_text("free")
    (tmp_path / "all.toml").write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n[book.fonts]\n'
        'licence = "free.txt"\ntext = "a.ttf"\n[[section]]\ntitle = "S"\n'
        'kind = "numberlink"\nsize = "6x6"\ncount = 1\n'
    )
    done = run_program("book", "in.jsonl", "--config", "all.toml", "-o", "o.pdf", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("puzzlepress: error: all.toml:6: book.fonts: a.ttf: expected a ")
    assert done.stderr.count("\n") == 1
