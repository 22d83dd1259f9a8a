"""The names of the templates of books; their files are beside this one."""

from typing import Final

TEMPLATES: Final = (
    "sudoku-large-print", "variety", "children", "kdp-6x9-large-print", "kdp-letter", "magazine",
    "booklet", "screen-colour", "mixed", "giant-nested",
)  # fmt: skip
