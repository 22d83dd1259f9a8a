"""Templates: text is escaped, names must exist, lines are joined, an owner's faults are located."""

import pytest

from pipeline.model import ConfigError
from pipeline.render.templates import OwnTemplate, Templates, isolate
from tests.source import ROOT

WEB = "pipeline.web"
MOST_LINES = 600
FILES = [
    path
    for ending in ("html", "xhtml", "xml", "opf")
    for path in sorted((ROOT / "pipeline").rglob(f"*templates/*.{ending}"))
]


def render(text: str, **values: object) -> str:
    """Return the text of an owner's template in place of a small one."""
    return Templates(WEB, [OwnTemplate("slots.html", "own/slots.html", text)]).render(
        "slots.html", **values
    )


def test_text_is_escaped_and_markup_of_the_owner_is_not() -> None:
    written = render('<p class="{{ x }}">{{ x }}{{ y|safe }}</p>', x="\"'<&", y="<b>&</b>")
    escaped = "&#34;&#39;&lt;&amp;"
    assert written == f'<p class="{escaped}">{escaped}<b>&</b></p>'


def test_characters_that_markup_may_not_hold_are_dropped() -> None:
    assert render("{{ x }}", x="a\x00\x1b\ud800\uffffb\n") == "ab\n"


def test_numbers_are_text_and_nothing_is_empty() -> None:
    assert render("{{ x }},{{ y }}", x=0, y=None) == "0,"


def test_data_cannot_end_its_script_and_has_its_keys_in_order() -> None:
    text = "<script>{{ x|tojson }}</script>"
    written = render(text, x={"b": "ä</script><script>", "a": 2})
    assert written.count("</script>") == 1
    assert written.startswith('<script>{"a": 2, "b": "ä\\u003c/')


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>\n  two\n  words\n</p>", "<p>two words</p>"),
        ("<p>a <b>b</b> c</p>", "<p>a <b>b</b> c</p>"),
        ('<a href="{{ 1 }}"\n   id="b">', '<a href="1" id="b">'),
        ("{{ 1 }}\n{% if 1 %}\n  x\n{% endif %}\n{{ 2 }}", "1x2"),
        ("{{ 1 }} {{ 2 }}", "1 2"),
        ("{# left out #}\n<p>\n</p>", "<p></p>"),
        ("<pre>\n a\n</pre>\n<p>", "<pre>\n a\n</pre><p>"),
        ("<script>\n// a\n{{ 1 }}\n;\n</script>\n", "<script>\n// a\n1\n;\n</script>"),
        ("<style>\na\n</style>\n<PRE>\n</PRE>\n</p>", "<style>\na\n</style><PRE>\n</PRE></p>"),
        ("<prefix>\n a", "<prefix>a"),
    ],
)
def test_line_breaks_beside_tags_are_left_out(text: str, written: str) -> None:
    assert render(text) == written


def test_what_turns_the_direction_of_text_ends_with_it() -> None:
    assert render("{{ x|isolate }}", x="\u05d0<") == "\u2068\u05d0&lt;\u2069"
    assert isolate("ä") == "ä"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\n{{ titel }}", r"own/slots.html:3: unknown variable 'titel'.*did you mean 'title'"),
        ("\n{% if x %}\n{% endfor %}", r"own/slots.html:3: .*unknown tag 'endfor'"),
        ("<p>\n{{ say( }}", "own/slots.html:2: unexpected '}'"),
        ("{{ site|uper }}", "own/slots.html:1: No filter named 'uper'"),
        ("\n{% include 'crds.html' %}", r"slots.html:2: unknown template .*mean 'cards.html'"),
        ("{% extends 'slots.html' %}", r"slots.html:1: expected another template.*default/slots"),
        ("{{ site|random }}", "No filter named 'random'"),
        ("{{ lipsum() }}", "unknown variable 'lipsum'"),
    ],
)
def test_a_template_with_a_fault_is_refused(text: str, message: str) -> None:
    own = [OwnTemplate("slots.html", "own/slots.html", text)]
    with pytest.raises(ConfigError, match=message):
        Templates(WEB, own).check()


def test_names_that_a_template_sets_are_known() -> None:
    text = (
        "{% set a = 1 %}{% for b in [a] %}{{ b }}{{ loop.index }}{% endfor %}"
        "{% macro c(d) %}{{ d }}{{ a }}{% endmacro %}{{ c(2) }}"
        "{% with e = 3 %}{{ e }}{% endwith %}{% block f %}{{ a }}{% endblock %}"
    )
    templates = Templates(WEB, [OwnTemplate("slots.html", "own/slots.html", text)])
    templates.check()
    assert templates.render("slots.html") == "112131"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n{{ site.titel }}", "own/slots.html:2: 'dict object' has no attribute 'titel'"),
        ("\n{{ pack.title }}", "own/slots.html:2: 'pack' is undefined"),
        ("{{ say('site.x') }}", "own/slots.html:1: expected a known key, found 'site.x'"),
        ("{{ site.__class__ }}", "own/slots.html:1: access to attribute '__class__' .* unsafe"),
        ("\n{{ site.update(a=1) }}", "own/slots.html:2: "),
        ("{% include path %}", "own/slots.html:1: expected templates that end"),
        ("{{ 1 / 0 }}", "own/slots.html:1: division by zero"),
    ],
)
def test_a_fault_on_a_page_has_file_and_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        render(text, site={}, say={}.__getitem__, path="slots.html")


def test_a_fault_of_the_program_is_no_fault_of_the_owner() -> None:
    with pytest.raises(Exception, match="'site' is undefined"):
        Templates(WEB, [OwnTemplate("cards.html", "own/cards.html", "")]).render("slots.html")


def test_the_template_of_the_program_is_there_beside_that_of_the_owner() -> None:
    own = OwnTemplate("lost.html", "own/lost.html", "<i>{% include 'default/oembed.html' %}</i>")
    values = {"address": "a", "width": 1, "height": 2, "entry": {"title": "t"}}
    frame = '<iframe src="a" width="1" height="2" title="t"></iframe>'
    assert Templates(WEB, [own]).render("lost.html", **values) == f"<i>{frame}</i>"


def test_templates_are_short_enough_to_be_read_and_say_what_they_are_for() -> None:
    assert ROOT / "pipeline/web/templates/page.html" in FILES
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("{# "), path
        assert text.count("\n") <= MOST_LINES, path
