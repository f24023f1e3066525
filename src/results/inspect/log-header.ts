import { packageVersion } from "../../lib/package-version.ts";
import type { GroupPlan } from "../../runs/record/group-plan.ts";
import { notesOfMissing } from "../run-notes.ts";
import { inspectId } from "./inspect-id.ts";
import { type InspectHeader, type InspectSample, logVersion } from "./log-types.ts";
import { scorerName } from "./report-score.ts";
import type { SampledSet } from "./sampled-set.ts";
import { viewerConfig } from "./viewer-config.ts";

/** Our own name for the task: with that of Inspect's own eval, its commands would try to go on with our runs. */
const taskName = "mlebench/mle_bench";

/** What a log calls the model of runs: the one that agents were given, otherwise the agent itself. */
export function modelOf(label: string, plan: GroupPlan | null): string {
  return plan?.models?.main ?? `mlebench/${label}`;
}

export function sandboxOf(plan: GroupPlan | null): Pick<InspectSample, "sandbox"> {
  return plan === null ? {} : { sandbox: { type: plan.sandbox.name, config: null } };
}

/** The name by which Inspect lists a log. */
export function logName(set: SampledSet): string {
  const created = set.createdAt.replace(/\.\d+Z$/, "+00:00").replaceAll(/[:+]/g, "-");
  return `${created}_mle-bench_${inspectId("task", set.name)}`;
}

/** Everything of a log but its samples and their figures. */
export function logStart(set: SampledSet): Pick<InspectHeader, "version" | "eval" | "plan"> {
  const { plan, label } = set;
  const ids = [...new Set(set.runs.map(({ entry }) => entry.competitionId))];
  const solver = plan?.agent.name ?? label;
  const params = plan?.agent.settings ?? {};
  return {
    version: logVersion,
    eval: {
      eval_id: inspectId("eval", set.name),
      run_id: inspectId("run", set.name),
      created: set.createdAt.replace(/\.\d+Z$/, "+00:00"),
      task: taskName,
      task_id: inspectId("task", set.name),
      task_version: 1,
      task_display_name: "MLE-bench",
      task_attribs: {},
      task_args: {},
      task_args_passed: {},
      solver,
      solver_args: params,
      tags: [label],
      dataset: { name: "mle-bench", samples: ids.length, sample_ids: ids, shuffled: false },
      ...sandboxOf(plan),
      model: modelOf(label, plan),
      model_generate_config: {},
      model_args: plan?.models?.settings ?? {},
      ...rolesOf(plan),
      config: configOf(set),
      packages: { mlebench: packageVersion() },
      metadata: {
        [scorerName]: { format: 1, label, sources: set.sources, missing: set.missing.map(notesOfMissing) },
        ...(plan === null ? {} : { group: plan.name, edition: plan.edition, limits: inSnakeCase(plan.limits) }),
      },
      scorers: [{ name: scorerName, options: {}, metrics: [{ name: "mean" }, { name: "sem" }] }],
      viewer: viewerConfig,
    },
    plan: { name: "plan", steps: [{ solver, params, params_passed: params }], config: {} },
  };
}

function rolesOf(plan: GroupPlan | null) {
  const roles = Object.entries(plan?.models?.roles ?? {});
  if (roles.length === 0) return {};
  return { model_roles: Object.fromEntries(roles.map(([role, model]) => [role, { model, config: {}, args: {} }])) };
}

function configOf({ plan, runs }: SampledSet) {
  const epochs = Math.max(1, ...runs.map(({ epoch }) => epoch));
  if (plan === null) return { epochs };
  const { wallClockMs, workingTime, maxCost, maxTokens, maxMessages, maxCalls } = plan.limits;
  const seconds = Math.ceil(wallClockMs / 1000);
  return {
    epochs,
    ...(workingTime ? { working_limit: seconds } : { time_limit: seconds }),
    ...(maxCost === undefined ? {} : { cost_limit: maxCost }),
    ...(maxTokens === undefined ? {} : { token_limit: maxTokens }),
    ...(maxMessages === undefined ? {} : { message_limit: maxMessages }),
    ...(maxCalls === undefined ? {} : { turn_limit: maxCalls }),
  };
}

function inSnakeCase(members: object): Record<string, unknown> {
  const renamed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [renamed(name), value]));
}
