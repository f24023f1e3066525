import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import jpeg from "jpeg-js";
import { expect } from "vitest";
import { solve } from "../../../src/agents/baseline/solve.ts";
import { asText } from "../../../src/frame/as-text.ts";
import type { Frame } from "../../../src/frame/frame.ts";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { encodeGrayPng } from "../../../src/lib/formats/png/encode-png.ts";

/** What the solver made of a public folder. */
export interface Solved {
  readonly outcome: "improved" | "sample";
  /** Its lines. */
  readonly lines: readonly string[];
  readonly submission: Frame;
  /** The submission's bytes as text. */
  readonly text: string;
}

/** Writes the files of a public folder below `folder`; paths may have several parts. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/**
 * Solves the competition in a folder and requires what holds for every submission: the sample's columns and rows, other columns
 * than `targets` unchanged, no gaps in those, and nothing else beside the file.
 */
export async function solveFolder(folder: string, sampleName: string, targets: readonly string[]): Promise<Solved> {
  const submissionPath = join(folder, "..", "submission", "submission.csv");
  const lines: string[] = [];
  const options = { publicDirectory: folder, submissionPath, seed: 0, deadline: Date.now() + 600_000 };
  const outcome = await solve(options, (line) => lines.push(line));
  const [sample, submission] = [readCsv(join(folder, sampleName)), readCsv(submissionPath)];
  expect(readdirSync(dirname(submissionPath))).toEqual(["submission.csv"]);
  expect(submission.names).toEqual(sample.names);
  expect(submission.length).toBe(sample.length);
  for (const name of sample.names) {
    const cells = asText(submission.column(name));
    if (!targets.includes(name)) expect(cells).toEqual(asText(sample.column(name)));
    else if (outcome === "improved") expect(cells).not.toContain("nan");
  }
  const text = readFileSync(submissionPath, "utf8");
  if (outcome === "sample") expect(text).toBe(readFileSync(join(folder, sampleName), "utf8"));
  return { outcome, lines, submission, text };
}

/** CSV text from a header and rows of cells. */
export function csv(header: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}

/** A list with one item for each number below `count`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A number from 0 to 1 that looks random, the same for the same index. */
export function noise(index: number): number {
  const x = Math.sin(index * 12.9898 + 78.233) * 43758.5453;
  return x - Math.floor(x);
}

const jpegs = new Map<string, Buffer>();

/** A small JPEG image of one color, with noise of a few kinds: encoding takes most of a test's time. */
export function jpegOf(color: readonly [number, number, number], seed: number): Buffer {
  const key = `${color} ${seed % 5}`;
  if (!jpegs.has(key)) jpegs.set(key, encodeJpeg(color, seed % 5));
  return jpegs.get(key)!;
}

function encodeJpeg([red, green, blue]: readonly [number, number, number], seed: number): Buffer {
  const side = 16;
  const data = Buffer.alloc(side * side * 4, 255);
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const light = 30 * noise(seed * 1000 + pixel);
    data.set([red + light, green + light, blue + light], 4 * pixel);
  }
  return jpeg.encode({ width: side, height: side, data }, 90).data;
}

/** A small PNG image that is bright in its upper or lower half. */
export function pngOf(half: "upper" | "lower", seed: number): Buffer {
  const side = 16;
  const samples = Uint8Array.from({ length: side * side }, (_, pixel) => {
    const isBright = pixel < (side * side) / 2 === (half === "upper");
    return (isBright ? 180 : 20) + 50 * noise(seed * 1000 + pixel);
  });
  return encodeGrayPng(side, side, samples);
}

/** The share of rows whose cell of a column is right. */
export function accuracy(table: Frame, column: string, truth: readonly string[]): number {
  const cells = asText(table.column(column));
  return cells.filter((cell, row) => cell === truth[row]).length / cells.length;
}

/** Mean log loss of a column of probabilities. */
export function logLoss(table: Frame, column: string, truth: readonly boolean[]): number {
  const chances = asText(table.column(column)).map(Number);
  const losses = chances.map((chance, row) => -Math.log(Math.max(1e-15, truth[row] ? chance : 1 - chance)));
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
