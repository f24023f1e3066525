import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { EventOf } from "../../../src/agents/search/events.ts";
import { sha256 } from "../../../src/lib/hashing.ts";
import { hasResult } from "../../../src/runs/record/run-events.ts";
import { growingJournals } from "../../support/growing-journals.ts";
import { killHost } from "../../support/kill-host.ts";
import { randomSource } from "../../support/random-source.ts";
import { groupsIn, plant, type RunFolder, runGround, theGroup } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { answeredCalls, doneOnce, searchEventsIn } from "../../support/search-runs.ts";
import { startCli } from "../../support/start-cli.ts";
import { ideaScript, repairScript, searchScript } from "./scripted-search.ts";

/** In one search; then it is left alone and must come to its end. */
const killsPerSearch = 20;

const ground = await runGround(plant);
// Long enough to be killed in the middle of answers and of programs.
const slow = { delay: "300ms", before: "await new Promise((go) => setTimeout(go, 300));" };

/** How often the hosts of each agent's searches are killed: 100 times together. */
const agents = [
  { agent: "search", kills: 40, script: searchScript(slow), settings: ["steps=4", "num_drafts=2", "parallel=2"] },
  { agent: "aide", kills: 20, script: repairScript(slow), settings: ["steps=4", "num_drafts=2", "debug_prob=1"] },
  {
    agent: "kapso",
    kills: 40,
    script: ideaScript(slow),
    settings: [
      "mode=MINIMAL",
      "steps=3",
      "parallel=2",
      "experimentation_per_run=2",
      "final_ensembling_budget_percent=60",
    ],
  },
] as const;

function parametersOf({ agent, script, settings }: (typeof agents)[number]): (runs: string) => string[] {
  const file = join(ground.fresh(), "script.yaml");
  writeFileSync(file, script);
  const given = ["program=main.mjs", ...settings].flatMap((each) => ["--set", each]);
  const limits = ["--time-limit", "3600", "--retries", "1000"];
  return (runs) => ground.parameters(["--agent", agent, "--model", `scripted/${file}`, ...limits, ...given], runs);
}

/** The scores of rehearsals that it got: each counts against a limit. */
const scoresOf = ({ events }: RunFolder): unknown[] =>
  events.flatMap((event) => (event.type === "rehearsal" ? [`${event.cut} ${event.sha256}`] : [])).sort();

/** Runs a search to its end, by as many commands as it takes. Returns how often its host was killed. */
async function torment(
  parameters: readonly string[],
  runs: string,
  most: number,
  random: ReturnType<typeof randomSource>,
): Promise<number> {
  const check = growingJournals(runs);
  let kills = 0;
  for (;;) {
    const command = startCli(parameters);
    let isOver = false;
    void command.ended.then(() => {
      isOver = true;
    });
    const patience = 1500 + 2500 * random.next();
    for (let waited = 0; waited < patience && !isOver; waited += 50) await sleep(50);
    if (!isOver && kills < most && killHost(runs)) kills += 1;
    const { end, stderr } = await command.ended;
    check();
    if (end === 0 || hasEnded(runs)) return kills;
    expect(kills, stderr).toBeGreaterThan(0);
  }
}

/** A host that is killed after its last run leaves nothing to continue. */
function hasEnded(runs: string): boolean {
  const last = groupsIn(runs).length === 0 ? undefined : theGroup(runs).run().events.at(-1);
  return last?.type === "ended" && hasResult(last.end);
}

test.for(agents)(
  "kill -9 of the host of $agent at $kills random moments repeats no work and pays for no answer twice",
  {
    timeout: 1_800_000,
  },
  async (kind) => {
    const parameters = parametersOf(kind);
    const calm = ground.fresh();
    const undisturbed = await runCli(parameters(calm));
    expect(undisturbed.exitCode, undisturbed.stderr).toBe(0);
    const expected = theGroup(calm).run();
    const expectedWork = doneOnce(searchEventsIn(expected)).sort();
    expect(expectedWork).toContain("ended experiment_3");
    const random = randomSource(11);
    for (let kills = 0; kills < kind.kills; ) {
      const runs = ground.fresh();
      kills += await torment(parameters(runs), runs, Math.min(killsPerSearch, kind.kills - kills), random);
      const run = theGroup(runs).run();
      const events = searchEventsIn(run);
      expect(doneOnce(events).sort()).toEqual(expectedWork);
      expect(answeredCalls(run)).toHaveLength(answeredCalls(expected).length);
      expect(scoresOf(run)).toEqual(scoresOf(expected));
      const banked = events.findLast((event): event is EventOf<"banked"> => event.type === "banked")!;
      expect(sha256(readFileSync(run.place("submission.csv")))).toBe(banked.sha256);
      expect(run.read("submission.csv")).toBe(expected.read("submission.csv"));
      const verified = await runCli(["verify", theGroup(runs).folder]);
      expect(verified.exitCode, verified.stdout).toBe(0);
    }
  },
);
