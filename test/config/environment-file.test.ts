import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plant } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

function folderWith(name: string, text: string): string {
  mkdirSync(place(name));
  writeFileSync(place(name, ".env"), text);
  return place(name);
}

const isPrepared = (data: string): boolean => existsSync(join(data, plant, "prepared"));

test("variables come from .env in the working folder, unless they are set", async () => {
  const directory = folderWith("project", `# where the data is\nMLEBENCH_DATA_DIR="${place("from-file")}"\n`);
  await runCli(["prepare", "-c", plant], { directory });
  expect(isPrepared(place("from-file"))).toBe(true);

  const environment = { MLEBENCH_DATA_DIR: place("from-shell") };
  await runCli(["prepare", "-c", plant], { directory, environment });
  expect(isPrepared(place("from-shell"))).toBe(true);
});

test("a virtual environment called .env is not a file of variables", async () => {
  mkdirSync(place("python", ".env", "bin"), { recursive: true });
  expect(await runCli(["list"], { directory: place("python") })).toMatchObject({ exitCode: 0 });
});

test("agents and records do not see what is in .env", async () => {
  const data = place("run-data");
  const directory = folderWith("secret", `OWN_TOKEN=very-secret-value\nMLEBENCH_DATA_DIR=${data}\n`);
  await runCli(["prepare", "-c", plant], { directory });
  const unsafe = ["--sandbox", "local", "--allow-unsafe"];
  const { exitCode } = await runCli(["run", "-c", plant, ...unsafe, "--", "sh", "-c", "env"], { directory });
  expect(exitCode).toBe(3);
  const files = readdirSync(join(directory, "runs"), { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, "runs", name))
    .filter((path) => statSync(path).isFile());
  expect(files.some((path) => readFileSync(path, "utf8").includes("SUBMISSION_DIR="))).toBe(true);
  expect(files.filter((path) => readFileSync(path, "utf8").includes("very-secret-value"))).toEqual([]);
});
