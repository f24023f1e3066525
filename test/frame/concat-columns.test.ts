import { expect, test } from "vitest";
import { asText } from "../../src/frame/as-text.ts";
import { type Column, NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { concatColumns } from "../../src/frame/concat-columns.ts";

const numbers = (kind: "int64" | "float64", ...values: number[]) =>
  new NumberColumn("x", kind, Float64Array.from(values));
const text = (...texts: (string | null)[]) => TextColumn.from("x", texts);

test.each<[string, Column[], string, string[]]>([
  ["columns alike stay as they are", [numbers("int64", 1), numbers("int64", 2, 3)], "int64", ["1", "2", "3"]],
  ["integers and floats are floats", [numbers("int64", 1), numbers("float64", 0.5)], "float64", ["1.0", "0.5"]],
  ["numbers and text keep their prints", [numbers("float64", 1), text("b", null)], "text", ["1.0", "b", "nan"]],
])("%s", (_, columns, kind, printed) => {
  const column = concatColumns(columns);
  expect([column.name, column.kind]).toEqual(["x", kind]);
  expect(asText(column)).toEqual(printed);
});

test("integers beyond 2^53 stay exact", () => {
  const large = new NumberColumn("x", "int64", Float64Array.of(2 ** 53), BigInt64Array.of(2n ** 53n + 1n));
  expect(asText(concatColumns([numbers("int64", 7), large]))).toEqual(["7", "9007199254740993"]);
});
