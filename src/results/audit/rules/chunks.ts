import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { textsOfRun } from "../runs/texts-of-run.ts";

/** Lines of one file that follow each other. */
export interface Piece {
  /** Relative to the run's folder. */
  readonly file: string;
  readonly firstLine: number;
  readonly text: string;
}

/** What a model reads in one call. */
export type Chunk = readonly Piece[];

export interface RunChunks {
  readonly chunks: readonly Chunk[];
  readonly files: number;
  readonly bytes: number;
  /** How much of the run's logs and code is not in the chunks. */
  readonly leftOut: number;
}

/** About 6,000 tokens: small enough to be read with care, large enough to show what a program does. */
const chunkCharacters = 20_000;
const overlapLines = 5;
/** Of one file: the beginning and the end of a long log tell most. */
const mostOfFile = 200_000;
const mostOfTable = 4_000;
const mostOfRun = 2_000_000;
const tables = new Set([".csv", ".tsv", ".jsonl", ".svg", ".html"]);

/** Logs and code of a run, cut into pieces for a model. `blank` takes secrets out before anything is sent. */
export async function chunksOfRun(folder: string, blank: (text: string) => string): Promise<RunChunks> {
  const pieces: Piece[] = [];
  let [files, bytes, leftOut] = [0, 0, 0];
  for await (const { file, content, bytes: size } of textsOfRun(folder)) {
    if (!("path" in content) || size === 0) continue;
    files += 1;
    const allowed = Math.min(mostOfRun - bytes, tables.has(extname(file)) ? mostOfTable : mostOfFile);
    const read = allowed <= 0 ? [] : readParts(content.path, size, allowed);
    for (const { text, firstLine } of read) pieces.push(...cut({ file, firstLine, text: blank(text) }));
    const taken = Math.min(size, Math.max(0, allowed));
    bytes += taken;
    leftOut += size - taken;
  }
  return { chunks: pack(pieces), files, bytes, leftOut };
}

/** The whole file, or its beginning and its end. */
function readParts(path: string, size: number, allowed: number): { text: string; firstLine: number }[] {
  const file = openSync(path, "r");
  const read = (start: number, length: number): string => {
    const buffer = Buffer.alloc(length);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, length, start));
  };
  try {
    if (size <= allowed) return [{ text: read(0, size), firstLine: 1 }];
    const half = Math.floor(allowed / 2);
    const end = read(size - half, half);
    // Its first line was cut, perhaps in the middle of a secret.
    const whole = end.slice(end.indexOf("\n") + 1);
    const start = read(0, half);
    const last = start.lastIndexOf("\n");
    const beginning = { text: start.slice(0, last < 0 ? 0 : last), firstLine: 1 };
    return [beginning, { text: whole, firstLine: lineAt(file, size - Buffer.byteLength(whole)) }];
  } finally {
    closeSync(file);
  }
}

/** The number of the line that begins at an offset. */
function lineAt(file: number, offset: number): number {
  const buffer = Buffer.allocUnsafe(1 << 20);
  let line = 1;
  for (let position = 0; position < offset; ) {
    const count = readSync(file, buffer, 0, Math.min(buffer.length, offset - position), position);
    if (count === 0) break;
    for (let at = buffer.indexOf(10); at >= 0 && at < count; at = buffer.indexOf(10, at + 1)) line += 1;
    position += count;
  }
  return line;
}

/** Pieces of at most a chunk, at line ends where there are any. Each repeats the last lines of the one before. */
function cut({ file, firstLine, text }: Piece): Piece[] {
  const lines = text
    .split("\n")
    .flatMap((line, index) => shortened(line).map((part) => ({ part, line: firstLine + index })));
  const pieces: Piece[] = [];
  let start = 0;
  while (start < lines.length) {
    let [end, length] = [start, 0];
    while (end < lines.length && (end === start || length + lines[end]!.part.length < chunkCharacters)) {
      length += lines[end]!.part.length + 1;
      end += 1;
    }
    const taken = lines.slice(start, end);
    pieces.push({ file, firstLine: taken[0]!.line, text: taken.map(({ part }) => part).join("\n") });
    start = end === lines.length ? end : Math.max(start + 1, end - overlapLines);
  }
  return pieces.filter((piece) => piece.text.trim() !== "");
}

function shortened(line: string): string[] {
  const most = chunkCharacters / 10;
  if (line.length <= most) return [line];
  return Array.from({ length: Math.ceil(line.length / most) }, (_, index) =>
    line.slice(index * most, (index + 1) * most),
  );
}

/** Small files share a chunk. */
function pack(pieces: readonly Piece[]): Chunk[] {
  const chunks: Piece[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    if (length + piece.text.length > chunkCharacters) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)!.push(piece);
    length += piece.text.length;
  }
  return chunks;
}
