"""Hypothesis strategies shared by tests: JSON values, spoilt objects, spoilt texts."""

import copy
from typing import Any

from hypothesis import strategies as st

from pipeline.stages.check_kind.records import places_of

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30])
    | st.floats()
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
"""Any value that a JSON file can hold, with a taste for those that upset arithmetic."""


@st.composite
def spoilt_objects(draw: st.DrawFn, original: dict[str, Any]) -> dict[str, Any]:
    """Return a deep copy of an object with one to three of its values replaced, lost or doubled."""
    spoilt = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        places = list(places_of(spoilt))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        change = draw(st.sampled_from(["replace", "nudge", "copy", "delete", "double"]))
        if change == "nudge" and type(holder[key]) is int:
            holder[key] += draw(st.integers(-2, 2))
        elif change == "copy":
            other, name = draw(st.sampled_from(places))
            holder[key] = copy.deepcopy(other[name])
        elif change == "delete":
            del holder[key]
        elif change == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[key] = draw(json_values)
    return spoilt


@st.composite
def spoilt_texts(draw: st.DrawFn, original: str) -> str:
    """Return a text with one to four stretches replaced by a few other characters."""
    text = original
    alphabet = st.sampled_from(["0", "1", "9", ".", "a", "A", "-", "#", " ", "\n", "\t", "\0", "é"])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + draw(st.text(alphabet, max_size=6)) + text[end:]
    return text
