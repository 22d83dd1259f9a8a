"""Type: lines, blocks, languages and styles. What flows down a page; knows no book."""
