import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { BenchError } from "../errors.ts";
import { type LineReader, LineSplitter } from "../files/line-splitter.ts";

interface LineOptions {
  readonly encoding?: "utf8" | "latin1";
  /** Ends every line that had a line end of any kind with `\n`, as Python's lines end. */
  readonly keepEnds?: boolean;
}

/**
 * The lines of a text file one by one, as `for line in open(path)` yields them: only `\r\n`, `\r` and `\n` end a line.
 * Text that is not UTF-8 is an error.
 */
export function readLines(path: string, options: LineOptions = {}): Generator<string> {
  return mapLines(path, textReader(options));
}

/** Converts each line of a file with `read`, reading a megabyte at a time. */
export function* mapLines<T>(path: string, read: LineReader<T>): Generator<T> {
  const splitter = new LineSplitter(read);
  const chunk = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, "r");
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      yield* splitter.push(chunk.subarray(0, size));
    }
    yield* splitter.end();
  } finally {
    closeSync(file);
  }
}

function textReader({ encoding = "utf8", keepEnds = false }: LineOptions): LineReader<string> {
  const decode =
    encoding === "utf8"
      ? decodeUtf8
      : (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);
  return (bytes, start, end, hasLineEnd) => {
    const line = decode(bytes, start, end);
    return keepEnds && hasLineEnd ? `${line}\n` : line;
  };
}

function decodeUtf8(bytes: Buffer, start: number, end: number): string {
  const line = bytes.toString("utf8", start, end);
  // The decoder replaces wrong bytes with U+FFFD, so only lines that contain it need a check.
  if (line.includes("\ufffd") && !isUtf8(bytes.subarray(start, end))) {
    throw new BenchError("malformed-text", `Not UTF-8: ${JSON.stringify(line.slice(0, 200))}`);
  }
  return line;
}
