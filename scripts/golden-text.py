"""Writes test/golden/text/*.json: how Python, C and pandas print and read numbers, and Python's json. Needs pandas."""

import json
import random
import struct
import sys
from pathlib import Path

import pandas as pd
from pandas._libs.json import ujson_dumps, ujson_loads

folder = Path(__file__).parent.parent / "test" / "golden" / "text"
versions = {"python": sys.version.split()[0], "pandas": pd.__version__}
source = random.Random(20)


def write(name, cases):
    parts = []
    for key, values in cases.items():
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in values)
        parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
    text = ",\n".join([f'"versions": {json.dumps(versions)}', *parts])
    (folder / f"{name}.json").write_text("{\n" + text + "\n}\n")


def digits(count):
    return "".join(source.choice("0123456789") for _ in range(count))


def numbers():
    values = [0.0, -0.0, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 1e16, 9999999999999998.0, 1e15, 1e-4,
              9.999e-5, 1e-5, 1e21, 1e22, 1e23, 123456789012345680.0, 0.5, 1.5, 2.5, 0.125, 0.375, 9.5, 99.5, 0.1, 0.3,
              1e-10, 5e-11, 1.5e-10, 2.5e-10, -1e-11, 1e-15, 9e-16, 0.99999999999, 1234567.5, 9999999999.5, 12345678905.0,
              12345678915.0, 3.0, 2.0**52 + 0.5, 2.0**53, 1e16 + 2]
    values += [source.uniform(-180, 180) for _ in range(60)]
    values += [10 ** source.uniform(-22, 24) for _ in range(60)]
    values += [round(source.uniform(-1000, 1000), 3) for _ in range(30)]
    values += [source.randint(-(10**9), 10**9) / 2 ** source.randint(0, 40) for _ in range(80)]
    values += [float(source.randint(-(10**6), 10**6) * 10**e + 5 * 10 ** (e - 1)) for e in range(1, 13) for _ in range(3)]
    values += [struct.unpack("<d", struct.pack("<Q", source.getrandbits(63)))[0] for _ in range(40)]
    values = [value for value in values if value == value and abs(value) != float("inf")]
    formats = ["%.10g", "%.10f", "%.0f", "%.3f", "%.1g", "%.4g", "%.17g"]
    write("floats", {"formats": formats, "printed": [[repr(v), *(f % v for f in formats), ujson_dumps(v)] for v in values]})


def ujson_numbers():
    texts = ["NaN", "Infinity", "-Infinity", "-0", "-0.0", "0", "0.0", "1.0", "007", "1.", "1e", "1.e5", "0e400", "1e400",
             "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
             "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-92233720368547758089", "1e23",
             "3.7e23", "1e210", "1e99999999999999999999999", "1e-99999999999999999999999", "0.1234567890123456789"]
    texts += [repr(source.uniform(-180, 180)) for _ in range(60)]
    texts += [repr(10 ** source.uniform(-30, 30)) for _ in range(60)]
    texts += ["%.4f" % source.uniform(-2, 2) for _ in range(40)]
    for _ in range(120):
        text = source.choice(["", "-"]) + digits(source.choice([1, 2, 5, 15, 16, 18, 19, 19, 20, 20, 21]))
        if source.random() < 0.6:
            text += "." + digits(source.choice([0, 1, 5, 14, 15, 16, 20]))
        if source.random() < 0.4:
            text += source.choice("eE") + source.choice(["", "-", "+"]) + digits(source.choice([0, 1, 2, 3]))
        texts.append(text)

    def read(text):
        try:
            return json.dumps(ujson_loads(f"[{text}]")[0])
        except ValueError:
            return None

    letters = [chr(code) for code in range(0x100)] + ["\u2028", "\uffff", "\U0001f600", "/", '"', "\\"]
    strings = ["".join(source.choice(letters) for _ in range(12)) for _ in range(60)]
    records = [{"id": 1, "a/b": [1.0, 0.5, None, True], "é": {"x": 2**63, "y": -(2**63), "z": []}}, [], {}]
    write("ujson", {"numbers": [[text, read(text)] for text in texts],
                    "strings": [[text, ujson_dumps(text)] for text in strings],
                    "records": [[json.dumps(record), ujson_dumps(record)] for record in records]})


scalars = ["0", "-0", "7", "-12", "1.0", "-0.0", "0.1", "1e5", "1E-7", "1e16", "123456789012345678901234567890",
           "9007199254740993", "-9007199254740993", "9007199254740991", "999999999999999", "1000000000000000", "1e400",
           "NaN", "Infinity", "-Infinity", "1.5e300", "5e-324", "true", "false", "null"]
keys = ["a", "10", "2", "1", "b", "image_id", "\uffff", "\U0001f600", "\ue000", "", "é", "z" * 70]
letters = ["a", "B", "é", "\u2028", "\U0001f600", "\ud800", "\udc00", '"', "\\", "/", "\n", "\t", "\0", "\x7f", "\x1f"]


def document(depth):
    kind = source.random()
    blank = source.choice(["", "", " ", "\n", "\t ", "\r\n"])
    if depth == 0 or kind < 0.4:
        if source.random() < 0.6:
            return source.choice(scalars)
        return json.dumps("".join(source.choice(letters) for _ in range(source.randint(0, 6))))
    count = source.choice([0, 1, 2, 4])
    if kind < 0.7:
        return "[" + blank + ("," + blank).join(document(depth - 1) for _ in range(count)) + blank + "]"
    members = [json.dumps(source.choice(keys), ensure_ascii=source.random() < 0.5) + blank + ":" + document(depth - 1)
               for _ in range(count)]
    return "{" + blank + ("," + blank).join(members) + "}"


def documents():
    wrong = ["", " ", "01", "1.", ".5", "-", "+1", "1e", "--1", "nan", "-NaN", "Infinit", "tru", "nul", "[1,]", "[,1]",
             '{"a":1,}', "{a:1}", "{'a':1}", '{"a" 1}', '{"a":}', '{"a":1 "b":2}', "[1 2]", "[", "]", '"', '"\\', '"\\x"',
             '"\\u12g4"', '"\\u123', '"\n"', '"\t"', "1 2", "\ufeff1", "/**/1", "\u00a01", '{"a":1}}', "[1]]", "truee"]
    texts = wrong + [document(4) for _ in range(160)]

    def printed(text):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return [json.dumps(value), json.dumps(value, indent=4, sort_keys=True), json.dumps(value, indent=0)]

    write("json", {"documents": [[text, printed(text)] for text in texts]})


folder.mkdir(parents=True, exist_ok=True)
numbers()
ujson_numbers()
documents()
