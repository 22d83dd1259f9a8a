"""Proofs on file: written once, judged by the record alone, and never half right."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Record, Status, StoreError
from pipeline.run.execution import Workers
from pipeline.solvers.proof_text import read_cnf, read_steps
from pipeline.solvers.rup import check_proof
from pipeline.stages.filter import add_rule_profiles, filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.proofs import proof_problems, write_proofs
from pipeline.stages.puzzle import StepLimits
from pipeline.stages.verify import verify_records
from pipeline.store.files import read_lines
from tests.refusals import refused

ORDERS = [
    ("numberlink", 6, "free"),
    ("numberlink", 6, "cover"),
    ("numberlink", 7, "no-uturn"),
    ("numberlink", 7, "no-touch"),
    ("hashi", 7, "connected-2"),
    ("hashi", 7, "tree-2"),
    ("hashi", 7, "free-3"),
]


def unique_records(count: int) -> list[Record]:
    made = []
    for kind, side, rule in ORDERS:
        params = get_kind(kind).parse_params(side, side, rule, {})
        order = GeneratorOrder(kind, params, 11, None)
        made += [r for r in generate_records((order, index) for index in range(count)) if r]
    proved = [r for r in filter_records(made) if r.verdict.status is Status.UNIQUE]
    return list({record.id: record for record in proved}.values())


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return unique_records(3)


@pytest.fixture(scope="module")
def folder(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    lacking: list[str] = []
    assert list(write_proofs(records, folder, StepLimits(conflicts=10**5), lacking)) == records
    assert lacking == []
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def spoilt(records: list[Record], folder: Path, tmp_path: Path) -> Callable[..., tuple[str, ...]]:
    """Return what is wrong once a function has changed a proof's CNF and steps, as lines."""
    record = max(
        (r for r in records if r.kind == "numberlink"),
        key=lambda r: sum(
            len(line.split()) > 3 for line in (folder / f"{r.id}.drup").read_text().splitlines()
        ),
    )

    def judge(change: Callable[[list[str], list[str]], object]) -> tuple[str, ...]:
        pair = [folder / f"{record.id}.{ending}" for ending in ("cnf", "drup")]
        texts = [path.read_text().splitlines() for path in pair]
        change(*texts)
        for path, lines in zip(pair, texts, strict=True):
            (tmp_path / path.name).write_text("\n".join(lines) + "\n")
        return proof_problems(record, tmp_path)

    assert judge(lambda cnf, drup: None) == ()
    return judge


def test_every_unique_puzzle_has_a_proof_that_holds(records: list[Record], folder: Path) -> None:
    assert {record.kind for record in records} == {"numberlink", "hashi"}
    assert set(contents(folder)) == {
        f"{record.id}.{ending}" for record in records for ending in ("cnf", "drup")
    }
    assert [proof_problems(record, folder) for record in records] == [()] * len(records)
    assert all(not found.problems for found in verify_records(records, proofs=folder))


def test_the_head_of_a_cnf_says_what_every_clause_is(records: list[Record], folder: Path) -> None:
    for record in records:
        lines = (folder / f"{record.id}.cnf").read_text().splitlines()
        head = [line for line in lines if line.startswith("c ")]
        assert record.id in head[0]
        assert lines[: len(head)] == head
        # some readers part clauses at " 0", in comments, too
        assert not any(" 0" in line for line in head)
        ranges = [line.split()[2].rstrip(":") for line in head if line.startswith("c clause")]
        assert ranges[0].startswith("1..")
        last = int(ranges[-1].rpartition("..")[2] or ranges[-1])
        assert last == len(lines) - len(head) - 1
        edges = sum(line.startswith("c edge") for line in head)
        assert edges == (0 if record.kind == "hashi" else edges)


@pytest.mark.parametrize("number", ["1073741823", "1_0", "+7", "\u0661", "--3", "9" * 30])
def test_a_proof_speaks_of_the_variables_of_its_cnf_alone(
    records: list[Record], folder: Path, tmp_path: Path, number: str
) -> None:
    """A literal beyond them cost 32 GiB; numbers of other scripts were read."""
    for name, data in contents(folder).items():
        (tmp_path / name).write_bytes(data)
    drup = tmp_path / f"{records[0].id}.drup"
    drup.write_text(f"{number} 0\n{drup.read_text()}", encoding="utf-8")
    assert "expected variables up to" in proof_problems(records[0], tmp_path)[0]


def test_a_proof_that_holds_is_left_and_any_other_made_again(
    records: list[Record], folder: Path, tmp_path: Path
) -> None:
    for name, data in contents(folder).items():
        (tmp_path / name).write_bytes(data)
    first, second, third = records[:3]
    (tmp_path / f"{first.id}.drup").unlink()
    (tmp_path / f"{second.id}.cnf").write_text("p cnf 1 1\n1 0\n")
    altered = tmp_path / f"{third.id}.cnf"
    altered.write_text("c mine\n" + altered.read_text())
    (tmp_path / f".{first.id}.drup.99999999.part").write_text("half")
    (tmp_path / ".unique.jsonl.1.part").write_text("of another command")
    assert list(write_proofs(records, tmp_path, StepLimits(conflicts=10**5), [])) == records
    again = contents(tmp_path)
    assert again.pop(".unique.jsonl.1.part") == b"of another command"
    assert again == contents(folder)


def test_equal_bytes_for_any_number_of_workers(
    records: list[Record], folder: Path, tmp_path: Path
) -> None:
    some = [records[0], records[-1]]
    with Workers(2) as workers:
        proved = add_rule_profiles(filter_records(some, mapper=workers), mapper=workers)
        two = list(write_proofs(proved, tmp_path, StepLimits(conflicts=10**5), [], workers))
    assert two == list(add_rule_profiles(filter_records(some)))
    written = contents(tmp_path)
    assert len(written) == 4
    assert written == {name: contents(folder)[name] for name in written}


def test_a_spent_budget_is_reported_and_leaves_no_file(tmp_path: Path) -> None:
    params = get_kind("numberlink").parse_params(8, 8, "free", {})
    made = generate_records(
        (GeneratorOrder("numberlink", params, 4, None), index) for index in range(2)
    )
    proved = list(filter_records(r for r in made if r))
    lacking: list[str] = []
    assert list(write_proofs(proved, tmp_path, StepLimits(conflicts=0), lacking)) == proved
    assert [sentence.partition(":")[0] for sentence in lacking] == [r.id for r in proved]
    assert "no proof within 0 conflicts" in lacking[0]
    assert contents(tmp_path) == {}


def test_what_is_not_unique_passes_by(records: list[Record], tmp_path: Path) -> None:
    other = records[0].with_(verdict=replace(records[0].verdict, status=Status.UNDECIDED))
    assert list(write_proofs([other], tmp_path, StepLimits(conflicts=10), [])) == [other]
    assert contents(tmp_path) == {}


def test_a_missing_file_is_named(records: list[Record], tmp_path: Path) -> None:
    assert [problem.split()[2] for problem in proof_problems(records[0], tmp_path)] == [
        f"{records[0].id}.cnf",
        f"{records[0].id}.drup",
    ]


def test_bad_folders_are_refused_with_a_message(records: list[Record], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with refused(StoreError):
        next(write_proofs(records, file, StepLimits(conflicts=10), []))
    for folder in (file, tmp_path / "none"):
        with refused(ConfigError):
            next(verify_records(records, proofs=folder))


def test_a_record_without_its_solution_has_no_proof(records: list[Record], folder: Path) -> None:
    (problem,) = proof_problems(records[0].with_(solution=None), folder)
    assert "expected a solution in the record, found none; solve it first" in problem
    (found,) = verify_records([records[0].with_(solution=None)], proofs=folder)
    assert found.problems == ("no solution in the record; solve it first",)


def test_a_proof_belongs_to_its_puzzle_alone(records: list[Record], folder: Path) -> None:
    one, other = records[:2]
    swapped = other.with_(id=one.id)
    (problem,) = proof_problems(swapped, folder)
    assert problem.startswith(f"{one.id}.cnf: ")
    assert "not of the puzzle, nor true by its rule" in problem or "variables" in problem


def test_another_known_solution_is_another_claim(records: list[Record], folder: Path) -> None:
    """The difference clause speaks of the record's solution, and of no other."""
    one, other = (r for r in records if r.puzzle.get("rule") == "free" and r is not records[2])
    (problem,) = proof_problems(one.with_(solution=other.solution, puzzle=other.puzzle), folder)
    assert f"{one.id}.cnf" in problem


def test_a_shortened_proof_does_not_hold(spoilt: Callable[..., tuple[str, ...]]) -> None:
    (problem,) = spoilt(lambda cnf, drup: drup.pop())
    assert "at its end: the proof ends before the empty clause" in problem
    (problem,) = spoilt(lambda cnf, drup: drup.__delitem__(slice(0, -1)))
    assert "does not follow" in problem


def test_a_tampered_proof_does_not_hold(spoilt: Callable[..., tuple[str, ...]]) -> None:
    def put_in_what_is_false(cnf: list[str], drup: list[str]) -> None:
        drup.insert(0, "1 0")
        drup.insert(0, "-1 0")

    (problem,) = spoilt(put_in_what_is_false)
    assert ".drup: line " in problem
    assert "the clause does not follow" in problem


def test_a_proof_that_takes_out_what_it_needs_does_not_hold(
    spoilt: Callable[..., tuple[str, ...]],
) -> None:
    def take_all_out(cnf: list[str], drup: list[str]) -> None:
        head = next(place for place, line in enumerate(cnf) if line.startswith("p cnf"))
        drup[:0] = [f"d {clause}" for clause in cnf[head + 1 :]]

    (problem,) = spoilt(take_all_out)
    assert "does not follow" in problem
    (problem,) = spoilt(lambda cnf, drup: drup.insert(1, "c checked by a notary"))
    assert problem.endswith(".drup:2: expected a step, found a comment")


def test_a_tampered_cnf_is_not_the_puzzles(spoilt: Callable[..., tuple[str, ...]]) -> None:
    def clauses_of(cnf: list[str]) -> int:
        return next(k for k, line in enumerate(cnf) if line.startswith("p cnf"))

    def put_in(clause: str) -> Callable[[list[str], list[str]], None]:
        def change(cnf: list[str], drup: list[str]) -> None:
            head = clauses_of(cnf)
            words = cnf[head].split()
            cnf[head] = f"p cnf {words[2]} {int(words[3]) + 1}"
            cnf.append(clause)

        return change

    def take_last(cnf: list[str], drup: list[str]) -> None:
        head = clauses_of(cnf)
        words = cnf[head].split()
        cnf[head] = f"p cnf {words[2]} {int(words[3]) - 1}"
        cnf.pop()

    def widen(cnf: list[str], drup: list[str]) -> None:
        head = clauses_of(cnf)
        words = cnf[head].split()
        cnf[head] = f"p cnf {int(words[2]) + 1} {words[3]}"

    (problem,) = spoilt(put_in("1 0"))
    assert "the clause '1' is not of the puzzle, nor true by its rule" in problem
    (problem,) = spoilt(put_in("0"))
    assert "the clause '' is not of" in problem
    (problem,) = spoilt(take_last)
    assert "is missing" in problem
    (problem,) = spoilt(widen)
    assert "variables for this puzzle" in problem


def test_what_cannot_be_read_is_reported_with_its_line(
    spoilt: Callable[..., tuple[str, ...]],
) -> None:
    (problem,) = spoilt(lambda cnf, drup: drup.insert(1, "one two"))
    assert ".drup:2: expected variables up to" in problem
    (problem,) = spoilt(lambda cnf, drup: cnf.append("1 0"))
    assert ".cnf: expected" in problem
    (problem,) = spoilt(lambda cnf, drup: drup.insert(1, "\0"))
    assert "binary" in problem


def test_a_checker_of_others_accepts_them(records: list[Record], folder: Path) -> None:
    drup = pytest.importorskip("drup", reason="pip install 'puzzlepress[proofs]'")
    checked = 0
    for record in records:
        pair = [str(folder / f"{record.id}.{ending}") for ending in ("cnf", "drup")]
        steps = read_steps(read_lines(pair[1]))
        if len(steps) > 120:
            continue  # it takes seconds for longer ones
        assert drup.check_proof_from_files(*pair).outcome is drup.Outcome.VALID
        if not checked and len(steps) > 1:
            # what ours refuses it refuses, too: without the clause that excludes the solution
            _, clauses = read_cnf(read_lines(pair[0]))
            weaker = [clause for clause in clauses if clause != clauses[_difference(pair[0])]]
            proof = [list(step.literals) for step in steps if not step.is_deletion]
            assert drup.check_proof(weaker, proof).outcome is not drup.Outcome.VALID
            assert check_proof(weaker, steps) is not None
        checked += len(steps) > 1
    assert checked > 2


def _difference(cnf: str) -> int:
    """The 0-based place of the clause that says that it is not the known solution."""
    (line,) = (text for _, text in read_lines(cnf) if text.endswith("not the known solution"))
    return int(line.split()[2].rstrip(":")) - 1


def test_a_proof_that_would_fill_the_memory_is_not_read(
    records: list[Record], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.stages.proofs.MOST_BYTES_OF_A_PROOF", 10)
    (problem,) = proof_problems(records[0], folder)
    assert ".cnf: expected at most 10 bytes" in problem
