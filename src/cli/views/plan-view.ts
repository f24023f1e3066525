import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { sandboxKind } from "../../sandboxes/index.ts";
import { formatFields } from "../output.ts";
import { internetUses, type PlannedWork } from "../run/planned-work.ts";
import type { StyledText } from "../styled-text.ts";
import { describeDerivedLimits, describeLimits, plural } from "./describe-limits.ts";
import { describeModels } from "./describe-models.ts";

/** What a `run` command is going to do and what it needs. */
export function describePlan(work: PlannedWork, warnings: readonly string[], problem: Error | null = null): StyledText {
  const { request, runDirectory, group, runs, unfinished } = work;
  const { agent, competitions, seeds, sandbox, limits, derivedLimits, dataDirectory } = request;
  const uses = internetUses(work);
  const count = `${competitions.length} competition${plural(competitions.length)} x ${seeds.length} seed${plural(seeds.length)}`;
  return formatFields(`${runs} run${plural(runs)}: ${count}, agent ${agent.label}`, [
    ...(request.models === undefined ? [] : [["models", describeModels(request.models)] as const]),
    ["sandbox", describeSandbox(sandbox)],
    ...(uses.length === 0 ? [] : [["internet", uses.join("\n")] as const]),
    ...describeMounts(sandbox),
    ["each run", describeLimits(limits)],
    ...(derivedLimits === undefined ? [] : [["by default", describeDerivedLimits(derivedLimits)] as const]),
    ["together", describeSchedule(work)],
    ["data", dataDirectory],
    ["folder", group === null ? `a new one in ${runDirectory}` : group.folder],
    ...(group?.continued ? [["continued", `${runs - unfinished} of ${runs} runs are done`] as const] : []),
    ...describeChanges(work),
    ...(warnings.length === 0 ? [] : [["warning", warnings.join("\n")] as const]),
    ...(problem === null ? [] : [["problem", problem.message] as const]),
  ]);
}

function describeChanges({ group }: PlannedWork): [string, string][] {
  const { seeds = [], retried = [] } = group?.changes ?? {};
  const [count, runs] = [seeds.length, retried.length];
  return [
    ...(count === 0 ? [] : [["extended", `by ${count} seed${plural(count)}: ${seeds.join(", ")}`] as [string, string]]),
    ...(runs === 0 ? [] : [["retried", `${runs} run${plural(runs)} that the agent failed`] as [string, string]]),
  ];
}

function describeSandbox({ name, network }: PlannedWork["request"]["sandbox"]): string {
  const { isolation } = sandboxKind(name).traits();
  return isolation === "none" ? `${name}: no isolation` : `${name}, network ${network}`;
}

function describeMounts({ python, mounts = {} }: PlannedWork["request"]["sandbox"]): [string, string][] {
  const places = Object.entries(mounts).map(([inside, host]) => (inside === host ? host : `${host} at ${inside}`));
  return [
    ...(python === undefined ? [] : [["python", `${python.version}, ${python.program}`] as [string, string]]),
    ...(places.length === 0 ? [] : [["mounts", places.join("\n")] as [string, string]]),
  ];
}

function describeSchedule({ unfinished, longestMs, settings }: PlannedWork): string {
  const { jobs, budgetMs, budgetCost } = settings;
  if (unfinished === 0) return "nothing left to do";
  const atOnce = Math.min(jobs, unfinished);
  const order = atOnce === 1 && unfinished > 1 ? "one after the other" : `${atOnce} at once`;
  const budgets = [
    ...(budgetMs === undefined ? [] : [formatSeconds(budgetMs / 1000)]),
    ...(budgetCost === undefined ? [] : [`${formatDollars(budgetCost)} for model calls`]),
  ];
  const budget = budgets.length === 0 ? "" : ` (budget ${budgets.join(", ")})`;
  return `${order}, at most ${formatSeconds(longestMs / 1000)}${budget}`;
}
