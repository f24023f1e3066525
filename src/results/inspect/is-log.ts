import { closeSync, openSync, readSync } from "node:fs";

/** Whether a file is a log: an archive, or JSON that begins as Inspect's does. Grading reports begin with other members. */
export function isLog(path: string): boolean {
  if (path.endsWith(".eval")) return true;
  if (!path.endsWith(".json")) return false;
  const start = Buffer.alloc(256);
  const file = openSync(path, "r");
  try {
    const text = start.toString("utf8", 0, readSync(file, start, 0, start.length, 0));
    return /^\s*\{\s*"(?:version|status|eval)"\s*:/.test(text);
  } finally {
    closeSync(file);
  }
}
