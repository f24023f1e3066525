import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { textAt } from "../../src/frame/as-text.ts";
import { labelAt } from "../../src/frame/labels.ts";
import { type CsvOptions, parseCsv, readCsv } from "../../src/frame/read-csv.ts";
import { UnreadableSubmission } from "../../src/lib/errors.ts";
import { type CsvReading, csvReadings, describeFrame } from "../support/csv-readings.ts";
import { randomSource } from "../support/random-source.ts";

const readings = csvReadings();

function expectReading({ bytes, error, rows, columns }: CsvReading, options: CsvOptions = {}): void {
  const read = () => describeFrame(parseCsv(Buffer.from(bytes), options));
  if (error === undefined) expect(read()).toEqual({ rows, columns });
  else expect(read).toThrow(UnreadableSubmission);
}

describe("reading a CSV file gives pandas' types and values", () => {
  test.each(readings)("$name", (reading) => expectReading(reading));
});

describe("it makes no difference where a block ends", () => {
  // With such small blocks, rows, cells, quotes, line ends and characters are all cut somewhere.
  test.each([8, 12, 16, 20, 28, 40])("blocks of %i bytes", (blockBytes) => {
    for (const reading of readings) expectReading(reading, { blockBytes });
  });

  test("a file much larger than a block is read as it was written", () => {
    const random = randomSource(7);
    const cells = Array.from({ length: 60_000 }, (_, row) => ({
      text: `${"x".repeat(random.below(20))}é"${row}\n,`,
      number: random.next() - 0.5,
      whole: row % 1000,
    }));
    const lines = cells.map(
      ({ text, number, whole }) =>
        `"${text.replaceAll('"', '""')}",${number},${whole}${whole % 3 === 0 ? "\r\n" : "\n"}`,
    );
    const frame = parseCsv(Buffer.from(`text,number,whole\n${lines.join("")}`));
    expect(frame.names.map((name) => frame.column(name).kind)).toEqual(["text", "float64", "int64"]);
    const different = cells.findIndex(
      (cell, row) =>
        textAt(frame.column("text"), row) !== cell.text ||
        labelAt(frame.column("number"), row) !== cell.number ||
        labelAt(frame.column("whole"), row) !== cell.whole,
    );
    expect(different).toBe(-1);
    expect(frame.length).toBe(cells.length);
  });

  test.each([
    ["text", "x", "text", "1"],
    ["a fraction", "1.5", "float64", "1.0"],
    ["a gap", "", "float64", "1.0"],
    ["an integer beyond 2^53", "9007199254740993", "int64", "1"],
    ["an integer beyond int64", "18446744073709551615", "uint64", "1"],
    ["a boolean", "True", "text", "1"],
  ])("%s far down types the whole column", (_, cell, kind, first) => {
    const rows = 100_000;
    const frame = parseCsv(Buffer.from(`id,a\n${"7,1\n".repeat(rows)}7,${cell}\n`));
    expect(frame.column("a").kind).toBe(kind);
    expect(textAt(frame.column("a"), 0)).toBe(first);
    expect(textAt(frame.column("a"), rows)).toBe(cell || "nan");
    expect(frame.column("id").kind).toBe("int64");
  });

  test("a long series of gaps followed by words makes a column of text", () => {
    const frame = parseCsv(Buffer.from(`id,a\n${"7,\n".repeat(100_000)}7,x\n`));
    const column = frame.column("a");
    expect([column.kind, column.isGap(0), column.isGap(100_000)]).toEqual(["text", true, false]);
  });
});

describe("limits", () => {
  const refusal = (text: string, options: CsvOptions): string => {
    try {
      parseCsv(Buffer.from(text), options);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableSubmission);
      return (error as Error).message;
    }
    throw new Error("The file was accepted.");
  };

  test("a file with too many bytes, columns, rows or cells, or with a row that is too long, is refused with the limit", () => {
    expect(refusal("a\n".repeat(2 ** 20), { bytes: 2 ** 20 })).toContain("at most 1 MiB");
    expect(refusal(`${"a,".repeat(50)}\n1\n`, { columns: 40 })).toContain("more than 40 cells");
    expect(refusal(`a\n${"1,".repeat(50)}\n`, { columns: 40 })).toContain("more than 40 cells");
    expect(refusal("a\n".repeat(1000), { rows: 900 })).toContain("more than 900 rows");
    expect(refusal(`a,b,c\n${"1\n".repeat(400)}`, { cells: 900 })).toContain("more than 900 cells");
    expect(refusal(`a,b,c\n${"1\n".repeat(400)}`, { missingCells: 700 })).toContain("should have 3");
    expect(refusal(`a\n${"x".repeat(2 ** 21)}\n`, { rowBytes: 2 ** 20 })).toContain("more than 1 MiB");
  });

  test("a file just within the limits is read", () => {
    expect(parseCsv(Buffer.from("a,b\n1,2\n3,4\n"), { bytes: 12, columns: 2, rows: 2, cells: 4 }).length).toBe(2);
  });

  test("short rows of a wide table are refused before they fill memory", () => {
    const header = Array.from({ length: 20_000 }, (_, column) => `c${column}`).join(",");
    expect(refusal(`${header}\n${"1\n".repeat(2 ** 20)}`, {})).toContain("should have 20000");
  });
});

describe("messages say where", () => {
  const message = (bytes: Buffer): string => {
    try {
      return `read ${parseCsv(bytes).length} rows`;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("the byte that is not UTF-8, even far beyond the first block", () => {
    for (const length of [10, 100_000, 1_000_000]) {
      const bytes = Buffer.from(`a\n${"é\n".repeat(length)}`);
      bytes[2 + length] = 0xff;
      const place = Number(/near byte (\d+)/.exec(message(bytes))?.[1]);
      expect(Math.abs(place - (2 + length))).toBeLessThanOrEqual(3);
    }
  });

  test("the line with too many cells, counting blank lines", () => {
    expect(message(Buffer.from("a,b\n1,2\n\n1,2,3\n"))).toBe(
      "Line 4 has more cells than the rows before it: 2 expected. Quote cells that contain commas.",
    );
  });

  test("the line with the quote that never closes", () => {
    expect(message(Buffer.from('a,b\n1,2\n3,"4\n5,6\n'))).toContain("opens in line 3");
  });
});

describe("files", () => {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-csv-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a file is read like the same bytes in memory", () => {
    const path = join(folder, "table.csv");
    for (const { bytes, rows, columns, error } of readings.filter((_, index) => index % 10 === 0)) {
      writeFileSync(path, bytes);
      if (error === undefined) expect(describeFrame(readCsv(path))).toEqual({ rows, columns });
      else expect(() => readCsv(path)).toThrow(UnreadableSubmission);
    }
  });

  test("parseCsv does not change the bytes it is given", () => {
    const bytes = Buffer.from('a\n"x""y"\n');
    parseCsv(bytes);
    expect(bytes.toString()).toBe('a\n"x""y"\n');
  });

  test("escaped quotes next to letters beyond ASCII stay UTF-8", () => {
    expect(describeFrame(parseCsv(Buffer.from('a\n"x""é"\n"日""本"z\n'))).columns[0]![2]).toEqual(['sx"é', 's日"本z']);
  });
});
