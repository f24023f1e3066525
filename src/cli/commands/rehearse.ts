import { resolve } from "node:path";
import { getCompetition } from "../../competitions/get-competition.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { BenchError } from "../../lib/errors.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import { rehearseCompetition } from "../../runs/rehearsal/rehearse-competition.ts";
import { exitCodes } from "../exit-codes.ts";
import { type RehearsalResult, rehearsalJson } from "../json/rehearsal-json.ts";
import { formatTable, print, printJson } from "../output.ts";
import { selectCompetitions } from "../select-competitions.ts";
import type { RehearseOptions } from "./rehearse.options.ts";

export async function run(options: RehearseOptions): Promise<number> {
  const results: RehearsalResult[] = [];
  for (const competitionId of selectCompetitions(options)) results.push(await rehearseOne(competitionId, options));
  if (options.json) printJson(results.map(rehearsalJson));
  else print(formatTable(["competition", "outcome", "where"], results.map(describe)));
  return results.some(({ error }) => error !== null) ? exitCodes.failedItems : exitCodes.done;
}

async function rehearseOne(competitionId: string, options: RehearseOptions): Promise<RehearsalResult> {
  try {
    const rehearsal = await rehearseCompetition(await getCompetition(competitionId), {
      dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
      ...(options.fraction === undefined ? {} : { fraction: options.fraction }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      force: options.force ?? false,
    });
    return { competitionId, rehearsal, error: null };
  } catch (error) {
    const failure = systemFailure(error) ?? error;
    if (!(failure instanceof BenchError)) throw error;
    return { competitionId, rehearsal: null, error: { code: failure.code, message: failure.message } };
  }
}

function describe({ competitionId, rehearsal, error }: RehearsalResult): string[] {
  return [competitionId, rehearsal?.outcome.replace("-", " ") ?? "failed", rehearsal?.folder ?? error!.message];
}
