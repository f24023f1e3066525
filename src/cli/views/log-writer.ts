import { LineSplitter } from "../../lib/files/line-splitter.ts";
import { printJsonLine } from "../output.ts";
import { TerminalFilter } from "./terminal-filter.ts";

/** Where the chunks of a log go. */
interface LogWriter {
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

/** One JSON object for each line. `attemptNow` returns the attempt that the log belongs to, or null for the log of a host. */
export function jsonWriter(attemptNow: () => number | null): LogWriter {
  const lines = new LineSplitter((bytes, start, end) => bytes.toString("utf8", start, end));
  let attempt = attemptNow();
  let number = 0;
  const print = (texts: readonly string[]): void => {
    for (const text of texts) {
      number += 1;
      printJsonLine({ attempt, line: number, text });
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
