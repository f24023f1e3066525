import csv
import json
import sys

import numpy as np


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def encode(rows, vocabulary=None):
    fields = [f for f in rows[0] if f not in ("id", "price")]
    if vocabulary is None:
        vocabulary = {f: sorted({r[f] for r in rows})[:40] for f in fields}
    out = []
    for r in rows:
        vec = [1.0]
        for f in fields:
            try:
                vec.append(float(r[f]))
            except ValueError:
                vec.extend(1.0 if r[f] == v else 0.0 for v in vocabulary[f])
        out.append(vec)
    return np.array(out), vocabulary


def ridge(a, b, strength):
    return np.linalg.solve(a.T @ a + strength * np.eye(a.shape[1]), a.T @ b)


def choose_strength(a, b):
    cut = int(len(a) * 0.8)
    best = (float("inf"), None)
    for strength in (0.01, 0.1, 1, 10, 100):
        w = ridge(a[:cut], b[:cut], strength)
        loss = float(np.mean((a[cut:] @ w - b[cut:]) ** 2))
        best = min(best, (loss, strength))
    json.dump({"loss": best[0], "strength": best[1]}, sys.stdout)
    return best[1]


rows = read("/home/data/train.csv")
matrix, words = encode(rows)
prices = np.log([float(r["price"]) for r in rows])
weights = ridge(matrix, prices, choose_strength(matrix, prices))
asked = read("/home/data/test.csv")
answers = np.exp(encode(asked, words)[0] @ weights)
with open("submission.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["id", "price"])
    writer.writerows(zip([r["id"] for r in asked], answers))
