import { join } from "node:path";
import { Journal, type JournalLine } from "../../lib/journal/journal.ts";
import { LineFile } from "../../lib/journal/line-file.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { BodyParts, hashOfBody, type Part } from "./body-parts.ts";
import type { CallRecord } from "./call-record.ts";
import { ledgerFiles } from "./ledger-files.ts";
import { Bodies } from "./read-bodies.ts";

/** A body that was kept, and its size as JSON. */
interface KeptBody {
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Records the calls of a run in its folder. Bodies are written before the line that refers to them, so a process that is
 * killed at any point leaves a ledger in which every call is whole.
 */
export class Ledger {
  /** The calls that the folder held when it was opened. */
  readonly earlier: readonly JournalLine<CallRecord>[];
  readonly #folder: string;
  readonly #secrets: readonly string[];
  readonly #calls: Journal<CallRecord>;
  readonly #bodies: LineFile;
  readonly #known = new Set<string>();

  /** @param secrets Texts that are blanked out wherever they appear. */
  constructor(folder: string, secrets: readonly string[] = []) {
    this.#folder = folder;
    this.#secrets = secrets.filter((secret) => secret !== "");
    this.#calls = Journal.open(join(folder, ledgerFiles.calls));
    this.#bodies = new LineFile(join(folder, ledgerFiles.bodies));
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

  /** @throws BenchError when it cannot be written. */
  append(call: Omit<CallRecord, "type">): void {
    const text = JSON.stringify({ type: "call", ...call });
    const clean = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
    this.#calls.append(JSON.parse(clean) as CallRecord);
  }

  /** Reads what was kept. The caller closes it. */
  openBodies(): Bodies {
    return new Bodies(join(this.#folder, ledgerFiles.bodies));
  }

  close(): void {
    this.#calls.close();
    this.#bodies.close();
  }
}
