import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import type { JournalLine } from "../../src/lib/journal/journal.ts";
import { readJournal } from "../../src/lib/journal/read-journal.ts";
import type { GroupEvent, RunEvent } from "../../src/runs/record/run-events.ts";
import { hasBubblewrap } from "./bubblewrap.ts";
import { prepareDemo } from "./demo-data.ts";
import { type CliOptions, type CliResult, runCli } from "./run-cli.ts";

export const plant = "demo-plant-flowering";
export const repair = "demo-repair-minutes";

/** How many agents begin: by submitting the sample submission. */
export const submitSample = 'cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"';

/** Where the tests of one file prepare their competitions and put their runs. */
export interface Ground {
  readonly data: string;
  /** An empty folder for run groups. */
  fresh(): string;
  /** `mlebench run`, by default on the first competition and into a fresh run folder. */
  run(parameters: readonly string[], options?: CliOptions): Promise<RanGroup>;
  /** The complete parameters of such a command, for `startCli`. */
  parameters(parameters: readonly string[], runs?: string): string[];
}

export interface RanGroup extends CliResult {
  readonly runs: string;
  readonly group: GroupFolder;
}

/** Prepares demo competitions for the tests of a file; everything is removed when they are done. */
export async function runGround(...ids: [string, ...string[]]): Promise<Ground> {
  const folders = [await prepareDemo(...ids)];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const data = folders[0]!;
  const fresh = (): string => {
    const folder = mkdtempSync(join(tmpdir(), "mlebench-runs-"));
    folders.push(folder);
    return folder;
  };
  const parameters = (given: readonly string[], runs = fresh()): string[] => {
    const own = given.includes("--") ? given.slice(0, given.indexOf("--")) : given;
    const selected = ["-c", "--split", "--competition-set"].some((name) => own.includes(name));
    const places = [...(own.includes("--run-dir") ? [] : ["--run-dir", runs]), ...sandboxOptions(own)];
    return ["run", ...places, "--data-dir", data, ...(selected ? [] : ["-c", ids[0]]), ...given];
  };
  const run = async (given: readonly string[], options: CliOptions = {}): Promise<RanGroup> => {
    const all = parameters(given);
    const runs = all[all.indexOf("--run-dir") + 1]!;
    const result = await runCli(all, options);
    return {
      ...result,
      runs,
      get group() {
        return theGroup(runs, result.stderr);
      },
    };
  };
  return { data, fresh, run, parameters };
}

/** An agent that is a shell script, without isolation. */
export function localShell(script: string): string[] {
  return ["--sandbox", "local", "--time-limit", "600", "--", "/bin/sh", "-c", script];
}

/** The tests may run as root, and where bubblewrap is missing. */
export function sandboxOptions(own: readonly string[]): string[] {
  if (own.includes("--sandbox")) return own.includes("local") ? ["--allow-unsafe"] : [];
  const needsImage = own.includes("--image") || own.includes("--agent-dir");
  return hasBubblewrap || needsImage ? [] : ["--sandbox", "local", "--allow-unsafe"];
}

/** The files of a run group. */
export interface GroupFolder {
  readonly folder: string;
  readonly events: JournalLine<GroupEvent>[];
  run(id?: string): RunFolder;
}

/** The files of a run. */
export interface RunFolder {
  readonly folder: string;
  readonly events: JournalLine<RunEvent>[];
  readonly output: string;
  readonly end: Extract<RunEvent, { type: "ended" }>;
  place(...components: string[]): string;
  read(...components: string[]): string;
}

export function groupsIn(runs: string): string[] {
  return readdirSync(runs)
    .filter((name) => existsSync(join(runs, name, "group.json")))
    .sort()
    .map((name) => join(runs, name));
}

/** The only group of a folder. */
export function theGroup(runs: string, said = ""): GroupFolder {
  const [folder, ...others] = groupsIn(runs);
  if (folder === undefined || others.length > 0) {
    throw new Error(`Expected one group, found ${others.length + (folder ? 1 : 0)}. ${said}`);
  }
  return groupFolder(folder);
}

export function groupFolder(folder: string): GroupFolder {
  return {
    folder,
    get events() {
      return readJournal<GroupEvent>(join(folder, "events.jsonl"));
    },
    run: (id = `${plant}_seed-0`) => runFolder(join(folder, id)),
  };
}

function runFolder(folder: string): RunFolder {
  const place = (...components: string[]): string => join(folder, ...components);
  const read = (...components: string[]): string => readFileSync(place(...components), "utf8");
  return {
    folder,
    place,
    read,
    get events() {
      return readJournal<RunEvent>(place("events.jsonl"));
    },
    get output() {
      return read("output.log");
    },
    get end() {
      const last = readJournal<RunEvent>(place("events.jsonl")).at(-1);
      if (last?.type !== "ended") throw new Error(`${folder} has not ended: ${JSON.stringify(last)}`);
      return last;
    },
  };
}

/** Waits until something holds. While it throws, it does not hold. */
export async function until(what: string, holds: () => boolean, seconds = 100): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      if (holds()) return;
    } catch {
      // Files that are not there yet.
    }
    if (performance.now() - started > 1000 * seconds) throw new Error(`Waited ${seconds} s in vain for ${what}.`);
    await sleep(20);
  }
}
