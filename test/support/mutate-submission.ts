import type { RandomSource } from "./random-source.ts";
import { joinCells, splitCells } from "./raw-cells.ts";

/** Cells that have broken graders before: odd numbers, words where numbers belong, lists that end too early. */
const cells = [
  ...[
    "",
    " ",
    "  ",
    "0",
    "1",
    "-1",
    "0.5",
    "1.0",
    "2",
    "1.5",
    "-0",
    "10",
    "100",
    "-5",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "None",
  ],
  ...[
    "abc",
    "True",
    "False",
    "1e400",
    "1e308",
    "-1e308",
    "1e-320",
    "0.30000000000000004",
    "+1",
    " 1",
    "1 ",
    "1_0",
    "0x1",
  ],
  ...[
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551615",
    "99999999999999999999",
    "\u0661",
    "²",
    "\u00a0",
  ],
  ...[
    "é",
    "😀",
    "a b",
    "1 2",
    "1 2 3",
    "1 2 3 4",
    "4 3 2 1",
    "1 1 5 2",
    "1,2",
    '"1,2"',
    '"a""b"',
    '"x',
    "\0",
    "1\u00002",
    "[]",
  ],
  ...[
    "{}",
    '"{""a"": 1}"',
    "14 0.5 0 0 1 1",
    "1 0 0 1 1 0.5",
    "none 1 0 0 1 1",
    "<b>",
    "../x",
    "a|b",
    "a;b",
    "__proto__",
  ],
];
const names = ["x", "", "id", "Id", "ID", "constructor", "__proto__", "toString", "index", "Unnamed: 0"];
const bytes = Buffer.from(',"\n\r \0\xff\xc3;-.e019aZ|:{}[]', "latin1");

type Rows = string[][];
type Change = (rows: Rows, random: RandomSource) => Rows;

/** A row of data, and one of its columns, by chance. */
const somewhere = (rows: Rows, random: RandomSource): [row: number, column: number] => [
  1 + random.below(rows.length - 1),
  random.below(rows[0]!.length),
];

const changes: readonly Change[] = [
  (rows, random) => withCell(rows, random, () => random.pick(cells)),
  (rows, random) => withCell(rows, random, () => random.pick(cells)),
  (rows, random) => withCell(rows, random, (cell) => cell + random.pick([" ", "0", "x", ".0", "\t", " 1", " 1 1"])),
  (rows, random) => withCell(rows, random, (cell) => withWord(cell, random)),
  (rows, random) => withCell(rows, random, (cell) => withWord(cell, random)),
  (rows, random) =>
    withCell(rows, random, (cell) => String(Number(cell) * random.pick([-1, 2, 0.5, 1e10, 1e-10, 1e300]))),
  function swapTwoCells(rows, random) {
    const [row, column] = somewhere(rows, random);
    const [other] = somewhere(rows, random);
    [rows[row]![column], rows[other]![column]] = [rows[other]![column] ?? "", rows[row]![column] ?? ""];
    return rows;
  },
  function fillColumn(rows, random) {
    const [, column] = somewhere(rows, random);
    const cell = random.pick(cells);
    return rows.map((row, index) => (index === 0 ? row : row.with(Math.min(column, row.length - 1), cell)));
  },
  function sprinkleColumn(rows, random) {
    const [, column] = somewhere(rows, random);
    return rows.map((row, index) =>
      index === 0 || random.below(8) > 0 ? row : row.with(Math.min(column, row.length - 1), random.pick(cells)),
    );
  },
  function repeatRow(rows, random) {
    const [row] = somewhere(rows, random);
    return rows.toSpliced(random.below(rows.length - 1) + 1, 0, [...rows[row]!]);
  },
  (rows, random) => rows.toSpliced(somewhere(rows, random)[0], 1 + random.below(3)),
  (rows, random) => [rows[0]!, ...random.shuffle(rows.slice(1))],
  function shuffleColumns(rows, random) {
    const order = random.shuffle([...rows[0]!.keys()]);
    return rows.map((row) => order.map((column) => row[column] ?? ""));
  },
  function dropColumn(rows, random) {
    const column = random.below(rows[0]!.length);
    return rows.map((row) => row.toSpliced(column, 1));
  },
  (rows, random) => rows.map((row, index) => [...row, index === 0 ? random.pick(names) : random.pick(cells)]),
  (rows, random) => rows.map((row, index) => (index === 0 ? row : [random.pick(cells), ...row])),
  function renameColumn(rows, random) {
    const column = random.below(rows[0]!.length);
    const name = rows[0]![column]!;
    const renamed = random.pick([...names, name.toUpperCase(), `${name} `, rows[0]![0]!]);
    return rows.with(0, rows[0]!.with(column, renamed));
  },
  (rows) => rows.slice(0, 1),
  (rows) => rows.slice(0, 2),
  (rows) => rows.slice(1),
];

function withCell(rows: Rows, random: RandomSource, change: (cell: string) => string): Rows {
  const [row, column] = somewhere(rows, random);
  const found = rows[row]!;
  if (column < found.length) rows[row] = found.with(column, change(found[column]!));
  return rows;
}

/** The cell with one of its words replaced, repeated or removed. */
function withWord(cell: string, random: RandomSource): string {
  const quoted = cell.startsWith('"');
  const words = (quoted ? cell.slice(1, -1) : cell).split(" ");
  const place = random.below(words.length);
  const replacement = random.pick([[], [words[place]!, words[place]!], [random.pick(cells).replaceAll('"', "")]]);
  const changed = words.toSpliced(place, 1, ...replacement).join(" ");
  return quoted || changed.includes(",") ? `"${changed}"` : changed;
}

/** A submission with one to three changes; now and then of its bytes rather than its cells. */
export function mutateSubmission(original: Buffer, random: RandomSource): Buffer {
  const rows = splitCells(original.toString());
  const rounds = 1 + random.below(3);
  if (rows.length < 3 || random.below(10) === 0) return mutateBytes(original, random, rounds);
  let changed = rows;
  for (let round = 0; round < rounds && changed.length > 1; round += 1) {
    changed = random
      .pick(changes)(changed, random)
      .filter((row) => row.length > 0);
  }
  return joinCells(changed, random.pick(["\n", "\n", "\n", "\r\n"]));
}

function mutateBytes(original: Buffer, random: RandomSource, rounds: number): Buffer {
  let changed = Buffer.from(original);
  for (let round = 0; round < rounds && changed.length > 0; round += 1) {
    const at = random.below(changed.length);
    const piece = changed.subarray(at, at + 1 + random.below(30));
    const end = changed.subarray(at + piece.length);
    changed = Buffer.concat(
      random.pick([
        [changed.subarray(0, at), bytes.subarray(random.below(bytes.length)).subarray(0, 1), changed.subarray(at + 1)],
        [changed.subarray(0, at), end],
        [changed.subarray(0, at), piece, piece, end],
        [changed.subarray(0, at)],
      ]),
    );
  }
  return changed;
}
