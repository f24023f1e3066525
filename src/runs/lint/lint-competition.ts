import { existsSync } from "node:fs";
import { join } from "node:path";
import { getCompetition } from "../../competitions/get-competition.ts";
import type { Competition } from "../../contracts/competition.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { rawDataOf } from "../../facts/facts.ts";
import { makeScratch } from "../execution/scratch-folder.ts";
import { prepareBatch } from "../preparation/prepare-batch.ts";
import type { RawSource } from "../preparation/raw-data.ts";
import { holdsFiles } from "../preparation/raw-folder.ts";
import type { LintFinding } from "./finding.ts";
import { lintDeterminism } from "./lint-determinism.ts";
import { lintFacts } from "./lint-facts.ts";
import { lintScores } from "./lint-scores.ts";
import { lintTables } from "./lint-tables.ts";

export interface LintOptions {
  /** Where downloaded raw data is, for a competition that neither generates nor includes it. */
  readonly dataDirectory: string;
  /** Default: what comes with the competition, or is in the data folder. */
  readonly source?: RawSource | undefined;
  readonly signal: AbortSignal;
}

/**
 * Checks what every competition should hold. Prepares it twice, each time in a thread of its own and into a temporary
 * folder; the data folder stays as it is. Null when it was aborted.
 */
export async function lintCompetition(id: string, options: LintOptions): Promise<readonly LintFinding[] | null> {
  const competition = await getCompetition(id);
  const facts = lintFacts(competition.facts);
  const source = options.source ?? presentSource(competition, options.dataDirectory);
  if (source === undefined && rawDataOf(competition.facts) === "kaggle") {
    const message = "There is no raw data to prepare: give it with --from-zip or --from-raw.";
    return [...facts, { check: "preparation", status: "problem", message }];
  }
  const { folder: scratch, remove } = await makeScratch();
  try {
    const findings = await lintPreparations(competition, scratch, source, options.signal);
    return options.signal.aborted ? null : [...facts, ...findings];
  } finally {
    await remove();
  }
}

async function lintPreparations(
  competition: Competition,
  scratch: string,
  source: RawSource | undefined,
  signal: AbortSignal,
): Promise<readonly LintFinding[]> {
  const folders = ["first", "second"].map((name) => join(scratch, name));
  const tasks = folders.map((dataDirectory) => ({
    competitionId: competition.id,
    // Broken invariants are findings here, not errors.
    options: { dataDirectory, verification: "none" as const, ...(source === undefined ? {} : { source }) },
  }));
  const results = await prepareBatch(tasks, { jobs: 1, signal });
  if (signal.aborted) return [];
  const failed = results.find(({ error }) => error !== null);
  if (failed !== undefined) return [{ check: "preparation", status: "problem", message: failed.error!.message }];
  const [first, second] = folders.map((folder) => competitionFolder(folder, competition.id)) as [
    ReturnType<typeof competitionFolder>,
    ReturnType<typeof competitionFolder>,
  ];
  return [
    ...(await lintTables(competition, first.prepared)),
    ...lintScores(competition, first.prepared),
    ...(await lintDeterminism(first.manifest, second.manifest)),
  ];
}

function presentSource({ id, facts }: Competition, dataDirectory: string): RawSource | undefined {
  if (rawDataOf(facts) !== "kaggle") return undefined;
  const { archive, raw } = competitionFolder(dataDirectory, id);
  if (existsSync(archive)) return { archive };
  return holdsFiles(raw) ? { folder: raw } : undefined;
}
