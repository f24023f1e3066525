import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const ground = await runGround(plant);

test("looks at prepared data, prints what was examined and writes a file only on request", async () => {
  const output = place("leaks.json");
  const result = await runCli(["audit", "leaks", "-c", plant, "--data-dir", ground.data, "--output", output]);
  expect(result).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("nothing found in 1 of 1 competitions"),
  });
  expect(result.stdout).toMatch(/^demo-plant-flowering {2}\d+ answers, \d+ tables, \d+ files/);
  expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject([
    { competition_id: plant, findings: [], error: null },
  ]);
});

test("a competition that is not prepared leaves the others alone", async () => {
  const absent = "spaceship-titanic";
  const result = await runCli(["audit", "leaks", "-c", absent, plant, "--data-dir", ground.data, "--json"]);
  expect(result.exitCode).toBe(3);
  const [failed, looked] = JSON.parse(result.stdout);
  expect(failed).toMatchObject({ competition_id: absent, examined: null, error: { code: "missing-data" } });
  expect(looked).toMatchObject({ competition_id: plant, error: null });
});

test("unknown competitions and splits are refused with the nearest names", async () => {
  const wrong = await runCli(["audit", "leaks", "-c", "spaceship-titanik"]);
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("`spaceship-titanic`") });
  const none = await runCli(["audit", "leaks"]);
  expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Select competitions") });
});

test("the help says that the command reads answers", async () => {
  expect((await runCli(["audit", "leaks", "--help"])).stdout).toContain("reads the private answers");
});
