import { posix } from "node:path";
import type { EvaluationWork, ProgramEnd } from "../parts.ts";
import type { Measurement, Surroundings, Yardstick } from "./yardstick.ts";

const ends: Readonly<Record<Exclude<ProgramEnd, "finished">, string>> = {
  failed: "failed",
  time: "ran out of time",
  memory: "ran out of memory",
  disk: "wrote more than it may",
  output: "printed more than it may",
  cancelled: "was stopped",
};

/** The rehearsal that all programs are compared on. */
export const comparedOn = { basis: "rehearsal", variant: "cut 0" } as const;

/** The program works on data whose answers only the harness has, so it cannot make up its score. */
export function rehearsal({ rehearsals }: Surroundings): Yardstick {
  // A rehearsal can take as long as the program itself: without a score at its end, none is begun.
  let isUsedUp = false;
  const measureOn = async (cut: number, work: EvaluationWork): Promise<Measurement> => {
    const none = (why: string): Measurement => ({ score: null, notes: `No score on rehearsal ${cut}: ${why}` });
    const found = rehearsals[cut];
    if (found === undefined) return none("there is no such rehearsal.");
    if (isUsedUp) return none("all scores have been given.");
    const { run, folder } = await work.rehearse(cut);
    if (run.end !== "finished") return none(`the program ${ends[run.end]} on its data.\n${run.excerpt}`);
    const { score, message, sha256, left } = await found.score(posix.join(folder, "final_submission.csv"));
    if (left === 0) isUsedUp = true;
    if (score === null) return none(message);
    return {
      score,
      notes: `Score on rehearsal ${cut}: ${score}.`,
      ...(sha256 === null ? {} : { predictions: sha256 }),
    };
  };
  return {
    ...comparedOn,
    measure: (work) => measureOn(0, work),
    repeat: (work) => measureOn(1, work),
  };
}
