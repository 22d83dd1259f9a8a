"""The sorts of input: each makes a spoilt one and the command that is to read it."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from pipeline.kinds import get_kind
from pipeline.stages.collection.export import format_names
from tests.pdf.test_bombs import BOMBS, DAMAGED
from tests.render.fonts.test_check import HOSTILE
from tools.fuzz.corpus import COLLECTION, PROOFS, SITE, SIZES, Corpus, lines_of
from tools.fuzz.mutate import TOKENS, spoil, spoil_json

BUDGET = ("--nodes", "2000", "--conflicts", "200")
FONTS = '[book.fonts]\nlicence = "free.txt"\ntext = "a.ttf"\n'
FORMS = ("json", "labels", "tubes", "grid", "moves")


@dataclass(frozen=True, slots=True)
class Trial:
    """Files, a command line, the file that it writes, and whether it may ask for much work."""

    files: dict[str, bytes]
    words: tuple[str, ...]
    output: str | None = None
    may_be_long: bool = False


Target = Callable[[Corpus, random.Random], Trial]


def _rule(chance: random.Random) -> tuple[str, ...]:
    rules = [rule for kind in SIZES for rule in get_kind(kind).rules if rule]
    return ("--rule", chance.choice(rules)) if chance.random() < 0.2 else ()


def records(corpus: Corpus, chance: random.Random) -> Trial:
    """Records whose JSON, or whose bytes, are spoilt."""
    some = chance.sample(corpus.all_records, 2)
    if chance.random() < 0.75:
        data = lines_of([spoil_json(some[0], chance), *some[1 : chance.randrange(3)]])
    else:
        data = spoil(lines_of(some), chance, [lines_of(corpus.all_records[:1])])
    files = {"in.jsonl": data}
    profile = chance.choice(((), (), ("--rule-profile",), ("--confirmed",)))
    count = chance.choice(("1", "3", "all"))
    commands: list[tuple[str, ...]] = [
        ("filter", *BUDGET, *_rule(chance), *profile),
        ("grade",),
        ("verify", *BUDGET),
        ("export", "--to", chance.choice(format_names())),
        ("import", *_rule(chance)),
        ("solve", *BUDGET, "--count", count, *_rule(chance)),
        ("solve", *BUDGET, "--to", chance.choice(FORMS)),
        ("solve", *BUDGET, "--explain-ambiguity"),
        ("render", "--format", chance.choice(("svg", "svg", "png")), "--out", "images"),
    ]
    name, *rest = chance.choice(commands)
    if chance.random() < 0.003:
        files["book.toml"] = corpus.configs[0]
        return Trial(files, ("book", "in.jsonl", "--config", "book.toml", "-o", "out"), "out", True)
    if name == "render" or name == "verify":
        return Trial(files, (name, "in.jsonl", *rest))
    return Trial(files, (name, "in.jsonl", *rest, "-o", "out"), "out")


def texts(corpus: Corpus, chance: random.Random) -> Trial:
    """Text forms, read by their own form, by another, or by whatever knows them."""
    form = chance.choice(sorted(corpus.texts))
    others = [text for one in corpus.texts.values() for text in one]
    files = {"in.txt": spoil(chance.choice(corpus.texts[form]), chance, others)}
    if form == "sample":
        form = chance.choice(format_names())
    named = ("--from", form) if chance.random() < 0.5 else ()
    if chance.random() < 0.75:
        return Trial(files, ("import", "in.txt", *named, *_rule(chance), "-o", "out"), "out")
    return Trial(files, ("solve", "in.txt", *BUDGET, *named, "-o", "out"), "out")


def configs(corpus: Corpus, chance: random.Random) -> Trial:
    """Configurations of runs, books, magazines and sites."""
    data = chance.choice(corpus.configs)
    files = {"in.toml": spoil(data, chance, corpus.configs)}
    if chance.random() < 0.1:
        files["in.jsonl"] = lines_of(corpus.records["numberlink"])
        words: tuple[str, ...] = ("book", "in.jsonl", "--config", "in.toml", "-o", "out")
        return Trial(files, words, "out", True)
    return Trial(files, ("run", "in.toml", "--dry-run"), may_be_long=True)


def settings(corpus: Corpus, chance: random.Random) -> Trial:
    """Words of ``generate``: size, seed, rule and settings."""
    kind = chance.choice(list(SIZES))
    known = {key: one.example for key, one in get_kind(kind).settings.items() if not one.is_file}
    sizes = ("3x3", "3x2", "2x3") if kind == "npuzzle" else ("4x4", "4x4", "3x3", "5x4", "5x5")
    words = ["generate", kind, "--size", chance.choice(sizes)]
    words += ["--seed", str(chance.randrange(100)), *_rule(chance)]
    for key in chance.sample(sorted(known), chance.randrange(3)):
        value = known[key]
        if chance.random() < 0.4:
            value = spoil(value.encode(), chance)[:200].decode(errors="replace")
        words += ["--set", f"{key}={value}"]
    if chance.random() < 0.2:
        at = chance.randrange(1, len(words))
        words[at] = chance.choice(TOKENS)[:200].decode(errors="replace")
    words = [word.replace("\0", "0") for word in words]  # no shell can pass one
    return Trial({}, (*words, "-o", "out"), "out", True)


def masks(corpus: Corpus, chance: random.Random) -> Trial:
    """Masks, as text and as pictures."""
    files = {"mask": spoil(chance.choice(corpus.masks), chance, corpus.masks)}
    size = chance.choice(("4x4", "4x4", "5x3", "3x3", "6x6"))
    words = ("generate", "numberlink", "--size", size, "--seed", "1", "--set", "mask=mask")
    return Trial(files, (*words, "-o", "out"), "out", True)


def pdfs(corpus: Corpus, chance: random.Random) -> Trial:
    """PDFs: judged by printers' rules, and read back as books."""
    is_book = chance.random() < 0.1
    files = {"in.pdf": spoil(corpus.pdfs[is_book], chance, corpus.pdfs)}
    if is_book and chance.random() < 0.5:
        files["in.jsonl"] = corpus.run["run/30-graded.jsonl"]
        return Trial(files, ("verify", "in.jsonl", "--book", "in.pdf", *BUDGET))
    return Trial(files, ("preflight", "in.pdf"))


def bombs(corpus: Corpus, chance: random.Random) -> Trial:
    """PDFs that unpack or are repaired without end, and fonts, as they are or spoilt."""
    if chance.random() < 0.5:
        data = chance.choice([made for made in HOSTILE.values() if isinstance(made, bytes)])
        files = {"a.ttf": data, "free.txt": b"free", "in.jsonl": lines_of(corpus.all_records[:1])}
        config = corpus.run["run.toml"].decode().replace("[[section]]", FONTS + "[[section]]", 1)
        files["book.toml"] = config.encode()
        return Trial(files, ("book", "in.jsonl", "--config", "book.toml", "-o", "out"), "out")
    data = chance.choice([*BOMBS.values(), *DAMAGED.values()])()
    data = data if data.startswith(b"%PDF") else b"%PDF-1.7\n" + data
    files = {"in.pdf": spoil(data, chance, corpus.pdfs) if chance.random() < 0.5 else data}
    return Trial(files, ("preflight", "in.pdf"))


def proofs(corpus: Corpus, chance: random.Random) -> Trial:
    """CNFs and proofs on file, and the records that they are of."""
    files = dict(corpus.proofs)
    name = chance.choice(sorted(files))
    files[name] = spoil(files[name], chance, list(corpus.proofs.values()))
    return Trial(files, ("verify", "proved.jsonl", "--proof", PROOFS, *BUDGET))


def folders(corpus: Corpus, chance: random.Random) -> Trial:
    """Commands that fill folders and libraries: spoilt records, configurations."""
    some = chance.sample(corpus.all_records, 2)
    record = spoil_json(some[0], chance) if chance.random() < 0.6 else some[0]
    files = {"in.jsonl": lines_of([record]), "site.toml": SITE, "collection.toml": COLLECTION}
    files["run.toml"] = corpus.run["run.toml"]
    name = chance.choice(sorted(files))
    if chance.random() < 0.6:
        files[name] = spoil(files[name], chance, list(files.values()))
    trust = ("--trust",) if chance.random() < 0.5 else ()
    commands: list[tuple[str, ...]] = [
        ("site", "site.toml", "--out", "www", "--work", "made", "--jobs", "1", *trust),
        ("sheet", "run.toml", "--out", "out", "--jobs", "1"),
        ("collection", "collection.toml", "--out", "out", "--jobs", "1"),
        ("run", "run.toml", "--out", "out", "--jobs", "1", *trust),
    ]
    return Trial(files, chance.choice(commands), may_be_long=True)


def collections(corpus: Corpus, chance: random.Random) -> Trial:
    """Reports, choices, steps and covers of spoilt records and books."""
    some = chance.sample(corpus.all_records, 3)
    data = lines_of([spoil_json(some[0], chance), *some[1:]])
    files = {"in.jsonl": data if chance.random() < 0.8 else spoil(data, chance)}
    commands: list[tuple[str, ...]] = [
        ("report", "in.jsonl", "--out", "out"),
        ("select", "in.jsonl", "--count", "2", "--per-author", "1", "-o", "out"),
        ("select", "in.jsonl", "--count", "1", "--band", "easy", "--score", "1:50", "-o", "out"),
        ("grade", "in.jsonl", "--explain", "--out", "steps", "-o", "out"),
        ("grade", "in.jsonl", "--stats", "stats", "-o", "out"),
        ("cover", "in.pdf", "--printer", "kdp", "-o", "out", "--finished", "whole"),
    ]
    words = chance.choice(commands)
    if words[0] == "cover":
        files["in.pdf"] = spoil(corpus.pdfs[1], chance, corpus.pdfs)
    return Trial(files, words, "out")


def libraries(corpus: Corpus, chance: random.Random) -> Trial:
    """Libraries that are spoilt, and right ones that are given spoilt records or words."""
    records = chance.sample(corpus.all_records, 2)
    data = lines_of([spoil_json(records[0], chance), *records[1:]])
    files = {"in.jsonl": data, "library.db": corpus.library, "run.toml": corpus.run["run.toml"]}
    files["run.toml"] = (
        b'library = "library.db"\nseries = "T"\nsource = "library"\n' + (files["run.toml"])
    )
    if chance.random() < 0.4:
        files["library.db"] = spoil(corpus.library, chance)
    commands: list[tuple[str, ...]] = [
        ("add", "in.jsonl", "--holder", "A", "--valid-until", "2027-01-01"),
        ("place", "in.jsonl", "--series", "S", "--volume", "2"),
        ("find", "--kind", "hashi", "--text", "A", "--series", "S"),
        ("reserve", "--for", "B", "--count", "2"),
        ("release", "--series", "S", "--volume", "1"),
        ("show",),
        ("show", records[0]["id"]),
        ("export", "--series", "S", "-o", "out"),
        ("check", "--deep"),
        ("check", "in.jsonl"),
    ]
    words = list(chance.choice(commands))
    if chance.random() < 0.3:
        at = chance.randrange(1, len(words) + 1)
        words[at:at] = [chance.choice(TOKENS)[:200].decode(errors="replace").replace("\0", "0")]
    if chance.random() < 0.1:
        return Trial(files, ("run", "run.toml", "--out", "made", "--jobs", "1"), "library.db", True)
    return Trial(files, ("library", *words), "library.db")


TARGETS: dict[str, tuple[int, Target]] = {
    "records": (40, records),
    "texts": (40, texts),
    "configs": (1, configs),
    "settings": (1, settings),
    "masks": (8, masks),
    "pdfs": (1, pdfs),
    "bombs": (1, bombs),
    "proofs": (8, proofs),
    "folders": (4, folders),
    "collections": (4, collections),
    "libraries": (4, libraries),
}
"""How often each comes, and what makes it."""
