"""Small models with every constraint, drawn at random."""

from random import Random

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.core import Model

FAMILIES = ("loop", "connected", "joined", "paths", "ways", "regions", "numbers")


def random_model(family: str, seed: int) -> Model:
    """Return a model of at most 13 variables; equal seeds give equal models."""
    random = Random(f"{family} {seed}")
    return globals()[f"_{family}"](random)


def _size(random: Random) -> Grid:
    return Grid(*random.choice([(2, 3), (3, 2), (3, 3), (2, 4), (1, 5)]))


def _loop(random: Random) -> Model:
    if random.random() < 0.5:
        model = Model(Grid(*random.choice([(2, 2), (1, 3), (3, 1)])))
        side = model.borders()
        at = {corner: [side[b] for b in side if corner in b] for b in side for corner in b}
        for cell in model.grid.cells:
            if random.random() < 0.3:
                here = [side[border] for border in model.grid.borders_of(cell)]
                model.count(here, (random.randrange(4),), "number", about=(cell,), clue=cell)
    else:
        model = Model(Grid(3, 3))
        side = model.edges()
        at = {cell: [side[e] for e in side if cell in e] for cell in model.grid.cells}
        for cell in random.sample(model.grid.cells, random.randrange(3)):
            model.count(at[cell], (2,), "pearl", about=(cell,), clue=cell)
    for here in at.values():
        model.count(here, (0, 2), "corner", about=())
    model.loop(side, "loop")
    return model


def _connected(random: Random) -> Model:
    model = Model(_size(random))
    shaded = model.cells()
    sign = random.choice((1, -1))
    for line in model.grid.lines():
        if len(line) > 1 and random.random() < 0.6:
            sums = random.sample(range(len(line) + 1), 2)
            model.count([shaded[cell] for cell in line], sums, "line", about=line)
    model.connected({cell: sign * shaded[cell] for cell in model.grid.cells}, "whole")
    return model


def _joined(random: Random) -> Model:
    model = Model(Grid(*random.choice([(2, 2), (2, 3)])))
    edges = model.edges(most=random.choice((1, 1, 2)) if model.grid.cols == 2 else 1)
    for cell in model.grid.cells:
        if random.random() < 0.6:
            here = [edges[pair] for pair in edges if cell in pair]
            model.count(here, random.sample(range(4), 2), "island", about=(cell,))
    model.connected_by(edges, model.grid.cells, "whole")
    return model


def _paths(random: Random) -> Model:
    return _path_model(random, in_order=True)


def _ways(random: Random) -> Model:
    return _path_model(random, in_order=False)


def _path_model(random: Random, in_order: bool) -> Model:
    model = Model(Grid(*random.choice([(2, 3), (3, 3), (2, 4)])))
    edges = model.edges()
    cells = random.sample(model.grid.cells, 4)
    labels = dict(zip(cells, (1, 2, 3, 4) if in_order else (1, 2, 1, 2), strict=True))
    if in_order and random.random() < 0.5:
        del labels[cells[-1]]
    last = max(labels.values())
    for cell in model.grid.cells:
        here = [edges[pair] for pair in edges if cell in pair]
        is_end = labels.get(cell) in (1, last) or (not in_order and cell in labels)
        free = (1,) if is_end else (2,) if in_order else (0, 2)
        model.count(here, free, "cell", about=(cell,))
    model.paths(edges, labels, "order", in_order)
    return model


def _regions(random: Random) -> Model:
    model = Model(Grid(*random.choice([(2, 3), (3, 3), (2, 4), (3, 4)])))
    shaded = model.cells()
    given = random.sample(model.grid.cells, random.randrange(1, 4))
    sizes = {cell: random.choice((1, 2, 3, -1)) for cell in given}
    for cell in given:
        model.clause([-shaded[cell]], "island", about=(cell,))
    model.regions({cell: -shaded[cell] for cell in model.grid.cells}, sizes, "region")
    if random.random() < 0.5:
        model.connected(shaded, "sea")
    return model


def _numbers(random: Random) -> Model:
    values = range(1, random.choice((3, 4)))
    model = Model(Grid(1, random.choice((2, 3, 4)) if len(values) == 2 else 3))
    holds = model.numbers(values, "cell")
    cells = model.grid.cells[: len(values)]
    model.all_different(holds, cells, values, "row")
    for cell, value in holds:
        if random.random() < 0.15:
            model.clause([-holds[cell, value]], "given", about=(cell,))
    return model
