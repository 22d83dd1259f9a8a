import json

PUZZLE = """\
# a comment before the first puzzle

5 5
5...4
3542.
...3.
...1.
12...

# another
3 3
1..
.2.
21.

0 0
this is never read
"""

IMPOSSIBLE = "2 2\n12\n21\n"
AMBIGUOUS = "4 4\n....\n.ab.\n..b.\na...\n"


def test_labels(puzzlepress) -> None:
    done = puzzlepress("solve", "--rule", "cover", stdin=PUZZLE)
    assert done.returncode == 0
    first, second = done.stdout.strip().split("\n\n")
    assert first.split() == ["55444", "35422", "33332", "11112", "12222"]
    assert second.split() == ["111", "221", "211"]


def test_tubes_use_box_drawing_characters(puzzlepress) -> None:
    done = puzzlepress("solve", "--to", "tubes", stdin=PUZZLE)
    assert done.returncode == 0
    assert set("│─┌┐└┘") & set(done.stdout)
    assert "\x1b" not in done.stdout


def test_colour_only_when_asked(puzzlepress) -> None:
    coloured = puzzlepress("solve", "--to", "tubes", "--colour", stdin=PUZZLE)
    assert "\x1b[" in coloured.stdout


def test_impossible(puzzlepress) -> None:
    done = puzzlepress("solve", stdin=IMPOSSIBLE)
    assert (done.returncode, done.stdout) == (0, "IMPOSSIBLE\n")
    assert "1 impossible" in done.stderr


def test_the_number_of_solutions_depends_on_the_rule(puzzlepress) -> None:
    counts = {
        rule: puzzlepress("solve", "--rule", rule, "--count", "all", stdin=AMBIGUOUS).stdout
        for rule in ("cover", "no-uturn", "no-touch")
    }
    assert counts == {"cover": "5\n", "no-uturn": "0\n", "no-touch": "0\n"}


def test_a_list_of_solutions(puzzlepress) -> None:
    words = ["solve", "--rule", "cover", "--to", "tubes", "--count"]
    for count, found in (("3", 3), ("5", 5), ("9", 5)):
        grids = puzzlepress(*words, count, stdin=AMBIGUOUS).stdout.strip().split("\n\n")
        assert len(grids) == len(set(grids)) == found


def test_every_solver_gives_the_same_answer(puzzlepress) -> None:
    answers = {
        puzzlepress("solve", "--rule", "cover", "--solver", solver, stdin=PUZZLE).stdout
        for solver in ("auto", "frontier", "glucose4", "cadical195", "minisat22")
    }
    assert len(answers) == 1


def test_stats_dimacs_and_json(puzzlepress, tmp_path) -> None:
    stats, cnf = tmp_path / "stats.jsonl", tmp_path / "puzzle.cnf"
    done = puzzlepress(
        "solve", "--to", "json", "--stats", str(stats), "--dimacs", str(cnf), stdin=PUZZLE
    )
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(record["solution"]["paths"]) for record in records] == [5, 2]
    lines = [json.loads(line) for line in stats.read_text().splitlines()]
    assert [line["id"] for line in lines] == [record["id"] for record in records]
    assert all({"id", "solutions", "nodes", "method", "seconds"} <= set(line) for line in lines)
    for number in (1, 2):
        text = (tmp_path / f"puzzle-{number}.cnf").read_text()
        assert text.startswith("c ")
        assert "\np cnf " in text


def test_show_nodes(puzzlepress) -> None:
    done = puzzlepress("solve", "--show-nodes", stdin="3 3\n1..\n.2.\n21.\n")
    assert done.stdout.splitlines()[0].startswith("# ")
    assert " nodes, " in done.stdout.splitlines()[0]


def test_no_color_is_honoured_and_pipes_get_no_bars(puzzlepress) -> None:
    done = puzzlepress("solve", "--to", "tubes", stdin=PUZZLE, NO_COLOR="1")
    assert "\x1b" not in done.stdout + done.stderr
