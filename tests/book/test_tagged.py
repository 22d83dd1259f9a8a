"""A tagged book gives screen readers the contents of its pages, in reading order."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from pipeline.book import lay_out, write_book
from pipeline.preflight.checkers import find_faults
from tests.book.pdf_text import operations
from tests.book.sample import example_section, make_options, make_section


@pytest.fixture(scope="module")
def tagged() -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(make()))


def make(**changes: object) -> bytes:
    sections = [make_section("Easy", [(6, 6)] * 3), example_section("hashi")]
    options = {"profile": "screen", "tagged": True, "language": "fr", **changes}
    stream = io.BytesIO()
    write_book(lay_out(make_options(**options), sections), stream)
    return stream.getvalue()


def test_the_file_says_its_language_title_and_that_it_is_tagged(tagged: pikepdf.Pdf) -> None:
    assert str(tagged.Root.Lang) == "fr"
    assert bool(tagged.Root.MarkInfo.Marked)
    assert bool(tagged.Root.ViewerPreferences.DisplayDocTitle)
    with tagged.open_metadata() as about:
        assert about["pdfuaid:part"] == "1"
        assert about["dc:title"] == "Lines That Meet"


def test_all_that_is_painted_is_in_the_tree_or_decoration(tagged: pikepdf.Pdf) -> None:
    tree = tagged.Root.StructTreeRoot
    numbers = list(tree.ParentTree.Nums)
    by_page = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    for page in tagged.pages:
        parents = by_page[int(page.StructParents)]
        depth, seen = 0, []
        for operands, name in operations(page):
            if name == "BDC":
                seen.append((str(operands[0]), int(operands[1].MCID)))
            depth += (name in ("BDC", "BMC")) - (name == "EMC")
            assert depth in (0, 1)
            if name in ("Tj", "S", "f", "B", "f*"):
                assert depth == 1, f"{name} outside any content"
        assert depth == 0
        assert [number for _, number in seen] == list(range(len(parents)))
        inner = {"/LI": "/LBody", "/TOCI": "/Link"}
        for (role, number), element in zip(seen, parents, strict=True):
            own = element.K[0] if isinstance(element.K, pikepdf.Array) else element.K
            assert (inner.get(role, role), number) == (str(element.S), int(own))
            while element.S != "/Document":
                element = element.P  # noqa: PLW2901


def test_headings_come_first_and_figures_have_words(tagged: pikepdf.Pdf) -> None:
    roles = [str(one.S) for one in tagged.Root.StructTreeRoot.K[0].K]
    assert roles[0] == "/H1"
    names = [str(one.get("/ActualText", "")) for one in elements(tagged) if one.S == "/H2"]
    assert "Grille 1, Numberlink, facile, 6 sur 6" in names
    assert "Réponse 4" in names or "Solution 4" in names
    figures = [one for one in tagged.Root.StructTreeRoot.K[0].K if one.S == "/Figure"]
    said = [str(one.Alt) for one in figures]
    assert len(said) >= 8
    assert any(re.match(r"Numberlink, 6 sur 6\. Ligne 1", text) for text in said)
    kids = [one.K for one in elements(tagged) if one.S == "/Link"]
    flat = [kid for some in kids for kid in (some if isinstance(some, pikepdf.Array) else [some])]
    assert sum(not isinstance(kid, int) for kid in flat) == sum(
        len(page.get("/Annots", [])) for page in tagged.pages
    )


def test_rules_are_lists_and_the_contents_a_list_of_links(tagged: pikepdf.Pdf) -> None:
    lists = [one for one in elements(tagged) if one.S == "/L"]
    assert [len(one.K) for one in lists][:2] == [4, 5]  # of Numberlink and Hashi
    assert all(item.S == "/LI" and item.K[0].S == "/LBody" for one in lists for item in one.K)
    (contents,) = [one for one in elements(tagged) if one.S == "/TOC"]
    for entry in contents.K:
        (link,) = entry.K[0].K
        assert [entry.S, entry.K[0].S, link.S] == ["/TOCI", "/Reference", "/Link"]
        assert link.K[-1].Obj.Subtype == "/Link"


def elements(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    below = [pdf.Root.StructTreeRoot.K[0]]
    while below:
        one = below.pop(0)
        yield one
        kids = one.get("/K", ())
        below += (
            [kid for kid in kids if not isinstance(kid, int) and "/S" in kid]
            if isinstance(kids, pikepdf.Array)
            else []
        )


def test_without_the_key_nothing_is_tagged_and_equal_books_are_equal() -> None:
    with pikepdf.open(io.BytesIO(make(tagged=False))) as plain:
        assert "/StructTreeRoot" not in plain.Root
    assert make() == make()
    assert "tagged" in dict(make_options(tagged=True).problems()), "a press has no use for it"


def test_a_link_says_the_page_that_it_leads_to(tagged: pikepdf.Pdf) -> None:
    said = [
        (link.Contents, tagged.pages.index(pikepdf.Page(link.Dest[0])) + 1)
        for page in tagged.pages
        for link in page.get("/Annots", [])
    ]
    assert said
    assert all(str(words) == str(number) for words, number in said)


@pytest.mark.parametrize("profile", ["screen", "kindle-scribe"])
def test_verapdf_finds_that_it_keeps_pdf_ua(profile: str, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(make(profile=profile))
    faults = find_faults("verapdf", path)
    if faults is None:
        pytest.skip("veraPDF is not there")
    assert faults == []
