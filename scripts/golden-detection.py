"""Writes the golden vectors of the mask, box and point metrics and of the text rules they rest on.

    python scripts/golden-detection.py

needs numpy, scipy, scikit-learn, pycocotools and shapely, and writes test/golden/metrics/*.json and test/golden/lib/*.json in
the form of scripts/golden-metrics.py: the versions used, and cases of {title, arguments, expected}. Masks are
stored as texts of 0 and 1.
"""

import contextlib
import io
import json
import math
import platform
from decimal import Decimal, getcontext
from pathlib import Path

import numpy as np
import pycocotools
import scipy
import shapely
import sklearn
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from scipy.spatial.distance import directed_hausdorff
from shapely.geometry import Polygon
from sklearn.metrics import average_precision_score, fbeta_score

GOLDEN = Path(__file__).resolve().parent.parent / "test" / "golden"
VERSIONS = {
    "python": platform.python_version(),
    "numpy": np.__version__,
    "scipy": scipy.__version__,
    "scikit-learn": sklearn.__version__,
    "shapely": shapely.__version__,
    "geos": shapely.geos_version_string,
    "pycocotools": getattr(pycocotools, "__version__", "2.0"),
}
random = np.random.default_rng(20240229)


def encode(value):
    if isinstance(value, (bool, str)) or value is None:
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if math.isnan(value):
            return "$NaN"
        if math.isinf(value):
            return "$Infinity" if value > 0 else "$-Infinity"
        return "$-0" if value == 0 and math.copysign(1, value) < 0 else value
    if isinstance(value, dict):
        return {key: encode(item) for key, item in value.items()}
    return [encode(item) for item in value]


def write(name, cases):
    path = GOLDEN / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"title": title, "arguments": encode(arguments), "expected": encode(expected)})
        for title, arguments, expected in cases
    ]
    path.write_text(f'{{"versions": {json.dumps(VERSIONS)}, "cases": [\n' + ",\n".join(lines) + "\n]}\n")


def attempt(function, text):
    try:
        return function(text)
    except ValueError:
        return None


# Python's reading of numbers and words


NUMBERS = [
    "", " ", "0", "5", "-5", "+5", "--5", "+-5", "- 5", "007", "-0", "5 ", "\t5\n", "\x0b5\x0c", "\r5", "\x1c5", "5\x1f", "\x855",
    "\xa05\xa0", "\u16805", "\u20005", "\u200a5", "\u20285", "\u20295", "\u202f5", "\u205f5", "\u30005", "\ufeff5", "\u200b5", "\u180e5",
    "1_000", "1__0", "_1", "1_", "+_1", "-1_0", "0_5", "5.0", ".5", "5.", ".", "1e1", "1E+2", "1e-2", "1e", "e1", "1e+", "1_0.0_1",
    "1._5", "1_.5", "1e1_0", "1e_1", "1_e1", "0x10", "0b1", "1L", "5\x00", "\u0663", "\u0663\u0664", "\uff15", "\uff15_\uff15", "\uff11\uff12.\uff15",
    "1e\uff15", "\uff0d5", "\u2212" "5", "\u00b2", "\u2460", "\u4e94", "\U0001d7d8\U0001d7d9", "\U0001fbf5", "\U00011f55", "\ud800", "inf", "-inf", "+INF", "Infinity",
    "iNfInItY", "infinit", "in_f", "nan", "NaN", "-nan", "+nan", "nan(1)", " nan ", "na", "1e400", "-1e400", "1e-400", "1e308", "1.8e308",
    "1" * 15, "1" * 16, "9" * 25, "9223372036854775807", "9223372036854775808", "-9223372036854775809", "0.1", "1,5", "1 5", "True", "None",
    "2.2250738585072011e-308", "4.9e-324", "2.4e-324", "9007199254740993", "0." + "1" * 40, "1" + "0" * 400,
]
LONG_NUMBERS = [("1" * 4300), ("1" * 4301), ("0" * 4301), ("1_" * 4299 + "1"), ("1_" * 4300 + "1"), ("-" + "1" * 4300)]

write("lib/python-int", [
    (json.dumps(text), [text], None if (value := attempt(int, text)) is None else str(value)) for text in NUMBERS
])
write("lib/python-int-limit", [
    (f"{len(text)} characters starting {text[:3]}", [text[:2], len(text), text[-1]], attempt(int, text) is not None) for text in LONG_NUMBERS
])
write("lib/python-float", [(json.dumps(text), [text], attempt(float, text)) for text in NUMBERS])
SPACES = "".join(chr(point) for point in range(0x10000) if chr(point).isspace())
TEXTS = ["", " ", "a", " a ", "a b", "a  b\tc\n", f"{SPACES}a{SPACES}b{SPACES}", "\ufeffa\ufeff", "a\u200bb", "a\u180eb", "\U0001d7d8 \U0001d7d9", "\x00a\x00 b"]
write("lib/python-split", [(json.dumps(text), [text], text.split()) for text in TEXTS])
write("lib/python-strip", [(json.dumps(text), [text], text.strip()) for text in TEXTS])
write("lib/python-space", [("all of the basic plane", [], [point for point in range(0x10000) if chr(point).isspace()])])
DIGITS = [point for point in range(0x110000) if chr(point).isdecimal()]
write("lib/python-digits", [("all of Unicode 14", [], [[point, int(chr(point))] for point in DIGITS])])


# Angles, rounded correctly from 60 digits


getcontext().prec = 60


def decimal_sine(angle, start):
    square = Decimal(angle) ** 2
    term = Decimal(angle) if start == 1 else Decimal(1)
    total, power, smallest = Decimal(0), start, abs(term) * Decimal(10) ** -58
    while abs(term) > smallest:
        total += term
        term *= -square / ((power + 1) * (power + 2))
        power += 2
    return float(total)


ANGLES = [0.0, 1e-300, 1e-9, 0.5, 1.0, 2.0, 3.0, 10.0, 20.0] + [math.pi * k / 4 for k in range(-9, 10) if k] + random.uniform(-7, 7, 120).tolist()
write("lib/cosine-and-sine", [(repr(angle), [angle], [decimal_sine(angle, 0), decimal_sine(angle, 1)]) for angle in ANGLES])


# Sorting with NaN


def falling(keys):
    return [index for index, _ in sorted(enumerate(keys), key=lambda pair: pair[1], reverse=True)]


SORTS = [[], [1.0], [1, 2], [2, 1], [1, 1, 1], [3, 1, 2, 3, 1], [math.nan], [1, math.nan, 2], [math.nan, 1, 2], [2, 1, math.nan], [math.inf, 1, math.inf]]
for count in (5, 9, 20, 63):
    for _ in range(6):
        keys = random.integers(0, 6, count).astype(float)
        keys[random.random(count) < 0.2] = math.nan
        SORTS.append(keys.tolist())
write("lib/sort-descending", [(f"{len(keys)} keys, number {number}", [keys], falling(keys)) for number, keys in enumerate(SORTS)])


# Run lengths, decoded by slices of a numpy array


def runs_of(text, pixels):
    try:
        numbers = [int(token) for token in text.split()]
    except ValueError:
        return "not-integer"
    starts, lengths = numbers[0::2], numbers[1::2]
    if starts != sorted(starts):
        return "not-sorted"
    if any(number <= 0 for number in numbers):
        return "not-positive"
    try:
        firsts = np.array(starts) - 1
        lasts = firsts + lengths
    except ValueError:
        return "odd-count"
    except OverflowError:
        return "too-large"
    line = np.zeros(pixels, dtype=bool)
    for first, last in zip(firsts, lasts):
        try:
            if line[first:last].any():
                return "overlap"
        except TypeError:
            return "too-large"
        line[first:last] = True
    return "".join("1" if pixel else "0" for pixel in line)


WORD, TWICE = 2**63, 2**64
RUN_TEXTS = [
    "", " ", "\t\n", "1 1", "1 3", "3 2 7 1", "1 20", "20 1", "21 1", "20 5", "1 99", "1 5 6 5", "1 5 5 5", "5 1 5 1", "5 1 4 1", "1 1 3 1 2 1", "0 1",
    "1 0", "-1 2", "1 -2", "0 0 5", "5 1 0 1", "5", "0", "-5", "1 2 5", "1 2 2", "1 1 1", "3 1 1", "1 2 3 4 5", "1 0 3", "18 3 25 1", "18 3 19 1 25 1",
    "25 1 25 1", "21 9 22 9", "1 1 25 3 26 3", "+1 2", "01 02", "1_0 2", "1__0 2", "1.0 2", "1e0 2", "x", "1 x", "1,2", "１ ２", "٣ ٤", "1\u00a02", "1\x1c2",
    "1\u200b2", "²", "1 2 3 x", "5 1 4 x", f"1 {WORD - 1}", f"3 {WORD - 1}", f"3 {WORD - 1} 4 2", f"{WORD - 1} {WORD - 1}", f"{WORD} 1", f"{WORD} {WORD}", f"{WORD} {TWICE}",
    f"{TWICE} {WORD}", f"{TWICE} 1", f"1 {WORD}", f"1 {TWICE}", f"3 {TWICE}", f"3 {TWICE} 4 1", f"1 1 {WORD} 1", f"1 1 {TWICE} 1", f"2 2 5 {WORD}", f"2 2 5 {TWICE}",
    f"2 2 {WORD} {TWICE}", f"1 1 {WORD} {WORD} {TWICE} 1", f"1 {WORD} 2 {TWICE}", f"1 1 {WORD}", f"1 1 {TWICE}", f"1 {TWICE} 7", f"1 {WORD} 7", f"1 {'9' * 400} {WORD} 2",
    f"{WORD}", f"{TWICE} 1 {TWICE} 1", f"1 {10**15}", f"1 {10**14}", f"{10**15} 3 {10**16} 4",
]
write("lib/run-length", [(json.dumps(text[:60]), [text, 20], runs_of(text, 20)) for text in RUN_TEXTS])


# Masks


def pair_of_lines(pixels, density):
    return (random.random(pixels) < density).astype(int), (random.random(pixels) < density).astype(int)


def text_of(line):
    return "".join(str(int(pixel)) for pixel in line)


def dice(truth, prediction):
    total = truth.sum() + prediction.sum()
    return math.nan if total == 0 else 2 * (truth * prediction).sum() / total


def iou_precision(truth, prediction):
    if truth.sum() == 0:
        return 1.0 if prediction.sum() == 0 else 0.0
    shared = np.histogram2d(truth, prediction, bins=(2, 2))[0][1, 1]
    areas = np.histogram(truth, bins=2)[0][1] + np.histogram(prediction, bins=2)[0][1]
    overlap = shared / (areas - shared)
    return np.mean([float(overlap > threshold) for threshold in np.arange(0.5, 1.0, 0.05)])


LINES = [("both empty", np.zeros(9, int), np.zeros(9, int)), ("empty truth", np.zeros(9, int), np.eye(9, dtype=int)[4]), ("empty prediction", np.eye(9, dtype=int)[4], np.zeros(9, int)), ("both full", np.ones(9, int), np.ones(9, int)), ("full prediction", np.eye(9, dtype=int)[8], np.ones(9, int)), ("full truth, empty prediction", np.ones(9, int), np.zeros(9, int)), ("mostly true, empty prediction", np.array([1] * 7 + [0] * 3), np.zeros(10, int)), ("touching runs", np.array([1, 1, 0, 0]), np.array([0, 0, 1, 1]))]
for hits in range(10, 21):
    LINES.append((f"an overlap of exactly {hits} in 20", np.ones(20, int), np.array([1] * hits + [0] * (20 - hits))))
for number in range(24):
    pixels = int(random.integers(1, 80))
    LINES.append((f"random line {number}", *pair_of_lines(pixels, random.random())))
write("metrics/dice", [(title, [text_of(t), text_of(p)], dice(t, p)) for title, t, p in LINES])
write("metrics/mask-f-beta", [(title, [text_of(t), text_of(p)], fbeta_score(t, p, beta=0.5, zero_division=0.0)) for title, t, p in LINES])
write("metrics/mask-iou-precision", [(title, [text_of(t), text_of(p)], iou_precision(t, p)) for title, t, p in LINES])


# Hausdorff distance


def hausdorff(truth, prediction):
    if truth.sum() == 0 and prediction.sum() == 0:
        return math.nan
    if truth.sum() == 0 or prediction.sum() == 0 or prediction.sum() > 10 * truth.sum():
        return 1.0
    true_points = np.argwhere(truth) / truth.shape
    predicted_points = np.argwhere(prediction) / truth.shape
    return max(directed_hausdorff(true_points, predicted_points)[0], directed_hausdorff(predicted_points, true_points)[0]) / np.sqrt(3)


def blobs(shape):
    grid = np.indices(shape)
    volume = np.zeros(shape, dtype=bool)
    for _ in range(int(random.integers(1, 4))):
        center, radius = random.random(3) * shape, random.random(3) * np.array(shape) * 0.4 + 0.6
        volume |= sum(((grid[axis] - center[axis]) / radius[axis]) ** 2 for axis in range(3)) < 1
    return volume


def stored(volume):
    return {"height": volume.shape[1], "width": volume.shape[2], "slices": [text_of(part.T.ravel()) for part in volume]}


def volume_with(shape, *points):
    volume = np.zeros(shape, dtype=bool)
    for point in points:
        volume[point] = True
    return volume


VOLUMES = [
    ("both empty", volume_with((2, 3, 4)), volume_with((2, 3, 4))),
    ("only the truth empty", volume_with((2, 3, 4)), volume_with((2, 3, 4), (0, 0, 0))),
    ("only the prediction empty", volume_with((2, 3, 4), (0, 0, 0)), volume_with((2, 3, 4))),
    ("identical", volume_with((2, 3, 4), (1, 2, 3), (0, 0, 0)), volume_with((2, 3, 4), (1, 2, 3), (0, 0, 0))),
    ("opposite corners", volume_with((5, 6, 7), (0, 0, 0)), volume_with((5, 6, 7), (4, 5, 6))),
    ("ten times the voxels", volume_with((1, 1, 30), (0, 0, 0)), volume_with((1, 1, 30), *[(0, 0, x) for x in range(10)])),
    ("more than ten times the voxels", volume_with((1, 1, 30), (0, 0, 0)), volume_with((1, 1, 30), *[(0, 0, x) for x in range(11)])),
    ("fewer slices predicted", volume_with((4, 3, 3), (3, 1, 1)), volume_with((2, 3, 3), (0, 2, 0))),
    ("more and larger slices predicted", volume_with((2, 3, 3), (1, 1, 1)), volume_with((5, 4, 6), (4, 3, 5))),
]
for number in range(40):
    shape = tuple(int(size) for size in random.integers(2, 9, 3))
    truth = blobs(shape) if number % 2 else random.random(shape) < random.random() ** 2
    prediction = truth ^ (random.random(shape) < 0.05) if number % 3 == 0 else blobs(shape)
    VOLUMES.append((f"random volume {number}", truth, prediction))
write("metrics/hausdorff-distance", [(title, [stored(t), stored(p)], hausdorff(t, p)) for title, t, p in VOLUMES])


# Average precision of scores and of labelled boxes


SCORES = [("one of each", [0, 1], [0.1, 0.9]), ("the wrong way round", [0, 1], [0.9, 0.1]), ("all tied", [0, 1, 1, 0], [0.5] * 4), ("no positive", [0, 0], [0.1, 0.2]), ("all positive", [1, 1], [0.1, 0.2]), ("zero and minus zero", [1, 0], [0.0, -0.0])]
for number in range(12):
    count = int(random.integers(2, 400))
    labels = random.integers(0, 2, count)
    SCORES.append((f"random scores {number}", labels.tolist(), (random.integers(0, 50, count) / 50 if number % 2 else random.random(count)).tolist()))
write("metrics/average-precision", [(title, [labels, scores], average_precision_score(labels, scores) if 1 in labels else 0.0) for title, labels, scores in SCORES])


def overlap(left, right):
    sides = [max(0, min(left[axis + 2], right[axis + 2]) - max(left[axis], right[axis])) for axis in (0, 1)]
    shared = sides[0] * sides[1]
    union = (left[2] - left[0]) * (left[3] - left[1]) + (right[2] - right[0]) * (right[3] - right[1]) - shared
    return shared / union if union > 0 else 0.0


BOXES = [((0, 0, 2, 1), (1, 0, 2, 1)), ((0, 0, 1, 1), (1, 1, 2, 2)), ((0, 0, 1, 1), (2, 2, 3, 3)), ((0, 0, 0, 1), (0, 0, 0, 1)), ((0, 0, 1, 1), (0.5, 0, 0.5, 1)), ((1, 1, 0, 0), (0, 0, 1, 1)), ((0, 1, 1, 0), (0, 0, 1, 1)), ((math.nan, 0, 1, 1), (0, 0, 1, 1)), ((0, 0, math.nan, 1), (0, 0, 1, 1)), ((0, 0, math.inf, 1), (0, 0, 1, 1)), ((0, 0, 1e200, 1e200), (0, 0, 1e200, 1e200)), ((0, 0, 2, 1), (0, 0, 1, 1))]
for _ in range(40):
    start, size = random.integers(0, 20, 4) / 4, random.integers(0, 20, 4) / 4
    BOXES.append(((start[0], start[1], start[0] + size[0], start[1] + size[1]), (start[2], start[3], start[2] + size[2], start[3] + size[3])))
write("metrics/box-overlap", [(f"{left} and {right}", [list(left), list(right)], overlap(left, right)) for left, right in BOXES])


def mean_average_precision(truth, prediction):
    scores = []
    for label in sorted({box[0] for boxes in truth for box in boxes}):
        pairs = []
        for true_boxes, boxes in zip(truth, prediction):
            free = [box[2:] for box in true_boxes if box[0] == label]
            before = len(pairs)
            for box in sorted(boxes, key=lambda box: -box[1]):
                if box[0] != label:
                    continue
                candidates = [(overlap(box[2:], other), -index) for index, other in enumerate(free)]
                best = max(candidates, default=(0, 0))
                if best[0] > 0.5:
                    free.pop(-best[1])
                pairs.append((int(best[0] > 0.5), box[1]))
            pairs += [(1, 0)] * len(free)
            if len(pairs) == before:
                pairs.append((0, 0))
        scores.append(average_precision_score(*zip(*pairs)))
    return np.mean(scores) if scores else 0.0


def labelled_boxes(count, labels):
    corners = random.integers(0, 6, (count, 2))
    sizes = random.integers(1, 5, (count, 2))
    return [[labels[int(random.integers(len(labels)))], float(random.integers(1, 20) / 20), *(float(v) for v in (x, y, x + w, y + h))] for (x, y), (w, h) in zip(corners, sizes)]


SCENES = [("no truth", [[], []], [[["a", 0.5, 0.0, 0.0, 1.0, 1.0]], []])]
for number in range(14):
    images = int(random.integers(2, 30))
    truth = [labelled_boxes(int(random.integers(0, 4)), "abc") for _ in range(images)] + [[]]
    prediction = [[[box[0], float(random.integers(1, 9) / 8), box[2], box[3], box[4] + float(random.integers(0, 2)), box[5]] for box in boxes if random.random() < 0.8] + labelled_boxes(int(random.integers(0, 3)), "abcd") for boxes in truth]
    SCENES.append((f"random scenes {number}", truth, prediction))
write("metrics/box-mean-average-precision", [(title, [t, p], mean_average_precision(t, p)) for title, t, p in SCENES])


# COCO


def coco_precision(truth, prediction, threshold, first_id):
    def annotations(boxes):
        return [{"id": index + first_id, "image_id": int(box[0]), "category_id": int(box[1]), "bbox": np.array(box[2:6]), "area": box[6], "iscrowd": 0, "score": box[7]} for index, box in enumerate(boxes)]

    def dataset(boxes):
        coco = COCO()
        coco.dataset = {"images": [{"id": image} for image in sorted({box[0] for box in truth + prediction})], "categories": [{"id": category} for category in sorted({box[1] for box in truth})], "annotations": annotations(boxes)}
        coco.createIndex()
        return coco

    with contextlib.redirect_stdout(io.StringIO()):
        evaluation = COCOeval(dataset(truth), dataset(prediction), "bbox")
        evaluation.params.iouThrs = np.array([threshold])
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return float(evaluation.stats[0])


def coco_boxes(images, most):
    boxes = []
    for image in range(images):
        for _ in range(int(random.integers(0, most))):
            x, y, w, h = (float(v) for v in random.integers(0, 9, 4))
            boxes.append([image, int(random.integers(0, 4)), x, y, w + 1, h + 1, (w + 1) * (h + 1), float(random.integers(0, 12) / 12)])
    return boxes


square = [0, 1, 0.0, 0.0, 2.0, 2.0, 4.0, 0.5]
COCO_CASES = [
    ("one right", [square], [square], 0.4, 1),
    ("the first truth never counts", [square], [square], 0.4, 0),
    ("the first detection takes nothing", [[*square[:1], 2, *square[2:]], square], [square, square], 0.4, 0),
    ("nothing detected", [square], [], 0.4, 1),
    ("overlap exactly at the threshold", [square], [[0, 1, 0.0, 0.0, 1.0, 2.0, 2.0, 0.5]], 0.5, 1),
    ("overlap just below the threshold", [square], [[0, 1, 0.0, 0.0, 0.999999, 2.0, 2.0, 0.5]], 0.5, 1),
    ("truth too large to count", [[*square[:6], 2e10, 0.5]], [square], 0.4, 1),
    ("truth of negative area beside another", [[*square[:6], -1.0, 0.5], square], [square, square, square], 0.4, 1),
    ("unmatched detection too large to count", [square], [[0, 1, 50.0, 50.0, 2.0, 2.0, 2e10, 0.9], square], 0.4, 1),
    ("width NaN matches", [square], [[0, 1, 0.0, 0.0, math.nan, 2.0, math.nan, 0.5]], 0.4, 1),
    ("left NaN is passed over", [square], [[0, 1, math.nan, 0.0, 2.0, 2.0, math.nan, 0.5]], 0.4, 1),
    ("confidence NaN comes last", [square], [[*square[:7], math.nan], [0, 1, 50.0, 50.0, 2.0, 2.0, 4.0, -5.0]], 0.4, 1),
    ("no area", [square], [[0, 1, 0.0, 0.0, 0.0, 2.0, 0.0, 0.5]], 0.4, 1),
    ("later truth wins a tie", [square, square, [0, 1, 0.5, 0.0, 2.0, 2.0, 4.0, 0.5]], [square, square, square], 0.4, 1),
    ("a hundred count, one more does not", [square], [[0, 1, 50.0, 50.0, 2.0, 2.0, 4.0, 0.9]] * 100 + [square], 0.4, 1),
    ("the hundredth counts", [square], [[0, 1, 50.0, 50.0, 2.0, 2.0, 4.0, 0.9]] * 99 + [square], 0.4, 1),
]
for number in range(12):
    truth = coco_boxes(12, 5)
    prediction = [[*box[:2], box[2] + float(random.integers(0, 2)), *box[3:7], float(random.integers(0, 12) / 12)] for box in truth if random.random() < 0.8] + coco_boxes(12, 3)
    COCO_CASES.append((f"random images {number}", truth, prediction, 0.4, number % 2))
write("metrics/coco-average-precision", [(title, [t, p, threshold, first], coco_precision(t, p, threshold, first)) for title, t, p, threshold, first in COCO_CASES])


# Rotated boxes


def corners(x, y, width, length, yaw):
    along, across = np.array([math.cos(yaw), math.sin(yaw)]) * length / 2, np.array([math.sin(yaw), -math.cos(yaw)]) * width / 2
    center = np.array([x, y])
    return np.array([center + along + across, center + along - across, center - along - across, center - along + across])


QUADS = [("the same square", corners(0, 0, 2, 2, 0), corners(0, 0, 2, 2, 0)), ("touching squares", corners(0, 0, 2, 2, 0), corners(2, 0, 2, 2, 0)), ("touching corners", corners(0, 0, 2, 2, 0), corners(2, 2, 2, 2, 0)), ("apart", corners(0, 0, 2, 2, 0), corners(9, 0, 2, 2, 0)), ("one in the other", corners(0, 0, 4, 4, 0.3), corners(0, 0, 1, 1, 1.2)), ("one in the other with a shared side", corners(0, 0, 2, 4, 0), corners(0.5, 0, 2, 3, 0)), ("half covered", corners(0, 0, 2, 4, 0), corners(2, 0, 2, 4, 0)), ("a cross", corners(0, 0, 1, 4, 0), corners(0, 0, 1, 4, math.pi / 2)), ("turned by an eighth", corners(0, 0, 2, 2, 0), corners(0, 0, 2, 2, math.pi / 4))]
for number in range(60):
    far = [0, 10, 2500][number % 3]
    x, y, width, length, yaw = far + random.normal(), far + random.normal(), *random.uniform(0.5, 5, 2), random.uniform(-4, 4)
    left = corners(x, y, width, length, yaw)
    kind = number % 4
    if kind == 0:
        right = corners(x + random.normal(), y + random.normal(), *random.uniform(0.5, 5, 2), random.uniform(-4, 4))
    elif kind == 1:
        right = corners(x + random.normal() / 9, y + random.normal() / 9, width, length, yaw + random.normal() / 9)
    elif kind == 2:
        shift = random.uniform(-0.7, 0.7) * length
        right = corners(x + shift * math.cos(yaw), y + shift * math.sin(yaw), width, length, yaw)
    else:
        right = corners(x, y, width * random.choice([0.5, 1]), length, yaw + math.pi)
    QUADS.append((f"random boxes {number}", left, right))
write("metrics/convex-intersection", [(title, [l.ravel(), r.ravel()], Polygon(l).intersection(Polygon(r)).area) for title, l, r in QUADS])


# Points in boxes


def point_in_box(truth, prediction):
    hits = 0
    for boxes, points in zip(truth, prediction):
        free = list(points)
        for label, x, y, width, height in boxes:
            for point in free:
                if point[0] == label and x < point[1] < x + width and y < point[2] < y + height:
                    free.remove(point)
                    hits += 1
                    break
    if hits == 0:
        return 0.0
    precision = hits / sum(len(points) for points in prediction)
    recall = hits / sum(len(boxes) for boxes in truth)
    return 2 * precision * recall / (precision + recall)


PAGES = [
    ("nothing at all", [[]], [[]]),
    ("no truth", [[]], [[["a", 1, 1]]]),
    ("no prediction", [[["a", 0, 0, 2, 2]]], [[]]),
    ("on the border", [[["a", 0, 0, 2, 2]]], [[["a", 0, 1], ["a", 2, 1], ["a", 1, 0], ["a", 1, 2]]]),
    ("inside", [[["a", 0, 0, 2, 2]]], [[["a", 1, 1]]]),
    ("another label", [[["a", 0, 0, 2, 2]]], [[["b", 1, 1]]]),
    ("one point for two boxes", [[["a", 0, 0, 2, 2], ["a", 0, 0, 3, 3]]], [[["a", 1, 1]]]),
    ("the first point is taken", [[["a", 0, 0, 4, 4], ["a", 0, 0, 2, 2]]], [[["a", 1, 1], ["a", 3, 3]]]),
    ("NaN and infinity", [[["a", 0, 0, 2, 2]]], [[["a", math.nan, 1], ["a", 1, math.inf], ["a", 1, 1]]]),
    ("no area", [[["a", 1, 1, 0, 0], ["a", 0, 0, 2, 2]]], [[["a", 1, 1]]]),
]
for number in range(12):
    truth = [[[str(random.choice(list("abc"))), *(float(v) for v in random.integers(0, 9, 4))] for _ in range(int(random.integers(0, 12)))] for _ in range(6)]
    prediction = [[[str(random.choice(list("abc"))), *(float(v) for v in random.integers(0, 14, 2))] for _ in range(int(random.integers(0, 14)))] for _ in range(6)]
    PAGES.append((f"random pages {number}", truth, prediction))
write("metrics/point-in-box-f1", [(title, [t, p], point_in_box(t, p)) for title, t, p in PAGES])
