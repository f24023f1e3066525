import { getCompetition } from "../../competitions/get-competition.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { seedOfRuns } from "../../runs/rehearsal/rehearsal-access.ts";
import { rehearseCompetition } from "../../runs/rehearsal/rehearse-competition.ts";
import { note } from "../output.ts";

/** Makes the rehearsals that runs need and that are not there yet, before anything runs. */
export async function makeRehearsals({ competitions, dataDirectory, edition }: GroupRequest): Promise<void> {
  for (const id of competitions) {
    const competition = await getCompetition(id, { edition });
    const { outcome, folder } = await rehearseCompetition(competition, { dataDirectory, seed: seedOfRuns });
    if (outcome === "made") note(`Made the rehearsal ${folder}.`);
  }
}
