from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.run_settings import load_config
from pipeline.kinds import get_kind
from pipeline.library import board_key
from pipeline.model import Band, Grade, GradeRange, Record, canonical_json
from pipeline.run.plan import CandidatePool, Production, read_wants, start_production
from pipeline.stages.books.selection import Demand, offer_of
from pipeline.stages.generate import GeneratorOrder
from pipeline.stages.puzzle import read_puzzle

KIND = get_kind("numberlink")


def boards() -> Iterator[Record]:
    """Yield records whose boards are all different, also under symmetry."""
    for cols in range(3, 60):
        puzzle = {"rows": 1, "cols": cols, "rule": "cover", "clues": [[1, *[0] * (cols - 2), 1]]}
        yield Record(id=f"{cols:016x}", kind="numberlink", puzzle=puzzle)


def graded(record: Record, band: Band, score: str = "3.00") -> Record:
    return record.with_(grade=Grade(score, (7,), 0, band, 50, "test", 1))


def offer(plan: Production, pool: CandidatePool, record: Record) -> bool:
    return plan.offer(pool, offer_of(read_puzzle(record)))


def section_records(plan: Production, section: int) -> list[Record]:
    return [one.record for one in plan.selection.of_section(section)]


def pool(*wants: Demand) -> CandidatePool:
    return CandidatePool(
        GeneratorOrder("numberlink", KIND.parse_params(6, 6, None, {}), 1), list(wants)
    )


def test_the_first_section_that_wants_the_band_gets_the_puzzle() -> None:
    shared = pool(Demand(0, Band.EASY, 1), Demand(1, Band.HARD, 1), Demand(2, None, 1))
    plan = Production([shared])
    easy, hard, second_easy, third_easy = (
        graded(record, band)
        for record, band in zip(
            boards(), [Band.EASY, Band.HARD, Band.EASY, Band.EASY], strict=False
        )
    )
    assert offer(plan, shared, hard)
    assert offer(plan, shared, easy)
    assert offer(plan, shared, second_easy)
    assert not offer(plan, shared, third_easy)
    assert [section_records(plan, n) for n in range(3)] == [[easy], [hard], [second_easy]]
    assert plan.selection.surplus == 1
    assert plan.selection.shortfalls() == {}


def test_bands_are_counted_whatever_becomes_of_the_puzzles() -> None:
    shared = pool(Demand(0, Band.EASY, 1))
    plan = Production([shared])
    bands = [Band.HARD, Band.EASY, Band.EASY, Band.HARD, Band.EASY]
    first, *others = boards()
    taken = [offer(plan, shared, graded(r, band)) for r, band in zip(others, bands, strict=False)]
    assert taken == [False, True, False, False, False]
    assert not offer(plan, shared, first)  # which has no grade
    assert shared.graded == {Band.EASY: 3, Band.HARD: 2}
    assert (shared.failed, shared.unranked) == (0, 0)


def test_a_mirrored_and_relabelled_puzzle_is_a_duplicate() -> None:
    shared = pool(Demand(0, None, 5))
    plan = Production([shared])
    board = {"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 2], [1, 0, 2]]}
    mirror = {"rows": 3, "cols": 2, "rule": "free", "clues": [[2, 2], [0, 0], [1, 1]]}
    first, second = (
        graded(Record(id=name * 16, kind="numberlink", puzzle=puzzle), Band.EASY)
        for name, puzzle in (("a", board), ("b", mirror))
    )
    assert offer(plan, shared, first)
    assert not offer(plan, shared, second)
    assert plan.selection.duplicates == 1


def test_rounds_number_the_candidates_of_each_pool_from_zero() -> None:
    first, second = pool(Demand(0, Band.EASY, 4)), pool(Demand(1, None, 2))
    plan = Production([first, second])
    work = plan.next_round()
    assert [index for owner, index in work if owner is first] == list(range(7))
    assert [index for owner, index in work if owner is second] == list(range(2))
    later = plan.next_round()
    assert next(index for owner, index in later if owner is first) == 7


def test_a_pool_that_never_hits_its_band_gives_up_and_says_what_is_missing() -> None:
    hopeless = pool(Demand(3, Band.EXPERT, 2))
    plan = Production([hopeless])
    rounds = 0
    while plan.next_round():
        rounds += 1
    assert hopeless.tried == hopeless.max_candidates == 300
    assert rounds < 20
    assert plan.selection.shortfalls() == {3: 2}


@given(st.lists(st.sampled_from(list(Band)), max_size=40), st.integers(1, 6))
def test_rounds_follow_from_the_records_alone(bands: list[Band], count: int) -> None:
    def play() -> list[tuple[int, int]]:
        shared = pool(Demand(0, Band.EASY, count), Demand(1, Band.HARD, count))
        plan = Production([shared])
        stock = [graded(r, band) for r, band in zip(boards(), bands, strict=False)]
        sizes: list[tuple[int, int]] = []
        while (work := plan.next_round()) and len(sizes) < 50:
            sizes.append((len(work), shared.missing))
            for _, index in work:
                if index < len(stock):
                    offer(plan, shared, stock[index])
        return sizes

    assert play() == play()


def test_rounds_and_tries_have_limits_that_grow_with_the_demand() -> None:
    assert [pool(Demand(0, None, count)).max_candidates for count in (1, 5, 6, 100)] == [
        300, 300, 360, 6000,
    ]  # fmt: skip
    first, later = (pool(Demand(0, None, 1000)) for _ in range(2))
    later.tried = 100
    assert (first.next_batch(), later.next_batch()) == (64, 100)


def test_orders_with_other_settings_have_other_keys() -> None:
    def key(settings: dict[str, str]) -> str:
        return GeneratorOrder("numberlink", KIND.parse_params(8, 8, "cover", settings), 1).key()

    assert key({}) == key({})
    assert key({"pairs": "5:6"}) != key({})
    assert canonical_json(KIND.describe_params(KIND.parse_params(8, 8, "cover", {}))) in key({})


def test_a_band_that_a_steered_generator_never_reaches_is_given_up_soon() -> None:
    params = KIND.parse_params(4, 4, "cover", {"band": "expert"})
    hopeless = CandidatePool(GeneratorOrder("numberlink", params, 1), [Demand(0, Band.EXPERT, 50)])
    plan = Production([hopeless])
    assert len(plan.next_round()) == 4
    assert plan.next_round() == []


def test_a_first_round_aims_at_no_more_than_is_wanted() -> None:
    params = KIND.parse_params(4, 4, "cover", {"band": "expert"})
    order = GeneratorOrder("numberlink", params, 1)
    assert CandidatePool(order, [Demand(0, Band.EXPERT, 2)]).next_batch() == 2
    full = Demand(0, None, 1, taken=[offer_of(read_puzzle(next(boards()))).selected])
    assert pool(full, Demand(1, None, 3)).next_batch() == 3, "and a full section wants nothing"


def test_boards_of_other_volumes_and_those_left_out_are_not_taken() -> None:
    shared = pool(Demand(0, None, 9))
    first, second, third = (graded(one, Band.EASY) for one in islice(boards(), 3))
    plan = Production([shared], excluded=[board_key(first)], leave_out=[second.id])
    assert [offer(plan, shared, one) for one in (first, second, third)] == [False, False, True]
    assert plan.repeats == 1
    assert section_records(plan, 0) == [third]


def test_a_section_takes_only_grades_of_its_range() -> None:
    within = GradeRange(score=(2.5, 4.0))
    ranked = GradeRange(percentile=(60, 80))
    shared = pool(Demand(0, None, 9, grades=within), Demand(1, Band.HARD, 9, grades=ranked))
    plan = Production([shared])
    offers = [
        ("2.49", Band.HARD, 60, 1), ("2.50", Band.EASY, 0, 0), ("4.00", Band.HARD, 70, 0),
        ("4.01", Band.HARD, 80, 1), ("4.01", Band.HARD, 81, None), ("1.00", Band.HARD, None, None),
        ("1.00", Band.EASY, 70, None),
    ]  # fmt: skip
    for record, (score, band, percentile, section) in zip(boards(), offers, strict=False):
        grade = Grade(score, (7,), 0, band, percentile, "test", 1)
        assert offer(plan, shared, record.with_(grade=grade)) is (section is not None)
    assert [len(section_records(plan, n)) for n in range(2)] == [2, 2]
    assert [demand.seen for demand in shared.demands] == [2, 3]


def test_a_pool_whose_boards_have_no_percentile_is_given_up() -> None:
    shared = pool(Demand(0, None, 5, grades=GradeRange(percentile=(60, 80))))
    plan = Production([shared])
    plan.next_round()
    for record in islice(boards(), 4):
        assert shared.next_batch()
        offer(plan, shared, record.with_(grade=Grade("9.00", (7,), 0, Band.HARD, None, "test", 1)))
    assert shared.next_batch() == 0
    assert plan.selection.shortfalls() == {0: 5}
    shared.demands[0].seen = 1
    assert shared.next_batch(), "some have a percentile"
    shared.demands[0] = Demand(0, Band.EASY, 5)
    assert shared.next_batch(), "none is asked for"


def test_the_next_round_follows_what_the_rounds_before_found() -> None:
    """One hit and one try are added to what was seen; no round is larger than all before it."""
    for wanted, seen, tried, expected in (
        (10, 4, 19, 19), (2, 4, 19, 8), (3, 4, 19, 12), (1, 0, 9, 9), (6, 1, 2, 4), (1, 9, 9, 1),
        (1, 0, 2, 3),
    ):  # fmt: skip
        demand = Demand(0, Band.EASY, wanted)
        one = pool(demand)
        one.tried, demand.seen = tried, seen
        assert one.next_batch() == expected, (wanted, seen, tried)
    assert pool(Demand(0, Band.EASY, 4)).next_batch() == 7
    assert pool(Demand(0, None, 4)).next_batch() == 4


def test_a_book_of_all_kinds_can_be_planned_with_and_without_rules_to_choose_from() -> None:
    config = load_config(Path(__file__).parents[2] / "configs" / "variety.toml")
    kinds = {one.kind for one in config.sections}
    assert {pool.order.kind_id for pool in start_production(read_wants(config)).pools} == kinds
    assert {one.kind for one in config.sections if one.rule is None} == {
        name for name in kinds if get_kind(name).variants is None
    }


def test_a_section_without_a_band_has_the_easier_ones_that_its_size_has(tmp_path: Path) -> None:
    """A Sudoku of 9x9 may be medium; the smaller ones all are easy."""
    path = tmp_path / "book.toml"
    section = '[[section]]\ntitle = "{0}"\nkind = "sudoku"\nsize = "{0}"\ncount = 4\n'
    head = 'seed = 1\n[book]\ntitle = "A"\nauthor = "B"\nyear = 2026\n'
    path.write_text(head + section.format("4x4") + section.format("9x9"))
    pools = start_production(read_wants(load_config(path))).pools
    assert [(want.band, want.count) for pool in pools for want in pool.demands] == [
        (Band.EASY, 4), (Band.EASY, 2), (Band.MEDIUM, 2)
    ]  # fmt: skip
