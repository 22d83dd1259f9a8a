"""Answers as text, and the rules in three languages."""

from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.kinds.npuzzle.texts import TEXTS, answer_text, facts

CLUES = Clues(2, 3, (1, 0, 3, 4, 2, 5), (1, 2, 3, 4, 5, 0))


def test_moves_are_printed_in_groups() -> None:
    way = Solution("LRLRLRLRDR")
    assert answer_text(CLUES, way) == "10: →←→←→ ←→←↑←"
    assert TEXTS["moves"](CLUES, way, False) == "10 moves\nLRLRL RLRDR\n"


def test_boards_go_from_start_to_goal() -> None:
    said = TEXTS["boards"](CLUES, Solution("DR"), False)
    assert said == "1 . 3\n4 2 5\n\n1 D\n1 2 3\n4 . 5\n\n2 R\n1 2 3\n4 5 .\n"


def test_facts_include_whether_it_can_be_solved() -> None:
    assert facts(CLUES)["solvable"] == "yes"
    assert facts(Clues(2, 3, (1, 0, 3, 4, 5, 2), CLUES.goal))["solvable"] == "no"
