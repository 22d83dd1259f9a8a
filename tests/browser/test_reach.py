"""The board on a page: the page scrolls over it, and tools, focus and words stay in reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_player import PHONE

DESKTOP = {"viewport": {"width": 1366, "height": 700}}
SMALL_DESKTOP = {"viewport": {"width": 1366, "height": 500}}


@pytest.mark.parametrize("kind", ["hashi", "large"])
def test_the_wheel_scrolls_the_page_and_with_ctrl_zooms(table: Any, kind: str) -> None:
    page = table(kind, **SMALL_DESKTOP)
    page.page.evaluate("document.body.style.paddingBottom = '900px'")
    page.page.mouse.move(*page.place(2))
    page.page.mouse.wheel(0, 200)
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("scrollY") > 100
    before = page.ask("el.session.around.view.cell")
    page.page.mouse.move(600, 200)
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -120)
    page.page.keyboard.up("Control")
    page.page.wait_for_timeout(100)
    assert page.ask("el.session.around.view.cell") > before


@pytest.mark.parametrize("kind", ["hashi", "npuzzle", "large"])
@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_tools_and_status_are_in_view_as_the_page_opens(
    table: Any, kind: str, options: dict[str, Any]
) -> None:
    page = table(kind, **options)
    page.page.evaluate("document.body.style.paddingTop = '90px'")
    height = options["viewport"]["height"]
    for name in ("tools.more", "status"):
        bottom = page.ask(f"el.panel.{name}.getBoundingClientRect().bottom")
        assert 0 < bottom <= height, name
    page.page.wait_for_timeout(300)
    if kind == "large":
        corner = page.ask("el.panel.overview.getBoundingClientRect().toJSON()")
        assert corner["width"] > 0
        assert corner["bottom"] <= page.ask("el.panel.port.getBoundingClientRect().top") + 1


def test_a_game_that_gives_hints_has_a_button_that_shows_then_plays_one(table: Any) -> None:
    page = table("hashi")
    assert not page.page.get_by_role("button", name="Hint").is_visible()
    page.ask(
        "void (el.session.game.constructor.prototype.hint = (values) => values[0] > 0 ? null : "
        "({ message: { text: 'Because.', cells: [0] }, cells: [0, 1], changes: [[0, 1]] }))"
    )
    page.ask("el.load()")
    page.wait("!el.panel.tools.hint.hidden")
    button = page.page.get_by_role("button", name="Hint")
    button.click()
    assert page.status == "Because. (row 1, column 1)"
    assert page.ask("el.shadowRoot.querySelector('.pointed').getAttribute('d')").count("M") == 2
    assert page.moves == ""
    button.click()
    assert page.moves == "0=1"
    button.click()
    assert page.status.startswith("No next step is seen from here")
