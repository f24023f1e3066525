import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sha256OfFile } from "../../lib/hashing.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { type Findings, short } from "./verification.ts";

/** What a file must contain, and the source of that expectation ("the event `sealed`"). */
export interface Expectation {
  readonly file: string;
  readonly sha256: string;
  readonly bytes?: number;
  readonly by: string;
}

const atOnce = 4;

/** Hashes each expected file once and reports those that are missing or changed, one problem per file. */
export async function verifyFiles(
  folder: string,
  expectations: readonly Expectation[],
  findings: Findings,
): Promise<void> {
  const byFile = new Map<string, Expectation[]>();
  for (const expectation of expectations) {
    byFile.set(expectation.file, [...(byFile.get(expectation.file) ?? []), expectation]);
  }
  const hashes = await inParallel([...byFile.keys()], atOnce, (file) => hashIfThere(join(folder, file), findings));
  for (const [index, [file, expected]] of [...byFile].entries()) {
    const problem = expected.map((each) => compare(each, hashes[index]!)).find((each) => each !== null);
    if (problem !== undefined) findings.problem(file, problem!);
  }
}

type Found = { readonly sha256: string; readonly bytes: number } | "absent" | "not a regular file";

function compare({ sha256: expected, bytes, by }: Expectation, found: Found): string | null {
  const what = `Expected sha256 ${short(expected)} (from ${by}), found`;
  if (found === "absent") return `${what} no such file.`;
  if (found === "not a regular file") return `${what} something that is not a regular file.`;
  if (found.sha256 !== expected) return `${what} ${short(found.sha256)}.`;
  if (bytes === undefined || bytes === found.bytes) return null;
  return `Expected ${bytes} bytes (from ${by}), found ${found.bytes}.`;
}

async function hashIfThere(path: string, findings: Findings): Promise<Found> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  if (!stats.isFile()) return "not a regular file";
  findings.files += 1;
  findings.bytes += stats.size;
  return { sha256: await sha256OfFile(path), bytes: stats.size };
}
