from collections.abc import Iterator

from pipeline.kinds import kit
from pipeline.kinds.interface import Words
from pipeline.kinds.kit.looks.said import Canvas, Saying


def put(board: kit.Board, canvas: Canvas) -> None:
    for clue in board.clues_of("dot"):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in clue.place)
        canvas.rows[row + row2 + 1][col + col2 + 1] = "o" if clue.sign == "white" else "*"
        canvas.has_gaps = True


def notes(board: kit.Board, words: Words) -> Iterator[str]:
    for clue in board.clues_of("dot"):
        yield f"A {clue.sign} dot: {words.cells(clue.place)}."


SAYING = Saying(put=put, notes=notes)
