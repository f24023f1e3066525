/** One file of a list: its path relative to the list's folder, and its SHA-256. */
export interface ListedHash {
  readonly path: string;
  readonly sha256: string;
}

/** The list as `sha256sum` writes and checks it. A line whose name needs escapes begins with a backslash. */
export function formatHashList(entries: readonly ListedHash[]): string {
  return entries
    .map(({ path, sha256 }) => {
      const name = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
      return `${name === path ? "" : "\\"}${sha256}  ${name}\n`;
    })
    .join("");
}

/**
 * Reads such a list; `sha256sum`'s mark for binary files, a `*` before the name, is allowed. Lines of another shape are
 * left out: the journal holds the hash of the whole list, which shows that it was changed.
 */
export function parseHashList(text: string): ListedHash[] {
  return text.split("\n").flatMap((line) => {
    const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(line);
    if (match === null) return [];
    const [, escaped, sha256, name] = match as unknown as [string, string, string, string];
    return [{ path: escaped === "" ? name : name.replace(/\\([nr\\])/g, (_, letter) => unescaped(letter)), sha256 }];
  });
}

function unescaped(letter: string): string {
  return letter === "n" ? "\n" : letter === "r" ? "\r" : letter;
}
