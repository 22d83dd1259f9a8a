"""``solve`` where there is more than one solution: counts and explanations."""

import json

AMBIGUOUS = "4 4\n....\n.ab.\n..b.\na...\n"
CORNERS = "9 9\na........\n" + ".........\n" * 7 + "........a\n"


def test_an_exact_count(puzzlepress) -> None:
    done = puzzlepress("solve", "--rule", "cover", "--count", "all", stdin=AMBIGUOUS)
    assert (done.returncode, done.stdout) == (0, "5\n")
    assert "1 counted, 0 undecided" in done.stderr


def test_an_undecided_count_says_why_and_fails(puzzlepress) -> None:
    words = ["solve", "--count", "all", "--nodes", "1000", "--conflicts", "1000"]
    done = puzzlepress(*words, stdin=CORNERS)
    assert done.returncode == 1
    assert done.stdout.startswith("at least ")
    assert "(undecided: 1000 nodes and 1000 conflicts were spent)" in done.stdout


def test_an_explanation_and_its_pictures(puzzlepress, tmp_path) -> None:
    words = ["solve", "--rule", "cover", "--explain-ambiguity", "--out", "pictures"]
    done = puzzlepress(*words, "--format", "svg", stdin=AMBIGUOUS, cwd=tmp_path)
    assert done.returncode == 0
    given = json.loads(done.stdout)
    assert (given["status"], given["agreeing"]) == ("multiple", [0])
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == [
        f"{given['id']}-ambiguity.svg"
    ]
    assert "1 multiple; solutions differ in 15 cells" in done.stderr


def test_options_that_do_not_go_together_are_refused(puzzlepress, tmp_path) -> None:
    for words, expected in (
        (["--explain-ambiguity", "--count", "3"], "no --count with --explain-ambiguity"),
        (["--explain-ambiguity", "--to", "json"], "no --to with --explain-ambiguity"),
        (["--explain-ambiguity", "--theme", "mono"], "expected --out DIR with --format or --theme"),
        (["--out", "pictures"], "expected --explain-ambiguity with --out"),
        (["--count", "all", "--to", "tubes"], "expected --to json or no --to with --count all"),
        (["--count", "all", "--nodes", "0"], "expected --nodes to be at least 1, found 0"),
    ):
        done = puzzlepress("solve", *words, stdin=AMBIGUOUS, cwd=tmp_path)
        assert done.returncode == 2
        assert expected in " ".join(done.stderr.split())
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
        assert list(tmp_path.iterdir()) == []
