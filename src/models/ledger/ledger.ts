import { existsSync } from "node:fs";
import { join } from "node:path";
import { Journal, type JournalLine } from "../../lib/journal/journal.ts";
import { LineFile } from "../../lib/journal/line-file.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { BodyParts, hashOfBody, type Part } from "./body-parts.ts";
import type { CallRecord } from "./call-record.ts";
import { ledgerFiles } from "./ledger-files.ts";
import { type CallInFlight, OpenCalls, readOpenCalls } from "./open-calls.ts";
import { Bodies } from "./read-bodies.ts";

/** A body that was kept, and its size as JSON. */
export interface KeptBody {
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Records the calls of a run in its folder. Bodies are written before the line that refers to them, so a process that is
 * killed at any point leaves a ledger in which every call is whole.
 */
export class Ledger {
  /** The calls that the folder held when it was opened, those included that a killed host has left under way. */
  readonly earlier: readonly JournalLine<CallRecord>[];
  readonly #folder: string;
  readonly #secrets: readonly string[];
  readonly #calls: Journal<CallRecord>;
  readonly #bodies: LineFile;
  readonly #open: OpenCalls;
  readonly #known = new Set<string>();

  /** @param secrets Texts that are blanked out wherever they appear. */
  constructor(folder: string, secrets: readonly string[] = []) {
    this.#folder = folder;
    this.#secrets = secrets.filter((secret) => secret !== "");
    this.#calls = Journal.open(join(folder, ledgerFiles.calls));
    this.#bodies = new LineFile(join(folder, ledgerFiles.bodies));
    this.#open = new OpenCalls(join(folder, ledgerFiles.open));
    this.#recordOpen();
    this.earlier = readJournal<CallRecord>(join(folder, ledgerFiles.calls));
    const bodies = this.openBodies();
    for (const hash of bodies.hashes()) this.#known.add(hash);
    bodies.close();
  }

  /** How much room requests and answers take. */
  get bytes(): number {
    return this.#bodies.size;
  }

  /** The hash that a body has in this ledger, whether it is kept or not. */
  hashOf(body: unknown): string {
    return hashOfBody(body, this.#secrets);
  }

  /** @throws BenchError when it cannot be written. */
  keep(body: unknown): KeptBody {
    const taken = new BodyParts((hash) => this.#known.has(hash), this.#secrets);
    const hash = taken.add(body);
    const parts: Part[] = [...taken.parts];
    if (parts.length > 0) this.#bodies.append(parts.map((part) => `${JSON.stringify(part)}\n`).join(""));
    for (const part of parts) this.#known.add(part.hash);
    return { hash, bytes: taken.bytes };
  }

  /** Notes a call that is under way, with what is to be recorded if this process is killed. @throws BenchError */
  noteOpen(call: CallInFlight): void {
    this.#open.note(this.#withoutSecrets(call));
  }

  /** @throws BenchError when it cannot be written. */
  append(call: Omit<CallRecord, "type">): void {
    this.#calls.append(this.#withoutSecrets({ type: "call", ...call }));
    this.#open.end(call.number);
  }

  /** Reads what was kept. The caller closes it. */
  openBodies(): Bodies {
    return new Bodies(join(this.#folder, ledgerFiles.bodies));
  }

  close(): void {
    this.#recordOpen();
    this.#calls.close();
    this.#bodies.close();
  }

  /** Records the calls that have been left under way. */
  #recordOpen(): void {
    for (const call of interruptedCalls(this.#folder)) this.#calls.append({ type: "call", ...call });
    this.#open.clear();
  }

  #withoutSecrets<Value>(value: Value): Value {
    const text = JSON.stringify(value);
    return JSON.parse(this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text)) as Value;
  }
}

/** Calls that a killed host has left under way, and that no ledger has recorded since. */
export function interruptedCalls(folder: string): CallInFlight[] {
  const open = readOpenCalls(join(folder, ledgerFiles.open));
  if (open.length === 0) return [];
  const recorded = new Set(readJournal<CallRecord>(join(folder, ledgerFiles.calls)).map(({ number }) => number));
  return open.filter(({ number }) => !recorded.has(number));
}

/** Records what a killed host has left under way in a ledger that will not be continued. */
export function closeLedger(folder: string): void {
  if (existsSync(join(folder, ledgerFiles.open))) new Ledger(folder).close();
}
