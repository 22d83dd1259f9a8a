"""What a site publishes of a record: all that a solver may know, and nothing more."""

from dataclasses import replace
from pathlib import Path

from pipeline.book.flow.language import load_language
from pipeline.model import Band, Grade
from pipeline.web.records import Entry, publish
from tests.web.site_sample import START, make_records, make_sample


def test_a_published_record_says_its_grade_and_day_and_no_answer(tmp_path: Path) -> None:
    table = make_sample(tmp_path, days=1).table
    record = replace(
        make_records(1, 5)[0], grade=Grade("4.52", (7, 8), 1, Band.HARD, 43, "nodes", 3)
    )
    language = load_language("en")
    published = publish(Entry(record, "A title", "daily/a", START), table, language, "1234567")
    assert published["grade"] == {"band": "hard", "score": "4.52", "percentile": 43}
    assert published["date"] == START.isoformat()
    assert published["verdict"] == {"status": "unique", "rule": record.verdict.rule}
    assert published["schedule"] == {"zone": "Europe/Berlin", "week": "1234567"}
    assert sorted(published) == [
        "credit", "date", "grade", "id", "kind", "learn", "model", "puzzle", "rules", "schedule",
        "schema", "title", "verdict",
    ]  # fmt: skip
    # The model is the rules alone: it is the same where nobody knows the answer or the seed.
    unknown = replace(record, solution=None, provenance=None)
    assert (
        publish(Entry(unknown, "A title", "daily/a", START), table, language, "1234567")
        == published
    )
    bare = publish(Entry(record.with_(grade=None), "A title", "packs/a/1"), table, language, "")
    assert not {"grade", "date", "schedule"} & set(bare)
