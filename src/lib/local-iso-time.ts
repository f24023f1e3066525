/**
 * Local time without a zone, as Python's `datetime.now().isoformat()` prints it. All six digits of the fraction are
 * printed, the last three as zeros; Python leaves out a fraction of zero and reads both.
 *
 * @example localIsoTime(new Date(2025, 9, 2, 0, 42, 36, 373)) // => "2025-10-02T00:42:36.373000"
 */
export function localIsoTime(date: Date): string {
  // Shifted by the zone's offset, the UTC form shows local time.
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace("Z", "000");
}
