/** One file of a list: its path relative to the list's folder, and its SHA-256. */
export interface ListedHash {
  readonly path: string;
  readonly sha256: string;
}

/** The list as `sha256sum` writes and checks it: a name that needs escapes makes its line begin with a backslash. */
export function formatHashList(entries: readonly ListedHash[]): string {
  return entries
    .map(({ path, sha256 }) => {
      const name = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
      return `${name === path ? "" : "\\"}${sha256}  ${name}\n`;
    })
    .join("");
}

/** Reads such a list; a line that is none is an error that names it. */
export function parseHashList(text: string): ListedHash[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const match = /^(\\?)([0-9a-f]{64}) {2}(.+)$/s.exec(line);
      if (match === null) throw new Error(`line ${index + 1} is no hash with a file name`);
      const [, escaped, sha256, name] = match as unknown as [string, string, string, string];
      return { path: escaped === "" ? name : name.replace(/\\(.)/g, (_, letter) => unescaped(letter)), sha256 };
    });
}

function unescaped(letter: string): string {
  return letter === "n" ? "\n" : letter === "r" ? "\r" : letter;
}
