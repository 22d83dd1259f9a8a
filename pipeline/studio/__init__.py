"""The studio: a local web page over the files of a folder. See docs/studio.md.

`app` has the addresses, `guard` lets only its own page in; `drawing` is a board that a setter
draws, `check` the verdict on it; `book` is a book as it will be, from its TOML.
"""
