"""Lines from place to place: of an answer, borders of cells, heavy ones between regions."""
