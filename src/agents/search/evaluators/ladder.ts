import type { Evaluation, EvaluationWork, Evaluator, Stage } from "../parts.ts";
import { type Known, whyDoubt, whyStillDoubt } from "./doubt.ts";
import { reportedScore } from "./self-reported.ts";
import type { Measurement, Surroundings, Yardstick } from "./yardstick.ts";

/** Takes the first yardstick that gives a score, and measures again what is hard to believe. */
export function ladder(yardsticks: readonly Yardstick[], surroundings: Surroundings): Evaluator {
  return {
    async evaluate(work) {
      const failures: string[] = [];
      for (const yardstick of yardsticks) {
        const { score, notes, ...file } = await yardstick.measure(work);
        const said = [...failures, notes].join("\n");
        if (score !== null) return await believe(yardstick, { score, notes: said, ...file }, work, surroundings);
        failures.push(notes);
      }
      const last = yardsticks.at(-1)!;
      const place = { basis: last.basis, comparable: comparableKey(last, work.stage) };
      return { ...place, score: null, suspicious: null, notes: failures.join("\n") };
    },
  };
}

/** Scores with the same key were measured in the same way, on the same share of the data: stages that differ in nothing else compare. */
export function comparableKey(
  { basis, variant }: Pick<Yardstick, "basis" | "variant">,
  { sampleFraction }: Pick<Stage, "sampleFraction">,
): string {
  return [basis, ...(variant === "" ? [] : [variant]), `sample ${sampleFraction}`].join(", ");
}

async function believe(
  yardstick: Yardstick,
  { score, notes, ...file }: Measurement & { readonly score: number },
  work: EvaluationWork,
  surroundings: Surroundings,
): Promise<Evaluation> {
  const comparable = comparableKey(yardstick, work.stage);
  const reported = yardstick.basis === "rehearsal" ? await reportedScore(surroundings, work) : null;
  const seen = reported === null ? notes : `${notes} The program itself reported ${reported}.`;
  const known: Known = { lowerIsBetter: work.view.lowerIsBetter, earlier: earlierScores(work, comparable), reported };
  const doubt = whyDoubt(score, known);
  const judged = { score, basis: yardstick.basis, comparable, suspicious: doubt, notes: seen, ...file };
  if (doubt === null || yardstick.repeat === undefined) return judged;
  const again = await yardstick.repeat(work);
  const both = [seen, doubt, again.notes].join("\n");
  if (again.score === null) return { ...judged, notes: both };
  const worse = known.lowerIsBetter ? Math.max : Math.min;
  const suspicious = whyStillDoubt(doubt, [score, again.score], known);
  return { ...judged, score: worse(score, again.score), suspicious, notes: both };
}

function earlierScores({ view, experiment }: EvaluationWork, comparable: string): number[] {
  return view.experiments.flatMap(({ id, evaluation }) =>
    id !== experiment.id && evaluation?.comparable === comparable && evaluation.score !== null
      ? [evaluation.score]
      : [],
  );
}
