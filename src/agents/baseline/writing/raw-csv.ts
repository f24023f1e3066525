const [lineFeed, carriageReturn, quote, comma] = [0x0a, 0x0d, 0x22, 0x2c];

/** The places of a row's cells, quotes included: cell `i` is from `places[2 * i]` to `places[2 * i + 1]`. */
export type VisitCells = (places: readonly number[]) => void;

/** Visits every row of CSV bytes, the header first. Blank lines are not rows. */
export function forEachRawRow(bytes: Buffer, visit: VisitCells): void {
  let places: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    at = cellEnd(bytes, start);
    places.push(start, at);
    if (bytes[at] === comma) {
      at += 1;
      // A comma at the very end is followed by an empty cell.
      if (at < bytes.length) continue;
      places.push(at, at);
    }
    if (bytes[at] === carriageReturn) at += 1;
    if (bytes[at] === lineFeed) at += 1;
    const isBlank = places.length === 2 && places[0] === places[1];
    if (!isBlank) visit(places);
    places = [];
  }
}

function cellEnd(bytes: Buffer, start: number): number {
  let at = start;
  if (bytes[at] === quote) {
    at += 1;
    while (at < bytes.length && !(bytes[at] === quote && bytes[at + 1] !== quote)) at += bytes[at] === quote ? 2 : 1;
  }
  while (at < bytes.length && bytes[at] !== comma && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1;
  return at;
}

/** Text as a CSV cell, quoted if necessary. */
export function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
