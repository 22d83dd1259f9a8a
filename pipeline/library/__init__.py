"""A library of puzzles across volumes, in one SQLite file: docs/library.md.

Functions take an open library (`open_library`); ``version_1.sql`` defines the tables.
"""

from pipeline.library.database import (
    Connection,
    find_damage,
    find_unreadable,
    open_library,
    writing,
)
from pipeline.library.puzzles import (
    Rights,
    add,
    board_key,
    is_board_free,
    key_of_board,
    show,
)
from pipeline.library.search import (
    Holding,
    Query,
    find,
    hold,
    holders_for,
    list_stock,
    next_volume,
    release,
    reserve,
    reserved_records,
)
from pipeline.library.volumes import (
    Placement,
    Volume,
    begin_volume,
    excluded_keys,
    find_faults,
    find_standing,
    list_volumes,
    place,
    placed_records,
    read_day,
    sharing_volumes,
    withdraw,
)
