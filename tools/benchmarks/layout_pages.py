"""The pages of docs/layouts.md: ``python -m tools.benchmarks.layout_pages [SIDE ...]``.

Draws twelve generated puzzles with their solutions on one page for each size, into docs/images,
and prints how even the layouts are: the share of horizontal edges and of cells with a corner.
"""

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.numberlink.repair import share_across
from pipeline.render.picture import render_picture
from pipeline.render.theme import get_theme
from pipeline.scene import Ink, Role, Scene
from pipeline.scene.marks import Rect

IMAGES = Path(__file__).parents[2] / "docs" / "images"
BOARD_MM = 44.0
GAP_MM = 5.0
ACROSS, DOWN = 4, 3
PIXELS_PER_MM = 8.0


def main() -> None:
    """Write a page for each side named, or for 10, 20 and 50."""
    kind = get_kind("numberlink")
    for side in [int(word) for word in sys.argv[1:]] or [10, 20, 50]:
        params = kind.parse_params(side, side, "free", {})
        boards: list[tuple[Any, Any]] = []
        tries = 0
        while len(boards) < ACROSS * DOWN:
            made = kind.generate(params, 1000 + tries)
            tries += 1
            if made.clues is not None:
                boards.append((made.clues, made.solution))
        page = compose([kind.draw(*board, BOARD_MM / side) for board in boards])
        theme = get_theme("colour")
        (IMAGES / f"layouts-{side}.png").write_bytes(
            render_picture(page, "png", theme, PIXELS_PER_MM)
        )
        across = [share_across(solution.paths) for _, solution in boards]
        turns = [corner_share(solution.paths, side * side) for _, solution in boards]
        pairs = [len(solution.paths) for _, solution in boards]
        print(
            f"{side}x{side}: {tries} tries, {statistics.fmean(pairs):.1f} pairs, "
            f"horizontal edges {statistics.fmean(across):.1%} ({min(across):.0%} to "
            f"{max(across):.0%}), corners in {statistics.fmean(turns):.1%} of cells",
            flush=True,
        )


def compose(boards: Sequence[Scene]) -> Scene:
    """Return boards side by side on white, `ACROSS` to a row."""
    width = max(board.width_mm for board in boards) + GAP_MM
    height = max(board.height_mm for board in boards) + GAP_MM
    page = Scene(ACROSS * width + GAP_MM, DOWN * height + GAP_MM)
    page = page.over([Rect((0, 0), page.width_mm, page.height_mm, fill=Ink(Role.PAPER))])
    for place, board in enumerate(boards):
        row, col = divmod(place, ACROSS)
        page = page.over(board.moved(GAP_MM + col * width, GAP_MM + row * height).marks)
    return page


def corner_share(paths: Sequence[Sequence[int]], cells: int) -> float:
    """Return the share of cells at which a line turns."""
    turns = sum(
        b - a != c - b for path in paths for a, b, c in zip(path, path[1:], path[2:], strict=False)
    )
    return turns / cells


if __name__ == "__main__":
    main()
