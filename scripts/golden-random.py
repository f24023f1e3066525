"""Writes test/golden/random/*.json: what numpy, CPython, scikit-learn and pandas draw. Needs those three packages."""

import hashlib
import json
import random
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from sklearn.model_selection import train_test_split

folder = Path(__file__).parent.parent / "test" / "golden" / "random"
versions = {
    "python": sys.version.split()[0],
    "numpy": np.__version__,
    "pandas": pd.__version__,
    "scikit-learn": sklearn.__version__,
}


def write(name, cases):
    lines = ",\n".join(f"{json.dumps(key)}: {rows(value)}" for key, value in {"versions": versions, **cases}.items())
    (folder / f"{name}.json").write_text("{\n" + lines + "\n}\n")


def rows(value):
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]"


def digest(indices):
    return hashlib.md5(np.asarray(indices, dtype="<u4").tobytes()).hexdigest()


def numpy_random_state():
    seeds = [0, 1, 8, 42, 12345, 2**31, 2**32 - 1]
    state = np.random.RandomState
    mixed = []
    for seed in seeds:
        source, draws = state(seed), []
        for i in range(12):
            draws.append(source.uniform())
            draws.append(int(source.randint(1, 2 + i * 7)))
            draws.append(source.uniform(-3, 10.5))
            draws.append(source.random_sample())
        mixed.append({"seed": seed, "draws": draws})
    ranges = [(0, 1), (0, 2), (1, 7), (0, 676), (-5, 5), (0, 2**31), (0, 2**32 - 1), (0, 2**32), (0, 2**32 + 1),
              (-(2**40), 2**40), (0, 2**53 - 1), (7, 8)]
    weights = [[0.9, 0.1], [0.1, 0.2, 0.3, 0.4], [0.25] * 4, [0.5, 0, 0.5, 0, 0], [1 / 7] * 7]
    choices = []
    for seed in (0, 42):
        for size in (1, 3, 10):
            choices.append({"seed": seed, "count": 10, "size": size, "drawn": state(seed).choice(10, size).tolist()})
            choices.append({"seed": seed, "count": 10, "size": size, "replace": False,
                            "drawn": state(seed).choice(10, size, replace=False).tolist()})
            for p in weights:
                choices.append({"seed": seed, "count": len(p), "size": size, "p": p,
                                "drawn": state(seed).choice(len(p), size, p=p).tolist()})
        for p in weights:
            size = sum(w > 0 for w in p)
            choices.append({"seed": seed, "count": len(p), "size": size, "p": p, "replace": False,
                            "drawn": state(seed).choice(len(p), size, replace=False, p=p).tolist()})
        many = np.random.RandomState(9).dirichlet(np.ones(60)).tolist()
        choices.append({"seed": seed, "count": 60, "size": 50, "p": many, "replace": False,
                        "drawn": state(seed).choice(60, 50, replace=False, p=many).tolist()})
    write("numpy-random-state", {
        "permutations": [{"seed": seed, "count": count, "order": state(seed).permutation(count).tolist()}
                         for seed in seeds for count in (0, 1, 2, 3, 10, 20, 33, 64, 65)],
        "longPermutations": [{"seed": seed, "count": count, "md5": digest(state(seed).permutation(count))}
                             for seed in (0, 42) for count in (1000, 65536, 65537, 1000003)],
        "consecutive": [{"seed": seed, "orders": (lambda s: [s.permutation(5).tolist() for _ in range(6)])(state(seed))}
                        for seed in seeds],
        "integers": [{"seed": seed, "low": low, "high": high, "drawn": state(seed).randint(low, high, 10).tolist()}
                     for seed in seeds for low, high in ranges],
        "mixed": mixed,
        "choices": choices,
    })


def numpy_generator():
    seeds = [0, 1, 42, 2**32 - 1, 2**32, 2**64 + 5, 2**130 + 7, 2**200 + 2**77 + 1]
    ranges = [(0, 1), (0, 2), (1, 7), (0, 10), (-5, 5), (0, 3000000000), (0, 2**32 - 1), (0, 2**32), (0, 2**32 + 1),
              (-(2**40), 2**40), (0, 2**53 - 1)]
    make = np.random.default_rng
    choices = []
    for seed in seeds[:3]:
        for p in ([0.9, 0.1], [0.1, 0.2, 0.3, 0.4], [0.5, 0, 0.5]):
            choices.append({"seed": str(seed), "size": 12, "p": p, "drawn": make(seed).choice(len(p), 12, p=p).tolist()})
            choices.append({"seed": str(seed), "size": 2, "p": p, "replace": False,
                            "drawn": make(seed).choice(len(p), 2, replace=False, p=p).tolist()})
    single, drawn = make(0), []
    for _ in range(60):
        drawn.append(int(single.choice(2, replace=False, p=[0.9, 0.1])))
    write("numpy-generator", {
        "doubles": [{"seed": str(seed), "drawn": make(seed).random(8).tolist()} for seed in seeds],
        "uniform": [{"seed": str(seed), "low": 1, "high": 100, "drawn": make(seed).uniform(1, 100, 8).tolist()}
                    for seed in seeds],
        "integers": [{"seed": str(seed), "low": low, "high": high, "drawn": make(seed).integers(low, high, 9).tolist()}
                     for seed in seeds for low, high in ranges],
        "choices": choices,
        "repeatedChoice": [{"seed": "0", "p": [0.9, 0.1], "drawn": drawn}],
    })


def cpython_random():
    seeds = [0, 1, 42, 654, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**64 - 1, 2**64, 2**100 + 3, -5]
    make = random.Random
    sizes = [(20, 20), (21, 5), (22, 5), (100, 5), (100, 6), (100, 50), (1000, 10), (1000, 200), (5000, 400), (1, 1),
             (3, 0), (85, 20), (86, 20), (277, 22), (278, 22)]

    def shuffled(seed, count):
        items = list(range(count))
        make(seed).shuffle(items)
        return items

    def after_shuffle():
        source, items = make(0), list(range(10))
        source.shuffle(items)
        return {"items": items, "choices": [source.choice([True, False]) for _ in range(10)]}

    def drawn(seed, draw, times=6):
        source = make(seed)
        return [draw(source) for _ in range(times)]

    write("cpython-random", {
        "doubles": [{"seed": str(seed), "drawn": drawn(seed, lambda s: s.random())} for seed in seeds],
        "bits": [{"seed": str(seed), "drawn": (lambda s: [s.getrandbits(k) for k in range(54)])(make(seed))}
                 for seed in seeds],
        "integers": [{"seed": str(seed), "low": low, "high": high, "drawn": drawn(seed, lambda s: s.randint(low, high))}
                     for seed in seeds for low, high in [(0, 0), (0, 1), (1, 6), (-3, 3), (0, 1009), (0, 2**32 - 1),
                                                         (0, 2**32), (0, 2**40), (0, 2**53 - 2)]],
        "shuffles": [{"seed": str(seed), "count": count, "items": shuffled(seed, count)}
                     for seed in seeds for count in (0, 1, 2, 10, 33)],
        "longShuffles": [{"seed": "0", "count": count, "md5": digest(shuffled(0, count))} for count in (1000, 70000)],
        "samples": [{"seed": str(seed), "count": count, "size": size, "drawn": make(seed).sample(range(count), size)}
                    for seed in (0, 42) for count, size in sizes],
        "afterShuffle": [after_shuffle()],
    })


def splits():
    def split(count, seed, **sizes):
        case = {"count": count, "seed": seed, **{name.replace("_s", "S"): size for name, size in sizes.items()}}
        try:
            train, test = train_test_split(list(range(count)), random_state=seed, **sizes)
        except ValueError:
            return {**case, "error": True}
        if count <= 60:
            return {**case, "train": train, "test": test}
        return {**case, "trainCount": len(train), "testCount": len(test), "md5": digest(train + test)}

    def sampled(count, seed, **size):
        try:
            return {"count": count, "seed": seed, **size,
                    "drawn": pd.DataFrame(index=range(count)).sample(random_state=seed, **size).index.tolist()}
        except ValueError:
            return {"count": count, "seed": seed, **size, "error": True}

    counts = [1, 2, 3, 7, 10, 11, 19, 20, 50, 100, 999, 17500]
    cases = [split(count, seed, test_size=size)
             for count in counts for seed in (0, 42) for size in (0.1, 0.12, 0.19, 0.25, 0.3, 0.999, 1, 5, 5000)]
    cases += [split(count, 8, train_size=size) for count in counts for size in (0.01, 0.75, 0.9, 1, 12)]
    cases += [split(count, 0, train_size=train, test_size=test) for count in counts
              for train, test in [(12, 3), (0.5, 0.5), (0.7, 0.31), (0.3, 0.2), (0.29, 0.7), (5, 0.5), (0.5, 5), (0.001, 1)]]
    cases += [split(count, 0) for count in counts]
    cases += [split(10, 0, test_size=size) for size in (0, -1, -0.5, 1.5, 10, 9)]
    samples = [sampled(count, seed, frac=frac) for count in (0, 1, 5, 10, 25, 30) for seed in (0, 42)
               for frac in (0, 0.05, 0.1, 0.2, 0.25, 0.5, 0.7, 1, 1.5, -0.1)]
    samples += [sampled(count, 0, n=n) for count in (0, 1, 5, 30) for n in (0, 1, 2, 5, 30, 31, -1)]
    samples += [sampled(count, 0) for count in (1, 5, 30)]
    write("splits", {"trainTestSplits": cases, "samples": samples})


folder.mkdir(parents=True, exist_ok=True)
numpy_random_state()
numpy_generator()
cpython_random()
splits()
