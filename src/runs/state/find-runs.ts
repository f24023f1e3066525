import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import { plannedRuns, readPlan } from "../record/group-plan.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";

/** Where run groups lie unless `--run-dir` says otherwise: `MLEBENCH_RUN_DIR`, else `runs` in the current folder. */
export function defaultRunDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.MLEBENCH_RUN_DIR || "runs";
}

/** A group, or one run. A run that is planned has no folder yet; one that was taken out of its group has none. */
export type FoundRuns =
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "run"; readonly group: string | null; readonly run: string; readonly folder: string };

/** The groups in a run directory, by folder name; none when there is no such directory. */
export function listGroups(runDirectory: string): string[] {
  if (!isFolder(runDirectory)) return [];
  return readdirSync(runDirectory)
    .filter((name) => isGroup(join(runDirectory, name)))
    .sort();
}

/**
 * Finds what a person means: a path, the name of a group or of a run in the run directory, `<group>/<run>`, or the
 * beginning of one of these that fits only one.
 *
 * @throws UsageError with the nearest names when nothing, or more than one thing, fits.
 */
export function findRuns(name: string, runDirectory: string): FoundRuns {
  const found = atPath(resolve(name)) ?? atPath(resolve(runDirectory, name));
  if (found !== null) return found;
  const groups = listGroups(runDirectory);
  const [first = "", second] = name.replace(/\/+$/, "").split("/");
  if (second !== undefined) {
    const group = join(runDirectory, only(first, groups, "run group", runDirectory));
    return runOf(group, only(second, runIds(group), "run", group));
  }
  const matching = groups.filter((group) => group.startsWith(first));
  if (first !== "" && matching.length === 1) return { kind: "group", group: resolve(runDirectory, matching[0]!) };
  const runs = groups.flatMap((group) => runIds(join(runDirectory, group)).map((run) => ({ group, run })));
  const exact = runs.filter(({ run }) => run === first);
  const fitting = exact.length > 0 ? exact : runs.filter(({ run }) => first !== "" && run.startsWith(first));
  if (matching.length === 0 && fitting.length === 1) {
    return runOf(join(runDirectory, fitting[0]!.group), fitting[0]!.run);
  }
  const choices = [...matching, ...fitting.map(({ group, run }) => `${group}/${run}`)];
  if (choices.length > 1) throw ambiguous(name, choices);
  const names = [...groups, ...new Set(runs.map(({ run }) => run))];
  throw new UsageError(`There is no run group and no run \`${name}\` in ${runDirectory}.${didYouMean(name, names)}`);
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

function runOf(group: string, run: string): FoundRuns {
  return { kind: "run", group: resolve(group), run, folder: resolve(group, run) };
}

function runIds(group: string): string[] {
  try {
    return plannedRuns(readPlan(group)).map(({ id }) => id);
  } catch {
    // A group of another version is not searched; naming it says why it cannot be read.
    return [];
  }
}

function only(wanted: string, names: readonly string[], what: string, where: string): string {
  if (names.includes(wanted)) return wanted;
  const fitting = names.filter((name) => wanted !== "" && name.startsWith(wanted));
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1) throw ambiguous(wanted, fitting);
  throw new UsageError(`There is no ${what} \`${wanted}\` in ${where}.${didYouMean(wanted, names)}`);
}

function ambiguous(name: string, choices: readonly string[]): UsageError {
  const shown = choices.slice(0, 6).map((choice) => `\`${choice}\``);
  const more = choices.length > shown.length ? ` and ${choices.length - shown.length} more` : "";
  return new UsageError(`\`${name}\` can be ${shown.join(", ")}${more}: say which.`);
}

function isGroup(path: string): boolean {
  return existsSync(join(path, groupFiles.plan));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
