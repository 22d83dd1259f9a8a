"""Make the pictures of docs/books.md: python -m tools.gallery.books.

A page of rules beside the end of one in large print, and a cover of each design. Needs pdftoppm
and pdftotext.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tests.source import ROOT

IMAGES = ROOT / "docs" / "images"
PAGE_PX, COVER_PX, GAP_PX, COLOURS = 495, 523, 14, 64
BOOK = """\
seed = 1
[book]
title = "{title}"
subtitle = "{subtitle}"
author = "Ada Setter"
year = 2027
trim = "6x9"
style = "{style}"
[cover]
design = "{design}"
accent = "{accent}"
second = "{second}"
"""
SECTION = """\
[[section]]
title = "{kind}"
kind = "{kind}"
size = "{size}"
band = "easy"
count = {count}
"""
EXAMPLE = (("numberlink", "6x6"),)
COVERS = (
    ("Killer Sudoku", "Sums in cages", "frame", "#7A1F3D", "#F5A800", (("killer", "9x9"),)),
    (
        "The Great Puzzle Book", "Four kinds of logic", "mosaic", "#0E5560", "#FFD34D",
        (("sudoku", "9x9"), ("hashi", "8x8"), ("kakuro", "7x7"), ("starbattle", "8x8")),
    ),
    ("Numberlink", "Lines that meet", "pattern", "#1F3D2B", "#F5A800", (("numberlink", "9x9"),)),
    ("Slitherlink", "One loop, no guessing", "minimal", "#B01E1E", "#FFC400",
     (("slitherlink", "8x8"),)),
    ("Sudoku", "Every one of them easy", "number", "#14365C", "#FFC400", (("sudoku", "9x9"),)),
    ("Kakuro", "Cross sums for every day", "band", "#24367F", "#F7941D", (("kakuro", "7x7"),)),
)  # fmt: skip


def main() -> None:
    """Make the books in a temporary folder, and the pictures of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = []
        for style in ("standard", "large-print"):
            look = {"style": style, "design": "band", "accent": "#14365C", "second": "#FFC400"}
            text = BOOK.format(title="Numberlink", subtitle="Lines that meet", **look)
            pages.append(_rules_page(_make(folder, style, text, EXAMPLE, 4)))
        _save(_side_by_side(pages, PAGE_PX), "rules.png")
        fronts = []
        for title, subtitle, design, accent, second, kinds in COVERS:
            look = {"style": "standard", "design": design, "accent": accent, "second": second}
            text = BOOK.format(title=title, subtitle=subtitle, **look)
            book = _make(folder, design, text, kinds, 48 // len(kinds))
            front = book.with_name("front.png")
            words = ["--config", f"{design}.toml", "--printer", "kdp", "--front", str(front)]
            _run("cover", str(book), *words, "-o", f"{design}.pdf", cwd=folder)
            fronts.append(Image.open(front).convert("RGB"))
        _save(_side_by_side(fronts, COVER_PX), "cover-designs.png")


def _run(*words: str, cwd: Path) -> None:
    subprocess.run([sys.executable, "-m", "pipeline", *words], cwd=cwd, check=True)


def _make(folder: Path, name: str, text: str, kinds: Sequence[tuple[str, str]], count: int) -> Path:
    parts = [SECTION.format(kind=kind, size=size, count=count) for kind, size in kinds]
    (folder / f"{name}.toml").write_text(text + "".join(parts), encoding="utf-8")
    _run("run", f"{name}.toml", "--out", name, cwd=folder)
    return folder / name / "book.pdf"


def _rules_page(book: Path) -> Image.Image:
    """Return the page with the worked example."""
    words = ["pdftotext", str(book), "-"]
    text = subprocess.run(words, check=True, capture_output=True, encoding="utf-8").stdout
    (page,) = [k for k, one in enumerate(text.split("\f"), 1) if "A worked example" in one]
    target = book.with_name("rules")
    words = ["-png", "-r", "90", "-singlefile", "-f", str(page), "-l", str(page)]
    subprocess.run(["pdftoppm", *words, str(book), str(target)], check=True)
    return Image.open(target.with_suffix(".png")).convert("RGB")


def _side_by_side(pictures: Sequence[Image.Image], height: int) -> Image.Image:
    sizes = [(round(one.width * height / one.height), height) for one in pictures]
    whole = Image.new("RGB", (sum(wide + GAP_PX for wide, _ in sizes) - GAP_PX, height), "silver")
    left = 0
    for one, size in zip(pictures, sizes, strict=True):
        whole.paste(one.resize(size, Image.Resampling.LANCZOS), (left, 0))
        left += size[0] + GAP_PX
    return whole


def _save(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS).save(IMAGES / name, optimize=True)


if __name__ == "__main__":
    main()
