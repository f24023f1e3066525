import { closeSync, openSync, readSync } from "node:fs";
import { FileWriter } from "../../frame/printing/byte-writer.ts";

const [newline, carriage] = [10, 13];
const blockBytes = 1 << 20;

/**
 * A table as pandas wrote it, in which it can read every row back: pandas does not quote a cell with a lone `\r`, but ends a
 * row there when it reads. Returns the path itself if there is no such cell, otherwise that of a copy with these cells quoted.
 */
export function withQuotedReturns(
  path: string,
  scratch: (name: string) => string,
  delimiter: "," | "\t" = ",",
): string {
  if (!hasLoneReturn(path)) return path;
  const copy = scratch(`quoted/${path.replaceAll(/[^\w.-]/g, "_")}`);
  const writer = new FileWriter(copy);
  const cell = new RegExp(`"(?:[^"]|"")*"|[^"${delimiter}\\n]+`, "g");
  for (const row of rowsOf(path)) {
    // Every byte is one character, whatever the encoding.
    const quoted = row.replace(cell, (text, at: number) => {
      const isLast = row[at + text.length] === "\n";
      const needsQuotes = !text.startsWith('"') && text.slice(0, isLast ? -1 : undefined).includes("\r");
      return needsQuotes ? `"${text}"` : text;
    });
    const bytes = Buffer.from(quoted, "latin1");
    writer.builder.copy(bytes, 0, bytes.length);
    writer.flush();
  }
  writer.close();
  return copy;
}

/** Whether a `\r` without a `\n` after it is anywhere in the file. */
function hasLoneReturn(path: string): boolean {
  let last = 0;
  for (const block of blocksOf(path)) {
    if (last === carriage && block[0] !== newline) return true;
    for (let at = block.indexOf(carriage); at >= 0; at = block.indexOf(carriage, at + 1)) {
      if (at + 1 < block.length && block[at + 1] !== newline) return true;
    }
    last = block.at(-1)!;
  }
  return false;
}

/** Rows that end with `\n`: lines, joined where a quoted cell holds line ends. */
function* rowsOf(path: string): Generator<string> {
  let row = "";
  let rest = "";
  for (const block of blocksOf(path)) {
    const lines = (rest + block.toString("latin1")).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      row += `${line}\n`;
      if (row.split('"').length % 2 === 0) continue;
      yield row;
      row = "";
    }
  }
  if (row + rest !== "") yield row + rest;
}

function* blocksOf(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    for (let length = readSync(file, block); length > 0; length = readSync(file, block))
      yield block.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
