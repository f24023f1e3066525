/** The string of `bytes[start, end)`. Short ASCII, the usual cell, is built without crossing into native code twice. */
export function decodeCell(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at += 1) if (bytes[at]! >= 0x80) return bytes.toString("utf8", start, end);
  return bytes.toString("latin1", start, end);
}
