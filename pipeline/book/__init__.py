"""Book: options and sections of records become pages, each a scene. Knows no puzzle by name.

`lay_out` plans a whole book (``layout.py`` shows the order of its parts), `write_book` hands its
pages to the PDF renderer. Which records go into a book is decided in ``pipeline/stages``.
"""

from pipeline.book.layout import lay_out
from pipeline.book.press.book import Book, OutlineEntry, Page, PageRole, PrintedPlace
from pipeline.book.press.write import write_book
from pipeline.book.section import BookSection
