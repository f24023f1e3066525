/**
 * The cells of CSV text as they are written, quotes included, row by row; blank lines are left out. A quote opens only
 * at the start of a cell. `joinCells` puts them together again.
 */
export function splitCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    const start = position;
    if (text[position] === '"') {
      position += 1;
      while (position < text.length && (text[position] !== '"' || text[position + 1] === '"')) {
        position += text[position] === '"' ? 2 : 1;
      }
      position += 1;
    }
    while (position < text.length && !",\n\r".includes(text[position]!)) position += 1;
    row.push(text.slice(start, position));
    const delimiter = text[position];
    position += delimiter === "\r" && text[position + 1] === "\n" ? 2 : 1;
    if (delimiter === "," && position < text.length) continue;
    if (delimiter === ",") row.push("");
    if (row.length > 1 || row[0]!.trim() !== "") rows.push(row);
    row = [];
  }
  return rows;
}

export function joinCells(rows: readonly (readonly string[])[], lineEnd = "\n"): Buffer {
  return Buffer.from(rows.map((row) => row.join(",") + lineEnd).join(""));
}
