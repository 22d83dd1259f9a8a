"""Every reader of a user's picture takes PNG and JPEG alone, of a size that fits the memory."""

import io
import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageFile

from pipeline.config.own_pages import OwnPage, read_own_page
from pipeline.model import ConfigError
from pipeline.render.icons import check_icon, maskable_icon, resize_icon
from pipeline.render.mask_picture import read_mask_picture
from pipeline.render.overlay import read_photograph
from pipeline.render.picture_files import MOST_PIXELS, open_picture
from tests.source import product_files


def _icon(data: bytes) -> None:
    if wrong := check_icon(data):
        raise ConfigError(wrong)


READERS: dict[str, Callable[[bytes], object]] = {
    "photograph": lambda data: read_photograph(data, "a.png"),
    "icon": _icon,
    "sizes of an icon": lambda data: resize_icon(data, 180),
    "maskable icon": lambda data: maskable_icon(data, "white"),
    "mask": lambda data: read_mask_picture(data, 4, 4),
}
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n"
OTHERS = ("GIF", "BMP", "TIFF", "WEBP", "ICO", "PPM", "TGA", "PCX", "SGI", "DDS")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _png(width: int, height: int) -> bytes:
    """Return a small file of white pixels, without making them."""
    row = b"\0" + b"\xff" * -(-width // 8)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(*one) for one in ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
    )


@pytest.mark.parametrize("name", READERS)
def test_other_formats_do_not_reach_the_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [EPS, b"", b"P6", b"%PDF-1.7\n", b"<svg/>"]
    for kind in OTHERS:
        out = io.BytesIO()
        Image.new("RGB", (8, 8)).save(out, kind)
        files.append(out.getvalue())
    opened: list[object] = []
    monkeypatch.setattr(Image, "open", lambda *args, **_: opened.append(args))
    for data in files:
        with pytest.raises(ConfigError, match="PNG"):
            READERS[name](data)
    assert not opened


@pytest.mark.part(5)
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("size", [(8_000, 5_001), (10_000, 9_000), (20_000, 20_000)])
def test_large_pictures_are_refused_before_they_are_decoded(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _png(*size)
    assert size[0] * size[1] > MOST_PIXELS > 100 * len(data)
    loads: list[object] = []
    monkeypatch.setattr(ImageFile.ImageFile, "load", loads.append)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with pytest.raises(ConfigError, match="at most"):
            READERS[name](data)
    assert not loads
    assert not said


def test_no_warning_of_the_library_is_passed_on() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with open_picture(_png(8, 8)) as picture:
            warnings.warn("of a library", stacklevel=1)
            assert picture.size == (8, 8)


def test_a_page_names_the_picture_that_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(EPS)
    page = OwnPage(title="A", text="![a](a.png)")
    with pytest.raises(ConfigError, match=r"line 1: .*a\.png: expected a PNG or JPEG picture"):
        read_own_page(page, tmp_path)


def test_users_pictures_are_opened_in_one_place() -> None:
    """`overlay` opens what the package has painted itself, besides."""
    opens = {
        path.name for path in product_files() if "Image.open(" in path.read_text(encoding="utf-8")
    }
    assert opens == {"picture_files.py", "overlay.py"}
