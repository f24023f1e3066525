import { LineSplitter } from "../../lib/files/line-splitter.ts";
import { plainText } from "../../lib/plain-text.ts";
import { print, printJsonLine } from "../output.ts";
import { dim, styled } from "../styled-text.ts";
import { TerminalFilter } from "./terminal-filter.ts";

/** Where the chunks of a log go. */
export interface LogWriter {
  push(chunk: Buffer): void;
  /** The output of another attempt follows. */
  startAttempt(): void;
  end(): void;
}

/** A pipe gets the bytes as they are, a terminal gets them without anything that could take control of it. */
export function textWriter(): LogWriter {
  const { stdout } = process;
  const startAttempt = () => undefined;
  if (!stdout.isTTY) return { push: (chunk) => stdout.write(chunk), startAttempt, end: () => undefined };
  const filter = new TerminalFilter();
  return {
    push: (chunk) => stdout.write(filter.push(chunk)),
    startAttempt,
    end: () => stdout.write(`${filter.end()}\x1b[0m`),
  };
}

/** Every line begins with a prefix. A pipe gets the bytes of each line as they are, a terminal gets plain text. */
export function prefixWriter(prefix: string): LogWriter {
  const { stdout } = process;
  const lines = new LineSplitter((bytes, start, end) => {
    if (stdout.isTTY) print(styled`${dim(prefix)}${plainText(bytes.toString("utf8", start, end))}`);
    else stdout.write(Buffer.concat([Buffer.from(prefix), bytes.subarray(start, end), Buffer.from("\n")]));
  });
  const end = () => void lines.end();
  return { push: (chunk) => void lines.push(chunk), startAttempt: end, end };
}

/**
 * One JSON object for each line. `run` is null for the log of a host, and so is what `attemptNow` returns: the attempt that the
 * log belongs to.
 */
export function jsonWriter(run: string | null, attemptNow: () => number | null): LogWriter {
  const lines = new LineSplitter((bytes, start, end) => bytes.toString("utf8", start, end));
  let attempt = attemptNow();
  let number = 0;
  const print = (texts: readonly string[]): void => {
    for (const text of texts) {
      number += 1;
      printJsonLine({ run, attempt, line: number, text });
    }
  };
  return {
    push: (chunk) => print(lines.push(chunk)),
    startAttempt: () => {
      print(lines.end());
      attempt = attemptNow();
      number = 0;
    },
    end: () => print(lines.end()),
  };
}
