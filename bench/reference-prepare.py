"""Runs one preparation of the Python reference, for comparison.

    MLEBENCH_REFERENCE=<folder with the package mlebench> python -O reference-prepare.py <competition> <raw> <output>

-O because upstream asserts the sizes of the real data. Prints the seconds that prepare() took and the peak memory in KiB.
"""

import importlib
import json
import logging
import os
import resource
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, os.environ["MLEBENCH_REFERENCE"])
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


def main():
    competition, raw, output = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    prepare = importlib.import_module(f"mlebench.competitions.{competition}.prepare").prepare
    public, private = output / "public", output / "private"
    public.mkdir(parents=True)
    private.mkdir()
    started = time.perf_counter()
    prepare(raw, public, private)
    seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


main()
