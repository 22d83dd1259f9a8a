"""The list of a long report: rows shown at first, sorting and filtering."""

from pathlib import Path
from typing import Any

from pipeline.stages.report.html import list_page


def test_a_long_list_shows_its_first_rows_and_sorts_and_filters_all(
    page: Any, tmp_path: Path
) -> None:
    rows = [{"number": at + 1, "band": "hard" if at % 3 else "easy"} for at in range(1500)]
    path = tmp_path / "list.html"
    path.write_text(list_page(rows, ["list.html"]), encoding="utf-8")
    page.goto(path.as_uri())
    shown, more = page.locator("tbody tr:visible"), page.locator("button")
    assert (shown.count(), more.inner_text()) == (500, "Show all 1500")
    page.locator("th", has_text="number").click(click_count=2, delay=5)
    assert shown.first.inner_text().split() == ["1500", "hard"]
    page.locator("input").fill("easy")
    assert (shown.count(), more.is_visible()) == (500, False)
    assert shown.first.inner_text().split() == ["1498", "easy"]
    page.locator("input").fill("hard")
    more.click()
    assert (shown.count(), more.is_visible()) == (1000, False)
    page.locator("input").fill("")
    assert shown.count() == 1500
    page.emulate_media(media="print")
    assert shown.count() == 1500
