"""Writes test/golden/csv/readings.json.gz: small nasty CSV files and how pandas reads each of them.

    python scripts/golden-csv.py

Needs pandas 2.2. A reading is the number of rows and, per column, name, dtype and cells; a cell is one letter for its
type (i, f, b, s) and its text. A file that pandas refuses has `error` instead. The random part has a fixed seed.
"""

import base64
import gzip
import json
import random
import tempfile
import warnings
from pathlib import Path

import pandas as pd

TARGET = Path(__file__).parent.parent / "test" / "golden" / "csv" / "readings.json.gz"

WRITTEN = {
    "an empty file": b"",
    "one line feed": b"\n",
    "blank lines only": b"\n \n\t\n\r\n",
    "a byte order mark only": b"\xef\xbb\xbf",
    "a header without rows": b"id,a\n",
    "a header without a line end": b"id,a",
    "a header of empty cells": b",,\n1,2,3\n",
    "a header cell of a space": b" ,a\n1,2\n",
    "a byte order mark before the header": b"\xef\xbb\xbfid,a\n1,2\n",
    "a byte order mark before a quoted header": b'\xef\xbb\xbf"id",a\n1,2\n',
    "a byte order mark in a cell": b"id,a\n\xef\xbb\xbf1,2\n",
    "repeated names": b"a,a,a\n1,2,3\n",
    "repeated names beside a taken suffix": b"a,a.1,a\n1,2,3\n",
    "a taken suffix after the repetition": b"a,a,a.1,a.1\n1,2,3,4\n",
    "repeated empty names": b"a,,,Unnamed: 1\n1,2,3,4\n",
    "an unnamed column that is named so already": b"Unnamed: 1,,\n1,2,3\n",
    "names of numbers": b"1,1,1.0\n1,2,3\n",
    "a name with a quote, a comma and a line end": b'"a""b","c,d","e\nf"\n1,2,3\n',
    "a name with a NUL": b"a\x00b,c\n1,2\n",
    "lines that end in CR LF": b"id,a\r\n1,x\r\n2,y\r\n",
    "lines that end in CR": b"id,a\r1,x\r2,y\r",
    "mixed line ends": b"id,a\r\n1,x\n2,y\r3,z",
    "no line end after the last row": b"id,a\n1,2",
    "a lone CR at the end": b"id,a\n1,2\r",
    "blank lines between rows": b"id,a\n\n1,2\n\n\n3,4\n\n",
    "lines of blanks between rows": b"id,a\n  \n1,2\n\t\n3,4\n \t ",
    "blank lines before the header": b"\n\n  \nid,a\n1,2\n",
    "a line of one quoted empty cell": b'id\n""\n1\n',
    "a line of commas": b"id,a\n,\n1,2\n",
    "a blank line in a table of one column": b"id\n1\n\n2\n",
    "short rows": b"a,b,c\n1\n1,2\n1,2,3\n",
    "a long row": b"a,b\n1,2\n1,2,3\n",
    "a long first row": b"a,b\n1,2,3\n4,5\n6,7,8\n",
    "two surplus cells in every row": b"a,b\nx,y,1,2\nz,w,3,4\n",
    "a comma after every row": b"a,b\n1,2,\n3,4,\n",
    "a comma after the header": b"a,b,\n1,2\n3,4\n",
    "surplus cells grow": b"a\n1,2\n1,2,3\n",
    "quoted cells": b'a,b\n"1","x"\n"2","y"\n',
    "a comma in quotes": b'a,b\n"1,5",x\n',
    "line ends in quotes": b'a,b\n"1\n2",x\n"3\r\n4",y\n"5\r6",z\n',
    "doubled quotes": b'a,b\n"say ""hi""",1\n"""",2\n"""""",3\n',
    "text after a closing quote": b'a,b\n"2"0,"x"y\n"1"".5",3\n',
    "a quote in the middle of a cell": b'a,b\n5"x,6\nab"c"d,7\n',
    "a blank before a quote": b'a,b\n "1",2\n',
    "a blank after a quote": b'a,b\n"1" ,"x" \n',
    "a quote that never closes": b'a,b\n1,"x\n2,y\n',
    "a quote that opens at the end": b'a,b\n1,"',
    "a quote in the header that never closes": b'"a,b\n1,2\n',
    "quoted gaps": b'a,b\n"nan",""\n"NA",1\n',
    "a backslash before a quote": b'a,b\n"x\\",y"\n1,2\n',
    "single quotes": b"a,b\n'1','x,y'\n",
    "a NUL in a number": b"a,b\n1\x005,x\n2,y\n",
    "a NUL in text": b"a,b\n1,x\x00y\n2,\x00\n",
    "NULs only": b"\x00\x00\x00",
    "a row of NULs": b"a,b\n\x00,\x00\n1,2\n",
    "a byte that is no UTF-8": b"a,b\n1,caf\xe9\n",
    "a character cut by the end of the file": b"a,b\n1,\xe6\x97",
    "a surrogate in UTF-8": b"a,b\n1,\xed\xa0\x80\n",
    "an overlong character": b"a,b\n1,\xc0\xaf\n",
    "UTF-16 text": "a,b\n1,2\n".encode("utf-16"),
    "letters beyond ASCII": "id,größe\né,1\n日本,2\n😀,3\n".encode(),
    "a wrong byte in the header": b"a\xff,b\n1,2\n",
    "every missing value": b"a,b\n" + b"".join(
        b"1,%s\n" % text
        for text in b"|#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null".split(b"|")
    ),
    "words that look missing but are not": b"a\nna\nNan\nnone\nNONE\nN.A.\n NA\nNA \n-NA\n<na>\n",
    "a column of gaps": b"a,b\n1,\n2,\n",
    "a gap among integers": b"a,b\n1,x\n,y\n3,z\n",
    "a gap among booleans": b"a,b\nTrue,1\n,2\nfalse,3\n",
    "booleans in any case": b"a\nTrue\nFALSE\ntRuE\nfalse\n",
    "booleans and numbers": b"a,b\nTrue,1\n1,True\n",
    "a boolean with a blank": b"a\nTrue\n False\n",
    "the largest int64": b"a\n9223372036854775807\n1\n",
    "the smallest int64": b"a\n-9223372036854775808\n1\n",
    "the smallest int64 beside a gap": b"a,b\n-9223372036854775808,1\n,2\n",
    "beyond int64": b"a\n9223372036854775808\n1\n",
    "beyond int64 with a negative one": b"a\n9223372036854775808\n-1\n",
    "beyond int64 with a gap": b"a,b\n9223372036854775808,1\n,2\n",
    "beyond int64 with a fraction": b"a\n9223372036854775808\n1.5\n",
    "beyond uint64": b"a\n18446744073709551616\n1\n",
    "below int64": b"a\n-9223372036854775809\n1\n",
    "thirty digits after a fraction": b"a\n1.5\n123456789012345678901234567890\n",
    "thirty digits before a fraction": b"a\n123456789012345678901234567890\n1.5\n",
    "integers beyond 2^53": b"a\n9007199254740993\n9007199254740992\n-9007199254740993\n",
    "integers beyond 2^53 beside a gap": b"a,b\n9007199254740993,1\n,2\n",
    "leading zeros and signs": b"a,b\n007,+5\n-0,-007\n+0,00\n",
    "minus zero": b"a,b\n-0,-0.0\n0,0.0\n",
    "blanks around numbers": b"a,b\n 1,2 \n\t3,4\t\n  5  ,6.5 \n",
    "a lone blank": b"a,b\n1, \n2,3\n",
    "two signs": b"a\n--1\n",
    "a sign behind": b"a\n1-\n",
    "points": b"a,b,c\n.5,5.,1.5\n-.5,+5.,.0\n",
    "a lone point": b"a\n.\n1\n",
    "exponents": b"a,b\n1e5,1E-3\n1e+2,-1.5e0\n",
    "unfinished exponents": b"a,b\n1e,1e+\n1,2\n",
    "a number too large for a double": b"a,b\n1e400,-1e400\n1,1\n",
    "a number too small for a double": b"a\n1e-400\n1\n",
    "the edges of doubles": b"a\n1.7976931348623157e308\n2.2250738585072014e-308\n4.9e-324\n5e-325\n",
    "infinities": b"a,b\ninf,-Infinity\n+INF,infinity\n",
    "an infinity with a blank": b"a\n inf\n1\n",
    "almost an infinity": b"a,b\ninfi,infinit\n1,2\n",
    "many digits": b"a\n0.1234567890123456789\n3.14159265358979323846264338327950288\n123456789.123456789123456789\n",
    "halfway decimals": b"a\n9007199254740993.0\n1e22\n1e23\n123456789012345e8\n4.35\n2.675\n",
    "digits of other scripts": "a,b\n١٢,²\n1,2\n".encode(),
    "underscores and hexadecimals": b"a,b\n1_000,0x10\n1,2\n",
    "thousands separators": b'a,b\n"1,000",2\n',
    "a text among numbers": b"a\n1\n2\nx\n",
    "a number among texts": b"a\nx\n1.50\ny\n",
    "dates": b"a\n2020-01-01\n2020-01-02\n",
    "vertical tab and form feed": b"a,b\n\x0b5,5\x0c\n1,2\n",
    "other separators": b"a;b\n1;2\n",
    "tabs as separators": b"a\tb\n1\t2\n",
    "a comment": b"# made by hand\na,b\n1,2\n",
    "one row, one cell": b"1",
    "the header repeated as a row": b"a,b\n1,2\na,b\n3,4\n",
    "a long cell": b"a,b\n1," + b"x" * 5000 + b"\n2,y\n",
    "forty columns": b",".join(b"c%d" % i for i in range(40)) + b"\n" + b",".join(b"%d" % i for i in range(40)) + b"\n",
}

NUMBERS = (
    "1|0|-1|+5| 7|8 |\t9|007|1.5|-0.0|-0|1e5|1E-3|1e400|-1e400|1e-400|inf|-inf|Infinity|+inf|INF|nan|NaN|NA||null|None|n/a|<NA>|-nan|1.#IND"
    "|.5|5.|.| |1_000|0x10|9223372036854775807|9223372036854775808|-9223372036854775808|-9223372036854775809|18446744073709551615"
    "|18446744073709551616|123456789012345678901234567890|9007199254740993|0.1234567890123456789|3.141592653589793|1e|--1|1 2"
    "|2.2250738585072014e-308|4.9e-324|1.7976931348623157e308|0.30000000000000004|1e22|1e23|123456789012345e8"
).split("|")
WORDS = ["True", "FALSE", "true", "abc", "é", "日本", "a b", "'", "1\x005", "x\x00y", '"q"', '"2"0', '"a,b"', '"a\nb"', '"a""b"', '"a\r\nb"', '""', '" 3"', 'a"b']
INTEGERS = ["1", "2", "-3", "44", "1000000", "9007199254740993", "  5", "+6", "0"]
POOLS = [
    NUMBERS + WORDS,
    NUMBERS[:31],
    INTEGERS,
    INTEGERS + ["1.5", "", "NA"],
    ["True", "False", "true"],
    ["True", "False", ""],
    INTEGERS + ["18446744073709551615", ""],
    INTEGERS[:3] + ["9223372036854775808", "1.5"],
]
NAMES = ["a", "b", "c", "id", "", "a.1", "Unnamed: 0", " a", '"h"']


def random_file(source):
    pool = source.choice(POOLS)
    width = source.randint(1, 4)
    surplus = source.random() < 0.07
    end = source.choice(["\n", "\n", "\n", "\r\n", "\r"])
    lines = [",".join(source.choice(NAMES) for _ in range(width))]
    for _ in range(source.randint(0, 6)):
        cells = width + 1 if surplus else width if source.random() < 0.93 else source.randint(0, width + 1)
        lines.append(",".join(source.choice(pool) for _ in range(cells)))
        if source.random() < 0.04:
            lines.append(source.choice(["", " ", "\t  "]))
    text = end.join(lines) + (end if source.random() < 0.8 else "")
    if source.random() < 0.03:
        text = "\ufeff" + text
    if source.random() < 0.05:
        text = source.choice(["\n", "  \n", "\r\n"]) + text
    return text.encode()


def cell(value):
    kind = {bool: "b", int: "i", float: "f"}.get(type(value), "s")
    return kind + (repr(value) if kind == "f" else str(value))


def reading(path):
    try:
        table = pd.read_csv(path, float_precision="round_trip")
    except pd.errors.EmptyDataError:
        return {"rows": 0, "columns": []}
    except Exception as error:
        return {"error": type(error).__name__}
    columns = [table.iloc[:, position] for position in range(table.shape[1])]
    return {
        "rows": len(table),
        "columns": [[str(column.name), str(column.dtype), [cell(value) for value in column.tolist()]] for column in columns],
    }


def pack(content):
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def main():
    warnings.filterwarnings("ignore")
    source = random.Random(20)
    files = dict(WRITTEN)
    while len(files) < 600:
        content = random_file(source)
        # A blank after a lone CR makes pandas' tokenizer fail in ways that depend on its buffers.
        if b"\r " not in content and b"\r\t" not in content:
            files[f"random file {len(files) - len(WRITTEN) + 1}"] = content
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.csv"
        cases = []
        for name, content in files.items():
            path.write_bytes(content)
            cases.append({"name": name, **pack(content), **reading(path)})
    packed = json.dumps({"pandas": pd.__version__, "cases": cases}, ensure_ascii=False, separators=(",", ":"))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(gzip.compress(packed.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
