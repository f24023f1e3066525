import type { CompetitionFacts, Thresholds } from "../../facts/facts.ts";
import { findingsOf, type LintFinding } from "./finding.ts";

const order = ["gold", "silver", "bronze", "median"] as const satisfies readonly (keyof Thresholds)[];

/** Whether the thresholds are numbers that become worse from gold to the median, in the direction of the facts. */
export function lintFacts({ thresholds, better }: CompetitionFacts): readonly LintFinding[] {
  const sign = better === "lower" ? 1 : -1;
  const problems = order.flatMap((name, index) => {
    const next = order[index + 1];
    if (next === undefined || sign * thresholds[name] <= sign * thresholds[next]) return [];
    return [
      `${better} is better, but the threshold of ${name} (${thresholds[name]}) is worse than that of ${next} ` +
        `(${thresholds[next]}). Is \`better\` wrong?`,
    ];
  });
  const shown = order.map((name) => `${name} ${thresholds[name]}`).join(", ");
  return findingsOf("facts", problems, `${better} is better: ${shown}`);
}
