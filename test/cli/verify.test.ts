import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../src/lib/hashing.ts";
import { formatHashList } from "../../src/runs/record/hash-list.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const small = { competitions: ["a"], seeds: [0] };

test("a list of 130,000 files, all of them missing, is checked to its end", async () => {
  const folder = place("many");
  await makeRunGroup(folder, small);
  const list = join(folder, "a_seed-0", "files.sha256");
  const missing = Array.from({ length: 130_000 }, (_, index) => ({ path: `code/${index}`, sha256: sha256("") }));
  writeFileSync(list, readFileSync(list, "utf8") + formatHashList(missing));
  const { stdout, stderr, exitCode } = await runCli(["verify", folder]);
  expect(exitCode, stderr).toBe(3);
  expect(stdout).toContain("CHANGED: 130001 problems");
  expect(stderr).toContain("a_seed-0/code/129999: Expected sha256");
});

test("says in one line what it cannot check without --head", async () => {
  const folder = place("unchecked");
  await makeRunGroup(folder, small);
  const without = await runCli(["verify", folder]);
  expect(without.stderr.trimEnd()).toMatch(
    /^Not checked without --head or --signed-by: whether the whole record was rewritten, .*\.$/,
  );
  const head = without.stdout.trim().split(" ").at(-1)!;
  expect(await runCli(["verify", folder, "--head", head])).toMatchObject({ exitCode: 0, stderr: "" });
  const run = await runCli(["verify", join(folder, "a_seed-0")]);
  expect(run.stderr.trimEnd()).toMatch(/^Not checked for a single run: .* Verify its group with --head\.$/);
  const json = await runCli(["verify", folder, "--head", head, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject([{ intact: true, unchecked: null }]);
});
