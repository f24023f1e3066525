import { existsSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import type { Prepare } from "../../contracts/preparation.ts";
import { rawDataOf } from "../../facts/facts.ts";
import { BenchError } from "../../lib/errors.ts";
import { linkOrCopy } from "../../lib/files/link-or-copy.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { withRedraw } from "../../lib/random/redraw.ts";
import { createContext } from "../../prepare/context.ts";
import { requireFiles } from "../preparation/build-prepared.ts";
import { hideAnswers } from "../preparation/run-preparer.ts";
import { publicAsRaw } from "./public-as-raw.ts";
import { type RehearsalRecord, recordName } from "./rehearsal-record.ts";
import { requireUsable } from "./require-usable.ts";

export interface BuildRehearsalOptions {
  /** The prepared public data: all that a rehearsal is made from. */
  readonly publicData: string;
  readonly output: string;
  /** For intermediate files; the caller removes it. */
  readonly scratch: string;
  readonly fraction: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Fills `output` with a rehearsal and checks it. */
export async function buildRehearsal(
  competition: Competition,
  options: BuildRehearsalOptions,
): Promise<RehearsalRecord> {
  const { publicData, output, scratch, fraction, seed, signal } = options;
  const cut = howToCut(competition);
  mkdirSync(scratch, { recursive: true });
  const context = publicAsRaw(createContext({ raw: publicData, output, scratch, signal }));
  try {
    await withRedraw({ seed, testShare: fraction }, () => cut(context));
  } catch (error) {
    signal.throwIfAborted();
    throw explain(competition, error);
  }
  await hideAnswers(output);
  requireFiles(competition, output);
  const [from, to] = [publicData, context.public].map((folder) => join(folder, "description.md")) as [string, string];
  if (existsSync(from) && !existsSync(to)) linkOrCopy(from, to);
  requireUsable(competition, output);
  const record: RehearsalRecord = {
    rehearsal: 1,
    competition: competition.id,
    edition: competition.edition,
    seed,
    fraction,
    version: packageVersion(),
    madeBy: competition.rehearse === undefined ? "prepare" : "rehearse",
  };
  await writeFile(join(output, recordName), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

function howToCut({ id, facts, prepare, rehearse }: Competition): Prepare {
  // A preparation that generates its data would generate the real answers again.
  const own =
    rawDataOf(facts) === "generated" ? { impossible: "its data is generated, and it has no `rehearse`." } : prepare;
  const cut = rehearse ?? own;
  if (typeof cut === "function") return cut;
  const reason = cut?.impossible ?? "this version cannot prepare it.";
  throw new BenchError("no-rehearsal", `\`${id}\` cannot be rehearsed: ${reason}`);
}

function explain({ id }: Competition, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = `A rehearsal of \`${id}\` could not be cut from its public data: ${error.message.replace(/\.$/, "")}.`;
  return new BenchError(error instanceof BenchError ? error.code : "rehearsal-failed", message, { cause: error });
}
