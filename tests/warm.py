"""Compile every kernel while another core checks types: python -m tests.warm."""

from pipeline.kinds import get_kind, kind_ids

if __name__ == "__main__":
    for kind in kind_ids():
        for compile_part in get_kind(kind).warm_up:
            compile_part()
