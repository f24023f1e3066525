/**
 * A time that can be part of a file name, in UTC.
 *
 * @example fileTimestamp(new Date(0)) // => "1970-01-01T00-00-00"
 */
export function fileTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(":", "-");
}
