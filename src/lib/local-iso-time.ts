/**
 * Local wall-clock time without a zone, as Python's `datetime.now().isoformat()` prints it. The digits after the
 * milliseconds are zero, and all six are always printed (Python drops them when they are all zero, and reads both).
 *
 * @example localIsoTime(new Date(2025, 9, 2, 0, 42, 36, 373)) // => "2025-10-02T00:42:36.373000"
 */
export function localIsoTime(date: Date): string {
  // Shifted by the zone's offset, the local time can be read off the UTC form.
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace("Z", "000");
}
