"""How to play: a page for each kind and rule, with a small board that teaches it by doing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pipeline.book.parts.examples import first_step, worked_example
from pipeline.kinds import get_kind
from pipeline.render.picture import render_picture
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.web.markup import Markup, join, tag
from pipeline.web.records import Entry, lesson_path, publish_lesson, rules_of
from pipeline.web.shell import link, shell
from pipeline.web.site import Site, to_json

_CELL_MM = 9.0


def lesson_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of the lessons of all kinds and rules of a site."""
    lessons = {path: entry for entry in site.entries if (path := lesson_path(entry))}
    for path, entry in sorted(lessons.items()):
        record = publish_lesson(entry, site.language)
        yield f"{path}.json", to_json(record)
        figures = []
        for name, scene, caption in _example(site, entry):
            picture = f"{path}-{name}.svg"
            yield picture, render_picture(scene, "svg", get_theme("colour"), 1.0).decode()
            drawn = tag("img", src=link(picture, path), alt="", class_="board")
            figures.append(tag("figure", drawn, tag("figcaption", caption)))
        title = str(record["title"])
        board = tag("puzzle-press", src=link(f"{path}.json", path), lang=site.table.language,
                    next=link("index.html", path), timer="hidden")  # fmt: skip
        yield f"{path}.html", shell(
            site, path, title,
            tag("article", tag("div", tag("h1", title), class_="top"), board,
                tag("div", rules_section(site, entry, path), class_="beside"), class_="game"),
            tag("section", tag("h2", site.language.say("howto.example")),
                tag("div", *figures, class_="figures")),
        )  # fmt: skip


def _example(site: Site, entry: Entry) -> Iterator[tuple[str, Scene, str]]:
    """Yield (name, picture, caption) of the first step of the worked example, and of its end."""
    kind, rule, language = get_kind(entry.record.kind), entry.record.verdict.rule, site.language
    clues, solution = worked_example(kind, rule)
    step = first_step(kind, rule)
    if kind.deductions is not None and step is not None:
        reason = kind.deductions.reasons(language.code)[step.decisions[0].reason]
        why = language.say("howto.why", reason=language.smarten(reason))
        yield "step", kind.deductions.draw_step(clues, solution, step, _CELL_MM), why
    yield "solved", kind.draw(clues, solution, _CELL_MM), language.say("howto.solution")


def rules_section(site: Site, entry: Entry, here: str) -> Markup:
    """Return the rules of a puzzle under a heading, with a link to its lesson."""
    say, record = site.language.say, entry.record
    paragraphs = rules_of(record.kind, record.verdict.rule, site.language)
    parts = []
    for is_list, group in groupby(paragraphs, lambda item: bool(item[0])):
        texts = [text for _, text in group]
        parts.append(
            tag("ol", *(tag("li", text) for text in texts))
            if is_list
            else join(*(tag("p", text) for text in texts))
        )
    path = lesson_path(entry)
    if path and path != here:
        parts.append(tag("p", tag("a", say("site.learn"), href=link(f"{path}.html", here))))
    return tag("section", tag("h2", say("site.rules")), *parts, class_="rules")
