import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

function folder(name: string): string {
  mkdirSync(place(name));
  return place(name);
}

test("a new competition can be linted, prepared and graded at once", async () => {
  const directory = folder("fresh");
  const mlebench = (...parameters: string[]) => runCli(parameters, { directory });
  expect((await mlebench("competition", "new", "city-rents")).stdout.split("\n")).toContain(
    place("fresh", "city-rents", "competition.mjs"),
  );
  expect(await mlebench("competition", "lint", "city-rents")).toMatchObject({ exitCode: 0 });
  await mlebench("prepare", "-c", "city-rents", "--data-dir", place("data"));
  const prepared = place("data", "city-rents", "prepared");
  const sample = `${prepared}/public/sample_submission.csv`;
  const graded = await mlebench("grade-sample", sample, "city-rents", "--data-dir", place("data"), "--json");
  expect(JSON.parse(graded.stdout)).toMatchObject({ valid_submission: true, above_median: false });
  expect(readFileSync(`${prepared}/public/description.md`, "utf8")).toMatch(/^# City rents\n/);
});

test("a config file in JSON is extended, one in code is left to its author", async () => {
  const json = folder("json");
  writeFileSync(place("json", "mlebench.config.json"), '{ "limits": { "cpus": 1 } }');
  await runCli(["competition", "new", "one", "--dir", "tasks/one"], { directory: json });
  await runCli(["competition", "new", "two"], { directory: json });
  expect(JSON.parse(readFileSync(place("json", "mlebench.config.json"), "utf8"))).toEqual({
    limits: { cpus: 1 },
    competitions: ["./tasks/one/competition.mjs", "./two/competition.mjs"],
  });

  const code = folder("code");
  writeFileSync(place("code", "mlebench.config.mjs"), "export default {};\n");
  const { stderr } = await runCli(["competition", "new", "one"], { directory: code });
  expect(stderr).toContain('Add "./one/competition.mjs" to `competitions` in');
  expect(readFileSync(place("code", "mlebench.config.mjs"), "utf8")).toBe("export default {};\n");
});

test("ids that are taken or cannot be used and folders that exist are refused", async () => {
  const directory = folder("refused");
  mkdirSync(place("refused", "there"));
  for (const [id, message] of [
    ["leaf-classification", "There already is a competition `leaf-classification`."],
    ["two_words", "expected letters, digits and hyphens"],
    ["there", "Choose another folder with --dir."],
  ] as const) {
    const { exitCode, stderr } = await runCli(["competition", "new", id], { directory });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
