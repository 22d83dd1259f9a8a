"""Maps of bridges on standard input, as the rivals take and print them."""

import json

import pytest

MAP = "1.4.2\n.....\n..1..\n"


def test_a_map_comes_back_with_its_bridges_and_nothing_else(puzzlepress) -> None:
    done = puzzlepress("solve", stdin=MAP, NO_COLOR="1")
    assert done.returncode == 0
    assert done.stdout == "1-4=2\n  |  \n  1  \n"


def test_three_bridges_and_parted_islands_are_a_rule_of_their_own(puzzlepress) -> None:
    text = "3.3\n...\n1.1\n"
    done = puzzlepress(
        *("solve", "--from", "map", "--count", "2", "--no-colour"),
        *("--set", "max_bridges=3", "--set", "connected=false"),
        stdin=text,
    )
    assert (done.returncode, done.stdout) == (0, "3E3\n   \n1-1\n\n3=3\n| |\n1 1\n")
    done = puzzlepress("solve", "--from", "map", "--no-colour", stdin=text)
    assert (done.returncode, done.stdout) == (0, "3=3\n| |\n1 1\n")


EVERY_SIGN = """\
..4...3..
.........
3.c...b.4
.........
1.6...a.4
.........
2...2.3.1
"""

ITS_SOLUTIONS = """\
  4---3__
  #   "__
3EcEEEbE4
  #   # |
1-6===aE4
      "__
2===2 3-1

  4---3__
  #   "__
3EcEEEbE4
  #   # |
1-6===a=4
      # |
2===2 3 1

  4---3__
  #   "__
3EcEEEbE4
  #   # |
1 6EEEaE4
|     |__
2---2-3-1

  4---3__
  #   "__
3EcEEEbE4
  #   # |
1 6EEEa=4
|     " |
2---2-3 1
""".replace("_", " ")


@pytest.mark.parametrize(("count", "shown"), [("1", 1), ("3", 3), ("4", 4), ("10", 4)])
def test_every_sign_of_the_rival_and_every_solution_up_to_a_count(
    puzzlepress, count: str, shown: int
) -> None:
    done = puzzlepress(
        *("solve", "--from", "map", "--count", count, "--no-colour"),
        *("--set", "max_bridges=3", "--set", "connected=false"),
        stdin=EVERY_SIGN,
    )
    expected = "\n\n".join(ITS_SOLUTIONS.rstrip("\n").split("\n\n")[:shown]) + "\n"
    assert (done.returncode, done.stdout) == (0, expected)


def test_islands_that_touch_are_solved_and_drawn_wide(puzzlepress) -> None:
    has = "2 2 3\r\n2 1 \r\n1 0 \r\n"
    done = puzzlepress("solve", "--to", "wide", "--no-colour", stdin=has)
    assert (done.returncode, done.stdout) == (0, "2-1\n|  \n1  \n")
    done = puzzlepress("solve", "--no-colour", stdin=has)
    assert "1 between row 1, column 1 and row 1, column 2, which touch\n" in done.stdout


def test_solved_maps_are_imported_with_their_solutions(puzzlepress) -> None:
    done = puzzlepress("import", "-", stdin="1-4=2\n  |  \n  1  \n")
    record = json.loads(done.stdout)
    assert record["solution"] == {"bridges": [[0, 2, 1], [2, 4, 2], [2, 12, 1]]}
    exported = puzzlepress("export", "--to", "puzz.link", stdin=done.stdout)
    assert exported.stdout == "https://puzz.link/p?hashi/5/3/1g4g2m1h\n"
    exported = puzzlepress("export", "--to", "solved-map", stdin=done.stdout)
    assert exported.stdout == "1-4=2\n  |  \n  1  \n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1.4.2\n....\n..1..\n", "standard input:2: "),
        ("1.4.2\n.x...\n..1..\n", "found 'x' in column 2"),
        ("1.9.2\n", "expected at most 4 bridges on the island at row 1, column 3"),
        ("1.1\n...\n.2.\n", "the island at row 3, column 2 reaches no other"),
    ],
)
def test_bad_maps_are_refused_with_their_line(puzzlepress, text: str, words: str) -> None:
    done = puzzlepress("solve", "--from", "map", stdin=text)
    assert done.returncode == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert "Traceback" not in done.stderr
