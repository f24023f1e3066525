"""Writes test/golden/lib/numpy-argsort.json: arrays of objects with repeats, and how numpy.argsort orders them.

Run with the reference's numpy: python3 scripts/golden-sort.py
"""
import json
import random
from pathlib import Path

import numpy


def order(values):
    """Strings, because numpy sorts numbers by other means."""
    texts = numpy.array(["%06d" % value for value in values], dtype=object)
    return [int(index) for index in numpy.argsort(texts)]


def worst_case(length):
    """Makes quicksort with the median of three so deep that heapsort takes over."""
    half = length // 2
    values = [0] * length
    for i in range(1, half + 1):
        if i % 2 == 1:
            values[i - 1], values[i] = i, half + i
        values[half + i - 1] = 2 * i
    return values


random.seed(7)
cases = [worst_case(200)]
for number in range(60):
    length = random.choice([0, 1, 2, 15, 16, 17, 18, 40, 100, 300])
    different = random.choice([1, 2, 3, 10, length or 1])
    values = [random.randrange(different) for _ in range(length)]
    cases.append([values, sorted(values), sorted(values, reverse=True)][number % 3])
golden = [{"values": values, "order": order(values)} for values in cases]
target = Path(__file__).parent.parent / "test/golden/lib/numpy-argsort.json"
target.write_text("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in golden) + "\n]\n")
