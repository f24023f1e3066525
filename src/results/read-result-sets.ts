import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { didYouMean } from "../lib/did-you-mean.ts";
import { MissingData, UsageError } from "../lib/errors.ts";
import { findRuns, listGroups } from "../runs/state/find-runs.ts";
import { isLog } from "./inspect/is-log.ts";
import { readGroupResults } from "./read-group-results.ts";
import { readReportResults } from "./read-report-results.ts";
import type { ResultSet } from "./result-set.ts";

/** One thing that has results. */
interface Source {
  readonly kind: "group" | "report" | "log";
  readonly path: string;
}

/**
 * Reads what a user names as one result set: `[NAME=]SOURCE[,SOURCE...]`. A source is a run group, a grading report, an Inspect log,
 * or a folder with grading reports or logs.
 *
 * @throws UsageError when there is no such source, or one is named twice.
 */
export async function readResultSet(argument: string, runDirectory: string): Promise<ResultSet> {
  const { name, sources } = parseArgument(argument, runDirectory);
  return joinSources(name, sources);
}

/**
 * Reads one result set for each argument. Grading reports that are in one folder are seeds of one agent and form one set; each log in
 * a folder is a set.
 *
 * @throws UsageError as `readResultSet` does.
 */
export async function readResultSets(parameters: readonly string[], runDirectory: string): Promise<ResultSet[]> {
  const sets = new Map<string, { readonly name: string | null; readonly sources: Source[] }>();
  for (const [index, argument] of parameters.entries()) {
    const { name, sources } = parseArgument(argument, runDirectory);
    const isReport = name === null && sources.every(({ kind }) => kind === "report");
    for (const [place, part] of (isFolderOfLogs(argument, sources)
      ? sources.map((log) => [log])
      : [sources]
    ).entries()) {
      const key = isReport ? dirname(sources[0]!.path) : `${index} ${place}`;
      const known = sets.get(key);
      if (known === undefined) sets.set(key, { name, sources: part });
      else known.sources.push(...part);
    }
  }
  const read: ResultSet[] = [];
  for (const { name, sources } of sets.values()) read.push(await joinSources(name, sources));
  return read;
}

function isFolderOfLogs(argument: string, sources: readonly Source[]): boolean {
  return kindOf(resolve(argument)) === "folder" && sources.every(({ kind }) => kind === "log");
}

function parseArgument(argument: string, runDirectory: string): { name: string | null; sources: Source[] } {
  // A file that is called like that wins.
  if (kindOf(resolve(argument)) !== null) return { name: null, sources: findSources(argument, runDirectory) };
  const [, name, list] = /^([^=/]+)=(.+)$/.exec(argument) ?? [null, null, argument];
  const sources = list!.split(",").flatMap((each) => findSources(each.trim(), runDirectory));
  return { name: name ?? null, sources };
}

function findSources(name: string, runDirectory: string): Source[] {
  const path = resolve(name);
  const kind = kindOf(path);
  // A file that does not exist is reported as such, not as a missing run group.
  if (kind === null && /\.(json|eval)$/.test(name)) throw noFile(path);
  if (kind === "file") return [{ kind: isLog(path) ? "log" : "report", path }];
  if (kind === "folder" && !isGroup(path)) return resultsIn(path);
  const found = findRuns(name, runDirectory);
  if (found.kind === "group") return [{ kind: "group", path: found.group }];
  throw new UsageError(`\`${name}\` is a single run. Name its run group: \`${basename(found.group ?? "GROUP")}\`.`);
}

function noFile(path: string): MissingData {
  const folder = dirname(path);
  const names = kindOf(folder) === "folder" ? readdirSync(folder) : [];
  const advice = didYouMean(basename(path), names);
  return new MissingData(`There is no grading report or log at \`${path}\`.${advice}`);
}

function kindOf(path: string): "file" | "folder" | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : found.isDirectory() ? "folder" : "file";
}

function isGroup(path: string): boolean {
  return listGroups(dirname(path)).includes(basename(path));
}

/** Upstream: a grading report has `grading_report` in its name. A folder without any may hold logs. */
function resultsIn(folder: string): Source[] {
  const names = readdirSync(folder).filter((name) => name.includes("grading_report") && name.endsWith(".json"));
  if (names.length > 0) return names.sort().map((name) => ({ kind: "report", path: join(folder, name) }));
  const logs = readdirSync(folder).filter((name) => name.endsWith(".eval"));
  if (logs.length > 0) return logs.sort().map((name) => ({ kind: "log", path: join(folder, name) }));
  const groups = listGroups(folder);
  const hint =
    groups.length > 0
      ? ` It holds ${groups.length} run groups; name them, such as ${join(folder, groups[0]!)}.`
      : " Expected a run group, or a folder with files named *grading_report*.json or *.eval.";
  throw new UsageError(`\`${folder}\` has no results.${hint}`);
}

/** Upstream: sources are sorted by path, which decides the order of seeds. */
async function joinSources(name: string | null, sources: readonly Source[]): Promise<ResultSet> {
  const sorted = sources.toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
  const twice = sorted.find(({ path }, index) => path === sorted[index - 1]?.path);
  if (twice !== undefined) throw new UsageError(`${twice.path} is named twice: its runs would count twice.`);
  const parts: ResultSet[] = [];
  for (const source of sorted) parts.push(await readSource(source));
  return {
    label: name ?? [...new Set(parts.map(({ label }) => label))].join(" + "),
    sources: sourcesOf(parts),
    runs: parts.flatMap(({ runs }) => runs),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

/** The reports of an imported log have the same source. */
function sourcesOf(parts: readonly ResultSet[]): string[] {
  const pairs = parts.flatMap(({ label, sources }) =>
    sources.map((source) => [`${label}\n${source}`, source] as const),
  );
  return [...new Map(pairs).values()];
}

async function readSource({ kind, path }: Source): Promise<ResultSet> {
  if (kind === "log") return (await import("./inspect/read-log-results.ts")).readLogResults(path);
  return kind === "group" ? readGroupResults(path) : readReportResults(path);
}
