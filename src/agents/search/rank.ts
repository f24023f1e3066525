import type { Evaluation, Experiment } from "./parts.ts";

/** The most trustworthy first. */
const bases: readonly Evaluation["basis"][] = ["rehearsal", "self-reported", "review"];

type Judged = Experiment & { readonly evaluation: Evaluation & { readonly score: number } };

/**
 * Good experiments, best first: those of stages with more data first, then scores that can be believed before suspicious ones,
 * then by the ground of the score, then by score. Scores that cannot be compared are never interleaved: those with the key
 * that most experiments have come first.
 */
export function rankExperiments(view: {
  readonly lowerIsBetter: boolean;
  readonly experiments: readonly Experiment[];
  readonly samples: Readonly<Record<string, number>>;
}): readonly Experiment[] {
  const good = view.experiments.filter(isJudged);
  const keys = keysByFrequency(good);
  const sign = view.lowerIsBetter ? 1 : -1;
  const order: readonly ((experiment: Judged) => number)[] = [
    ({ stage }) => -(view.samples[stage] ?? 1),
    ({ evaluation }) => (evaluation.suspicious === null ? 0 : 1),
    ({ evaluation }) => bases.indexOf(evaluation.basis),
    ({ evaluation }) => keys.indexOf(evaluation.comparable),
    ({ evaluation }) => sign * evaluation.score,
  ];
  // A stable sort: of equals, the earlier one comes first.
  return good.toSorted((one, other) => {
    for (const place of order) {
      const difference = place(one) - place(other);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function isJudged(experiment: Experiment): experiment is Judged {
  const { state, evaluation } = experiment;
  return state === "good" && evaluation !== null && evaluation.score !== null;
}

function keysByFrequency(experiments: readonly Judged[]): string[] {
  const counts = new Map<string, number>();
  for (const { evaluation } of experiments)
    counts.set(evaluation.comparable, (counts.get(evaluation.comparable) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([key]) => key);
}
