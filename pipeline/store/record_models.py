"""The schema of a record as pydantic models: what a line of JSON Lines must look like.

Imported by `pipeline.store.jsonl` when the first record is read, because pydantic takes a while
to import. The values that the rest of the program works with are those of ``pipeline.model``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pipeline.model import Band, Confirmed, Status

Name = Annotated[str, Field(min_length=1)]
Natural = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    """A JSON object of fixed types that keeps the fields it does not know."""

    model_config = ConfigDict(extra="allow", strict=True)


class VerdictModel(_Part):
    """How many solutions the puzzle has, under which rule, and what stands behind the claim."""

    status: Annotated[Status, Field(strict=False)] = Field(
        default=Status.UNCHECKED,
        description="What is known about the number of solutions; `undecided`: the step budget "
        "was spent first.",
    )
    rule: Name | None = Field(default=None, description="The rule that the verdict holds under.")
    method: Name | None = Field(default=None, description="The engine that decided.")
    version: Natural | None = Field(default=None, description="Version of that method.")
    witness: dict[str, Any] | None = Field(
        default=None,
        description="For `multiple`: a second solution, in the form of `solution`.",
    )
    confirmed: Annotated[Confirmed, Field(strict=False)] | None = Field(
        default=None,
        description="For `unique`: what stands behind it beside the engine that decided. `none`, "
        "`solver` (the same argument once more) or `argument` (another one).",
    )


class GradeModel(_Part):
    """How hard the puzzle is; see grading.md."""

    score: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$")] = Field(
        description='The score as a decimal string ("4.52"), so that no float reaches a file.'
    )
    nodes: Annotated[list[Natural], Field()] = Field(
        description="The counts of search nodes behind the score."
    )
    capped: Natural = Field(description="How many of these counts ran into the budget.")
    band: Annotated[Band, Field(strict=False)] = Field(description="The band of difficulty.")
    percentile: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="Rank within the size, 0 to 100."
    )
    method: Name = Field(description="The grading method.")
    version: Natural = Field(description="Version of that method.")


class CreditModel(_Part):
    """Who made the puzzle, and on which terms it may be used."""

    author: str | None = Field(default=None, description="Who made it.")
    title: str | None = Field(default=None, description="What the author calls it.")
    url: str | None = Field(default=None, description="Where it was published.")
    licence: str | None = Field(
        default=None, description="An SPDX identifier (`CC-BY-4.0`) or the words of the source."
    )
    text: str | None = Field(default=None, description="Attribution to print, kept word for word.")


class ProvenanceModel(_Part):
    """Where the record came from: a generator with its seed, or an imported file."""

    generator: Name = Field(description="Name of the generator, or of the importer.")
    version: Natural | None = Field(default=None, description="Version of the generator.")
    seed: int | None = Field(default=None, description="Seed of the run.")
    index: Natural | None = Field(default=None, description="Number of the puzzle in the run.")
    attempt: Natural | None = Field(default=None, description="Which attempt succeeded.")


class RecordModel(_Part):
    """One line: one puzzle with all that is known about it."""

    # Not `schema`: that name is a method of BaseModel.
    schema_: Literal[1] = Field(alias="schema", description="Version of this schema.")
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = Field(
        default=None,
        description="16 hex digits, given at birth and kept through every stage; computed from "
        "kind and puzzle where absent.",
    )
    kind: Name = Field(description="The kind of puzzle.")
    puzzle: dict[str, Any] = Field(description="The puzzle as printed, in the form of its kind.")
    solution: dict[str, Any] | None = Field(
        default=None, description="The solution, in the form of its kind."
    )
    verdict: VerdictModel = Field(
        default_factory=VerdictModel, description="How many solutions it has."
    )
    grade: GradeModel | None = Field(default=None, description="How hard it is.")
    credit: CreditModel | None = Field(default=None, description="Who made it.")
    provenance: ProvenanceModel | None = Field(default=None, description="Where it came from.")


EXPECTED = {
    "schema": "1 (the only schema of this version)",
    "id": "16 hex digits (0-9, a-f); leave it out to have it computed",
    "kind": "the name of a kind",
    "puzzle": "an object",
    "solution": "an object or null",
    "verdict": "an object",
    "verdict.status": "one of " + ", ".join(Status),
    "verdict.rule": "the name of a rule or null",
    "verdict.method": "a string or null",
    "verdict.version": "a whole number or null",
    "verdict.witness": "an object or null",
    "verdict.confirmed": f"one of {', '.join(Confirmed)} or null",
    "grade": "an object or null",
    "grade.score": 'a decimal number as a string, like "4.52"',
    "grade.nodes": "a list of whole numbers",
    "grade.capped": "a whole number",
    "grade.band": "one of " + ", ".join(Band),
    "grade.percentile": "a whole number from 0 to 100 or null",
    "grade.method": "a string",
    "grade.version": "a whole number",
    "credit": "an object or null",
    "credit.author": "a string or null",
    "credit.title": "a string or null",
    "credit.url": "a string or null",
    "credit.licence": "a string or null",
    "credit.text": "a string or null",
    "provenance": "an object or null",
    "provenance.generator": "a string",
    "provenance.version": "a whole number or null",
    "provenance.seed": "a whole number or null",
    "provenance.index": "a whole number or null",
    "provenance.attempt": "a whole number or null",
}
"""What each field takes, in words, by its dotted name."""
