import { formatDollars } from "../../../lib/format-dollars.ts";
import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Evaluation, Experiment, ProgramRun, SearchView, Version } from "../parts.ts";
import { tellModel } from "../pretrained/tell-models.ts";
import type { SearchRecord } from "./search-record.ts";

/** The texts that the tree page, the report and the terminal have in common. */

/** Six significant digits: enough to tell experiments apart. */
export function formatScore(score: number): string {
  return String(Number(score.toPrecision(6)));
}

export function formatCost(cost: number | null): string {
  return cost === null ? "unknown" : formatDollars(cost);
}

/** What was to be tried, in words; empty when it is not known. */
export function ideaOf(view: SearchView, { idea, versions }: Experiment): string {
  const text = idea === null ? undefined : view.ideas.find(({ id }) => id === idea)?.text;
  return (text ?? versions[0]?.summary ?? "").trim();
}

/** The beginning of a text, on one line. */
export function firstWords(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 2 * most)];
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** `0.8125 by rehearsal`, or why there is no score. */
export function resultOf(experiment: Experiment): string {
  const { state, evaluation, failure } = experiment;
  if (state === "open") return activityOf(experiment);
  if (state === "failed" || evaluation?.score == null) return failure ?? "no score";
  return `${formatScore(evaluation.score)} ${basisWords[evaluation.basis]}`;
}

/** What an experiment under way is at. */
function activityOf({ versions, evaluation }: Experiment): string {
  const version = versions.at(-1);
  if (version === undefined) return "being written";
  const last = version.runs.at(-1);
  const isFailed = (last !== undefined && last.end !== "finished") || typeof version.invalid === "string";
  if (isFailed || version.commit === null) return `version ${version.number} failed`;
  if (last === undefined) return `trying version ${version.number}`;
  if (last.kind === "debug") return `running version ${version.number}`;
  return evaluation === null ? "being judged" : "about to end";
}

export const basisWords: Readonly<Record<Evaluation["basis"], string>> = {
  rehearsal: "by rehearsal",
  "self-reported": "by its own report",
  review: "by a model's review",
};

const endWords: Readonly<Record<ProgramRun["end"], string>> = {
  finished: "finished",
  failed: "failed",
  time: "ran out of time",
  memory: "ran out of memory",
  disk: "filled the disk",
  output: "printed too much",
  cancelled: "was stopped",
};

/** `rehearsal 0 finished in 8 s`. */
export function describeRun({ kind, cut, end, exitCode, seconds }: ProgramRun): string {
  const name = cut === undefined ? kind : `${kind} ${cut}`;
  const code = end === "failed" && exitCode !== null ? ` with exit code ${exitCode}` : "";
  return `${name} ${endWords[end]}${code} ${end === "finished" ? "in" : "after"} ${formatSeconds(seconds)}`;
}

/** How a version came out. */
export function describeVersion({ commit, invalid, runs }: Version): string {
  if (commit === null) return "no program";
  const parts = [...runs.map(describeRun), ...(typeof invalid === "string" ? [`invalid: ${invalid}`] : [])];
  return parts.length === 0 ? "not run" : parts.join(", ");
}

/** `12 experiments: 8 good, 3 failed, 1 under way`. */
export function describeCounts({ view, counts: { good, failed, open } }: SearchRecord): string {
  const total = view.experiments.length;
  const parts = [`${good} good`, `${failed} failed`, ...(open === 0 ? [] : [`${open} under way`])];
  return `${total} experiment${total === 1 ? "" : "s"}: ${parts.join(", ")}`;
}

/** Why the search ended, or how far it is. */
export function describeProgress(record: SearchRecord): string {
  const finished = record.last("finished");
  if (finished !== undefined) return `Ended. ${finished.reason}`;
  const step = record.last("step");
  return step === undefined ? "Not started." : `Under way: step ${step.number}, stage ${step.stage}.`;
}

/** What the best score is not: the highest of many is partly luck. Empty when it was the only one. */
export function selectionNote({ view }: SearchRecord): string {
  const key = view.best?.evaluation?.comparable;
  const alike = view.ranked().filter(({ evaluation }) => evaluation?.comparable === key).length;
  if (alike < 2) return "";
  return `It was chosen as the best of ${alike} scores that were measured alike, so it is likely to be worse on other data.`;
}

/** What was noted along the way, and where a rule decided because a model's answer could not be used. */
export function remarksOf(record: SearchRecord): string[] {
  const rules = record
    .all("decided")
    .flatMap(({ step, fallbacks }) => fallbacks.map((each) => `Step ${step}: ${each}`));
  const atFirst = [...(record.last("knowledge")?.fallbacks ?? []), ...(record.last("pretrained")?.notes ?? [])];
  return [...record.all("note").map(({ text }) => text), ...atFirst, ...rules];
}

/** What a hub was asked for, and what came of it. */
export function describePretrained(record: SearchRecord): string[] {
  const { hub = null, searched = [], models = [], excluded = [] } = record.last("pretrained") ?? {};
  if (hub === null) return [];
  return [
    `${hub} was asked for: ${searched.join("; ") || "models by name"}`,
    ...models.map(tellModel),
    ...excluded.map(({ id, reason }) => `${id}, not used: ${reason}`),
  ];
}

/** What GitHub was asked for, and what went wrong. */
export function describeGitHub(record: SearchRecord): string[] {
  const searched = record.last("repositories")?.searched;
  if (searched === undefined) return [];
  return [`${searched.api} was asked for: ${searched.queries.join("; ") || "nothing"}`, ...searched.notes];
}
