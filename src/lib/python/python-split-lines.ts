const boundary = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Python's `str.splitlines()`: the lines of a text without their ends. Besides line feed and carriage return, vertical
 * tab, form feed, U+001C to U+001E, U+0085, U+2028 and U+2029 end a line. A line end at the end of the text does not
 * begin another line.
 */
export function splitLines(text: string): string[] {
  const lines = text.split(boundary);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
