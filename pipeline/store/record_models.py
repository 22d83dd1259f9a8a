"""The schema of a record as pydantic models: what a line of JSON Lines must look like.

Imported by `pipeline.store.jsonl` when the first record is read, because pydantic takes a while
to import. The values that the rest of the program works with are those of ``pipeline.model``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from pipeline.model import Band, Confirmed, Status

Name = Annotated[str, Field(min_length=1)]
Natural = Annotated[int, Field(ge=0)]


def _declare(takes: str, about: str, default: Any = ..., **rest: Any) -> Any:
    """Return a field: what it takes in the words of an error, what it says, its default."""
    if "default_factory" not in rest:
        rest["default"] = default
    return Field(description=about, json_schema_extra={"takes": takes}, **rest)


class _Part(BaseModel):
    """A JSON object of fixed types that keeps the fields it does not know."""

    model_config = ConfigDict(extra="allow", strict=True)


class VerdictModel(_Part):
    """How many solutions the puzzle has, under which rule, and what stands behind the claim."""

    status: Annotated[Status, Field(strict=False)] = _declare(
        "one of " + ", ".join(Status),
        "What is known about the number of solutions; `undecided`: the step budget "
        "was spent first.",
        Status.UNCHECKED,
    )
    rule: Name | None = _declare(
        "the name of a rule or null", "The rule that the verdict holds under.", None
    )
    method: Name | None = _declare("a string or null", "The engine that decided.", None)
    version: Natural | None = _declare("a whole number or null", "Version of that method.", None)
    witness: dict[str, Any] | None = _declare(
        "an object or null", "For `multiple`: a second solution, in the form of `solution`.", None
    )
    confirmed: Annotated[Confirmed, Field(strict=False)] | None = _declare(
        f"one of {', '.join(Confirmed)} or null",
        "For `unique`: what stands behind it beside the engine that decided. `none`, "
        "`solver` (the same argument once more) or `argument` (another one).",
        None,
    )


class GradeModel(_Part):
    """How hard the puzzle is; see grading.md."""

    score: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$")] = _declare(
        'a decimal number as a string, like "4.52"',
        'The score as a decimal string ("4.52"), so that no float reaches a file.',
    )
    nodes: Annotated[list[Natural], Field()] = _declare(
        "a list of whole numbers", "The counts of search nodes behind the score."
    )
    capped: Natural = _declare("a whole number", "How many of these counts ran into the budget.")
    band: Annotated[Band, Field(strict=False)] = _declare(
        "one of " + ", ".join(Band), "The band of difficulty."
    )
    percentile: Annotated[int, Field(ge=0, le=100)] | None = _declare(
        "a whole number from 0 to 100 or null", "Rank within the size, 0 to 100.", None
    )
    method: Name = _declare("a string", "The grading method.")
    version: Natural = _declare("a whole number", "Version of that method.")


class CreditModel(_Part):
    """Who made the puzzle, and on which terms it may be used."""

    author: str | None = _declare("a string or null", "Who made it.", None)
    title: str | None = _declare("a string or null", "What the author calls it.", None)
    url: str | None = _declare("a string or null", "Where it was published.", None)
    licence: str | None = _declare(
        "a string or null", "An SPDX identifier (`CC-BY-4.0`) or the words of the source.", None
    )
    text: str | None = _declare(
        "a string or null", "Attribution to print, kept word for word.", None
    )


class ProvenanceModel(_Part):
    """Where the record came from: a generator with its seed, or an imported file."""

    generator: Name = _declare("a string", "Name of the generator, or of the importer.")
    version: Natural | None = _declare("a whole number or null", "Version of the generator.", None)
    seed: int | None = _declare("a whole number or null", "Seed of the run.", None)
    index: Natural | None = _declare(
        "a whole number or null", "Number of the puzzle in the run.", None
    )
    attempt: Natural | None = _declare("a whole number or null", "Which attempt succeeded.", None)


class RecordModel(_Part):
    """One line: one puzzle with all that is known about it."""

    # Not `schema`: that name is a method of BaseModel.
    schema_: Literal[1] = _declare(
        "1 (the only schema of this version)", "Version of this schema.", alias="schema"
    )
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = _declare(
        "16 hex digits (0-9, a-f); leave it out to have it computed",
        "16 hex digits, given at birth and kept through every stage; computed from "
        "kind and puzzle where absent.",
        None,
    )
    kind: Name = _declare("the name of a kind", "The kind of puzzle.")
    puzzle: dict[str, Any] = _declare(
        "an object", "The puzzle as printed, in the form of its kind."
    )
    solution: dict[str, Any] | None = _declare(
        "an object or null", "The solution, in the form of its kind.", None
    )
    verdict: VerdictModel = _declare(
        "an object", "How many solutions it has.", default_factory=VerdictModel
    )
    grade: GradeModel | None = _declare("an object or null", "How hard it is.", None)
    credit: CreditModel | None = _declare("an object or null", "Who made it.", None)
    provenance: ProvenanceModel | None = _declare("an object or null", "Where it came from.", None)


def _expected(model: type[BaseModel], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield what each field takes, in words, by its dotted name."""
    for name, field in model.model_fields.items():
        path = above + (field.alias or name)
        extra = field.json_schema_extra
        assert isinstance(extra, dict), "declared by `_declare`"
        yield path, str(extra["takes"])
        for part in (field.annotation, *get_args(field.annotation)):
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from _expected(part, f"{path}.")


EXPECTED = dict(_expected(RecordModel))
"""What each field takes, in words, by its dotted name."""
