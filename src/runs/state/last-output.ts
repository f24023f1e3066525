import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { plainText } from "../../lib/plain-text.ts";

const longestLine = 4096;

/** The last non-empty line of a log. It is kept until the log changes, so reading it again costs one `stat`. */
export class LastOutput {
  readonly #path: string;
  #seen = "";
  #line: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  read(): string | null {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    const seen = stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    if (seen !== this.#seen) this.#line = readLastOutput(this.#path);
    this.#seen = seen;
    return this.#line;
  }
}

/**
 * The last non-empty line of a log as plain text, or the last 4096 bytes of it; null when there is none. Carriage returns
 * end a line too, so that the latest state of a progress bar is shown. Reads only the end of the file.
 */
export function readLastOutput(path: string): string | null {
  const lines = readEnd(path, longestLine).split(/[\r\n]+/);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = plainText(lines[index]!).replaceAll("\t", " ").trim();
    if (line !== "") return line;
  }
  return null;
}

/** The last bytes of a file as text; nothing when there is no file. */
export function readEnd(path: string, readBytes: number): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw error;
  }
  try {
    const start = Math.max(0, fstatSync(file).size - readBytes);
    const piece = Buffer.alloc(readBytes);
    const text = piece.toString("utf8", 0, readSync(file, piece, 0, readBytes, start));
    // The first character may be incomplete.
    return start === 0 ? text : text.replace(/^\ufffd+/, "");
  } finally {
    closeSync(file);
  }
}
