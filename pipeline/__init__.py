"""puzzlepress: from a configuration to a printed puzzle book, each puzzle proved unique.

Glossary (one word per concept, the same in code, flags, TOML, JSON and prose)
-------------------------------------------------------------------------------
kind        a sort of puzzle: numberlink, ...; one folder under ``pipeline/kinds``
params      what the user asked for: size, rule and options; input of a generator
clues       the puzzle as printed: what the solver is given
solution    one complete answer to the clues
rule        what counts as a solution (numberlink: free, cover, no-uturn, no-touch)
record      one puzzle with all that is known about it: one line of a JSON Lines file
verdict     how many solutions, under which rule, and which method says so
rule_profile the verdicts under all rules of the kind, and the strongest rule of uniqueness
claim       in clauses: there is another solution; refuted by a proof, with cuts added on the way
cut         a clause that holds by the rule's definition, added when a model breaks it
grade       how hard: score, node counts, band, percentile within the size
band        easy, medium, hard, expert
node        one assumption of a search; the unit of grades and of search budgets
budget      a limit counted in steps (nodes, conflicts), never in seconds
scene       a list of marks in millimetres, y down; what every renderer paints
mark, ink   one thing in a scene; the role of its colour (a theme gives the colour)
cell        a pair (row, col), 0-based, or ``row * cols + col`` (row-major)
credit      author and licence of a puzzle; printed where the licence asks for it
"""

from pipeline.kernels.cache import choose_cache_folder

__version__ = "0.1.0"

choose_cache_folder()
