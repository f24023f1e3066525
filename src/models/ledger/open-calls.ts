import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError } from "../../lib/errors.ts";
import type { CallRecord } from "./call-record.ts";

/** What is recorded of a call if its host ends before it does. */
export type CallInFlight = Omit<CallRecord, "type">;

/**
 * The calls that are under way, in a file that exists only while there are some: a host that is killed leaves in it what
 * its provider may charge for.
 */
export class OpenCalls {
  readonly #path: string;
  readonly #numbers = new Set<number>();

  constructor(path: string) {
    this.#path = path;
  }

  /** Notes a call, or what has become of it. @throws BenchError when it cannot be written. */
  note(call: CallInFlight): void {
    this.#numbers.add(call.number);
    try {
      appendFileSync(this.#path, `${JSON.stringify(call)}\n`);
    } catch (cause) {
      throw new BenchError("journal", `${this.#path} cannot be written: ${(cause as Error).message}`, { cause });
    }
  }

  /** The call is recorded. */
  end(number: number): void {
    this.#numbers.delete(number);
    if (this.#numbers.size === 0) this.clear();
  }

  clear(): void {
    rmSync(this.#path, { force: true });
  }
}

/** The calls that a file holds, each as it was noted last. */
export function readOpenCalls(path: string): CallInFlight[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
  const calls = new Map<number, CallInFlight>();
  // The rest after the last newline is empty, or a torn line.
  for (const line of text.split("\n").slice(0, -1)) {
    const call = JSON.parse(line) as CallInFlight;
    calls.set(call.number, call);
  }
  return [...calls.values()];
}
