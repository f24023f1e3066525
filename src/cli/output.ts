import { once } from "node:events";
import { visibleJson, visibleText } from "../lib/visible-text.ts";
import { bold, dim, joinLines, StyledText, styled, type Text } from "./styled-text.ts";
import { cutToWidth, widthOf } from "./views/cut-to-width.ts";

/**
 * The way to standard output and standard error: everything that a command prints passes through here and is made safe for a
 * terminal, wherever it came from. Only `logs` writes an agent's output past it, with a filter of its own.
 */
function write(stream: NodeJS.WriteStream, text: Text): void {
  stream.write(`${StyledText.of(text).render(showsStyles(stream))}\n`);
}

/** No library for a few codes: each costs start-up time. */
export function showsStyles(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
}

/** Data and results: standard output. */
export function print(text: Text): void {
  write(process.stdout, text);
}

let printAbove: ((text: Text) => void) | null = null;

/** Notes, warnings and progress: standard error, so that a pipe carries data only. */
export function note(text: Text): void {
  if (printAbove !== null) printAbove(text);
  else write(process.stderr, text);
}

/** While lines at the bottom of the terminal are kept up to date, notes must be printed above them. Null: no longer. */
export function divertNotes(printer: ((text: Text) => void) | null): void {
  printAbove = printer;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

/** For programs that read line by line. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value))}\n`);
}

/** A document, in pieces of whole lines: as it is into a pipe or a file, made safe for a terminal. */
export async function printPieces(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  for await (const piece of pieces) {
    const shown = stdout.isTTY ? visibleText(piece.replaceAll("\r\n", "\n")) : piece;
    if (!stdout.write(shown)) await once(stdout, "drain");
  }
}

/** A last column that would get less room is not cut: the terminal wraps it. */
const narrowest = 16;

/**
 * Left-aligned columns, numbers right-aligned, the header dimmed. On a terminal the last column is cut where the line ends; a
 * pipe gets all of it.
 */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  columns = process.stdout.isTTY ? process.stdout.columns : undefined,
): StyledText {
  const cells = [header, ...rows].map((row) => row.map(oneLine));
  const widths = header.map((_, column) => cells.reduce((most, row) => Math.max(most, widthOf(row[column] ?? "")), 0));
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number"));
  const room = (columns ?? Number.POSITIVE_INFINITY) - widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const shown = column === header.length - 1 && room >= narrowest ? cutToWidth(cell, room) : cell;
        const padding = " ".repeat(Math.max(0, widths[column]! - widthOf(shown)));
        return isNumeric[column] ? padding + shown : shown + padding;
      })
      .join("  ")
      .trimEnd(),
  );
  return joinLines([dim(lines[0]!), ...lines.slice(1)]);
}

/** Made safe before it is measured. */
function oneLine(cell: string | number): string {
  return visibleText(
    String(cell)
      .trim()
      .replaceAll(/\s*\n\s*|\t/g, " "),
  );
}

/** `key  value` lines under a bold title. */
export function formatFields(title: string, fields: readonly (readonly [string, Text])[]): StyledText {
  const width = fields.reduce((most, [name]) => Math.max(most, name.length), 0);
  const indent = " ".repeat(width + 2);
  const lines = fields.map(([name, value]) => {
    const shown = typeof value === "string" ? value.replaceAll("\n", `\n${indent}`) : value;
    return styled`${dim(name.padEnd(width))}  ${shown}`;
  });
  return joinLines([bold(title), ...lines]);
}
