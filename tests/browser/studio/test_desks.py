"""The desks for books, collections and sites in a browser: whole jobs of a publisher."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipeline.kinds import get_kind
from tests.browser.studio.hand import until
from tests.studio.serving import TOKEN, Served, serving
from tests.studio.test_book import SMALL
from tests.studio.test_site import DAILY, TODAY

pytestmark = pytest.mark.part(2)  # Each on the desktop or on the phone


def test_a_book_is_set_up_made_and_fetched(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    page.fill("#book\\.title", "Changed")
    page.press("#book\\.title", "Tab")
    page.locator("#summary", has_text="Sample boards").wait_for()
    page.click("summary:has-text('Sections')")
    page.fill("#section\\.0\\.size", "5by5")
    page.press("#section\\.0\\.size", "Tab")
    until(page, "#fault", "line 11: section 1, size: expected")
    page.fill("#section\\.0\\.size", "6x6")
    page.press("#section\\.0\\.size", "Tab")
    page.locator("#fault:empty").wait_for(state="attached")
    page.select_option("#added", "hashi")
    page.click("text=Add a section")
    page.locator("#section\\.1\\.count").wait_for()
    page.fill("#section\\.1\\.count", "2")
    page.press("#section\\.1\\.count", "Tab")
    until(page, "#summary", "4 puzzles")
    page.click("#make")
    until(page, "#state", "Done.")
    until(page, "#summary", "4 puzzles. These are the puzzles of the book.")
    with page.expect_download() as download:
        page.click("#files >> text=book.pdf")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    before = _ids(served)
    page.get_by_role("button", name="Puzzle 3", exact=True).click()
    until(page, "#puzzle-title", "Puzzle 3: Hashi")
    page.click("#another")
    made(page)
    after = _ids(served)
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, True, False, True]
    assert page.input_value("#file\\.choices") == "small.choices"
    page.click("text=Take back the last choice")
    made(page)
    assert _ids(served) == before
    assert page.is_hidden("#back")
    page.click("#hand-over")
    until(page, "#state", "Not in order.")
    until(page, "#state", "failed  pages")
    page.fill("#section\\.1\\.count", "3")
    page.press("#section\\.1\\.count", "Tab")
    until(page, "#summary", "5 puzzles")
    assert "These are the puzzles" not in page.inner_text("#summary")
    text = (served.studio.folder / "small.toml").read_text()
    assert 'title = "Changed"        # the title' in text
    assert text.startswith("# A comment that stays.")


def test_what_a_key_means_moves_nothing_that_is_clicked(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    page.click("summary:has-text('Seed')")
    page.focus("#file\\.seed")
    until(page, "#about", "Random seed")
    page.evaluate("() => document.getElementById('forms').scrollTo(0, 9999)")
    place = "summary:has-text('Seed')"
    before = page.locator(place).bounding_box()
    page.focus(place)
    page.locator("#about:empty").wait_for(state="attached")
    assert page.locator(place).bounding_box() == before
    page.click(place)
    page.locator("#file\\.seed").wait_for(state="hidden")


PLACES = """() => [...document.querySelectorAll("#pages img")].map((one) => {
  const { top, left, right } = one.getBoundingClientRect();
  return [top, left, right];
})"""


def test_sections_are_dragged_and_show_a_board_as_printed(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.click("summary:has-text('Sections')")
    page.select_option("#added", "hashi")
    page.click("text=Add a section")
    page.locator("#section\\.1\\.count").wait_for()
    drawn = "() => [...document.querySelectorAll('img.printed')].every((one) => one.complete)"
    page.wait_for_function(drawn)
    wide = page.locator("img.printed").nth(1).bounding_box()["width"] / (96 / 25.4)
    assert f"As printed, {round(wide)} mm wide" in page.locator("figcaption").nth(1).inner_text()
    page.locator(".grip").nth(1).scroll_into_view_if_needed()
    for number, press in ((1, page.mouse.down), (0, page.mouse.up)):
        page.evaluate("n => document.querySelectorAll('.grip')[n].scrollIntoView()", number)
        box = page.locator(".grip").nth(number).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        press()
    page.locator("#section\\.0\\.kind >> css=:checked", has_text="Hashi").wait_for(state="attached")
    text = (served.studio.folder / "small.toml").read_text()
    assert text.index('kind = "hashi"') < text.index('kind = "akari"')
    page.select_option("#zoom", "160")
    page.check("#spreads")
    page.locator("#pages.spreads").wait_for()
    _, (top, _, right), other, *_ = page.evaluate(PLACES)  # at one moment: nothing moves between
    assert other[:2] == pytest.approx([top, right], abs=2)


def made(page: Any) -> None:
    """Wait until a run of the book that was just asked for is done."""
    page.locator("#state", has_text="At work").wait_for()
    until(page, "#state", "Done.")
    assert page.is_hidden("#progress")


def _ids(served: Served) -> list[str]:
    rows = csv.DictReader((served.studio.folder / "small" / "puzzles.csv").read_text().splitlines())
    return [row["id"] for row in rows]


def test_places_are_given_by_keys_alone(page: Any, served: Served) -> None:
    """An easier puzzle, then one that was drawn, which takes its place, then one that is kept."""
    folder = served.studio.folder
    kind = get_kind("akari")
    puzzles = [kind.encode(kind.generate(kind.presets["tiny"], seed).clues) for seed in (5, 6)]
    own = [
        {"schema": 1, "kind": "akari", "puzzle": one, "credit": {"author": "Ada Setter"}}
        for one in puzzles
    ]
    wrong = {"schema": 1, "kind": "akari", "puzzle": {**puzzles[0], "clues": [[-1] * 5] * 5}}
    for name, lines in (("drawn", [wrong, *own]), ("other", [])):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    (folder / "small.toml").write_text(SMALL.replace("count = 2", "count = 4"))
    size = f"{puzzles[0]['cols']}x{puzzles[0]['rows']}"
    assert size == "5x5"
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    press(page, "#make")
    made(page)
    before = _ids(served)
    press(page, "role=button[name='Puzzle 4']")
    until(page, "#puzzle-about", "guessing")
    press(page, "#easier")
    made(page)
    easier = _ids(served)
    assert {*before} - {*easier} == {before[3]}
    press(page, "role=button[name='Puzzle 1']")
    until(page, "#puzzle-title", "Puzzle 1: Akari 5x5")
    page.select_option("#own-file", "other.jsonl")
    until(page, "#refusal", "Expected Akari 5x5 in other.jsonl, found none.")
    page.select_option("#own-file", "drawn.jsonl")
    until(page, "#own-about", "Expected one solution, found multiple.")
    assert page.is_disabled("#take-own")
    page.select_option("#own", label="2 by Ada Setter")
    until(page, "#own-about", "One solution ·")
    press(page, "#take-own")
    made(page)
    given = _ids(served)
    assert len({*given} - {*easier}) == 1
    record = json.loads((folder / "small" / "00-chosen.jsonl").read_text())
    assert record["puzzle"] == puzzles[0]
    assert record["credit"]["author"] == "Ada Setter"
    press(page, "role=button[name='Puzzle 2']")
    until(page, "#puzzle-title", "Puzzle 2")
    press(page, "#keep-puzzle")
    made(page)
    assert _ids(served) == given
    assert len((folder / "small.choices").read_text().splitlines()) == 3


def test_words_of_a_section_are_changed_on_its_page(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    press(page, "role=button[name='Words of One']")
    until(page, "#words-title", "Words of One")
    page.fill("#words\\.0\\.introduction", "Good morning.")
    page.press("#words\\.0\\.introduction", "Tab")
    press(page, "#built-in")
    page.wait_for_function("() => document.getElementById('words.0.rules').value.includes('light')")
    page.focus("#words\\.0\\.rules")
    page.keyboard.press("Control+Home")
    page.keyboard.type("Mine first. ")
    page.keyboard.press("Tab")
    press(page, "#words-close")
    for _ in range(200):
        text = (served.studio.folder / "small.toml").read_text()
        if "Mine first. " in text:
            break
        page.wait_for_timeout(50)
    assert 'introduction = "Good morning."' in text
    assert "Mine first. " in text


def test_a_picture_is_brought_to_the_cover(page: Any, served: Served) -> None:
    picture = served.studio.folder.parent / "front.png"
    Image.new("RGB", (900, 900), "navy").save(picture)
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    page.click("summary:has-text('Cover')")
    page.select_option("#cover\\.more", "picture")
    page.set_input_files("input[aria-label='picture from this computer']", picture)
    page.wait_for_function("() => document.getElementById('cover.picture')?.value === 'front.png'")
    assert (served.studio.folder / "front.png").read_bytes() == picture.read_bytes()
    page.evaluate(DROP, ["drawn.txt", "nothing"])
    until(page, "#state", "drawn.txt is in the folder")
    page.evaluate(DROP, ["book.toml", "nothing"])
    until(page, "#fault", "expected the name of a")


DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const about = { dataTransfer, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", about));
}"""
"""Drops a file on the page."""


def press(page: Any, place: str) -> None:
    page.focus(place)
    page.keyboard.press("Enter")


def test_a_first_book_begins_from_a_template(chromium: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page = chromium.new_page()
        page.goto(f"{served.address}/?token={TOKEN}")
        page.locator("#start").wait_for()
        page.locator("#shelf button", has_text="booklet").locator("img").wait_for()
        page.locator("#shelf button", has_text="booklet").click()
        assert page.locator("#kind").is_disabled()
        page.focus("#shelf button[value='book']")
        page.keyboard.press("Enter")
        page.fill("#name", "first")
        page.select_option("#kind", "hashi")
        page.press("#name", "Enter")
        page.locator("#pages img").first.wait_for()
        assert page.input_value("#book\\.title") == "Hashi"
        assert (tmp_path / "first.toml").is_file()
        page.click("#by-text")
        page.fill("#text", page.input_value("#text").replace('"Hashi"', '"Other"'))
        page.click("#keep")
        page.locator("#book option", has_text="Hashi").wait_for(state="attached")
        page.click("#by-form")
        page.locator('#pages img[src*="first-"]').first.wait_for()
        for _ in range(100):
            if page.input_value("#book\\.title") == "Other":
                break
            page.wait_for_timeout(50)
        assert 'title = "Other"' in (tmp_path / "first.toml").read_text()
        page.close()


def test_pages_have_no_fault_of_accessibility(page: Any, served: Served) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    (served.studio.folder / "daily.toml").write_text(DAILY)
    desks = (
        ("books", "#pages img"), ("setter", "#board svg"), ("collection", "#file option"),
        ("site", "#calendar button"),
    )  # fmt: skip
    for name, sign in desks:
        page.goto(f"{served.address}/{name}")
        page.locator(sign).first.wait_for(state="attached")
        for summary in page.locator("summary:visible").all():
            summary.click()
        for dialog in page.locator("dialog").all():
            dialog.evaluate("(one) => one.show()")
        found = axe.run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_a_collection_is_read_proved_and_chosen(page: Any, served: Served) -> None:
    kind = get_kind("slitherlink")
    form = next(one for one in kind.formats if one.name == "puzz.link")
    boards = [kind.generate(kind.presets["tiny"], seed).clues for seed in (1, 2)]
    page.goto(f"{served.address}/collection")
    page.focus("#text")
    page.keyboard.insert_text("\n".join(form.write([(one, None)]).strip() for one in boards))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "#summary", "2 puzzles, one solution: 2")
    page.select_option("#verdict", "One solution")
    press(page, "#all")
    press(page, "#collect")
    until(page, "#saved", "2 puzzles added to chosen.jsonl.")
    assert len((served.studio.folder / "chosen.jsonl").read_text().splitlines()) == 2


def test_a_day_of_a_site_is_looked_at_withdrawn_and_replaced(page: Any, served: Served) -> None:
    (served.studio.folder / "daily.toml").write_text(DAILY)
    (served.studio.folder / "footer.html").write_text("<script>top.stolen = 1</script>")
    is_by_keys = page.viewport_size["width"] > 600  # not on a phone

    def act(place: Any) -> None:
        """Press what is at a place, by keys alone on a desktop, else by a tap."""
        if is_by_keys:
            place.focus()
            page.keyboard.press("Enter")
        else:
            place.click()

    page.goto(f"{served.address}/site")
    until(page, "#state", "not made yet")
    act(page.locator("#make"))
    until(page, "#state", "The files for your host are in daily/www.")
    until(page, "#date", f"{TODAY.day}, {TODAY.year}")
    frame = page.frame_locator("#page")
    frame.locator("puzzle-press").wait_for()
    day = served.ask("site", name="daily")["days"][4]
    if page.locator(f"[id='{day['date']}']").count() == 0:  # in the next month
        act(page.locator("#after"))
    act(page.locator(f"[id='{day['date']}']"))
    act(page.locator("#withdraw"))
    until(page, "#date", "withdrawn")
    act(page.locator("#withdraw"))
    until(page, "#withdraw", "Withdraw")
    act(page.get_by_role("button", name="Replace Hashi"))
    until(page, "#state", "At work")
    until(page, "#state", "Done.")
    assert (
        served.ask("site", name="daily")["days"][4]["puzzles"][0]["id"] != day["puzzles"][0]["id"]
    )
    act(page.get_by_role("button", name="Show Akari"))
    frame.locator("h1", has_text="Akari").wait_for()
    assert page.evaluate("() => window.stolen") is None


def test_a_book_that_another_window_changed_is_opened_again(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    path = served.studio.folder / "small.toml"
    path.write_text(SMALL.replace('"Small" ', '"Theirs" '))
    page.fill("#book\\.author", "Mine")
    until(page, "#about", "author")
    page.press("#book\\.author", "Tab")
    until(page, "#fault", "changed by another program or window")
    assert "Mine" not in path.read_text()
    page.click("#again")
    page.locator("#again").wait_for(state="hidden")
    assert page.input_value("#book\\.title") == "Theirs"
    page.fill("#book\\.year", "soon")
    page.press("#book\\.year", "Tab")
    until(page, "#summary", "when what is wrong is mended")
    page.fill("#book\\.year", "2028")
    page.press("#book\\.year", "Tab")
    until(page, "#summary", "Sample boards")
