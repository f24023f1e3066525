import { expect } from "vitest";
import type { Ground, RanGroup } from "../support/run-agents.ts";
import { submitSample } from "../support/run-agents.ts";
import { type CliOptions, runCli } from "../support/run-cli.ts";

/** Node inside a sandbox with its own files. */
export const insideNode = "/opt/mlebench/node";

/** What an attacker does: a script for the shell, and where it helps options of `run`. */
export interface Attack extends CliOptions {
  readonly script: string;
  readonly options?: readonly string[];
}

/** Lets a program attack from where an agent works: in bubblewrap, with a valid submission in place. */
export async function attack(ground: Ground, { script, options = [], ...rest }: Attack): Promise<RanGroup> {
  const command = ["--", "/bin/sh", "-c", `${submitSample}; exec 2>&1; ${script}`];
  return await ground.run(["--sandbox", "bubblewrap", "--time-limit", "60", ...options, ...command], rest);
}

/** Shell that runs a program in Node. */
export const inNode = (program: string): string =>
  `cat > attack.cjs <<'END_OF_PROGRAM'\n${program}\nEND_OF_PROGRAM\n${insideNode} attack.cjs`;

/**
 * No attack may earn another attempt, an end that counts for nothing, or a record that does not verify. Returns the run's
 * events.
 */
export async function expectOneEnd(ran: RanGroup, end: string | RegExp = "finished") {
  const { folder, events } = ran.group.run();
  expect(events.filter(({ type }) => type === "interrupted")).toEqual([]);
  const ends = events.filter((event) => event.type === "ended");
  expect(ends, ran.stderr).toHaveLength(1);
  expect(ends[0]!.end, ends[0]!.reason).toMatch(end);
  expect(events.filter(({ type }) => type === "sealed" || type === "graded")).toHaveLength(2);
  const verified = await runCli(["verify", ran.group.folder]);
  expect(verified.exitCode, folder + verified.stdout + verified.stderr).toBe(0);
  return events;
}
