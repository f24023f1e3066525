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
