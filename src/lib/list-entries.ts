/** The entries of a list with one per line. Blank lines and comments (`#`) are skipped. */
export function listEntries(text: string): string[] {
  const entries = text.split(/\r?\n/).map((line) => line.trim());
  return entries.filter((entry) => entry !== "" && !entry.startsWith("#"));
}
