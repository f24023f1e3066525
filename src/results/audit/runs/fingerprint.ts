import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { LineSplitter } from "../../../lib/files/line-splitter.ts";

/** What a submission says, whatever the order of its rows. */
export interface Fingerprint {
  readonly sha256: string;
  /** The same for files with the same rows in any order. */
  readonly rows: string;
  readonly count: number;
  /** How many different predictions there are, at most `mostValues`. */
  readonly values: number;
}

export const mostValues = 10;

/** Reads a CSV file of any size once. */
export async function fingerprint(path: string): Promise<Fingerprint> {
  const bytes = createHash("sha256");
  const values = new Set<number>();
  let header: string | null = null;
  let [count, low, high] = [0, 0, 0];
  const splitter = new LineSplitter((buffer, start, end) => {
    if (header === null) {
      header = buffer.toString("utf8", start, end);
      return;
    }
    if (end === start) return;
    count += 1;
    // Sums do not depend on the order.
    low = (low + hash(buffer, start, end, 0x9747b28c)) >>> 0;
    high = (high + hash(buffer, start, end, 0x3c6ef372)) >>> 0;
    const comma = buffer.indexOf(0x2c, start);
    if (values.size < mostValues) values.add(hash(buffer, comma < 0 || comma >= end ? start : comma, end, 1));
  });
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    bytes.update(chunk);
    splitter.push(chunk);
  }
  splitter.end();
  const rows = [header ?? "", count, low, high].join("|");
  return { sha256: bytes.digest("hex"), rows, count, values: values.size };
}

/** FNV-1a with a final mix, so that sums of similar rows differ. */
function hash(bytes: Buffer, start: number, end: number, seed: number): number {
  let value = seed;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
