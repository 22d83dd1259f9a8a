"""The stages joined by pipes, as the documentation shows them."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest


@pytest.mark.dear
def test_generate_filter_grade_render_by_pipes(program, tmp_path: Path) -> None:
    done = subprocess.run(
        f'"{program}" generate numberlink --size 6x5 --count 4 --seed 7 | "{program}" filter'
        f' | "{program}" grade | tee graded.jsonl | "{program}" render --out out --solution'
        " --format png --format svg --format webp",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in (tmp_path / "graded.jsonl").read_text().splitlines()]
    assert records
    for record in records:
        assert (record["puzzle"]["rows"], record["puzzle"]["cols"]) == (5, 6)
        assert record["verdict"]["status"] == "unique"
        assert record["verdict"]["rule"] == record["puzzle"]["rule"] == "free"
        assert record["grade"]["band"] in ("easy", "medium", "hard", "expert")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        f"{record['id']}{part}.{ending}"
        for record in records
        for part in ("", "-solution")
        for ending in ("png", "svg", "webp")
    }


def test_equal_seeds_give_equal_bytes_for_any_number_of_jobs(puzzlepress) -> None:
    words = ["generate", "numberlink", "--size", "6x6", "--count", "5", "--seed", "11"]
    one, two = (puzzlepress(*words, "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    assert len(one.splitlines()) == 5
    assert puzzlepress(*words[:-1], "12").stdout != one


def test_more_puzzles_with_the_same_seed_begin_with_the_same(puzzlepress) -> None:
    words = ["generate", "numberlink", "--size", "5x5", "--seed", "3", "--count"]
    assert puzzlepress(*words, "6").stdout.startswith(puzzlepress(*words, "3").stdout)


def test_filter_keeps_rejected_puzzles_with_their_witness(puzzlepress, tmp_path: Path) -> None:
    ambiguous = "4 4\n....\n.ab.\n..b.\na...\n"
    records = puzzlepress("import", "-", "--rule", "cover", stdin=ambiguous).stdout
    rejected = tmp_path / "rejected.jsonl"
    done = puzzlepress("filter", "--rejected", str(rejected), stdin=records)
    assert (done.returncode, done.stdout) == (0, "")
    record = json.loads(rejected.read_text())
    assert record["verdict"]["status"] == "multiple"
    assert record["verdict"]["witness"]["paths"] != record["solution"]["paths"]
    puzzlepress("filter", "--rule", "no-uturn", "--rejected", str(rejected), stdin=records)
    record = json.loads(rejected.read_text())
    assert record["puzzle"]["rule"] == record["verdict"]["rule"] == "no-uturn"
    assert record["verdict"]["status"] == "unsolvable"


def test_verify_reports_a_wrong_solution(puzzlepress) -> None:
    records = puzzlepress("generate", "numberlink", "--size", "5x5", "--seed", "5").stdout
    assert puzzlepress("verify", stdin=records).returncode == 0
    record = json.loads(records)
    record["solution"]["paths"][0] = record["solution"]["paths"][0][:-1]
    done = puzzlepress("verify", stdin=json.dumps(record) + "\n")
    assert done.returncode == 3
    assert record["id"] in done.stdout


def test_import_keeps_the_credit_and_export_gives_the_grid_back(puzzlepress) -> None:
    grid = "3 3\n1..\n.2.\n21.\n"
    words = ["--author", "A. Setter", "--licence", "CC-BY-4.0", "--credit-text", "See A. Setter"]
    records = puzzlepress("import", "-", *words, stdin=grid).stdout
    credit = json.loads(records)["credit"]
    assert (credit["author"], credit["text"]) == ("A. Setter", "See A. Setter")
    back = puzzlepress("export", "--to", "grid-stream", stdin=records).stdout
    assert "# Author of this puzzle: A. Setter\n" in back
    assert back.endswith("\n3 3\n1..\n.2.\n21.\n")


def test_import_mixes_forms_folders_patterns_archives_and_standard_input(
    puzzlepress, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "flow.txt").write_text("3,0,7,2;0,1,2,5,4;3,6,7,8\n")
    (tmp_path / "more.csv").write_text("1,1\n2,2\n")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("map.txt", "2.3\n...\n..1\n")
    bad = "2 1\naa\n\n2 1\nab\n"
    done = puzzlepress("import", "in", "*.csv", "all.zip", "-", stdin=bad, cwd=tmp_path)
    given = [json.loads(line)["provenance"] for line in done.stdout.splitlines()]
    assert [(one["file"], one["generator"]) for one in given] == [
        ("in/flow.txt", "import flow"),
        ("more.csv", "import zero"),
        ("all.zip/map.txt", "import map"),
        ("standard input", "import grid-stream"),
    ]
    assert done.returncode == 4
    assert puzzlepress("import", stdin=bad).stdout == puzzlepress("import", "-", stdin=bad).stdout
    assert puzzlepress("import", stdin="2 1\nab\n").returncode == 2


def test_unknown_fields_pass_through_every_stage(puzzlepress) -> None:
    record = json.loads(puzzlepress("import", "-", stdin="3 3\n1..\n.2.\n21.\n").stdout)
    record["my_shelf"] = {"row": 3}
    record["provenance"]["scanned"] = True
    text = json.dumps(record) + "\n"
    for stage in ("filter", "grade"):
        text = puzzlepress(stage, stdin=text).stdout
    assert json.loads(text)["my_shelf"] == {"row": 3}
    assert json.loads(text)["provenance"]["scanned"] is True


def test_report_writes_a_page_and_a_table(puzzlepress, tmp_path: Path) -> None:
    records = puzzlepress("generate", "numberlink", "--size", "5x5", "--count", "3", "--seed", "1")
    graded = puzzlepress("grade", stdin=puzzlepress("filter", stdin=records.stdout).stdout)
    done = puzzlepress("report", "--out", str(tmp_path / "report"), stdin=graded.stdout)
    assert done.returncode == 0, done.stderr
    head, *rows = (tmp_path / "report" / "report.csv").read_text().splitlines()
    quality = json.loads(graded.stdout.splitlines()[0])["quality"]
    assert head == (
        "number,id,kind,title,author,source,licence,file,line,source_id,size,cells,pairs,rule,"
        "verdict,unique under,published answer,source difficulty,score,nodes,capped,"
        "band,percentile,note,"
        + "".join(f"quality: {name}," for name in sorted(quality))
        + "chain,hardest,duplicate of,near twin of,own percentile,order,volume"
    )
    assert len(rows) == len(graded.stdout.splitlines())
    assert (tmp_path / "report" / "index.html").is_file()


def test_a_closed_pipe_ends_quietly(program, tmp_path: Path) -> None:
    done = subprocess.run(
        f'"{program}" generate numberlink --size 4x4 --count 200 --seed 7 | head -n 1',
        shell=True,
        capture_output=True,
        text=True,
    )
    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr
