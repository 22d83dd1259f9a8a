"""Set-up commands: new, kinds, schema, options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from pipeline.commands.options import CHECK_FAILED, Output, argument, option, say
from pipeline.config.templates import TEMPLATES
from pipeline.kinds import add_kinds, get_kind, kind_ids
from pipeline.model import ConfigError, unknown_name

if TYPE_CHECKING:
    from pipeline.kinds.interface import AnyKind

SITE = "site"
FOLDERS = {  # Files to start from, and their place here
    "samples": "samples",
    "masks": "configs/masks",
    "site-templates": "pipeline/web/templates",
}
KIND, EXAMPLES, BOOK = "kind", "examples", "book"
KNOWN = (BOOK, *TEMPLATES, SITE, *FOLDERS, KIND, EXAMPLES)
_NEXT = {  # The next command for a template that is not a book
    "magazine": "make it with: puzzlepress sheet {} --out pages",
    SITE: "make it with: puzzlepress site {} --out www",
}


def new(
    template: Annotated[str, argument("TEMPLATE", f"One of: {', '.join(KNOWN)}.")],
    name: Annotated[str | None, argument("[NAME]", "Name of a new kind, or folder of one.")] = None,
    output: Output = "-",
    language: str = option("--language CODE", "Language of the book or site: en, de, fr.", "en"),
    of_kind: str | None = option("--kind KIND", "Kind of the puzzles of a book.", None),
) -> None:
    """Write a commented configuration to start from, as a new file.

    The template book has puzzles of one kind in three levels. The templates samples (puzzles of
    each kind), masks (outlines of boards) and site-templates (pages of a site, docs/web.md) are
    folders, kind is the folder of a new kind of puzzle, and examples are those that such a kind
    needs, made by itself (docs/kinds.md).

    Example: puzzlepress new kdp-letter -o book.toml
    Example: puzzlepress new booklet --language fr -o livret.toml
    Example: puzzlepress new book --kind slitherlink -o loops.toml
    Example: puzzlepress new samples -o samples
    Example: puzzlepress new kind blocks
    Example: puzzlepress new examples numberlink
    """
    from pipeline.edition.language import load_language
    from pipeline.stages.books.templates import write_template
    from pipeline.store.files import DASH, write_atomic

    if template not in KNOWN:
        raise unknown_name("template", template, KNOWN)
    if (name is None) == (template in (KIND, EXAMPLES)):
        raise ConfigError(
            f"expected puzzlepress new kind NAME, or new examples KIND, found "
            f"{'no name' if name is None else f'the name {name!r} for {template}'}"
        )
    if (of_kind is None) == (template == BOOK):
        raise ConfigError(
            f"expected puzzlepress new book --kind KIND, found "
            f"{'no kind' if of_kind is None else f'--kind {of_kind} for {template}'}"
        )
    code = load_language(language).code
    if name is not None and template == EXAMPLES:
        _write_examples(name, output)
        return
    if name is not None:
        _write_kind(name, Path(name if output == DASH else output))
        return
    if template in FOLDERS:
        _copy_folder(template, output)
        return
    shown = "FILE.toml" if output == DASH else Path(output).name
    text = write_template(template, shown, code, of_kind)
    if output == DASH:
        print(text, end="")
        return
    if Path(output).exists():
        raise ConfigError(f"expected a new file, found {output}; name another with -o")
    write_atomic(output, text)
    hint = _NEXT.get(template, "plan it with: puzzlepress run {} --dry-run").format(output)
    say(f"new: {template} in {output}; {hint}")


def _copy_folder(name: str, output: str) -> None:
    from pipeline.store.files import DASH, make_folder, write_atomic

    files = {
        path.name: path.read_bytes() for path in sorted(_shipped(name), key=attrgetter("name"))
    }
    if output == DASH or not _is_begun(Path(output), files):
        raise ConfigError(
            f"expected a new folder for the {name}, found "
            f"{'none' if output == DASH else output}; name one with -o"
        )
    if not files:
        raise ConfigError(
            f"expected the {name} with the installed package, found none; reinstall it, or "
            f"copy them from {FOLDERS[name]} of its source"
        )
    make_folder(Path(output))
    for file, data in files.items():
        write_atomic(Path(output) / file, data)
    say(f"new: {len(files)} {name} in {output}")


def _is_begun(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Return whether a folder is missing, or has only some of the files, as after a kill."""
    from pipeline.store.files import clear_leftovers

    if not folder.is_dir():
        return not folder.exists()
    clear_leftovers(folder, "|".join(map(re.escape, files)))
    held = [*folder.iterdir()]
    return len(held) < len(files) and all(
        path.is_file() and path.read_bytes() == files.get(path.name) for path in held
    )


def _write_kind(name: str, folder: Path) -> None:
    """Write the folder of a new kind: Latin squares under another name."""
    from pipeline.store.files import make_folder, write_atomic

    if not re.fullmatch("[a-z][a-z0-9_]*", name) or name in kind_ids() or folder.name != name:
        raise ConfigError(
            f"expected a new name of lower-case letters, digits and _, and a folder of that name, "
            f"found {name!r} in {folder}; use another name"
        )
    if folder.exists():
        raise ConfigError(f"expected a new folder, found {folder}; name another with -o")
    make_folder(folder)
    source = resources.files("pipeline.kinds.kit.template")
    for file in ("kind.py", "texts.en.toml", "examples.json", "kind.toml"):
        text = source.joinpath(file).read_text(encoding="utf-8")
        title = name.replace("_", " ").title()
        write_atomic(str(folder / file), text.replace("Latin Square", title))
    say(f"new: {name} in {folder}; check it with: puzzlepress check-kind {folder}")


def _write_examples(folder: str, output: str) -> None:
    """Write the examples of a kind, keep valid ones of the file, and report what is missing.

    If the command is stopped, the examples found so far are written.
    """
    from pipeline.stages.new_examples import Examples, find_examples, keep_examples
    from pipeline.store.files import DASH, write_atomic

    kind, examples = _kind_in(folder), Examples()

    def report(text: str) -> None:
        say(f"new: examples of {kind.id}: {text}")

    if output != DASH and Path(output).exists():
        try:
            known = json.loads(Path(output).read_text(encoding="utf-8"))
        except ValueError as error:
            what = f"expected JSON in {output}, found {error}; mend it, or name another with -o"
            raise ConfigError(what) from None
        examples = keep_examples(kind, known, report)
    try:
        find_examples(kind, examples, report)
    finally:
        if output == DASH and examples.solved:
            print(examples.text(), end="")
        elif examples.solved:
            write_atomic(output, examples.text())
            report(f"what was found is in {output}")
    for missing in examples.lacks(kind):
        report(f"{missing}; add it by hand")


def _shipped(name: str) -> list[Path]:
    """Return the files of a folder of the installed wheel, or of the source tree."""
    from importlib.metadata import PackageNotFoundError, files

    try:
        listed = files("puzzlepress") or []
    except PackageNotFoundError:
        listed = []
    installed = [
        Path(str(one.locate())) for one in listed if one.parent.match(f"puzzlepress/{name}")
    ]
    beside = Path(__file__).parents[2] / FOLDERS[name]
    return [one for one in installed if one.is_file()] or [*beside.glob("*")]


def schema(output: Output = "-") -> None:
    """Write the JSON Schema of configurations, for editors.

    Templates refer to it in their first line, as a file in the same folder.

    Example: puzzlepress schema
    Example: puzzlepress schema -o puzzlepress.schema.json
    """
    from pipeline.config.schema import config_schema
    from pipeline.store.files import write_atomic

    write_atomic(output, json.dumps(config_schema(), indent=1, ensure_ascii=False) + "\n")


def options(kind: Annotated[str, argument("KIND", "A kind that puzzlepress kinds lists.")]) -> None:
    """List the options of a kind, for --set or a section's set table.

    Example: puzzlepress options numberlink
    Example: puzzlepress options sudoku
    """
    print(*describe_options(kind), sep="\n")


def describe_options(kind_id: str) -> Iterator[str]:
    """Yield lines on the rules and ``--set`` keys of a kind: values, default, example."""
    kind = get_kind(kind_id)
    if kind.variants is not None:
        rules = kind.variants.rules
        yield f"--rule: {', '.join(rules)} (default: {rules[0]})"
    for key, setting in kind.settings.items():
        yield f"--set {key}={setting.example}"
        yield f"    {setting.help}"
        yield f"    values: {setting.values}; default: {setting.default}"


def kinds() -> None:
    """List the kinds of puzzle: names, titles, and sources.

    Example: puzzlepress kinds
    Example: puzzlepress kinds --kinds blocks
    """
    from pipeline.kinds import kind_folders
    from pipeline.kinds.kit.telling.kind_texts import ENGLISH, title_of

    for kind_id, folder in kind_folders().items():
        try:
            title = title_of(folder.package, ENGLISH)
        except ConfigError as error:
            title = f"cannot be used: {error}"
        print(f"{kind_id:12} {title:16} {folder.source}")


def check_kind(
    folder: Annotated[str, argument("FOLDER", "Folder of a kind, or the name of a known one.")],
    only: list[str] = option(
        "--only CHECK", "One check alone, such as forms; may be repeated.", []
    ),
) -> None:
    """Check a kind by running its code, and list what is missing.

    Example: puzzlepress check-kind blocks
    Example: puzzlepress check-kind numberlink --only examples --only forms
    """
    from pipeline.stages.check_kind import CHECKS, find_problems
    from pipeline.stages.check_kind.boards import NOTE

    for name in only or ():
        if name not in CHECKS:
            raise unknown_name("check", name, CHECKS)
    kind, shown = _kind_in(folder), dict[str, None]()
    for name in only or CHECKS:
        found = [*find_problems(kind, CHECKS[name])]
        problems = [one for one in found if not one.startswith(NOTE)]
        new = [one for one in found if one not in shown]
        shown |= dict.fromkeys(problems)
        above = ", shown above" if found and not new else ""
        print(f"{name}: {len(problems) or 'no'} problem{'s' * (len(problems) != 1)}{above}")
        print(*(f"  {one}" for one in new), sep="\n", end="\n" * bool(new))
    if shown:
        raise typer.Exit(CHECK_FAILED)


def _kind_in(folder: str) -> AnyKind:
    """Return the kind of a folder, or the one of that name."""
    if folder not in kind_ids():
        add_kinds(folder)
    return get_kind(Path(folder).resolve().name)


class KindsCommand(TyperCommand):
    """A command with the option ``--kinds``, which applies before all other parameters."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Add the kinds, since other parameters may name one."""
        for word, after in pairwise([*args, ""]):
            if word == "--kinds" or word.startswith("--kinds="):
                add_kinds(after if word == "--kinds" else word.partition("=")[2])
        return super().parse_args(ctx, args)


class KindCommand(KindsCommand):
    """A command whose help includes the options of the kind named before ``--help``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Store the words, since --help is handled before arguments are parsed."""
        ctx.meta["puzzlepress.words"] = [*args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help and the options of the kind."""
        super().format_help(ctx, formatter)
        kind = next((word for word in ctx.meta["puzzlepress.words"] if word in kind_ids()), None)
        hint = ["Options of a kind: puzzlepress options KIND; kinds: puzzlepress kinds"]
        print(*(describe_options(kind) if kind else hint), sep="\n")
