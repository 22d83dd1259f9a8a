"""Compile every kernel while another core checks types: python -m tests.warm."""

from pipeline.kinds import KINDS, get_kind

if __name__ == "__main__":
    for kind in KINDS:
        for compile_part in get_kind(kind).warm_up:
            compile_part()
