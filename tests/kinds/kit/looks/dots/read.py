from collections.abc import Iterator

from pipeline.kinds import kit
from pipeline.kinds.kit.looks.between.read import pair_at
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.scene.board_reading import circle_of
from tests.kinds.kit.looks.dots.clue import Dots


class DotReader(ClueReader[Dots]):
    def clues(self, parts: Parts) -> Iterator[kit.Clue]:
        colours: dict[tuple[int, ...], str] = {}
        for shapes, colour in (
            (self.board.strokes(self.content), "white"), (self.content.fills, "black")
        ):  # fmt: skip
            for shape in shapes:
                circle = circle_of(shape.points) if shape.ink else None
                if circle and (pair := pair_at(self.board, circle[0])):
                    colours[pair] = colour
        return (kit.Clue("dot", pair, (), colour) for pair, colour in colours.items())


READER = DotReader
