/** Whether standard output is a terminal that shows styles. No library for two codes: each costs start-up time. */
const styled = process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
const style = (code: number, text: string): string => (styled ? `\x1b[${code}m${text}\x1b[22m` : text);
const bold = (text: string): string => style(1, text);
const dim = (text: string): string => style(2, text);

/** Data and results: standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Notes, warnings and progress: standard error, so that a pipe carries data only. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** For programs that read line by line. */
export function printJsonLine(value: unknown): void {
  print(JSON.stringify(value));
}

/** Left-aligned columns, numbers right-aligned, the header dimmed on a terminal that shows colours. */
export function formatTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number"));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return [dim(lines[0]!), ...lines.slice(1)].join("\n");
}

/** `key  value` lines under a bold title. */
export function formatFields(title: string, fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  const indent = " ".repeat(width + 2);
  const lines = fields.map(([name, value]) => `${dim(name.padEnd(width))}  ${value.replaceAll("\n", `\n${indent}`)}`);
  return [bold(title), ...lines].join("\n");
}
