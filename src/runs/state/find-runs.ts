import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import { readAddedSeeds, withSeeds } from "../record/added-seeds.ts";
import { plannedRuns, readPlan } from "../record/group-plan.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { groupAliases } from "./group-aliases.ts";

/** Where run groups are without `--run-dir`: `MLEBENCH_RUN_DIR`, or `runs` in the current folder. */
export function defaultRunDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.MLEBENCH_RUN_DIR || "runs";
}

/** A group, or one run. The folder of a planned run does not exist yet; a run copied out of its group has no `group`. */
export type FoundRuns =
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "run"; readonly group: string | null; readonly run: string; readonly folder: string };

/** The folder names of the groups in a run directory, sorted; none when the directory does not exist. */
export function listGroups(runDirectory: string): string[] {
  if (!isFolder(runDirectory)) return [];
  return readdirSync(runDirectory)
    .filter((name) => isGroup(join(runDirectory, name)))
    .sort();
}

/**
 * Finds the group or run that a user names: by path, by the name of a group or run in the run directory, by `latest` or an
 * agent's label for the newest such group, by `<group>/<run>`, or by an unambiguous beginning of a name.
 *
 * @throws UsageError with the nearest names when nothing matches, or more than one thing does.
 */
export function findRuns(name: string, runDirectory: string): FoundRuns {
  const found = atPath(resolve(name)) ?? atPath(resolve(runDirectory, name));
  if (found !== null) return found;
  if (isAbsolute(name)) throw new UsageError(`There is no run group or run at ${name}.`);
  const groups = listGroups(runDirectory);
  const aliases = groupAliases(runDirectory, groups);
  const meant = aliases.get(name);
  if (meant !== undefined) return { kind: "group", group: resolve(runDirectory, meant) };
  const [first = "", second] = name.replace(/\/+$/, "").split("/");
  if (second !== undefined) {
    const group = join(runDirectory, aliases.get(first) ?? findOne(first, groups, "run group", runDirectory));
    return runOf(group, findOne(second, runIds(group), "run", group));
  }
  const matching = groups.filter((group) => group.startsWith(first));
  if (first !== "" && matching.length === 1) return { kind: "group", group: resolve(runDirectory, matching[0]!) };
  const runs = groups.flatMap((group) => runIds(join(runDirectory, group)).map((run) => ({ group, run })));
  const exact = runs.filter(({ run }) => run === first);
  const matchingRuns = exact.length > 0 ? exact : runs.filter(({ run }) => first !== "" && run.startsWith(first));
  if (matching.length === 0 && matchingRuns.length === 1) {
    return runOf(join(runDirectory, matchingRuns[0]!.group), matchingRuns[0]!.run);
  }
  const choices = [...matching, ...matchingRuns.map(({ group, run }) => `${group}/${run}`)];
  if (choices.length > 1) throw ambiguous(name, choices);
  const names = [...groups, ...aliases.keys(), ...new Set(runs.map(({ run }) => run))];
  throw new UsageError(`There is no run group or run \`${name}\` in ${runDirectory}.${didYouMean(name, names)}`);
}

/**
 * Finds one run: a group of one run stands for it.
 *
 * @throws UsageError as `findRuns` does, and for a group of several runs.
 */
export function findRun(name: string, runDirectory: string): Extract<FoundRuns, { kind: "run" }> {
  const found = findRuns(name, runDirectory);
  if (found.kind === "run") return found;
  const runs = runIds(found.group);
  if (runs.length === 1) return runOf(found.group, runs[0]!);
  throw new UsageError(
    `${name} is a run group of ${runs.length} runs. Give one of them, such as ${name}/${runs[0] ?? "RUN"}.`,
  );
}

function atPath(path: string): FoundRuns | null {
  if (isGroup(path)) return { kind: "group", group: path };
  const parent = dirname(path);
  const isRun = [runFiles.events, runFiles.record].some((file) => existsSync(join(path, file)));
  if (isGroup(parent)) {
    return isRun || runIds(parent).includes(basename(path)) ? runOf(parent, basename(path)) : null;
  }
  return isRun ? { kind: "run", group: null, run: basename(path), folder: path } : null;
}

function runOf(group: string, run: string): Extract<FoundRuns, { kind: "run" }> {
  return { kind: "run", group: resolve(group), run, folder: resolve(group, run) };
}

function runIds(group: string): string[] {
  try {
    return plannedRuns(withSeeds(readPlan(group), readAddedSeeds(group))).map(({ id }) => id);
  } catch {
    // Written by another version: not searched. Naming the group itself shows why it cannot be read.
    return [];
  }
}

function findOne(wanted: string, names: readonly string[], what: string, where: string): string {
  if (names.includes(wanted)) return wanted;
  const fitting = names.filter((name) => wanted !== "" && name.startsWith(wanted));
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1) throw ambiguous(wanted, fitting);
  throw new UsageError(`There is no ${what} \`${wanted}\` in ${where}.${didYouMean(wanted, names)}`);
}

function ambiguous(name: string, choices: readonly string[]): UsageError {
  const shown = choices.slice(0, 6).map((choice) => `\`${choice}\``);
  const more = choices.length > shown.length ? ` and ${choices.length - shown.length} more` : "";
  return new UsageError(`\`${name}\` is ambiguous. Use one of ${shown.join(", ")}${more}.`);
}

function isGroup(path: string): boolean {
  return existsSync(join(path, groupFiles.plan));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
