import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { BenchError } from "../errors.ts";
import { type LineReader, LineSplitter } from "../files/line-splitter.ts";

/** `keepEnds` leaves a `\n` at the end of every line that had a line end of any kind, as Python's lines have. */
export interface LineOptions {
  readonly encoding?: "utf8" | "latin1";
  readonly keepEnds?: boolean;
}

/**
 * The lines of a text file one by one, as `for line in open(path)` yields them: `\r\n`, `\r` and `\n` all end a line,
 * and nothing else does. Text that is not UTF-8 is an error.
 */
export function readLines(path: string, options: LineOptions = {}): Generator<string> {
  return mapLines(path, textReader(options));
}

/** The lines of a stream of bytes, such as an archive's member, in batches: one per chunk that completes a line. */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions = {},
): AsyncGenerator<string[]> {
  const splitter = new LineSplitter(textReader(options));
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

/** What `read` makes of each line of a file, reading it a megabyte at a time. */
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
  // The decoder puts U+FFFD where bytes are wrong; only then is it worth asking whether they are.
  if (line.includes("\ufffd") && !isUtf8(bytes.subarray(start, end))) {
    throw new BenchError("malformed-text", `Not UTF-8: ${JSON.stringify(line.slice(0, 200))}`);
  }
  return line;
}
