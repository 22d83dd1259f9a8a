import json
from dataclasses import replace
from pathlib import Path

import pikepdf
from hypothesis import given
from hypothesis import strategies as st

from pipeline.edition.section import in_print_order
from pipeline.model import Band, Grade, Record
from tests.book.pdf_text import page_texts
from tests.book.sample import make_record
from tests.program import run_program

SMALL, LARGE = make_record(4, 4, 1), make_record(6, 6, 1)
BANDS = list(Band)


def graded(record: Record, score: float, name: str, band: Band = Band.EASY) -> Record:
    assert isinstance(record.grade, Grade)
    return record.with_(id=name, grade=replace(record.grade, score=f"{score:.2f}", band=band))


def test_sizes_rise_within_a_band_before_difficulty_does() -> None:
    records = [graded(LARGE, 1, "a"), graded(SMALL, 10, "b"), graded(SMALL, 9, "c")]
    assert [record.id for record in in_print_order(records)] == ["c", "b", "a"]


@given(
    st.lists(
        st.tuples(st.sampled_from([SMALL, LARGE]), st.sampled_from(BANDS), st.integers(0, 99)),
        max_size=30,
    ),
    st.randoms(use_true_random=False),
)
def test_printed_levels_never_fall_nor_scores_within_a_size(
    drawn: list[tuple[Record, Band, int]], chance
) -> None:
    records = [graded(one, score, str(k), band) for k, (one, band, score) in enumerate(drawn)]
    ordered = in_print_order(chance.sample(records, len(records)))
    assert ordered == in_print_order(records)

    def rank(record: Record) -> tuple[int, int, float]:
        assert record.grade is not None
        rows, score = record.puzzle["rows"], float(record.grade.score)
        return BANDS.index(record.grade.band), rows, score

    ranks = [rank(record) for record in ordered]
    assert ranks == sorted(ranks)


def test_a_shuffled_section_has_neither_an_order_of_difficulty_nor_levels(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(
        'seed = 3\npictures = "none"\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "Mixed"\nkind = "numberlink"\nsize = ["6x6", "5x5"]\ncount = 8\n'
        'order = "shuffled"\n'
    )
    done = run_program("run", "book.toml", "--out", "out", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with pikepdf.open(tmp_path / "out" / "book.pdf") as book:
        words = {word for texts in page_texts(book) for word in texts}
    assert words.isdisjoint({"Easy", "Medium", "Hard", "Expert", "Key to difficulty"})
    printed = json.loads((tmp_path / "out" / "puzzles.json").read_text())
    assert [one["size"] for one in printed] == ["5x5"] * 4 + ["6x6"] * 4
    ids = [one["id"] for one in printed]
    assert ids == sorted(ids[:4]) + sorted(ids[4:])
    assert {one["dots"] for one in printed} == {None}
    again = run_program("verify", "out/30-graded.jsonl", "--book", "out/book.pdf", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
