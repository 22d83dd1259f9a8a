import io
from pathlib import Path

import pytest
from PIL import Image

from pipeline.render.overlay import lay_turned, open_photograph
from pipeline.render.pdf import write_pdf
from pipeline.scene import Ink, Line, Role, Scene
from tests.pages import pages_of


def _file(scene: Scene) -> bytes:
    stream = io.BytesIO()
    write_pdf([scene], stream)
    return stream.getvalue()


def test_what_lay_on_its_side_runs_downwards() -> None:
    line = Scene(50, 10, (Line((0, 5), (40, 5), 1.0, Ink(Role.TEXT)),))
    done = lay_turned(_file(Scene(100, 80, ())), _file(line), 30 * 72 / 25.4, 70 * 72 / 25.4)
    (page,) = pages_of(io.BytesIO(done))
    ((x0, y0), (x1, y1)) = page.upright.strokes[0].points
    assert (x0, y0) == pytest.approx((35, 10), abs=0.02)
    assert (x1, y1) == pytest.approx((35, 50), abs=0.02)


def test_equal_pages_give_equal_bytes() -> None:
    page = _file(Scene(20, 20, ()))
    assert lay_turned(page, page, 1, 2) == lay_turned(page, page, 1, 2)


def test_a_changed_photograph_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    for side in (3, 5):
        Image.new("RGB", (side, side)).save(path)
        assert open_photograph(str(path)).size == (side, side)
