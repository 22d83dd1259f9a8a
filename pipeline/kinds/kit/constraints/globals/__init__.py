"""Global constraints: each states in one module what it means to every engine.

A `Global` returns its clauses, the rows from which the kernels propagate it, its JSON for the
player, and clauses that follow from it where an encoding of the whole would be too large.

Most rules are a case of `Accepted`, `Choice` or counts. Such a constraint is a function that
returns one, in any module, also a kind's own; `Model.add` takes it, and no other file changes. One
with a propagation of its own needs a kernel, its number in ``kernels/board.py`` and a branch in
``kernels/propagate.py``, since numba compiles all calls ahead, and a function in ``graphs.js``.
"""
