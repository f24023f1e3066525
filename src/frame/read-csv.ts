import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UnreadableSubmission } from "../lib/errors.ts";
import type { CellIndex } from "./column.ts";
import { decodeCell } from "./decode-cell.ts";
import { Frame } from "./frame.ts";
import { columnNames } from "./header.ts";
import { inferColumn } from "./infer-column.ts";
import { CsvScanner } from "./scan-csv.ts";

/** What a file may have before reading it is refused: far beyond any real submission, well within memory. */
export interface CsvLimits {
  readonly bytes: number;
  readonly columns: number;
  readonly rows: number;
}

export const defaultLimits: CsvLimits = { bytes: 2 ** 31, columns: 20_000, rows: 100_000_000 };

const firstBlock = 1 << 20;
const largestBlock = 1 << 24;

/**
 * Reads a CSV file as pandas 2.2's `read_csv(path, float_precision="round_trip")` does. An empty file is a table
 * without columns. Reading and scanning go hand in hand, block by block, so that a hopeless file is refused early.
 *
 * @throws UnreadableSubmission when it is no regular readable file, no UTF-8, no table, or beyond the limits.
 */
export function readCsv(path: string, limits: CsvLimits = defaultLimits): Frame {
  const file = openFile(path);
  try {
    const { size } = fstatSync(file);
    if (size > limits.bytes) {
      throw new UnreadableSubmission(
        `The file has ${(size / 2 ** 30).toFixed(1)} GiB; at most ${(limits.bytes / 2 ** 30).toFixed(1)} GiB are read.`,
      );
    }
    return readTable(new GrowingFile(file, size), limits);
  } finally {
    closeSync(file);
  }
}

/** Reads CSV text that is already in memory. The bytes belong to the table afterwards and may be rewritten. */
export function parseCsv(bytes: Buffer, limits: CsvLimits = defaultLimits): Frame {
  return readTable({ bytes, available: bytes.length, complete: true, more: () => {} }, limits);
}

interface Source {
  readonly bytes: Buffer;
  readonly available: number;
  readonly complete: boolean;
  more(): void;
}

/** A buffer of the file's size that is filled block by block; pages not yet read take no memory. */
class GrowingFile implements Source {
  readonly bytes: Buffer;
  available = 0;
  complete = false;
  readonly #file: number;
  #block = firstBlock;

  constructor(file: number, size: number) {
    this.#file = file;
    this.bytes = Buffer.allocUnsafeSlow(size);
    this.more();
  }

  more(): void {
    const wanted = Math.min(this.#block, this.bytes.length - this.available);
    let read = 0;
    try {
      read = wanted === 0 ? 0 : readSync(this.#file, this.bytes, this.available, wanted, this.available);
    } catch (cause) {
      throw new UnreadableSubmission(`The file cannot be read: ${(cause as Error).message}.`, { cause });
    }
    this.available += read;
    this.complete = read === 0 || this.available === this.bytes.length;
    if (this.#block < largestBlock) this.#block *= 2;
  }
}

function openFile(path: string): number {
  let file: number;
  try {
    // Without O_NONBLOCK a named pipe would wait for a writer for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    const reason = openFailures[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause as Error).message;
    throw new UnreadableSubmission(`${path} cannot be opened: ${reason}.`, { cause });
  }
  const kind = fstatSync(file);
  if (kind.isFile()) return file;
  closeSync(file);
  throw new UnreadableSubmission(
    `${path} is ${kind.isDirectory() ? "a directory" : "not a regular file"}, not a CSV file.`,
  );
}

const openFailures: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ELOOP: "its symbolic links form a loop",
  ENOTDIR: "a part of its path is not a directory",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is a socket or device, not a file",
};

function readTable(source: Source, limits: CsvLimits): Frame {
  const { bytes } = source;
  const marked = source.available >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const scanner = new CsvScanner(bytes, marked ? 3 : 0);
  const one = { width: null, rows: 1, maximumWidth: limits.columns };

  const scanRow = (): number => {
    for (;;) {
      const before = scanner.cells.count;
      if (scanner.scan(source.available, { ...one, final: source.complete }) === 1) return scanner.cells.count - before;
      if (source.complete) return 0;
      source.more();
    }
  };

  const headerWidth = scanRow();
  if (headerWidth === 0) {
    requireUtf8(bytes.subarray(0, source.available));
    return new Frame([], 0, () => {
      throw new RangeError("An empty table has no columns.");
    });
  }
  const header = Array.from({ length: headerWidth }, (_, position) =>
    truncateAtNul(decodeCell(bytes, scanner.cells.starts[position]!, scanner.cells.ends[position]!)),
  );
  scanner.cells.count = 0;

  // The first row of data decides the width: with more cells than the header, the surplus leads as row labels.
  const firstWidth = scanRow();
  const width = Math.max(headerWidth, firstWidth);
  if (firstWidth > 0) {
    while (scanner.cells.count < width) scanner.cells.push(scanner.position, scanner.position);
    scanRemaining(scanner, source, width, limits);
  }
  requireUtf8(bytes.subarray(0, source.available));

  const rows = scanner.cells.count / width;
  const cells: CellIndex = { bytes, starts: scanner.cells.starts, ends: scanner.cells.ends, stride: width };
  if (bytes.subarray(0, source.available).includes(0)) truncateCellsAtNul(cells, scanner.cells.count);

  const names = columnNames(header);
  const indexColumns = width - headerWidth;
  const positionOf = new Map(names.map((name, position) => [name, position + indexColumns]));
  return new Frame(names, rows, (name) => inferColumn(name, cells, positionOf.get(name)!, rows), indexColumns);
}

function scanRemaining(scanner: CsvScanner, source: Source, width: number, limits: CsvLimits): void {
  let sized = false;
  for (;;) {
    scanner.scan(source.available, {
      width,
      rows: Number.POSITIVE_INFINITY,
      final: source.complete,
      maximumWidth: limits.columns,
    });
    if (scanner.rows > limits.rows) {
      throw new UnreadableSubmission(`The file has more than ${limits.rows} rows.`);
    }
    if (source.complete) return;
    if (!sized && scanner.cells.count > 1000) {
      // Room for all cells at once, judged by the first block: growing by doubling would copy everything several times.
      const expected = Math.ceil((scanner.cells.count / scanner.position) * source.bytes.length * 1.02);
      scanner.cells.grow(Math.max(scanner.cells.count, expected) + width);
      sized = true;
    }
    source.more();
  }
}

function requireUtf8(bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  let good = 0;
  let bad = bytes.length;
  // Halving: a prefix is bad when it is no UTF-8 even without the up to three bytes a cut character leaves.
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const whole = [0, 1, 2, 3].some((cut) => middle - cut >= 0 && isUtf8(bytes.subarray(0, middle - cut)));
    if (whole) good = middle;
    else bad = middle;
  }
  let line = 1;
  for (let at = 0; at < good; at += 1) if (bytes[at] === 10) line += 1;
  throw new UnreadableSubmission(
    `The file is not UTF-8 text: the first wrong byte is near byte ${good}, line ${line}. Save it as UTF-8.`,
  );
}

const truncateAtNul = (text: string): string => {
  const nul = text.indexOf("\0");
  return nul < 0 ? text : text.slice(0, nul);
};

/** Upstream: pandas' cells are C strings, so a cell ends at its first NUL. */
function truncateCellsAtNul(cells: CellIndex, count: number): void {
  for (let cell = 0; cell < count; cell += 1) {
    const start = cells.starts[cell]!;
    const end = cells.ends[cell]!;
    for (let at = start; at < end; at += 1) {
      if (cells.bytes[at] === 0) {
        cells.ends[cell] = at;
        break;
      }
    }
  }
}
