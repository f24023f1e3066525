import { closeSync, openSync, readSync } from "node:fs";

/** At most the first `bytes` bytes of a file, as text. */
export function readStart(path: string, bytes: number): string {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}
