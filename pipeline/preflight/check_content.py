"""Rules on the content of a book: puzzles of a program, and puzzles of other titles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.preflight.findings import Finding
from pipeline.preflight.specs import Service


@dataclass(frozen=True, slots=True)
class Content:
    """The origin of a book's puzzles, as its run and its configuration state it.

    ``candidates`` is the number of boards that were generated, 0 if unknown; ``editions`` are other
    books with the same puzzles.
    """

    puzzles: int
    candidates: int = 0
    editor: str = ""
    editions: tuple[str, ...] = ()

    @property
    def choice(self) -> str:
        """How many puzzles were chosen from how many, and by whom."""
        chosen = f"{self.puzzles} puzzles of a program"
        if self.candidates > self.puzzles:
            chosen += f", chosen from {self.candidates}"
        return f"{chosen}, editor: {self.editor or 'not named'}"


def check_content(service: Service, content: Content) -> Iterator[Finding]:
    """Yield the findings of a printer on the content, with the evidence for it."""
    limit = "evidence of editing, as the dossier gives it (puzzlepress dossier)"
    if not content.editor:
        limit += '; name the editor: editor = "..." under [dossier]'
    yield from service.find("mass_produced", False, None, content.choice, limit)
    others = "; ".join(content.editions)
    yield from service.find(
        "same_content", not others, None,
        f"the same puzzles in {others}" if others else "no other title with these puzzles known",
        "no other title with the same puzzles; explain an edition for other readers",
    )  # fmt: skip
