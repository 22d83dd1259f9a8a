"""Lessons by real touches: nothing goes wrong on the way, and nothing moves under the finger."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, load_examples
from tests.browser.conftest import serve, write_page, write_player
from tests.browser.table import Table
from tests.slices import cases

TOUCHED = ("starbattle", "tents", "binairo", "mosaic", "hashi")
TOP = "el.session.around.view.port.getBoundingClientRect().top"


def lesson_of(kind_id: str) -> dict[str, Any]:
    kind = get_kind(kind_id)
    example = load_examples(kind)["lesson"]
    clues = kind.decode(example["puzzle"])
    answer = kind.decode_solution(clues, example["solution"])
    model = kind.play(clues, answer, "en") if kind.play else None
    puzzle = example["puzzle"]
    return {"id": kind_id, "kind": kind_id, "lesson": True, "puzzle": puzzle, "model": model}


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a page for each lesson."""
    folder: Path = tmp_path_factory.mktemp("lessons")
    write_player(folder)
    for kind_id in TOUCHED:
        write_page(folder, kind_id, lesson_of(kind_id))
    with serve(str(folder)) as address:
        yield address


@pytest.fixture
def learn(chromium: Any, lessons: str) -> Iterator[Any]:
    """Return what opens the lesson of a kind on a phone."""
    size = {"width": 390, "height": 844}
    with chromium.new_context(has_touch=True, viewport=size) as context:
        page = context.new_page()

        def open_lesson(kind_id: str) -> Table:
            page.goto(f"{lessons}/{kind_id}.en.html")
            return Table(page, lesson_of(kind_id))

        yield open_lesson


@pytest.mark.parametrize("kind_id", cases(TOUCHED[:-1]))
def test_a_step_of_a_lesson_waits_for_both_taps_and_keeps_the_board_in_place(
    learn: Any, kind_id: str
) -> None:
    page = learn(kind_id)
    tops = {page.ask(TOP)}
    for _ in range(3):
        text = page.ask("el.panel.lesson.text.textContent")
        taps = page.ask("el.session.game.tapsTo(el.session.awaited[0][1])")
        assert page.status.endswith("once." if taps == 1 else "twice.")
        slots = page.ask("el.session.awaited.map(([slot]) => slot)")
        for cell in page.ask("el.session.taught.hint.targets"):
            for _ in range(taps):
                assert page.ask("el.panel.lesson.text.textContent") == text
                page.tap(cell)
                tops.add(page.ask(TOP))
        assert slots
        assert page.ask("el.panel.lesson.text.textContent") != text
    assert len(tops) == 1
    assert page.ask("el.session.lesson") == 3
    assert page.ask("el.session.mistakes") == 0


def test_a_step_that_draws_two_bridges_is_done_when_both_are_drawn(learn: Any) -> None:
    page = learn("hashi")
    assert page.ask("el.session.awaited.length") == 1
    page.ask("el.session.hint()")
    assert page.ask("el.session.lesson") == 1


def test_a_step_of_a_lesson_is_one_sentence(learn: Any) -> None:
    page = learn("hashi")
    page.ask("void (el.session.game.hint = () => ({ cells: [0], changes: [[0, 1]],"
             " message: { values: { reason: 'One is here. So two is there.' } } }))")  # fmt: skip
    page.ask("void ((el.session.awaited = []), el.teach())")
    assert page.ask("el.panel.lesson.text.textContent") == "1 of 3. So two is there."
