"""Making boards: strategies, random answers, areas, and moves.

`Remove` starts from a random board with all its clues and removes clues; `Mend` starts from a
random board and changes it until it is unique; `Grow` lets regions grow around pieces. They take
their chance from a state that they advance, so that equal seeds make equal boards.
"""

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.clues import count_lines
from pipeline.kinds.kit.board.grid import chains
from pipeline.kinds.kit.board.regions import region_numbers as numbers_of
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.engine.search import OpenCells
from pipeline.kinds.kit.making.answers import (
    FindOther,
    find_other,
    random_cells,
    random_groups,
)
from pipeline.kinds.kit.making.areas import (
    borders_of,
    grow_areas,
    join_near,
    random_cages_apart,
    rectangles_with,
    regions_of,
)
from pipeline.kinds.kit.making.clearing import Clearing
from pipeline.kinds.kit.making.climbing import Change, Climb, places_apart
from pipeline.kinds.kit.making.growing import random_pieces
from pipeline.kinds.kit.making.growth import (
    divide_into_rectangles,
    grow_regions,
    move_cell,
    random_cages,
    random_rectangles,
)
from pipeline.kinds.kit.making.layouts import (
    change_loop,
    random_loop,
    random_numbers,
    random_path,
    random_region,
    random_regions,
    refill,
    shade,
)
from pipeline.kinds.kit.making.moves import (
    join_single_cages,
    move_between_cages,
    move_between_regions,
)
from pipeline.kinds.kit.making.sketches import Making, MendSketch, Sketch
from pipeline.kinds.kit.making.strategies import Extend, Grow, Keep, Mend, Remove
from pipeline.kinds.kit.making.totals import connected_cages, implied_totals, with_cages
from pipeline.kinds.kit.making.walls import fills_block, random_wall

__all__ = [
    "Change", "Clearing", "Climb", "Extend", "FindOther", "Grow", "Keep", "Making", "Mend",
    "MendSketch", "OpenCells", "RandomState", "Remove", "Sketch", "borders_of", "chains",
    "change_loop", "connected_cages", "count_lines", "divide_into_rectangles", "fills_block",
    "find_other",
    "grow_areas", "grow_regions", "implied_totals", "join_near",
    "join_single_cages", "move_between_cages", "move_between_regions", "move_cell",
    "numbers_of", "pick", "places_apart", "random_below",
    "random_cages", "random_cages_apart", "random_cells", "random_groups", "random_loop",
    "random_numbers", "random_path", "random_pieces", "random_rectangles", "random_region",
    "random_regions", "random_wall", "rectangles_with", "refill", "regions_of", "renumbered",
    "shade", "shuffled", "with_cages",
]  # fmt: skip
