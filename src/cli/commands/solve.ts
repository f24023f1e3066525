import { join, resolve } from "node:path";
import { tableMetrics } from "../../competitions/own-table/table-metrics.ts";
import { useConfig } from "../../config/current-config.ts";
import { type OwnData, type OwnDataRequest, writeOwnData } from "../../config/own-data/write-own-data.ts";
import { UsageError } from "../../lib/errors.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { readGroup } from "../../runs/state/read-group.ts";
import { exitCodes } from "../exit-codes.ts";
import { metricJson, solutionJson } from "../json/solution-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { exitCodeAfter, type ShowResults } from "../run/run-group.ts";
import { solutionOf } from "../run/solution.ts";
import { describeSolution } from "../views/solution-view.ts";
import { runAndShow } from "./run.ts";
import type { SolveOptions } from "./solve.options.ts";

/** The folder of competitions made from the user's data, below that of the run groups. */
const ownDataFolder = "own-data";

/** Makes a competition of the user's data and runs an agent on it. */
export async function run(command: string[], options: SolveOptions): Promise<number> {
  if (options.listMetrics) return listMetrics(options);
  const dataDir = join(resolve(options.runDir ?? defaultRunDirectory()), ownDataFolder);
  const own = await writeOwnData(requestOf(options), dataDir);
  const { unlabelledRows, task } = own;
  if (unlabelledRows > 0)
    note(`${unlabelledRows} rows of ${task.train} without a value of ${task.target} are left out.`);
  for (const { file, reason } of own.leftOut) note(`Agents do not get ${file}: ${reason}.`);
  await useConfig(own.config);
  const hasAgent = options.agent !== undefined || options.agentDir !== undefined || command.length > 0;
  const asked = {
    ...options,
    ...(hasAgent ? {} : { agent: "aide" }),
    competitionId: [task.id],
    dataDir,
    prepare: true as const,
    skipRulesCheck: true as const,
  };
  return await runAndShow(command, asked, showSolution(own));
}

function listMetrics({ json }: SolveOptions): number {
  if (json) {
    printJson(tableMetrics.map(metricJson));
    return exitCodes.done;
  }
  const rows = tableMetrics.map(({ name, title, better, target, predicts, aliases }) => [
    name,
    title,
    better,
    target.replaceAll("-", " "),
    predicts,
    aliases.join(", ") || "-",
  ]);
  print(formatTable(["metric", "title", "better", "target", "predicted", "also known as"], rows));
  return exitCodes.done;
}

function requestOf(options: SolveOptions): OwnDataRequest {
  const { data, goal, metric, target, train, test, id, holdout, holdoutSeed } = options;
  const needed = { "--data": data, "--goal": goal, "--metric": metric, "--target": target };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value?.trim() ? [] : [name]));
  if (data === undefined || goal === undefined || metric === undefined || target === undefined || missing.length > 0) {
    throw new UsageError(`Missing: ${missing.join(", ")}. \`mlebench solve --help\` has examples.`);
  }
  return {
    ...{ data, goal, metric, target, holdout, holdoutSeed },
    ...(train === undefined ? {} : { train }),
    ...(test === undefined ? {} : { test }),
    ...(id === undefined ? {} : { rowId: id }),
  };
}

function showSolution(own: OwnData): ShowResults {
  return async (folder, end, { json }) => {
    const group = readGroup(folder);
    const solution = await solutionOf(own, group);
    if (json) printJson(solutionJson(solution));
    else print(describeSolution(solution));
    return exitCodeAfter(group, end);
  };
}
