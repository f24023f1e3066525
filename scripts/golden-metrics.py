"""Writes the golden vectors of the tabular, ranking, text and probability metrics.

    python scripts/golden-metrics.py

needs numpy, scipy, scikit-learn and Levenshtein, and writes test/golden/metrics/*.json and test/golden/lib/*.json.
Every file holds the versions used and cases of {title, arguments, expected}. Long inputs are not stored: an object
with one key that starts with "$" names a generator, implemented here and in test/support/golden-vectors.ts with the same
exact arithmetic.
"""

import json
import math
import platform
import warnings
from pathlib import Path

import Levenshtein
import numpy as np
import scipy
import sklearn
from scipy import stats
from sklearn import metrics
from sklearn.preprocessing import MultiLabelBinarizer

warnings.filterwarnings("ignore")
GOLDEN = Path(__file__).resolve().parent.parent / "test" / "golden"
VERSIONS = {
    "python": platform.python_version(),
    "numpy": np.__version__,
    "scipy": scipy.__version__,
    "scikit-learn": sklearn.__version__,
    "Levenshtein": Levenshtein.__version__,
}
nan, inf = math.nan, math.inf


# Generators


def draws(seed, count):
    """Uniform doubles in [0, 1) with 53 random bits, from a 32-bit linear congruential generator."""
    state = seed
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        high = state >> 5
        state = (state * 1664525 + 1013904223) % 2**32
        yield (high * 67108864 + (state >> 6)) / 2**53


def uniform(seed, count, low=0.0, high=1.0):
    return [low + u * (high - low) for u in draws(seed, count)]


def integers(seed, count, below):
    return [math.floor(u * below) for u in draws(seed, count)]


def steps(seed, count, parts):
    return [math.floor(u * parts) / parts for u in draws(seed, count)]


def blend(first, weight, second):
    return [a * weight + b * (1 - weight) for a, b in zip(resolve(first), resolve(second))]


def normalized(classes, values):
    values = resolve(values)
    result = []
    for start in range(0, len(values), classes):
        row = values[start : start + classes]
        total = 0.0
        for value in row:
            total += value
        result += [value / total for value in row]
    return result


def one_hot(classes, codes):
    return [1 if label == code else 0 for code in resolve(codes) for label in range(classes)]


def sequences(seed, count, longest, below):
    """Lists of up to `longest` integers."""
    u = draws(seed, count * (longest + 1))
    result = []
    for _ in range(count):
        length = math.floor(next(u) * (longest + 1))
        items = [math.floor(next(u) * below) for _ in range(longest)]
        result.append(items[:length])
    return result


def texts(seed, count, longest, alphabet):
    letters = list(alphabet)
    return ["".join(letters[i] for i in row) for row in sequences(seed, count, longest, len(letters))]


def permutations(seed, count, longest):
    """Orderings of 0..n-1 for various n."""
    result = []
    for row in sequences(seed, count, longest, 2**30):
        result.append(sorted(range(len(row)), key=lambda i: (row[i], i)))
    return result


def sorted_rows(rows):
    return [sorted(row) for row in resolve(rows)]


def sets(rows):
    return [set(row) for row in resolve(rows)]


GENERATORS = {
    function.__name__: function
    for function in [
        uniform,
        integers,
        steps,
        blend,
        normalized,
        one_hot,
        sequences,
        texts,
        permutations,
        sorted_rows,
        sets,
    ]
}


def resolve(value):
    if isinstance(value, dict):
        if len(value) == 1 and next(iter(value)).startswith("$"):
            ((name, arguments),) = value.items()
            return GENERATORS[name[1:]](*arguments)
        return {key: resolve(item) for key, item in value.items()}
    if isinstance(value, list):
        return [resolve(item) for item in value]
    return value


def encode(value):
    if isinstance(value, dict):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [encode(item) for item in value]
    if isinstance(value, (np.bool_, bool)):
        return bool(value)
    if isinstance(value, (np.integer, int)):
        return int(value)
    if isinstance(value, (np.floating, float)):
        value = float(value)
        if math.isnan(value):
            return "$NaN"
        if math.isinf(value):
            return "$Infinity" if value > 0 else "$-Infinity"
        if value == 0 and math.copysign(1, value) < 0:
            return "$-0"
        return value
    return value


def write(name, function, cases, folder="metrics"):
    rows = []
    for title, *arguments in cases:
        expected = function(*[resolve(argument) for argument in arguments])
        rows.append(json.dumps(encode({"title": title, "arguments": arguments, "expected": expected}), ensure_ascii=True))
    path = GOLDEN / folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    body = ",\n".join(rows)
    path.write_text(f'{{"versions": {json.dumps(VERSIONS)}, "cases": [\n{body}\n]}}\n')


# Sums and other shared arithmetic

LENGTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 127, 128, 129, 136, 255, 256, 257, 1000, 1025, 4099, 8191, 8192, 8193, 8200, 10007, 16385, 50001]
FLOATS = [{"$uniform": [7 + n, n, -0.5, 1.0]} for n in LENGTHS]


def array(values):
    return np.array(values, dtype=np.float64)


write("pairwise-sum", lambda x: array(x).sum(), [(f"{n} numbers", x) for n, x in zip(LENGTHS, FLOATS)], "lib")
write("mean", lambda x: array(x).mean(), [(f"{n} numbers", x) for n, x in zip(LENGTHS, FLOATS)], "lib")
write("sequential-sum", lambda x: sum(x), [(f"{n} numbers", x) for n, x in zip(LENGTHS, FLOATS)], "lib")
write(
    "quantile",
    lambda x, q: np.quantile(array(x), q),
    [(f"{n} numbers at {q}", {"$uniform": [n, n, 0.0, 50.0]}, q) for n in [1, 2, 3, 20, 21, 1001] for q in [0, 0.05, 0.5, 0.95, 1]]
    + [("ties", [1.0, 1.0, 2.0, 2.0, 2.0], 0.3), ("a gap", [1.0, nan, 2.0], 0.5), ("infinity", [1.0, inf, 2.0], 0.5)],
    "lib",
)
RANKED = [
    [],
    [5.0],
    [0.0, 2.0, 3.0, 2.0],
    [1.0, 1.0, 1.0],
    [nan, 1.0, 2.0],
    [inf, -inf, 0.0, -0.0, inf],
    {"$steps": [3, 1500, 100]},
]
write("ranks", lambda x: stats.rankdata(array(x)), [(f"list {i}", x) for i, x in enumerate(RANKED)], "lib")
ROUNDED = (
    [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 0.125, 0.375, 2.675, 1.005, 0.123455, 0.123465, 0.999995, 0.000005, -0.000005]
    + [1e-9, -1e-9, 5e-324, 2.2250738585072014e-308, 123456.789125, 24402200.5, 1e15 + 0.5, 2.0**52 + 1, 1e22, 1e300]
    + [1.7976931348623157e308, nan, inf, -inf, 3122773.65643999, -14.9683, 0.391865, 4503599627370495.5]
    + [k / 2**20 for k in range(-5, 2**20, 65537)]
    + [k / 200000 for k in range(1, 100000, 1999)]
    + uniform(5, 60, -100.0, 100.0)
)
PLACES = [(x, d) for x in ROUNDED for d in [5]] + [(x, d) for x in ROUNDED[:34] for d in [0, 1, 2, 3, 10, 15, -1, -3]]
write("round-like-python", lambda x, d: round(float(x), d), [(f"{x!r} to {d}", x, d) for x, d in PLACES], "lib")
write("round-like-numpy", lambda x, d: np.round(np.float64(x), d), [(f"{x!r} to {d}", x, d) for x, d in PLACES], "lib")
STRINGS = ["", "a", "b", "ab", "B", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\U0001f600", "a\U0001f600", "a\uffff"]
write(
    "sorted-strings",
    lambda words: sorted(words),
    [("strings across planes", STRINGS), ("the same backwards", STRINGS[::-1])],
    "lib",
)


# Labels

LABEL_PAIRS = [
    ("two classes", [1, 1, 1, 0, 0, 1], [1, 0, 1, 1, 0, 1]),
    ("three classes", [0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]),
    ("everything right", [3, 1, 2], [3, 1, 2]),
    ("everything wrong", [0, 1, 0, 1], [1, 0, 1, 0]),
    ("a predicted class that does not exist", [0, 0, 1, 1], [0, 7, 1, 7]),
    ("a constant prediction", [0, 1, 2, 2], [2, 2, 2, 2]),
    ("a constant truth", [1, 1, 1], [1, 0, 1]),
    ("one class on both sides", [4, 4, 4], [4, 4, 4]),
    ("classes with holes between them", [0, 4, 4, 10, 0], [4, 4, 0, 10, 10]),
    ("negative classes", [-3, 2, -3, 5], [2, -3, -3, 5]),
    ("1000 rows of 5 classes", {"$integers": [1, 1000, 5]}, {"$integers": [2, 1000, 5]}),
    ("5000 rows of 300 classes", {"$integers": [3, 5000, 300]}, {"$integers": [4, 5000, 320]}),
    ("20000 rows of 2 classes", {"$integers": [5, 20000, 2]}, {"$integers": [6, 20000, 2]}),
]
TEXT_PAIRS = [
    ("words", ["cat", "dog", "pig", "cat", "dog", "pig"], ["cat", "pig", "dog", "cat", "cat", "dog"]),
    ("words across planes", ["\U0001f600", "\uffff", "a", "\uffff"], ["\uffff", "\U0001f600", "a", "\uffff"]),
    ("600 short texts", {"$texts": [8, 600, 2, "ab\uffff\U0001f600"]}, {"$texts": [9, 600, 2, "ab\uffff\U0001f600"]}),
]
write("accuracy", lambda t, p: metrics.accuracy_score(t, p), LABEL_PAIRS + TEXT_PAIRS)
write("macro-f1", lambda t, p: metrics.f1_score(t, p, average="macro"), LABEL_PAIRS + TEXT_PAIRS)
write("matthews-correlation", lambda t, p: metrics.matthews_corrcoef(t, p), LABEL_PAIRS + TEXT_PAIRS)
write(
    "quadratic-weighted-kappa",
    lambda t, p: metrics.cohen_kappa_score(p, t, weights="quadratic"),
    LABEL_PAIRS,
)


def micro_f1(truth, prediction):
    classes = sorted({label for row in truth for label in row})
    binarizer = MultiLabelBinarizer(classes=classes, sparse_output=True)
    return metrics.f1_score(binarizer.fit_transform(truth), binarizer.transform(prediction), average="micro")


write(
    "micro-f1",
    micro_f1,
    [
        ("some right", [["a", "b"], ["a"], ["c"]], [["a"], ["a", "b"], []]),
        ("unknown and repeated labels", [["a", "a", "b"], ["c"]], [["x", "a", "a"], ["c", "y"]]),
        ("nothing right", [["a"], ["b"]], [["b"], ["a"]]),
        ("nothing predicted", [["a"], ["b"]], [[], []]),
        ("rows without labels", [[], ["b"], ["a"], []], [["b"], ["b"], [], []]),
        ("3000 rows", {"$sequences": [1, 3000, 4, 50]}, {"$sequences": [2, 3000, 5, 60]}),
    ],
)


def probabilistic_f1(truth, prediction):
    mass, wasted = 0.0, 0.0
    for actual, probability in zip(truth, array(prediction)):
        probability = min(max(probability, 0), 1)
        if actual:
            mass += probability
        else:
            wasted += probability
    with np.errstate(all="ignore"):
        precision = np.float64(mass) / np.float64(mass + wasted)
        recall = mass / sum(truth)
    if not (precision > 0 and recall > 0):
        return 0
    return 2 * (precision * recall) / (precision + recall)


write(
    "probabilistic-f1",
    probabilistic_f1,
    [
        ("probabilities", [1, 0, 1, 0], [0.9, 0.2, 0.6, 0.1]),
        ("values beyond 0 and 1", [1, 0, 1, 0], [1.5, -2.0, 0.5, 7.0]),
        ("all zero", [1, 0], [0.0, 0.0]),
        ("nothing on positives", [1, 0], [0.0, 0.7]),
        ("a gap", [1, 0, 1], [0.5, nan, 0.5]),
        ("only positives", [1, 1], [0.25, 0.5]),
        ("5000 rows", {"$integers": [3, 5000, 2]}, {"$uniform": [4, 5000, -0.1, 1.1]}),
    ],
)


# Rankings

BINARY = [
    ("four rows", [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),
    ("a constant score", [0, 1, 0, 1, 1], [0.5, 0.5, 0.5, 0.5, 0.5]),
    ("a perfect score", [0, 1, 0, 1], [0.1, 0.9, 0.2, 0.8]),
    ("a reversed score", [0, 1, 0, 1], [0.9, 0.1, 0.8, 0.2]),
    ("zero and minus zero tie", [0, 1, 1, 0], [0.0, -0.0, 0.5, -0.5]),
    ("long straight lines", [0, 0, 0, 0, 1, 1, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05]),
    ("blocks of ties in equal steps", [0, 1, 0, 1, 0, 1, 1, 1], [0.9, 0.9, 0.8, 0.8, 0.7, 0.7, 0.1, 0.1]),
    ("1000 rows", {"$integers": [11, 1000, 2]}, {"$uniform": [12, 1000]}),
    ("1000 rows with ties", {"$integers": [13, 1000, 2]}, {"$steps": [14, 1000, 20]}),
    (
        "20000 rows that are mostly right",
        {"$integers": [15, 20000, 2]},
        {"$blend": [{"$integers": [15, 20000, 2]}, 0.3, {"$uniform": [16, 20000]}]},
    ),
    (
        "7001 rows with ties, mostly right",
        {"$integers": [17, 7001, 2]},
        {"$blend": [{"$integers": [17, 7001, 2]}, 0.5, {"$steps": [18, 7001, 64]}]},
    ),
]
ONE_CLASS = [("only positives", [1, 1, 1], [0.1, 0.5, 0.5]), ("only negatives", [0, 0], [0.3, 0.2])]
OTHER_LABELS = [("labels other than 0 and 1", [-1, 5, 5, -1], [0.1, 0.4, 0.35, 0.8])]
write("roc-auc", lambda t, s: metrics.roc_auc_score(t, array(s)), BINARY + ONE_CLASS + OTHER_LABELS)


def roc_curve(truth, score):
    false_positive, true_positive, thresholds = metrics.roc_curve(truth, array(score), pos_label=1)
    return {"falsePositiveRate": false_positive, "truePositiveRate": true_positive, "thresholds": thresholds}


write("roc-curve", roc_curve, [case for case in BINARY if "000" not in case[0] and "001" not in case[0]] + ONE_CLASS)


def weighted_roc_auc(truth, score):
    x, y, _ = metrics.roc_curve(truth, array(score), pos_label=1)
    if 0.4 not in y and (y > 0.4).any():
        i = int(np.argmax(y > 0.4))
        cut = x[i - 1] + (x[i] - x[i - 1]) * (0.4 - y[i - 1]) / (y[i] - y[i - 1])
        x, y = np.insert(x, i, cut), np.insert(y, i, 0.4)
    total = 0
    for low, high, weight in [(0.0, 0.4, 2), (0.4, 1.0, 1)]:
        band = (low <= y) & (y <= high)
        if band.any():
            total += metrics.auc(np.append(x[band], 1), np.append(y[band], high) - low) * weight
    return total / np.dot([0.4 - 0.0, 1.0 - 0.4], [2, 1])


write("weighted-roc-auc", weighted_roc_auc, BINARY + ONE_CLASS)


def generalized_mean(values, power):
    with np.errstate(all="ignore"):
        return (sum([np.float64(value) ** power for value in values]) / len(values)) ** (1 / power)


write(
    "generalized-mean",
    lambda values, options: generalized_mean(values, options["power"]),
    [
        ("nine values", [0.91, 0.9, 0.85, 0.95, 0.92, 0.88, 0.87, 0.89, 0.93], {"power": -5}),
        ("a zero", [0.0, 0.5], {"power": -5}),
        ("a gap", [nan, 0.5], {"power": -5}),
        ("equal values", [0.5, 0.5, 0.5], {"power": -5}),
        ("arithmetic", [1.0, 2.0, 4.0], {"power": 1}),
    ],
)


def bias_auc(truth, score, options):
    truth, score = np.array(truth), array(score)
    parts = [[], [], []]
    for identity in options["identities"]:
        mentioned = np.array(identity) == 1
        for part, kept in zip(parts, [mentioned, (truth == 1) != mentioned, (truth == 1) == mentioned]):
            part.append(metrics.roc_auc_score(truth[kept], score[kept]))
    overall = metrics.roc_auc_score(truth, score)
    return 0.25 * overall + sum([0.25 * generalized_mean(part, -5) for part in parts])


write(
    "bias-auc",
    bias_auc,
    [
        ("one identity", [0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], {"identities": [[1, 1, 0, 0]]}),
        ("an identity with one class", [0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], {"identities": [[0, 1, 0, 0]]}),
        (
            "2000 rows and three identities, scores of 0 and 1",
            {"$integers": [1, 2000, 2]},
            {"$integers": [2, 2000, 2]},
            {"identities": [{"$integers": [seed, 2000, 2]} for seed in [3, 4, 5]]},
        ),
        (
            "2000 rows and three identities, real scores",
            {"$integers": [1, 2000, 2]},
            {"$uniform": [2, 2000]},
            {"identities": [{"$integers": [seed, 2000, 2]} for seed in [3, 4, 5]]},
        ),
    ],
)


def average_precision_at_k(truth, prediction, options):
    hits, total = 0, 0.0
    seen = set()
    for rank, item in enumerate(prediction[: options["k"]], start=1):
        if item in truth and item not in seen:
            seen.add(item)
            hits += 1
            total += hits / rank
    return total / min(len(truth), options["k"]) if truth else 0.0


def mean_average_precision_at_k(truth, prediction, options):
    return np.mean([average_precision_at_k(t, p, options) for t, p in zip(truth, prediction)])


RANKED_LISTS = [
    ("single labels", [["a"], ["b"], ["c"]], [["a", "x"], ["x", "b"], ["x"]]),
    ("several relevant items", [["a", "b", "c"], ["d"]], [["a", "x", "b"], ["x", "y", "d"]]),
    ("repeated predictions", [["a", "b"]], [["a", "a", "b", "b"]]),
    ("nothing relevant and nothing predicted", [[], ["a"]], [["a"], []]),
    ("more relevant items than k", [["a", "b", "c", "d", "e", "f"]], [["f", "e", "d", "c", "b", "a"]]),
    ("2000 rows", {"$sequences": [5, 2000, 6, 20]}, {"$sequences": [6, 2000, 14, 20]}),
]
write(
    "mean-average-precision-at-k",
    mean_average_precision_at_k,
    [(f"{title}, k = {k}", {"$sets": [t]}, p, {"k": k}) for title, t, p in RANKED_LISTS for k in [1, 5, 12]],
)


def label_weighted_ranking_precision(truth, score, options):
    truth = np.array(truth).reshape(-1, options["classes"]) > 0
    score = array(score).reshape(-1, options["classes"])
    counts = truth.sum(axis=1)
    kept = counts > 0
    return metrics.label_ranking_average_precision_score(truth[kept], score[kept], sample_weight=counts[kept])


write(
    "label-weighted-ranking-precision",
    label_weighted_ranking_precision,
    [
        ("two rows", [1, 0, 0, 0, 0, 1], [0.75, 0.5, 1.0, 1.0, 0.2, 0.1], {"classes": 3}),
        ("a row without labels", [1, 0, 1, 0, 0, 0], [0.1, 0.5, 0.2, 1.0, 0.2, 0.1], {"classes": 3}),
        ("a row with every label", [1, 1, 1, 0, 1, 0], [0.1, 0.5, 0.2, 0.3, 0.2, 0.1], {"classes": 3}),
        ("a constant score", [1, 0, 1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5], {"classes": 3}),
        ("500 rows of 80 classes", {"$integers": [1, 40000, 2]}, {"$uniform": [2, 40000]}, {"classes": 80}),
        ("500 rows of 12 classes with ties", {"$integers": [3, 6000, 2]}, {"$steps": [4, 6000, 5]}, {"classes": 12}),
    ],
)


def kendall_tau(truth, prediction):
    inversions = pairs = 0
    for right, guess in zip(truth, prediction):
        places = [guess.index(item) for item in right]
        inversions += sum(a > b for i, a in enumerate(places) for b in places[i + 1 :])
        pairs += len(guess) * (len(guess) - 1)
    return 1 - 4 * inversions / pairs


write(
    "kendall-tau",
    kendall_tau,
    [
        ("two orderings", [["a", "b", "c"], ["x", "y"]], [["a", "c", "b"], ["x", "y"]]),
        ("the right order", [["a", "b", "c"]], [["a", "b", "c"]]),
        ("the reverse order", [["a", "b", "c"]], [["c", "b", "a"]]),
        ("orderings of one item among others", [["a"], ["b", "c"]], [["a"], ["c", "b"]]),
        ("an item that occurs twice", [["a", "b", "a"]], [["b", "a", "a"]]),
        ("60 right orderings", {"$permutations": [1, 60, 50]}, {"$permutations": [1, 60, 50]}),
        ("60 shuffled orderings", {"$sorted_rows": [{"$permutations": [2, 60, 90]}]}, {"$permutations": [2, 60, 90]}),
    ],
)


# Probabilities

write(
    "log-loss",
    lambda t, p, o: metrics.log_loss(np.array(t).reshape(-1, o["classes"]), array(p).reshape(-1, o["classes"])),
    [
        ("two classes", [1, 0, 0, 1], [0.5, 0.5, 0.75, 0.25], {"classes": 2}),
        ("certain and right, certain and wrong", [1, 0, 0, 0, 0, 1], [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], {"classes": 3}),
        ("rows that do not add up to 1", [1, 0, 0, 1], [0.5, 0.6, 0.75, 0.35], {"classes": 2}),
        (
            "1500 rows of 12 classes",
            {"$one_hot": [12, {"$integers": [1, 1500, 12]}]},
            {"$normalized": [12, {"$uniform": [2, 18000]}]},
            {"classes": 12},
        ),
    ],
)
write(
    "binary-log-loss",
    lambda t, p: metrics.log_loss(t, array(p)),
    [
        ("two rows", [1, 0], [0.5, 0.75]),
        ("certain and right, certain and wrong", [1, 0, 1, 0], [1.0, 0.0, 0.0, 1.0]),
        ("very small probabilities", [1, 0, 0], [1e-20, 1e-17, 1e-12]),
        ("3000 rows", {"$integers": [1, 3000, 2]}, {"$uniform": [2, 3000]}),
    ],
)


def weighted_multi_label_log_loss(truth, prediction, options):
    present, absent = array(options["presentWeights"]), array(options["absentWeights"])
    # Column-major, as the reference's matrices are: it decides the order of the sum over a row.
    truth = np.asfortranarray(np.array(truth).reshape(-1, len(present)))
    prediction = np.asfortranarray(np.clip(array(prediction).reshape(-1, len(present)), 1e-15, 1 - 1e-15))
    loss = -(truth * np.log(prediction) + (1 - truth) * np.log(1 - prediction))
    weights = truth * present + (1 - truth) * absent
    return np.mean(np.sum(loss * weights, axis=1) / weights.sum(axis=1))


SPINE = {"presentWeights": [14, 2, 2, 2, 2, 2, 2, 2], "absentWeights": [7, 1, 1, 1, 1, 1, 1, 1]}
write(
    "weighted-multi-label-log-loss",
    weighted_multi_label_log_loss,
    [
        ("a constant prediction", {"$integers": [1, 16, 2]}, [0.5] * 16, SPINE),
        ("certain and right, certain and wrong", [1, 0, 0, 1] * 4, [1.0, 0.0, 1.0, 0.0] * 4, SPINE),
        ("one row", {"$integers": [5, 8, 2]}, {"$uniform": [6, 8]}, SPINE),
        ("1000 rows", {"$integers": [1, 8000, 2]}, {"$uniform": [2, 8000]}, SPINE),
    ],
)


def kl_divergence(truth, prediction, options):
    truth = array(truth).reshape(-1, options["classes"])
    prediction = array(prediction).reshape(-1, options["classes"])
    epsilon = options.get("epsilon", 1e-15)
    with np.errstate(all="ignore"):
        prediction = np.clip(prediction, epsilon, 1 - epsilon)
        terms = np.where(truth != 0, truth * np.log(truth / prediction), 0)
    terms[np.isnan(terms)] = 0
    total = np.zeros(len(terms))
    for column in terms.T:
        total += column
    return np.average(total)


write(
    "kl-divergence",
    kl_divergence,
    [
        ("two rows", [0.5, 0.5, 1.0, 0.0], [0.25, 0.75, 1.0, 0.0], {"classes": 2}),
        ("certain and wrong", [1.0, 0.0], [0.0, 1.0], {"classes": 2}),
        ("certain and wrong without clipping", [1.0, 0.0], [0.0, 1.0], {"classes": 2, "epsilon": 0}),
        ("a gap", [0.5, 0.5, 0.25, 0.75], [nan, 0.5, 0.5, 0.5], {"classes": 2}),
        (
            "1200 rows of 6 classes",
            {"$normalized": [6, {"$integers": [1, 7200, 9]}]},
            {"$normalized": [6, {"$uniform": [2, 7200]}]},
            {"classes": 6},
        ),
    ],
)


def laplace_log_likelihood(truth, prediction, options):
    deviation = np.maximum(array(options["confidence"]), 70)
    error = np.minimum(np.abs(array(truth) - array(prediction)), 1000)
    return np.mean(-np.sqrt(2) * error / deviation - np.log(np.sqrt(2) * deviation))


write(
    "laplace-log-likelihood",
    laplace_log_likelihood,
    [
        ("a low confidence", [2000.0], [2100.0], {"confidence": [50.0]}),
        ("a large error", [2000.0, 1000.0], [9000.0, 1000.0], {"confidence": [100.0, 100.0]}),
        ("a gap", [2000.0], [nan], {"confidence": [100.0]}),
        (
            "1500 rows",
            {"$integers": [1, 1500, 3000]},
            {"$uniform": [2, 1500, 500.0, 3500.0]},
            {"confidence": {"$uniform": [3, 1500, 0.0, 500.0]}},
        ),
    ],
)


# Numbers

NUMBER_PAIRS = [
    ("four rows", [3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]),
    ("no error", [1.0, 2.0], [1.0, 2.0]),
    ("one row", [1.0], [4.0]),
    ("1000 rows", {"$uniform": [1, 1000]}, {"$uniform": [2, 1000]}),
    ("9001 rows", {"$uniform": [3, 9001, 0.0, 100.0]}, {"$uniform": [4, 9001, 0.0, 100.0]}),
    ("20000 whole numbers", {"$integers": [5, 20000, 50000000]}, {"$integers": [6, 20000, 50000000]}),
]
write("mean-absolute-error", lambda t, p: metrics.mean_absolute_error(t, p), NUMBER_PAIRS)
write("root-mean-squared-error", lambda t, p: metrics.root_mean_squared_error(t, p), NUMBER_PAIRS)
write(
    "root-mean-squared-log-error",
    lambda t, p: metrics.root_mean_squared_log_error(t, p),
    NUMBER_PAIRS + [("values between -1 and 0", [-0.5, 0.0, 1e-20], [-0.25, -0.99, 1e-3])],
)
write(
    "mean-columnwise-root-mean-squared-error",
    lambda t, p: np.mean([metrics.root_mean_squared_error(a, b) for a, b in zip(t, p)]),
    [
        ("two columns", [[1.0, 2.0], [0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]]),
        (
            "three columns of 2000 rows",
            [{"$uniform": [seed, 2000]} for seed in [1, 2, 3]],
            [{"$uniform": [seed, 2000]} for seed in [4, 5, 6]],
        ),
    ],
)


def log_mean_absolute_error_by_group(truth, prediction, options):
    truth, prediction, groups = array(truth), array(prediction), np.array(options["groups"])
    with np.errstate(all="ignore"):
        return np.mean([np.log(np.mean(np.abs(prediction - truth)[groups == group])) for group in np.unique(groups)])


write(
    "log-mean-absolute-error-by-group",
    log_mean_absolute_error_by_group,
    [
        ("two groups", [1.0, 2.0, 3.0], [2.0, 3.0, 7.0], {"groups": ["b", "b", "a"]}),
        ("a perfect group", [1.0, 2.0, 3.0], [1.0, 2.0, 7.0], {"groups": ["a", "a", "b"]}),
        (
            "8 groups in 5000 rows",
            {"$uniform": [1, 5000]},
            {"$uniform": [2, 5000]},
            {"groups": {"$integers": [3, 5000, 8]}},
        ),
    ],
)
CORRELATED = [
    ("four rows", [1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 4.0, 3.0]),
    ("two rows", [1.0, 2.0], [30.0, 10.0]),
    ("ties", [1.0, 2.0, 2.0, 4.0, 4.0], [1.0, 1.0, 3.0, 3.0, 2.0]),
    ("a constant prediction", [1.0, 2.0, 3.0], [0.1, 0.1, 0.1]),
    ("a constant truth", [5.0, 5.0, 5.0], [1.0, 2.0, 3.0]),
    ("a gap", [1.0, 2.0, 3.0], [1.0, nan, 3.0]),
    ("a perfect line", [1.0, 2.0, 3.0, 4.0, 5.0], [3.0, 5.0, 7.0, 9.0, 11.0]),
    ("1000 rows", {"$uniform": [1, 1000]}, {"$blend": [{"$uniform": [1, 1000]}, 0.5, {"$uniform": [2, 1000]}]}),
    ("608 rows with many ties", {"$steps": [3, 608, 9]}, {"$blend": [{"$steps": [3, 608, 9]}, 0.2, {"$steps": [4, 608, 7]}]}),
    ("5000 rows", {"$uniform": [5, 5000]}, {"$blend": [{"$uniform": [5, 5000]}, 0.9, {"$uniform": [6, 5000]}]}),
]
write(
    "pearson",
    lambda t, p: stats.pearsonr(array(t), array(p))[0],
    CORRELATED + [("an infinity", [1.0, 2.0, 3.0], [1.0, inf, 2.0]), ("huge numbers", [1e200, 2e200, 4e200], [1.0, 2.0, 3.0])],
)
write(
    "spearman",
    lambda t, p: stats.spearmanr(array(p), array(t)).statistic,
    CORRELATED
    + [
        ("an infinity", [1.0, 2.0, 3.0], [1.0, inf, 2.0]),
        ("one row", [1.0], [2.0]),
        ("five rows", [1.0, 2.0, 3.0, 4.0, 5.0], [5.0, 6.0, 7.0, 8.0, 7.0]),
    ],
)


def haversine_error(truth, prediction):
    lat1, lat2 = np.deg2rad(array(prediction["latitude"])), np.deg2rad(array(truth["latitude"]))
    lng1, lng2 = np.deg2rad(array(prediction["longitude"])), np.deg2rad(array(truth["longitude"]))
    a = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lng2 - lng1) / 2) ** 2
    distances = 2 * 6_371_000 * np.arcsin(np.sqrt(a))
    return np.mean([np.quantile(distances, 0.5), np.quantile(distances, 0.95)])


def track(seed, count, spread=1.0):
    return {
        "latitude": {"$uniform": [seed, count, 37.0, 37.0 + spread]},
        "longitude": {"$uniform": [seed + 1, count, -122.0, -122.0 + spread]},
    }


write(
    "haversine-error",
    haversine_error,
    [
        ("one point", {"latitude": [0.0], "longitude": [0.0]}, {"latitude": [0.0], "longitude": [180.0]}),
        ("no error", track(1, 5), track(1, 5)),
        ("two points", track(1, 2), track(3, 2)),
        ("a gap", {"latitude": [1.0, 2.0], "longitude": [1.0, 2.0]}, {"latitude": [1.0, nan], "longitude": [1.0, 2.0]}),
        ("1001 points", track(5, 1001), track(7, 1001)),
        ("points a few metres apart", track(5, 400, 0.00005), track(7, 400, 0.00005)),
    ],
)


def angular_error(truth, prediction):
    a1, z1 = array(truth["azimuth"]), array(truth["zenith"])
    a2, z2 = array(prediction["azimuth"]), array(prediction["zenith"])
    product = np.sin(z1) * np.sin(z2) * (np.cos(a1) * np.cos(a2) + np.sin(a1) * np.sin(a2)) + (np.cos(z1) * np.cos(z2))
    return np.average(np.abs(np.arccos(np.clip(product, -1, 1))))


write(
    "angular-error",
    angular_error,
    [
        ("one direction", {"azimuth": [0.0], "zenith": [0.0]}, {"azimuth": [0.0], "zenith": [1.0]}),
        ("opposite directions", {"azimuth": [0.0], "zenith": [0.0]}, {"azimuth": [1.0], "zenith": [3.141592653589793]}),
        (
            "3000 directions",
            {"azimuth": {"$uniform": [1, 3000, 0.0, 6.28]}, "zenith": {"$uniform": [2, 3000, 0.0, 3.14]}},
            {"azimuth": {"$uniform": [3, 3000, 0.0, 6.28]}, "zenith": {"$uniform": [4, 3000, 0.0, 3.14]}},
        ),
    ],
)


# Texts and sequences

TEXTS = [
    ("words", "kitten", "sitting"),
    ("equal texts", "same", "same"),
    ("one empty text", "", "abc"),
    ("two empty texts", "", ""),
    ("emoji are one character", "a\U0001f600b", "ab"),
    ("emoji that share a surrogate", "\U0001f600", "\U0001f601"),
    ("letters beyond ASCII", "na\u00efve \u0928\u092e\u0938\u094d\u0924\u0947", "naive \u0928\u092e\u0938\u094d\u0915\u093e\u0930"),
    ("a long shared start and end", "x" * 500 + "abc" + "y" * 500, "x" * 500 + "acb" + "y" * 500),
    ("32 against 33 characters", "abcdefghijklmnopqrstuvwxyz012345", "abcdefghijklmnopqrstuvwxyz0123456"),
]
write("levenshtein", lambda a, b: Levenshtein.distance(a, b), TEXTS)
write(
    "mean-levenshtein",
    lambda t, p: np.mean([Levenshtein.distance(a, b) for a, b in zip(t, p)]),
    [
        ("two rows", ["kitten", "same"], ["sitting", "same"]),
        ("500 short texts", {"$texts": [1, 500, 40, "abcd "]}, {"$texts": [2, 500, 40, "abcd "]}),
        ("300 texts with emoji", {"$texts": [3, 300, 20, "ab\U0001f600\U0001f601\uffff"]}, {"$texts": [4, 300, 20, "ab\U0001f600\U0001f601\uffff"]}),
        ("20 long texts", {"$texts": [5, 20, 3000, "abcdefgh"]}, {"$texts": [6, 20, 3000, "abcdefgh"]}),
    ],
)
write(
    "sequence-error-rate",
    lambda t, p: np.sum([Levenshtein.distance(a, b) for a, b in zip(t, p)]) / sum(len(row) for row in t),
    [
        ("two rows", [[1, 2, 3], [4]], [[1, 3], [5]]),
        ("predictions that are too long", [[1]], [[2, 3, 4]]),
        ("large and negative numbers", [[-1, 70000, 5]], [[70000, -1, 5]]),
        ("400 rows", {"$sequences": [1, 400, 20, 20]}, {"$sequences": [2, 400, 25, 21]}),
    ],
)


def word_jaccard(truth, prediction, options):
    scores = []
    for actual, guess in zip(truth, prediction):
        a, b = set(actual.lower().split()), set(guess.lower().split())
        scores.append(len(a & b) / len(a | b) if a | b else options["bothEmpty"])
    return np.mean(scores)


EMPTY_IS_ZERO = {"bothEmpty": 0}
write(
    "word-jaccard",
    word_jaccard,
    [
        ("two rows", ["A big dog", "cat"], ["big  DOG", "bird"], EMPTY_IS_ZERO),
        ("rows without words", ["", " ", "a"], ["", "b", " \t"], EMPTY_IS_ZERO),
        ("rows without words left undefined", ["", "a"], ["", "a"], {"bothEmpty": nan}),
        ("blanks and letters of all kinds", ["a\u00a0b\u2003c\x1cd\u0085e", "\ufeffa \u200bb"], ["a b c d e", "a b"], EMPTY_IS_ZERO),
        ("capitals beyond ASCII", ["\u0130STANBUL \u039f\u03a3 \u1e9e", "\u01c5 \u2126"], ["i\u0307stanbul \u03bf\u03c2 \u00df", "\u01c6 \u03c9"], EMPTY_IS_ZERO),
        ("2000 rows", {"$texts": [1, 2000, 9, "aAbBc  "]}, {"$texts": [2, 2000, 9, "aAbBc  "]}, EMPTY_IS_ZERO),
    ],
)
