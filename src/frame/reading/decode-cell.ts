/** Decodes `bytes[start, end)`. ASCII, the usual case, is decoded as Latin-1, which is faster than UTF-8. */
export function decodeCell(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at += 1) if (bytes[at]! >= 0x80) return bytes.toString("utf8", start, end);
  return bytes.toString("latin1", start, end);
}
