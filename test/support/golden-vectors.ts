import { readFileSync } from "node:fs";

/** One stored case: what a function is called with and what Python answered. */
export interface GoldenCase {
  readonly title: string;
  readonly arguments: readonly unknown[];
  readonly expected: unknown;
}

/** Reads `test/golden/<name>.json`, written by scripts/golden-metrics.py, with its generators replaced by their values. */
export function readGoldenCases(name: string): GoldenCase[] {
  const file = new URL(`../golden/${name}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: GoldenCase[] };
  return cases.map((stored) => ({
    title: stored.title,
    arguments: stored.arguments.map(resolve),
    expected: resolve(stored.expected),
  }));
}

const constants: Record<string, number> = { $NaN: Number.NaN, $Infinity: Infinity, "$-Infinity": -Infinity, "$-0": -0 };

// biome-ignore lint/suspicious/noExplicitAny: the arguments come from JSON, each generator knows its own
const generators: Record<string, (...values: any[]) => unknown> = {
  $uniform: (seed, count, low = 0, high = 1) => draws(seed, count).map((u) => low + u * (high - low)),
  $integers: (seed, count, below) => draws(seed, count).map((u) => Math.floor(u * below)),
  $steps: (seed, count, parts) => draws(seed, count).map((u) => Math.floor(u * parts) / parts),
  $blend: (first: number[], weight, second: number[]) => first.map((a, i) => a * weight + second[i]! * (1 - weight)),
  $normalized: normalized,
  $one_hot: (classes, codes: number[]) =>
    codes.flatMap((code) => Array.from({ length: classes }, (_, label) => (label === code ? 1 : 0))),
  $sequences: sequences,
  $texts: (seed, count, longest, alphabet: string) => {
    const letters = [...alphabet];
    return sequences(seed, count, longest, letters.length).map((row) => row.map((i) => letters[i]).join(""));
  },
  $permutations: (seed, count, longest) =>
    sequences(seed, count, longest, 2 ** 30).map((row) => [...row.keys()].sort((a, b) => row[a]! - row[b]! || a - b)),
  $sorted_rows: (rows: number[][]) => rows.map((row) => row.toSorted((a, b) => a - b)),
  $sets: (rows: unknown[][]) => rows.map((row) => new Set(row)),
};

function resolve(value: unknown): unknown {
  if (typeof value === "string") return constants[value] ?? value;
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const generator = generators[entries[0]?.[0] ?? ""];
  if (generator !== undefined) return generator(...(resolve(entries[0]![1]) as unknown[]));
  return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item)]));
}

/** Uniform doubles in [0, 1) with 53 random bits, from a 32-bit linear congruential generator. */
function draws(seed: number, count: number): number[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return Array.from({ length: count }, () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 2 ** 53);
}

function sequences(seed: number, count: number, longest: number, below: number): number[][] {
  const u = draws(seed, count * (longest + 1));
  return Array.from({ length: count }, (_, row) => {
    const [first, ...rest] = u.slice(row * (longest + 1), (row + 1) * (longest + 1));
    return rest.map((value) => Math.floor(value * below)).slice(0, Math.floor(first! * (longest + 1)));
  });
}

function normalized(classes: number, values: number[]): number[] {
  return values.map((value, i) => {
    const start = i - (i % classes);
    return value / values.slice(start, start + classes).reduce((total, each) => total + each, 0);
  });
}
