import { lstatSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { walk } from "../../lib/files/walk.ts";
import { sha256, sha256OfFile } from "../../lib/hashing.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { type Findings, short } from "./verification.ts";

/** What a file must hold, and who says so ("the event `sealed`"). */
export interface Expectation {
  readonly file: string;
  readonly sha256: string;
  readonly bytes?: number;
  readonly by: string;
}

const atOnce = 4;
/** Up to here reading a file whole is quicker than streaming it. */
const smallBytes = 1 << 18;

/** Hashes each expected file once and says which are missing or changed: one problem per file. */
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
  const what = `Expected sha256 ${short(expected)}, as ${by} has it, found`;
  if (found === "absent") return `${what} no such file.`;
  if (found === "not a regular file") return `${what} something that is no regular file.`;
  if (found.sha256 !== expected) return `${what} ${short(found.sha256)}.`;
  if (bytes === undefined || bytes === found.bytes) return null;
  return `Expected ${bytes} bytes, as ${by} has it, found ${found.bytes}.`;
}

async function hashIfThere(path: string, findings: Findings): Promise<Found> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  if (!stats.isFile()) return "not a regular file";
  findings.files += 1;
  findings.bytes += stats.size;
  const hash = stats.size <= smallBytes ? sha256(readFileSync(path)) : await sha256OfFile(path);
  return { sha256: hash, bytes: stats.size };
}

/** Everything below a folder but other folders, links included; `skipped` are names at its top. Nothing is followed. */
export async function listFiles(folder: string, skipped: ReadonlySet<string>): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    if (!entry.isDirectory()) files.push(entry.name);
    else {
      for await (const { path, type } of walk(join(folder, entry.name), `${entry.name}/`)) {
        if (type !== "directory") files.push(path);
      }
    }
  }
  return files;
}
