import { readFileSync } from "node:fs";
import { BenchError, MissingData } from "../lib/errors.ts";
import { parseDefaultFloat } from "../lib/python/default-float-parser.ts";

const gaps = new Set(
  "|#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null".split("|"),
);

/**
 * The `score` column of a `leaderboard.csv`, in file order. A gap is NaN. pandas twin: `read_csv(path)["score"]`.
 *
 * Upstream: unlike submissions, leaderboards are read with pandas' default float parser, which can be a few units in the
 * last place off. A column of only integers is exact.
 */
export function readLeaderboard(path: string): Float64Array {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new MissingData(`There is no leaderboard at \`${path}\`.`, { cause });
  }
  return parseLeaderboard(text, path);
}

/** As `readLeaderboard`, for text in memory. `name` is for messages. */
export function parseLeaderboard(text: string, name: string): Float64Array {
  if (text.startsWith("version https://git-lfs")) {
    throw unreadable(name, "is a Git LFS pointer, not the leaderboard itself; fetch it with `git lfs pull`");
  }
  const rows = splitRows(text.startsWith("\ufeff") ? text.slice(1) : text);
  const header = rows.shift() ?? [];
  const column = header.indexOf("score");
  if (column < 0) throw unreadable(name, `has no \`score\` column; its columns are: ${header.join(", ") || "none"}`);

  const cells = rows.map((row, index) => {
    if (row.length > header.length) {
      throw unreadable(name, `has ${row.length} fields in data row ${index + 1}, ${header.length} in its header`);
    }
    return row[column] ?? "";
  });
  const parse = cells.every((cell) => /^\s*[+-]?\d+\s*$/.test(cell)) ? Number : parseDefaultFloat;
  return Float64Array.from(cells, (cell, index) => {
    if (gaps.has(cell)) return Number.NaN;
    const score = parse(cell);
    if (score === undefined) throw unreadable(name, `has the score \`${cell}\` in data row ${index + 1}, not a number`);
    return score;
  });
}

function unreadable(name: string, problem: string): BenchError {
  return new BenchError("unreadable-leaderboard", `The leaderboard \`${name}\` ${problem}.`);
}

/** The fields of every row that is not blank. A quote opens only at the start of a field; `""` inside is a quote. */
function splitRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    let field = "";
    while (text[position] === '"') {
      const closing = text.indexOf('"', position + 1);
      const end = closing < 0 ? text.length : closing;
      field += text.slice(position + 1, end);
      position = end + 1;
      if (text[position] === '"') field += '"';
    }
    const start = position;
    while (position < text.length && !",\n\r".includes(text[position]!)) position++;
    row.push(field + text.slice(start, position));
    const separator = text[position++];
    if (separator === "," && position < text.length) continue;
    if (separator === ",") row.push("");
    if (separator === "\r" && text[position] === "\n") position++;
    if (row.length > 1 || row[0]!.trim() !== "") rows.push(row);
    row = [];
  }
  return rows;
}
