import { describe, expect, test } from "vitest";
import { asText } from "../../src/frame/as-text.ts";
import type { TextColumn } from "../../src/frame/column.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";

/** pandas types two columns 262,144 rows at a time. */
const chunk = 2 ** 18;

function read(cells: readonly string[]) {
  return parseCsv(Buffer.from(`id,cell\n${cells.map((cell, row) => `${row},${cell}`).join("\n")}\n`)).column("cell");
}

const filled = (cell: string, count = chunk): string[] => new Array<string>(count).fill(cell);

describe("a column of a large file", () => {
  test("is typed chunk by chunk: numbers stay numbers although a later chunk is text", () => {
    const column = read([...filled("0706016001"), "07 08"]) as TextColumn;
    expect(column.kind).toBe("text");
    expect(column.mixed).toBe(true);
    expect([column.at(0), column.at(chunk - 1), column.at(chunk)]).toEqual(["706016001", "706016001", "07 08"]);
  });

  test("prints floats, integers with gaps and booleans of a chunk as Python does", () => {
    expect(asText(read([...filled("1.50"), "x"]))[0]).toBe("1.5");
    expect(asText(read([...filled("true"), "x"]))[0]).toBe("True");
    const gaps = read(["", ...filled("007", chunk - 1), "x"]);
    expect([gaps.isGap(0), asText(gaps)[1]]).toEqual([true, "7.0"]);
  });

  test("is plain text if every chunk is", () => {
    const column = read(["x", ...filled("007", chunk - 1), "007", "y"]) as TextColumn;
    expect(column.mixed).toBe(false);
    expect([column.at(1), column.at(chunk)]).toEqual(["007", "007"]);
  });

  test("is of numbers if every chunk is, floats if they differ", () => {
    expect(read([...filled("1"), "2.5"])).toMatchObject({ kind: "float64" });
    expect(read([...filled("-1"), "18446744073709551615"])).toMatchObject({ kind: "float64" });
    expect(read([...filled("1"), "2"])).toMatchObject({ kind: "int64" });
  });

  test("is typed at once up to the size of a chunk", () => {
    expect((read([...filled("007", chunk - 1), "x"]) as TextColumn).at(0)).toBe("007");
  });
});
