import { QuickRandom } from "../../../lib/random/quick-random.ts";

const [lineFeed, quote] = [0x0a, 0x22];

/**
 * The header and a random share of the rows of a CSV file, for tables that do not fit into memory. A line feed between quotes
 * does not end a row. Stops at the deadline (milliseconds since 1970).
 */
export async function sampleRows(
  pieces: AsyncIterable<Buffer>,
  { share, seed, deadline }: { readonly share: number; readonly seed: number; readonly deadline: number },
): Promise<Buffer> {
  const random = new QuickRandom(seed);
  const kept: Buffer[] = [];
  // The start of a row whose end is in the next piece.
  let begun: Buffer[] = [];
  let isQuoted = false;
  // The header is always kept.
  let isKept = true;
  for await (const piece of pieces) {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) {
        if (isKept) kept.push(...begun, Buffer.from(piece.subarray(start, at + 1)));
        begun = [];
        start = at + 1;
        isKept = random.chance(share);
      }
    }
    if (isKept && start < piece.length) begun.push(Buffer.from(piece.subarray(start)));
    if (Date.now() > deadline) return Buffer.concat(kept);
  }
  return Buffer.concat([...kept, ...begun]);
}
