"""A studio, and a page of it in a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_kinds import DESKTOP
from tests.studio.serving import TOKEN, Served, serving
from tests.studio.test_book import SMALL

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "small.toml").write_text(SMALL)
    with serving(tmp_path) as one:
        yield one


@pytest.fixture(params=["desktop-light", "phone-dark"])
def page(chromium: Any, served: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page that has the cookie, and has seen no error at the end."""
    size, scheme = request.param.split("-")
    own = DESKTOP if size == "desktop" else PHONE
    context = chromium.new_context(**{**own, "color_scheme": scheme})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{served.address}/?token={TOKEN}")
    yield page
    context.close()
    assert faults == []
