from pipeline.edition.flow.markdown import parse_markdown, parse_spans
from pipeline.kinds import get_kind, kind_ids
from pipeline.scene import Face

TEXT = """# Title

First line
goes on here.

1. one **bold** thing
   that goes on
2. two

- point
Last of the point.

End."""


def test_kinds_of_blocks_are_recognised() -> None:
    blocks = parse_markdown(TEXT)
    assert [(block.level, block.marker) for block in blocks] == [
        (1, ""),
        (0, ""),
        (0, "1."),
        (0, "2."),
        (0, "•"),
        (0, ""),
    ]
    assert blocks[1].spans[0].text == "First line goes on here."
    assert blocks[4].spans[0].text == "point Last of the point."


def test_bold_and_italic_get_their_faces() -> None:
    spans = parse_spans("a **b c** and *d*.")
    assert [(span.text, span.face) for span in spans] == [
        ("a ", Face.TEXT),
        ("b c", Face.TEXT_BOLD),
        (" and ", Face.TEXT),
        ("d", Face.TEXT_ITALIC),
        (".", Face.TEXT),
    ]


def test_lone_asterisks_stay() -> None:
    assert [span.text for span in parse_spans("2 * 3 * 4")] == ["2 * 3 * 4"]


def test_rules_of_every_kind_are_free_of_leftover_marks() -> None:
    for kind_id in kind_ids():
        kind = get_kind(kind_id)
        for rule in kind.rules:
            blocks = parse_markdown(kind.rules_text(rule, "en"))
            words = "".join(span.text for block in blocks for span in block.spans)
            assert words
            assert not set("*#_`") & set(words)
