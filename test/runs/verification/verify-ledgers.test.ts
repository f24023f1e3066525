import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyGroup } from "../../../src/runs/verification/verify-group.ts";
import { recordCalls } from "../../support/calls.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const original = place("group");
const run = "demo-bakery-sales_seed-0";

/** Nothing seals the ledger of a run in progress, nor of an attempt that was interrupted. */
const ledgers = [`${run}`, `${run}/attempts/1`];

beforeAll(async () => {
  const made = { until: "open", interrupted: 1 } as const;
  await makeRunGroup(original, { seeds: [0], host: "killed", run: (id) => (id === run ? made : {}) });
  for (const folder of ledgers) recordCalls(join(original, folder));
});

async function problemsAfter(change: (folder: string) => void): Promise<string[]> {
  const folder = join(dirname(original), "changed");
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  change(folder);
  const { problems } = await verifyGroup(folder);
  rmSync(folder, { recursive: true });
  return problems.map(({ file, problem }) => `${file}: ${problem}`);
}

describe.each(ledgers)("the ledger in %s", (folder) => {
  const calls = `${folder}/calls.jsonl`;
  const bodies = `${folder}/bodies.jsonl`;

  test("is sound as it was written, also when a killed process has torn its last lines", async () => {
    expect(await problemsAfter(() => undefined)).toEqual([]);
    const torn = await problemsAfter((group) => {
      for (const file of [calls, bodies]) appendFileSync(join(group, file), '{"torn');
    });
    expect(torn).toEqual([]);
  });

  test("shows a flipped bit anywhere in the bodies, and anywhere in the calls but the last", async () => {
    const lastCall = readFileSync(join(original, calls)).lastIndexOf(10, -2);
    const sizes = { [calls]: lastCall, [bodies]: statSync(join(original, bodies)).size };
    for (const [file, size] of Object.entries(sizes)) {
      for (let position = 0; position < size; position += 397) {
        const problems = await problemsAfter((group) => {
          const bytes = readFileSync(join(group, file));
          bytes[position] = bytes[position]! ^ 1;
          writeFileSync(join(group, file), bytes);
        });
        expect(problems.join("\n"), `${file} at ${position}`).toContain(`${folder}/`);
      }
    }
  });

  test("shows a call that was removed, and bodies that are missing", async () => {
    const without = (file: string, index: number) => (group: string) => {
      const lines = readFileSync(join(group, file), "utf8").split("\n");
      writeFileSync(join(group, file), lines.toSpliced(index, 1).join("\n"));
    };
    expect(await problemsAfter(without(calls, 1))).toEqual([
      `${calls}: The chain of lines is broken at line 2: it does not match the line before: one of the two was changed.`,
    ]);
    const missing = await problemsAfter(without(bodies, 0));
    expect(missing[0]).toMatch(/bodies.jsonl: Line 1 refers to the part [0-9a-f]{12}, which is not there\.$/);
    expect(missing).toContain(`${bodies}: Expected the request and answer of call 2, found not all of it.`);
    expect(missing.join()).not.toContain("call 3");
    expect(await problemsAfter((group) => rmSync(join(group, bodies)))).toHaveLength(4);
  });
});
