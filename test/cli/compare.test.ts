import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { type MadeGroup, makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");

/** A group whose plan is changed after it was made. */
async function makeGroup(name: string, made: MadeGroup, change: (plan: Record<string, unknown>) => void = () => {}) {
  const agent = { name: "command", label: name, settings: {} };
  await makeRunGroup(join(runs, name), { competitions: ["a", "b"], seeds: [0], ...made, name, agent });
  const file = join(runs, name, "group.json");
  const plan = JSON.parse(readFileSync(file, "utf8"));
  change(plan);
  writeFileSync(file, JSON.stringify(plan));
}

beforeAll(async () => {
  await makeGroup("plain", { run: () => ({ score: 0.5, percentile: 40 }) });
  await makeGroup("better", {
    run: (id) => (id.startsWith("a") ? { medal: "gold", percentile: 99 } : { score: 0.5, percentile: 40 }),
  });
  await makeGroup("longer", { wallClockMs: 7_200_000 });
  await makeGroup("larger", {}, (plan) => Object.assign(plan.limits as object, { memoryMb: 4096 }));
  await makeGroup("open", {}, (plan) => Object.assign(plan.sandbox as object, { network: "open" }));
  await makeGroup("unsafe", {}, (plan) => Object.assign(plan.sandbox as object, { name: "local" }));
  await makeGroup("wider", { competitions: ["a", "b", "c"] });
  await makeGroup("other", { competitions: ["d"] });
  writeGradingReport(place("reports", "grading_report.json"), ["a", "b"], "gv");
});

const compare = (...parameters: string[]) => runCli(["compare", ...parameters, "--run-dir", runs]);

describe("compare", () => {
  test("shows who is better where, and claims no more than two competitions can carry", async () => {
    const { stdout, exitCode } = await compare("plain", "better");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^a +0\.5000 ± - +0\/1 +40\.0 +0\.8000 ± - +1\/1 +99\.0 +better$/m);
    expect(stdout).toMatch(/^b .* tie$/m);
    expect(stdout).toMatch(/^better - plain \(2\) +\+50\.00 +\S+ to \S+ +1\.0000 +\+29\.50 /m);
    expect(stdout).toContain("1 competition differs, too few for any difference to be significant (at least 7).");
    expect(stdout).not.toContain("is significant");
  });

  test.each([
    ["longer", /The time limit differs: 1 h 0 min in plain, 2 h 0 min in longer\.\n.*--time-limit/],
    ["larger", /The memory limit differs: a share of the machine in plain, 4 GiB in larger\.\n.*--memory/],
    ["open", /The network differs: closed in plain, open in open\.\n.*--network/],
    ["unsafe", /The isolation differs: isolated in plain, not isolated in unsafe\./],
    ["wider", /The competitions differ: 2 in plain, 3 in wider, of which 2 are in all\.\n.*--shared compares the 2/],
  ])("refuses a group that is %s and says how to make it comparable", async (name, message) => {
    const refused = await compare("plain", name);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toMatch(message);
    expect(refused.stderr).toContain("add --anyway");
  });

  test("compares anyway on request, and gives the reasons first", async () => {
    const { stdout, exitCode } = await compare("plain", "longer", "--anyway");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Not comparable: The time limit differs/);
  });

  test("compares what both have with --shared, and a split with --split", async () => {
    expect((await compare("plain", "wider", "--shared")).exitCode).toBe(0);
    for (const name of ["whole", "part"]) {
      const ids = loadSplit(name === "whole" ? "all" : "low");
      writeGradingReport(place(name, "grading_report.json"), ids, "v".repeat(75));
    }
    expect((await compare(place("whole"), place("part"))).exitCode).toBe(2);
    expect((await compare(place("whole"), place("part"), "--split", "low")).exitCode).toBe(0);
  });

  test("names the conditions that upstream's reports do not record", async () => {
    const { stdout, exitCode } = await compare("plain", place("reports"));
    expect(exitCode).toBe(0);
    expect(stdout).toContain("a source does not record it: edition, time limit, memory limit, network, isolation.");
  });

  test("explains what is wrong with the sets", async () => {
    expect((await compare("plain")).stderr).toContain("Name two or more result sets");
    expect((await compare("plain", "other", "--anyway")).stderr).toContain(
      "There is no competition that all of them have",
    );
    expect((await compare("plain", "better", "--split", "lwo")).stderr).toContain("Did you mean `low`");
  });
});
