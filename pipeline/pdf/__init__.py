"""A finished PDF read back: operators to marks, marks to figures, words and page contents.

``content.py`` interprets content streams, ``measure.py`` draws figures from what they paint,
``reading.py`` hands pages to the kinds that read their boards from them. Judges nothing.
"""
