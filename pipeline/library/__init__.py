"""A library of puzzles across volumes: what was ever made, placed and owed, in one SQLite file.

Plain functions over an open library (`open_library`); only here is sqlite3 known. The tables are
described in ``version_1.sql``; docs/library.md tells users, and datasette.json shows them to a
browser.
"""

from pipeline.library.database import (
    Connection,
    find_damage,
    find_unreadable,
    open_library,
    writing,
)
from pipeline.library.puzzles import Rights, add, board_key, is_board_free, show
from pipeline.library.search import (
    Holding,
    Query,
    find,
    hold,
    list_stock,
    next_volume,
    release,
    reserve,
    reserved_records,
)
from pipeline.library.volumes import (
    ROYALTIES,
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
    royalties,
    withdraw,
)
