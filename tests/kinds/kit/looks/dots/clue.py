from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.kinds import kit
from pipeline.kinds.kit.board.clues import Image, require_once, signed_of
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Dots(kit.ClueSort):
    names = ("dot",)

    def require_valid(self, grid: kit.Grid, clue: kit.Clue, taken: set[object]) -> None:
        require_once(clue, taken)
        if clue.place not in grid.edges() or clue.sign not in ("white", "black"):
            raise kit.PuzzleFormatError(f"expected a dot between neighbours, found {clue!r}")

    def encode(self, rows: int, cols: int, clues: Sequence[kit.Clue]) -> JsonObject:
        return {"dots": [[*clue.place, clue.sign] for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[kit.Clue]:
        for one, other, colour in signed_of(puzzle, "dots", "two cells", "white"):
            yield kit.Clue("dot", (one, other), (), colour)

    def image(self, clue: kit.Clue, image: Image) -> kit.Clue:
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))
