import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, type RunFolder, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const config = fileURLToPath(new URL("../fixtures/rehearsing/mlebench.config.js", import.meta.url));
const ground = await runGround(plant);
const tides = "harbour-tides";

const said = ({ output }: RunFolder): Record<string, unknown> =>
  Object.fromEntries(
    [...output.matchAll(/^(\w+(?: \d|\.csv)?) (.*)$/gm)].map(([, name, value]) => [name, JSON.parse(value!)]),
  );

test("an agent that is judged by rehearsals gets two, and the harness answers for files in its sandbox", async () => {
  const { exitCode, group, stderr } = await ground.run(["--config", config, "--agent", "judged", "--rehearsals", "3"]);
  expect(exitCode, stderr).toBe(0);
  const run = group.run();
  const invalid = { valid: false, message: "It is not a regular file of at most 1 GiB." };
  expect(said(run)).toMatchObject({
    sample: { valid: true, message: "Submission is valid." },
    "wrong.csv": { valid: false, message: expect.stringMatching(/^Submission invalid! /) },
    folder: invalid,
    pipe: invalid,
    "link.csv": invalid,
    "large.csv": invalid,
    "missing.csv": { valid: false, message: "There is no such file." },
    cuts: [0, 1],
    "score 0": { valid: true, score: 0.5, message: expect.stringContaining("2 of 3 left") },
    "same 0": { valid: true, score: 0.5, message: "Score: 0.5, as before." },
    "wrong 0": { valid: false, score: null },
    "score 1": { valid: true, score: 0.5, message: expect.stringContaining("1 of 3 left") },
    inside: 0,
    again: { valid: true, score: 0.5, message: "Score: 0.5, as before." },
    last: { valid: null, score: null, message: "No score is left: all 3 have been given." },
  });
  if (hasBubblewrap) expect(said(run)["seen 1"]).not.toContain("private");
  const checks = run.events.flatMap((event) => (event.type === "validation" ? [event.valid] : []));
  expect(checks).toEqual([true, false]);
  const scores = run.events.flatMap((event) => (event.type === "rehearsal" ? [[event.cut, event.score]] : []));
  expect(scores).toEqual([
    [0, 0.5],
    [0, null],
    [1, 0.5],
    [1, null],
    [0, 0.5],
  ]);
  const shown = JSON.parse((await runCli(["verify", group.folder, "--json"])).stdout);
  expect(shown.problems ?? shown[0].problems).toEqual([]);
});

test("without a number there are 2000 scores, which the plan shows; 0 turns rehearsals off", async () => {
  const planned = ["--config", config, "--agent", "judged", "--dry-run"];
  expect((await ground.run(planned)).stdout).toContain("2000 rehearsals");
  expect((await ground.run([...planned, "--rehearsals", "0"])).stdout).not.toContain("rehearsals");
});

test("a competition that cannot be rehearsed is run without, and the record says why", async () => {
  await runCli(["prepare", "-c", tides, "--data-dir", ground.data, "--config", config]);
  const parameters = ["-c", tides, "--config", config, "--agent", "judged"];
  const { group, runs, stderr, exitCode } = await ground.run(parameters);
  expect(exitCode, stderr).toBe(0);
  const reason = "`harbour-tides` cannot be rehearsed: its tides repeat.";
  expect(stderr).toContain(reason);
  expect(said(group.run(`${tides}_seed-0`))).toMatchObject({ sample: { valid: true }, cuts: [], last: null });
  const { stdout } = await runCli(["runs", "show", group.folder, "--run-dir", runs]);
  expect(stdout).toContain(reason);
});
