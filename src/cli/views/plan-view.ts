import { formatSeconds } from "../../lib/format-seconds.ts";
import { findGroup, type GroupRequest, type PlannedGroup } from "../../runs/execution/start-group.ts";
import { type HostSettings, planKey, plannedRuns, readPlan } from "../../runs/record/group-plan.ts";
import { unfinishedRuns } from "../../runs/state/unfinished-runs.ts";
import { sandboxKind } from "../../sandboxes/index.ts";
import { formatFields } from "../output.ts";
import { describeLimits, plural } from "./describe-limits.ts";

/** What a command is going to do and what it will need, for people and for programs. */
export function describePlan(
  runDirectory: string,
  request: GroupRequest,
  settings: HostSettings,
  group: Pick<PlannedGroup, "folder" | "unfinished" | "continued"> | null = known(runDirectory, request),
) {
  const runs = plannedRuns(request).length;
  const unfinished = group?.unfinished ?? runs;
  const rounds = Math.ceil(unfinished / settings.jobs);
  const longestMs = Math.min(rounds * request.limits.wallClockMs, settings.budgetMs ?? Number.POSITIVE_INFINITY);
  const { agent, competitions, seeds, sandbox, limits, dataDirectory } = request;
  const data = {
    agent,
    competitions,
    seeds,
    sandbox,
    limits,
    data_directory: dataDirectory,
    runs,
    unfinished,
    jobs: settings.jobs,
    budget_ms: settings.budgetMs ?? null,
    longest_ms: longestMs,
    group: group?.folder ?? null,
    continued: group?.continued ?? false,
  };
  const count = `${competitions.length} competition${plural(competitions.length)} x ${seeds.length} seed${plural(seeds.length)}`;
  const text = formatFields(`${runs} run${plural(runs)}: ${count}, agent ${agent.label}`, [
    ["sandbox", describeSandbox(sandbox)],
    ["each run", describeLimits(limits)],
    ["together", together(unfinished, longestMs, settings)],
    ["data", dataDirectory],
    ["folder", group === null ? `a new one in ${runDirectory}` : group.folder],
    ...(group?.continued ? [["continued", `${runs - unfinished} of ${runs} runs are done already`] as const] : []),
  ]);
  return { data, text };
}

function describeSandbox({ name, network }: GroupRequest["sandbox"]): string {
  const { isolation } = sandboxKind(name).traits();
  return isolation === "none" ? `${name}: no isolation` : `${name}, network ${network}`;
}

function together(unfinished: number, longestMs: number, { jobs, budgetMs }: HostSettings): string {
  if (unfinished === 0) return "nothing is left to do";
  const atOnce = Math.min(jobs, unfinished);
  const budget = budgetMs === undefined ? "" : ` (budget ${formatSeconds(budgetMs / 1000)})`;
  return `${atOnce === 1 && unfinished > 1 ? "one after the other" : `${atOnce} at once`}, at most ${formatSeconds(longestMs / 1000)}${budget}`;
}

/** The group that the same command would continue. */
function known(runDirectory: string, request: GroupRequest) {
  const folder = findGroup(runDirectory, planKey(request));
  if (folder === null) return null;
  return { folder, continued: true, unfinished: unfinishedRuns(folder, readPlan(folder)).runs.length };
}
