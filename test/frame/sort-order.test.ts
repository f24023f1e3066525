import { describe, expect, test } from "vitest";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { sortOrder } from "../../src/frame/sort-order.ts";
import { randomSource } from "../support/random-source.ts";

const rows = 50_000;

/** What `sortOrder` must return, found by an ordinary stable sort; gaps (null, NaN) are last. */
function plainOrder<T>(values: readonly T[], isGap: (value: T) => boolean, compare: (a: T, b: T) => number): number[] {
  return [...values.keys()].sort((a, b) => {
    const left = values[a]!;
    const right = values[b]!;
    if (isGap(left) || isGap(right)) return Number(isGap(left)) - Number(isGap(right)) || a - b;
    return compare(left, right) || a - b;
  });
}

const textOrder = (texts: readonly (string | null)[]): number[] =>
  plainOrder(
    texts.map((text) => (text === null ? null : Buffer.from(text))),
    (bytes) => bytes === null,
    (a, b) => Buffer.compare(a!, b!),
  );
const numberOrder = (values: readonly number[]): number[] => plainOrder(values, Number.isNaN, (a, b) => a - b);

function expectOrder(found: Uint32Array | null, expected: readonly number[]): void {
  const order = found ?? Uint32Array.from(expected.keys());
  expect(order.length).toBe(expected.length);
  expect(expected.findIndex((row, place) => order[place] !== row)).toBe(-1);
}

describe("text is sorted by its bytes, and equal cells keep their order", () => {
  const random = randomSource(3);
  const letters = ["a", "b", "Z", "0", "é", "日", "😀", "\u0001", "~"];
  const word = (length: number): string =>
    Array.from({ length: random.below(length) }, () => random.pick(letters)).join("");
  const samples: Record<string, () => string | null> = {
    "short words, many of them equal": () => word(4),
    "longer words": () => word(12),
    "numbered names": () => `image_${random.below(1_000_000)}.jpg`,
    "a long common beginning": () => `${"prefix/".repeat(9)}${random.below(5000)}`,
    "hexadecimal ids": () => Math.floor(random.next() * 2 ** 52).toString(16),
    "gaps here and there": () => (random.below(10) === 0 ? null : word(5)),
    "one word and its beginnings": () => "aaaaaaaaaaaaaaaaaaaa".slice(0, random.below(21)),
  };

  test.each(Object.keys(samples))("%s", (name) => {
    const texts = Array.from({ length: rows }, samples[name]!);
    expectOrder(sortOrder(TextColumn.from("id", texts)), textOrder(texts));
  });

  test("columns of every small length, read from a file", () => {
    for (let length = 1; length < 300; length += 7) {
      const texts = Array.from({ length }, () => `x${word(6)}`);
      const column = parseCsv(Buffer.from(`id\n${texts.join("\n")}\n`)).column("id");
      expectOrder(sortOrder(column), textOrder(texts));
    }
  });

  test("a column taken from another is sorted by its own rows", () => {
    const texts = Array.from({ length: 1000 }, () => word(3));
    const order = Uint32Array.from(random.shuffle([...texts.keys()]).slice(0, 600));
    const taken = TextColumn.from("id", texts).take(order);
    expectOrder(sortOrder(taken), textOrder([...order].map((row) => texts[row]!)));
  });
});

describe("numbers are sorted by value, NaN last, and equal ones keep their order", () => {
  const random = randomSource(4);
  const samples: Record<string, () => number> = {
    "fractions of both signs": () => random.next() - 0.5,
    "small integers": () => random.below(100) - 50,
    "integers up to 2^53": () => Math.floor((random.next() - 0.5) * 2 ** 54),
    "every magnitude": () => (random.next() - 0.5) * 10 ** (random.below(600) - 300),
    "infinities, zeros of both signs and gaps": () =>
      random.pick([0, -0, 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]),
  };

  test.each(Object.keys(samples))("%s", (name) => {
    const values = Array.from({ length: rows }, samples[name]!);
    expectOrder(sortOrder(new NumberColumn("id", "float64", Float64Array.from(values))), numberOrder(values));
  });

  test("integers beyond 2^53 that share a double", () => {
    const wide = BigInt64Array.from({ length: 2000 }, () => 2n ** 60n + BigInt(random.below(200)));
    const column = new NumberColumn("id", "int64", Float64Array.from(wide, Number), wide);
    expectOrder(
      sortOrder(column),
      plainOrder(
        [...wide],
        () => false,
        (a, b) => (a < b ? -1 : a > b ? 1 : 0),
      ),
    );
  });
});

test("a sorted column needs no order", () => {
  expect(sortOrder(TextColumn.from("id", ["a", "a", "b"]))).toBeNull();
  expect(sortOrder(TextColumn.from("id", []))).toBeNull();
  expect(sortOrder(new NumberColumn("id", "int64", Float64Array.of(1, 1, 2)))).toBeNull();
  expect(sortOrder(new NumberColumn("id", "float64", Float64Array.of(Number.NaN, 1)))).toEqual(Uint32Array.of(1, 0));
});
