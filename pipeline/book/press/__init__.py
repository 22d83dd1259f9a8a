"""From a finished book to the press: trims, margins, rights, sheets, covers, files."""
