"""A finished PDF read back: operators to marks, marks to figures, words and page contents."""
