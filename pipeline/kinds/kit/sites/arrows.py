"""Forms of boards with arrows at all sites: puzz.link, its files, janko.at, and tables."""

from __future__ import annotations

from pipeline.kinds.kit.sites.arrow_forms import arrow_forms
from pipeline.kinds.kit.sites.reading import Form, Forms, Site


def forms(names: tuple[str, ...], black: int) -> tuple[Site, ...]:
    """Return all forms of a kind with arrows; ``black`` is the clue of a cell without one."""

    def nth(place: int) -> Site:
        def build(own: Forms) -> Form:
            return arrow_forms(own, names, black)[place]

        return Site(build)

    return tuple(map(nth, range(4)))
