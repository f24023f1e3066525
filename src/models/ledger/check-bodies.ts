import { closeSync, openSync, readSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { emptyList, hashOfPart, type Part } from "./body-parts.ts";
import { scanLines } from "./scan-lines.ts";

/** What is right and wrong in a pool of bodies. */
export interface CheckedBodies {
  /** The parts whose content has the hash that they are known by. */
  readonly hashes: ReadonlySet<string>;
  /** One sentence each. */
  readonly problems: readonly string[];
}

/** Compares every part of `bodies.jsonl` with its hash, and looks for what parts refer to. Holds one part at a time. */
export function checkBodies(path: string): CheckedBodies {
  const hashes = new Set<string>();
  const problems: string[] = [];
  let line = 0;
  eachLine(path, (text) => {
    line += 1;
    const wrong = whatIsWrong(text, hashes);
    if (wrong !== null) problems.push(`Line ${line} ${wrong}`);
  });
  return { hashes, problems };
}

/** Adds a sound part to the known ones. Every part comes after those that it refers to. */
function whatIsWrong(text: string, hashes: Set<string>): string | null {
  try {
    const part = JSON.parse(text) as Part;
    if (hashOfPart(part) !== part.hash) return `differs from its hash ${part.hash.slice(0, 12)}: it was changed.`;
    if (JSON.stringify(part) !== text) return "is not as it was written: it was changed.";
    const missing = referredTo(part).find((hash) => !hashes.has(hash));
    if (missing !== undefined) return `refers to the part ${missing.slice(0, 12)}, which is not there.`;
    hashes.add(part.hash);
    return null;
  } catch {
    return "is not a part of a body: it was changed.";
  }
}

function referredTo(part: Part): string[] {
  if ("items" in part) return [...(part.after === emptyList ? [] : [part.after]), ...part.items];
  if (!("fields" in part)) return [];
  return Object.values(part.fields).flatMap((field) =>
    "part" in field ? [field.part] : "list" in field ? [field.list] : [],
  );
}

function eachLine(path: string, onLine: (text: string) => void): void {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    scanLines(file, ({ offset, length }) => {
      const bytes = Buffer.allocUnsafe(length);
      readSync(file, bytes, 0, length, offset);
      onLine(bytes.toString("utf8"));
    });
  } finally {
    closeSync(file);
  }
}
