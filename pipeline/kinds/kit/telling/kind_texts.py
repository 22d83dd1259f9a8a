"""Read the texts of a kind for readers of books and sites from its ``texts.<language>.toml``.

English is required; another language may lack texts, or be missing, and then has the English ones.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from pipeline.model import ConfigError
from pipeline.scene.symbols import Symbols, text_of

ENGLISH: Final = "en"
TABLES: Final = (
    "titles", "rules", "easy_rules", "difficulty", "reasons", "easy_reasons",
    "words", "symbols", "by_rule",
)  # fmt: skip
"""Titles by rule, rules, rules for children, what each band asks of a reader, reasons of steps,
those of first steps for children, other words, by `Symbols` what replaces "number" where a board
shows others, and by rule tables with texts of its own, such as ``by_rule.one-star.reasons``."""


def has_texts(package: str, language: str) -> bool:
    """Return whether a kind has a file for a language."""
    return files(package).joinpath(f"texts.{language}.toml").is_file()


@cache
def read_texts(package: str, language: str) -> Mapping[str, Any]:
    """Return the texts of a kind by table; do not change the cached result.

    `ConfigError` if there are none in English, or the file is not as described above.
    """
    texts = {} if language == ENGLISH else dict(read_texts(package, ENGLISH))
    file = files(package).joinpath(f"texts.{language}.toml")
    if not file.is_file():
        if texts:
            return texts
        raise ConfigError(f"{file}: expected the texts of the kind, found no such file; write it")
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ConfigError(f"{file}: expected TOML, found {error}; mend it") from error
    for name, value in {"title": None, **data}.items():
        if (name != "title" and name not in TABLES) or isinstance(value, str) != (name == "title"):
            raise ConfigError(
                f"{file}: expected a title, and tables of {', '.join(TABLES)}, found "
                f"{name} = {value!r:.40}; mend it"
            )
    return {
        "title": data["title"],
        **{
            name: {
                **(texts.get(name, {}) if not name.startswith("easy_") else {}),
                **data.get(name, {}),
            }
            for name in TABLES
        },
    }


def title_of(package: str, language: str, rule: str | None = None) -> str:
    """Return the title of a kind, or of one of its rules that has a name of its own.

    >>> title_of("pipeline.kinds.npuzzle", "fr")
    'Taquin'
    >>> title_of("pipeline.kinds.sudoku", "en", "diagonal")
    'Diagonal Sudoku'
    """
    texts = read_texts(package, language)
    title: str = texts["title"]
    return _compose(texts["titles"], rule or "") or title


def _compose(table: Mapping[str, str], name: str) -> str | None:
    r"""Return the text of a rule, None if there is none.

    A rule in parts, such as ``tree-2``, has the text ``tree``, in which ``{most}`` is replaced by
    the text ``most-2``. Where the table has a text ``whole``, a rule is a set of parts, and
    ``{parts}`` in that text is replaced by the text ``part-NAME`` of each: items of a list that
    goes on with their numbers, or words of a line, the last after
    the text ``and``.

    >>> _compose({"whole": "1. Go.\n{parts}", "part-a": "Run.", "part-b": "Stop."}, "a+b")
    '1. Go.\n2. Run.\n3. Stop.'
    """
    own = [table.get(f"part-{part}") for part in name.split("+")]
    if name not in table and "whole" in table and all(own):
        whole, lines = table["whole"], [*map(str, own)]
        if "\n" in whole:
            first = len(re.findall(r"^\d+\.", whole, re.MULTILINE)) + 1
            lines = [f"{k}. {line}" for k, line in enumerate(lines, first)]
            return whole.format(parts="\n".join(lines)).strip()
        parts = table.get("and", ", ").join(
            [", ".join(lines[:-1]), lines[-1]] if lines[1:] else lines
        )
        return whole.format(parts=parts).strip()
    if name in table:
        return table[name].strip()
    whole, _, part = name.rpartition("-")
    if whole not in table:
        return None
    return re.sub(
        r"\{(\w+)\}", lambda word: table[f"{word[1]}-{part}"].rstrip(), table[whole]
    ).strip()


def read_rules(package: str, name: str, language: str, is_easy: bool = False) -> str:
    """Return the text of a rule, with its line end; for children if it exists and ``is_easy``.

    `ConfigError` if there is none.

    >>> read_rules("pipeline.kinds.hashi", "tree-2", "en").splitlines()[4]
    '3. Two islands are joined by one bridge, by two side by side, or by none.'
    """
    texts = read_texts(package, language)
    text = (_compose(texts["easy_rules"], name) if is_easy else None) or _compose(
        texts["rules"], name
    )
    if text is not None:
        return f"{text}\n"
    file = files(package).joinpath(f"texts.{ENGLISH}.toml")
    raise ConfigError(f"{file}: expected rules.{name}, found {', '.join(texts['rules'])}; add it")


FIRST: Final = ("sized", "sized-easy", "any", "any-easy")
"""Keys of first paragraphs of rules, also for children: of boards with one side, and of others."""


def with_sides(
    package: str,
    text: str,
    language: str,
    is_easy: bool,
    sides: tuple[int, int] | None,
    rule: str = "",
    symbols: Symbols = "numbers",
) -> str:
    r"""Return rules that name the symbols of boards with a side, if the kind has such a text.

    ``sides`` are those of the boards and of the worked example, None for several. Rules whose first
    part is in ``words.unsized`` have no such text.

    >>> with_sides("pipeline.kinds.killer", "Write.\n\n1. Once.", "en", False, (9, 4))
    'Write a number from 1 to 9 in every empty cell (in the example, from 1 to 4).\n\n1. Once.'
    """
    texts = read_texts(package, language)
    words = {**texts["words"], **texts["symbols"].get(symbols, {})}
    form = words.get(("any" if sides is None else "sized") + "-easy" * is_easy)
    if form is None or rule.partition("-")[0] in words.get("unsized", ()):
        return text
    (side, other), common = sides or (1, 1), read_texts(__package__, language)["words"]
    fields = {"first": text_of(1, symbols), "side": text_of(other, symbols)}
    example = "" if side == other else common["in-example"].format(**fields)
    _, gap, rest = text.partition("\n\n")
    form = form.format(side=side, last=text_of(side, symbols), example=example)
    return f"{form}{gap}{rest}"


def with_zeros(package: str, text: str, language: str) -> str:
    """Return rules of boards that have a 0 beside each empty line, where the kind has such words.

    >>> with_zeros("pipeline.kinds.nonogram", "4. A line without numbers stays empty.", "en")
    '4. A line with a 0 stays empty.'
    """
    words = read_texts(package, language)["words"]
    return text.replace(words["no-zeros"], words["zeros"]) if "zeros" in words else text


@cache
def read_reasons(
    package: str, language: str, rule: str | None = None, table: str = "reasons"
) -> Mapping[str, str]:
    """Return the texts of which `sentences` makes those of steps: a kind's and those of all.

    Those of a rule come first; ``table`` is "reasons" or "easy_reasons".

    >>> read_reasons("pipeline.kinds.hashi", "en")["cross"]
    'bridges do not cross'
    """
    own, common = (read_texts(one, language) for one in (package, __package__))
    of_rule = own["by_rule"].get(rule, {}).get(table, {})
    return {**common[table], **own[table], **of_rule}


def name_of_look(package: str, language: str, look: str) -> str:
    """Return what a reader calls a look: the word ``look-NAME`` of a kind or of all, or its name.

    >>> name_of_look("pipeline.kinds.tents", "en", "ship-top"), name_of_look(__package__, "en", "x")
    ('upper end of a ship', 'x')
    """
    own, common = (read_texts(one, language)["words"] for one in (package, __package__))
    name: str = {**common, **own}.get(f"look-{look}", look)
    return name


def read_difficulty(package: str, language: str) -> Mapping[str, str]:
    """Return what each band asks of a reader; {} for a kind without such sentences.

    >>> read_difficulty("pipeline.kinds.zip", "en")["medium"]
    'The same on a longer way; no guessing needed.'
    """
    sentences: Mapping[str, str] = read_texts(package, language)["difficulty"]
    return sentences


def symbols_of(package: str) -> tuple[Symbols, ...]:
    """Return what boards of a kind can show in place of numbers.

    >>> symbols_of("pipeline.kinds.numberlink"), symbols_of("pipeline.kinds.sudoku")
    (('letters', 'dots', 'icons'), ('digits', 'letters', 'icons'))
    """
    words = read_texts(package, ENGLISH)["symbols"]
    return tuple(one for one in get_args(Symbols) if one in words)


def rename_symbols(package: str, text: str, symbols: Symbols, language: str) -> str:
    """Return a text of a kind with the words for what its boards show in place of numbers.

    >>> rename_symbols("pipeline.kinds.numberlink", "one line leaves a number", "icons", "en")
    'one line leaves a picture'
    """
    if symbols == "numbers":
        return text
    words = read_texts(package, language)["symbols"]
    for word, other in words.get(symbols, {}).items():
        if word not in FIRST:
            text = text.replace(word, other)
    return text
