import { getCompetition } from "../../competitions/get-competition.ts";
import { isDiskFull } from "../../lib/disk-full.ts";
import { BenchError } from "../../lib/errors.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import type { RehearsalChoice } from "../../runs/record/group-plan.ts";
import { firstCut } from "../../runs/rehearsal/rehearsal-access.ts";
import { rehearseCompetition } from "../../runs/rehearsal/rehearse-competition.ts";
import { note } from "../output.ts";

/** The rehearsals of agents that are judged by them: the second is for scores that are hard to believe. */
const cutsOfSearch = [firstCut, 1];

/**
 * Makes the rehearsals that runs need and that are not there yet, before anything runs. Agents that only rehearse where it
 * is possible (`rehearses`) go without where it is not.
 *
 * @throws BenchError when one is needed that cannot be made.
 */
export async function makeRehearsals(request: GroupRequest, rehearses: boolean): Promise<RehearsalChoice> {
  const { competitions, dataDirectory, edition } = request;
  const cuts = rehearses ? cutsOfSearch : [firstCut];
  const impossible: Record<string, string> = {};
  for (const id of competitions) {
    const competition = await getCompetition(id, { edition });
    try {
      for (const seed of cuts) {
        const { outcome, folder } = await rehearseCompetition(competition, { dataDirectory, seed });
        if (outcome === "made") note(`Made the rehearsal ${folder}.`);
      }
    } catch (error) {
      if (!rehearses || !isImpossible(error)) throw error;
      impossible[id] = error.message;
      note(`${error.message} The agent has to judge its programs in another way.`);
    }
  }
  return { cuts, impossible };
}

/** Data that cannot be cut is the competition's nature; a full disk is not. */
function isImpossible(error: unknown): error is BenchError {
  return error instanceof BenchError && !isDiskFull(error);
}
