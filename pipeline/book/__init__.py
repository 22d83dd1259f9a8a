"""Turn options and sections of records into the pages of a book, each a scene.

`lay_out` plans a whole book (``layout.py`` shows the order of its parts), `write_book` hands its
pages to the PDF renderer. ``pipeline/stages`` selects the records of a book.
"""

from pipeline.book.layout import lay_out
from pipeline.book.press.book import Book, OutlineEntry, Page, PageRole, PrintedPlace
from pipeline.book.press.write import write_book
from pipeline.edition.section import BookSection
