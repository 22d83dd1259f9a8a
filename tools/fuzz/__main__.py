"""``make fuzz MINUTES=5``: spoilt inputs through the real commands, with seeds in the log.

A fault is reported with the words that repeat it, and its files are kept in ``output/fuzz``.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

from tools.fuzz import chain
from tools.fuzz.campaign import ALL, Campaign


def main() -> int:
    """Run until the time or the number is up, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--inputs", type=int, default=None, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--only", choices=ALL, default=None)
    given = parser.parse_args()
    start, said = time.monotonic(), 0.0
    with Campaign(given.seed, Path("output/fuzz")) as campaign:
        print(f"seed {given.seed}, corpus made in {time.monotonic() - start:.0f} s", flush=True)
        start = time.monotonic()
        for number in itertools.count(given.first):
            spent = time.monotonic() - start
            if number - given.first == given.inputs or spent > 60 * given.minutes:
                break
            for fault in campaign.try_one(number, given.only):
                print(fault, flush=True)
            if spent - said > 60:
                said = spent
                print(f"{spent:.0f} s: {campaign.sentence()}", flush=True)
        print(f"{time.monotonic() - start:.0f} s: {campaign.sentence()}")
        return 1 if campaign.faults else 0


sys.exit(chain.main(sys.argv[2:]) if sys.argv[1:2] == ["chain"] else main())
