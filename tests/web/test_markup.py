from pipeline.web.markup import Markup, data_script, escape, join, tag


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "<b>", tag("i", "&")) == "<p>&lt;b&gt;<i>&amp;</i></p>"
    assert join("<", None, Markup("<br>")) == "&lt;<br>"


def test_attributes_are_quoted_named_and_left_out() -> None:
    written = tag("a", "x", href='"><script>', class_="c", data_puzzle="1", hidden=True, id=False)
    expected = '<a href="&quot;&gt;&lt;script&gt;" class="c" data-puzzle="1" hidden>x</a>'
    assert written == expected


def test_void_elements_have_no_end_in_html_and_close_themselves_in_xml() -> None:
    assert tag("img", src="a") == '<img src="a">'
    assert tag("script", src="a") == '<script src="a"></script>'
    assert tag("link", href="a", is_xml=True) == '<link href="a"/>'


def test_characters_that_markup_may_not_hold_are_dropped() -> None:
    assert escape("a\x00\x1b\ud800\uffffb\n") == "ab\n"


def test_data_cannot_end_its_script() -> None:
    assert data_script({"a": "</script><script>"}).count("</script>") == 1


def test_data_has_its_keys_in_order() -> None:
    assert '{"a": 2, "b": 1}' in data_script({"b": 1, "a": 2})
