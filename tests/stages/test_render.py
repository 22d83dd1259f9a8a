"""Pictures of records: what is drawn, under which names, and what moves."""

import io
import re
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.model import ConfigError, Record, record_id
from pipeline.pdf.content import Interpreter
from pipeline.pdf.marks import ColourFamily, PaintedPath, PaintedText
from pipeline.stages.render import RenderOptions, render_records
from tests.book.sample import make_record
from tests.known import as_a
from tests.refusals import refused


def example(kind_id: str) -> Record:
    one = load_examples(get_kind(kind_id))["solved"][0]
    name = record_id(kind_id, one["puzzle"])
    return Record(name, kind_id, one["puzzle"], one["solution"])


def drawn(folder: Path, record: Record, **options: object) -> set[str]:
    list(render_records([record], folder, RenderOptions(cell_px=12, **options)))  # type: ignore[arg-type]
    return {path.name.removeprefix(record.id) for path in folder.iterdir()}


def test_solutions_that_move_are_named_by_size_and_method(tmp_path: Path) -> None:
    record = example("npuzzle")
    names = drawn(tmp_path, record, formats=("png", "gif"), has_solution=True)
    assert names == {".png", "-solution.png", "_3x3_solution.gif"}
    names = drawn(tmp_path, record, formats=("webp",), is_moving=True, solver="conflict")
    assert "_3x3_conflict.webp" in names


def test_a_moving_picture_has_a_frame_for_each_board(tmp_path: Path) -> None:
    record = example("npuzzle")
    assert record.solution is not None
    drawn(tmp_path, record, formats=("gif",))
    (path,) = tmp_path.iterdir()
    with Image.open(io.BytesIO(path.read_bytes())) as image:
        assert as_a(GifImageFile, image).n_frames == len(record.solution["moves"]) + 1


def test_a_record_without_solution_is_solved_for_its_gif(tmp_path: Path) -> None:
    names = drawn(tmp_path, example("npuzzle").with_(solution=None), formats=("gif",))
    assert names == {"_3x3_solution.gif"}


def test_other_kinds_are_drawn_without_or_refused_with_a_message(tmp_path: Path) -> None:
    record = example("hashi")
    assert drawn(tmp_path, record, formats=("png", "gif")) == {".png"}
    with refused(ConfigError):
        drawn(tmp_path, record, formats=("gif",))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"formats": ("bmp",)}, "'bmp': expected one of png, svg, webp, pdf, gif"),
        ({"frame_ms": 5}, "--frame-ms from 20 to 60000, found 5"),
        ({"loops": -1}, "--loop from 0 to 10000, found -1"),
        ({"formats": ("gif",), "solver": "abacus"}, "'abacus'"),
    ],
)
def test_options_that_cannot_be_drawn_are_refused(
    tmp_path: Path, options: dict[str, object], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        drawn(tmp_path, example("npuzzle"), **options)


def test_a_board_that_cannot_be_solved_has_nothing_to_move(tmp_path: Path) -> None:
    swapped = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
    goal = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    record = Record("0" * 16, "npuzzle", {"rows": 3, "cols": 3, "start": swapped, "goal": goal})
    with refused(ConfigError):
        drawn(tmp_path, record, formats=("gif",))


@pytest.mark.parametrize("kind_id", ["numberlink", "hashi"])
@pytest.mark.parametrize("theme", ["mono", "colour"])
def test_a_transparent_picture_on_white_is_the_usual_one(
    kind_id: str, theme: str, tmp_path: Path
) -> None:
    """Hashi's islands are filled with paper and stay so, whatever lies below."""
    record = example(kind_id)
    for background in ("paper", "transparent"):
        drawn(tmp_path / background, record, formats=("png", "webp", "svg"), has_solution=True,
              background=background, theme=theme)  # fmt: skip
    for name in (f"{record.id}.png", f"{record.id}-solution.png", f"{record.id}-solution.webp"):
        with Image.open(tmp_path / "paper" / name) as usual:
            plain = usual.convert("RGB")
        with Image.open(tmp_path / "transparent" / name) as image:
            clear = image.convert("RGBA")
        levels = clear.getchannel("A").histogram()
        assert levels[0] > sum(levels) / 4, "most of a board is ground"
        ground = Image.new("RGBA", clear.size, "white")
        # Grey pictures have 16 levels, so that they differ by up to half a level.
        seen = Image.alpha_composite(ground, clear).convert("RGB")
        assert max(high for _, high in ImageChops.difference(seen, plain).getextrema()) <= 8  # type: ignore[misc]
    assert b'<rect class="paper"' in (tmp_path / "paper" / f"{record.id}.svg").read_bytes()
    assert (
        b'<rect class="paper"' not in (tmp_path / "transparent" / f"{record.id}.svg").read_bytes()
    )


def test_pairs_lie_in_two_folders_under_the_same_names(tmp_path: Path) -> None:
    record = example("numberlink")
    assert drawn(tmp_path, record, has_solution=True, is_split=True) == {"puzzles", "solutions"}
    for folder in ("puzzles", "solutions"):
        assert [path.name for path in (tmp_path / folder).iterdir()] == [f"{record.id}.png"]


def test_what_moves_has_no_transparent_ground(tmp_path: Path) -> None:
    with refused(ConfigError):
        drawn(tmp_path, example("npuzzle"), formats=("gif",), background="transparent")
    with refused(ConfigError):
        drawn(tmp_path, example("npuzzle"), background="transparant")


def test_a_record_that_comes_twice_is_drawn_and_counted_once(tmp_path: Path) -> None:
    record = make_record(5, 5, 1)
    options = RenderOptions()
    written = sum(render_records([record, record], tmp_path, options, map))
    assert written == len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("sides", "fits"),
    [({"width_mm": 30.0}, 0), ({"height_mm": 20.0}, 1), ({"width_mm": 90, "height_mm": 20.0}, 1)],
)
def test_a_picture_fits_its_box_and_fills_one_side(
    tmp_path: Path, sides: dict[str, float], fits: int
) -> None:
    record = make_record(5, 8, 1)
    list(render_records([record], tmp_path, RenderOptions(dpi=254, theme="colour", **sides)))  # type: ignore[arg-type]
    with Image.open(tmp_path / f"{record.id}.png") as picture:
        asked = tuple(sides.values())[-1]
        assert abs(picture.size[fits] / 10 - asked) < 0.2
        assert picture.width * 5 < picture.height * 8 * 1.1
    with refused(ConfigError):
        list(render_records([record], tmp_path, RenderOptions(width_mm=1.0)))


@pytest.mark.part(5)
@pytest.mark.parametrize("kind_id", kind_ids())
def test_vector_pictures_have_exactly_the_size_asked_for_in_black_ink(
    kind_id: str, tmp_path: Path
) -> None:
    record = example(kind_id)
    for has_outlines in (False, True):
        options = RenderOptions(formats=("pdf", "svg"), size_mm=90.0, has_outlines=has_outlines)
        folder = tmp_path / str(has_outlines)
        assert sum(render_records([record], folder, options)) == 2
        svg = (folder / f"{record.id}.svg").read_text()
        sides = [float(side) for side in re.findall(r'(?:width|height)="([\d.]+)mm"', svg)]
        assert max(sides) == pytest.approx(90.0, abs=0.002)
        assert not (has_outlines and "<text" in svg)
        with pikepdf.open(folder / f"{record.id}.pdf") as file:
            page = file.pages[0]
            box = [float(side) * 25.4 / 72 for side in page.mediabox[2:]]
            assert max(box) == pytest.approx(90.0, abs=0.002)
            marks = [*Interpreter(page, {}).marks()]
        texts = [mark for mark in marks if isinstance(mark, PaintedText) and mark.text.strip()]
        assert not (has_outlines and texts)
        inks = {mark.fill.space for mark in marks if isinstance(mark, PaintedPath) and mark.fill}
        assert inks <= {ColourFamily.GRAY}
