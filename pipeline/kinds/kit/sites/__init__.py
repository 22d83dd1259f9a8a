"""Text forms: for each site, a grammar of parts that both reads and writes.

A form of a page is a value, such as ``puzz_link.form(("starbattle",), Number(STARS), Borders())``:
its parts are read and written in this order. `Site.form` makes the form of a kind from it, with the
kind's `Boards`; pages do not repeat these.
"""

from pipeline.kinds.kit.sites import arrows, janko, puzz_link, tables, tatham, words

__all__ = ["arrows", "janko", "puzz_link", "tables", "tatham", "words"]
