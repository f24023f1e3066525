import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Evaluation, Experiment, SearchView } from "../parts.ts";
import { failureOf } from "./failure.ts";
import { cutToTokens } from "./tokens.ts";

/** One experiment as prompts show it: what was tried, and what came of it. */
export function describeExperiment(view: SearchView, experiment: Experiment): string {
  const { id, operator, parents, idea, evaluation, state, seconds } = experiment;
  const text = idea === null ? undefined : view.ideas.find((each) => each.id === idea)?.text;
  const origin = parents.length === 0 ? operator : `${operator}, from ${parents.join(", ")}`;
  const isJudged = state !== "failed" && evaluation !== null;
  const result = isJudged ? `${describeScore(evaluation)}, ${formatSeconds(seconds)}` : outcome(experiment);
  const lines = [
    `${id} (${origin}): ${result}`,
    ...labelled("Idea", text),
    ...labelled("Done", experiment.versions.at(-1)?.summary),
    ...labelled("Seen", evaluation?.notes),
  ];
  return lines.join("\n  ");
}

/** A score never goes without its basis. */
function describeScore({ score, basis, suspicious }: Evaluation): string {
  if (score === null) return "no score";
  return `score ${score} (${basis}${suspicious === null ? "" : `; hard to believe: ${suspicious}`})`;
}

function outcome(experiment: Experiment): string {
  return experiment.state === "open" ? "not finished" : `failed: ${cutToTokens(failureOf(experiment).kind, 60)}`;
}

function labelled(label: string, text: string | undefined): string[] {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? [] : [`${label}: ${cutToTokens(trimmed, 150).replaceAll("\n", "\n  ")}`];
}
