"""Texts of a kind: rules, sentences for steps, other languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from pipeline.edition.language import list_languages
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.grades.grading import guessing_bands
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.kinds.kit.telling.kind_texts import (
    ENGLISH,
    has_texts,
    read_difficulty,
    read_reasons,
    read_texts,
)
from pipeline.kinds.kit.telling.sentences import FIELDS, unknown_fields
from pipeline.stages.check_kind.boards import NOTE, example_boards


def check_texts(kind: AnyKind) -> Iterator[str]:
    """Yield missing texts: rules, rules for children, reasons, titles by rule, other languages."""
    titles = [kind.title_in(ENGLISH, rule) for rule in kind.rules]
    if len(set(titles)) < len(titles):
        yield f"expected a title for each rule, found {', '.join(titles)}; add them to [titles]"
    for rule in kind.rules:
        normal = kind.rules_text(rule, ENGLISH)
        if not normal.strip():
            yield f"expected rules, found none; add rules.{rule or 'rules'} to texts.en.toml"
        if kind.rules_text(rule, ENGLISH, is_easy=True) == normal:
            yield f"{NOTE}no rules for children; add easy_rules.{rule or 'rules'}"
    yield from _texts_of_rules(kind)
    if kind.declared is not None:
        models = [kind.declared.declare(board.clues) for board in example_boards(kind)]
        used = {one.reason for model in models for one in (*model.counts, *model.globals)}
        for reason in sorted(used - read_reasons(kind.package, ENGLISH).keys()):
            yield f"expected a sentence for the reason {reason!r}, found none; add it to [reasons]"
        for code in filter(partial(has_texts, kind.package), list_languages()):
            own = read_texts(kind.package, code)["reasons"]
            for reason, names in unknown_fields(own, used).items():
                yield (
                    f"texts.{code}.toml, reasons.{reason}: expected the fields "
                    f"{', '.join(FIELDS)}, none in a rule, found {', '.join(names)}; mend it"
                )
    missing = [code for code in list_languages() if not has_texts(kind.package, code)]
    if missing:
        yield f"{NOTE}no texts in {', '.join(missing)}; books in these have the English ones"
    if guessing_bands(kind.package) and not read_difficulty(kind.package, ENGLISH):
        yield (
            f"{NOTE}no [difficulty] in texts.en.toml, without which the key of a book names no "
            "band that needs trial and error"
        )
    if read_measured(kind.package, "bands") is None:
        yield "expected bands in kind.toml, found none; copy those of another kind and adapt them"


def _texts_of_rules(kind: AnyKind) -> Iterator[str]:
    """Yield rules whose text is a part of that of another: by its text a page has its rule."""
    for code in filter(partial(has_texts, kind.package), list_languages()):
        texts = {rule: kind.rules_text(rule, code) for rule in kind.rules}
        for rule, other in permutations(texts, 2):
            lines = filter(None, map(_letters, texts[rule].splitlines()))
            if all(line in _letters(texts[other]) for line in lines):
                yield (
                    f"texts.{code}.toml: expected a sentence of the rule {rule} that {other} has "
                    "not, found none; say in which they differ"
                )


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalpha())
