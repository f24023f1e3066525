import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Evidence } from "../../../../src/results/audit/runs/evidence.ts";
import { type FoundLine, scanFile, scanText } from "../../../../src/results/audit/runs/scan-text.ts";
import { knownSecrets } from "../../../../src/results/audit/runs/secrets.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";

const place = temporaryDirectory();

async function scan(content: string): Promise<FoundLine[]> {
  const path = place("log.txt");
  writeFileSync(path, content);
  const found: FoundLine[] = [];
  for await (const each of scanFile(path, /needle\d/g)) found.push(each);
  return found;
}

test("lines are numbered across the pieces that a long file is read in", async () => {
  const line = "hay ".repeat(20);
  const lines = Array.from({ length: 60_000 }, (_, index) => (index % 20_000 === 7 ? `needle${index % 10} ü` : line));
  const found = await scan(lines.join("\n"));
  expect(found.map(({ line: number }) => number)).toEqual([8, 20_008, 40_008]);
  expect(found[0]!.text).toBe("needle7 ü");
});

test("a file of one long line is read in pieces, and only the surroundings are kept", async () => {
  const hay = "x".repeat(2_000_000);
  const found = await scan(`${hay}needle1${hay}needle2`);
  expect(new Set(found.map(({ text }) => /needle\d/.exec(text)![0]))).toEqual(new Set(["needle1", "needle2"]));
  for (const { text, line } of found) expect([text.length < 1000, line]).toEqual([true, 1]);
});

test("half of a secret at the end of a cut line is not shown", () => {
  const key = `sk-proj-${"a1B2".repeat(12)}`;
  const secrets = knownSecrets({});
  const evidence = new Evidence("group/run", secrets);
  const suspicion = { check: "test", severity: "low", what: "It.", howToCheck: "Look." } as const;
  for (const gap of [330, 360, 380, 390, 399]) {
    const text = `${"y".repeat(500)}needle1${" ".repeat(gap)}${key} more`;
    for (const found of scanText(text, /needle1/g)) evidence.add(suspicion, `${gap}.txt`, found);
  }
  const shown = evidence.findings()[0]?.evidence;
  expect(shown).toContain("needle1");
  expect(shown).not.toContain("sk-proj");
});

test("secrets are found by shape and by the values of known variables, and blanked out", () => {
  const secrets = knownSecrets({ OPENAI_API_KEY: "local.key+1", MISTRAL_API_KEY: "short" });
  const text = `a local.key+1 AKIA${"A1".repeat(8)} hf_${"b".repeat(34)} {"username":"me","key":"${"0f".repeat(16)}"} short`;
  expect(secrets.kindsIn(text)).toEqual(["value of OPENAI_API_KEY", "AWS key", "Hugging Face token", "Kaggle key"]);
  expect(secrets.blank(text)).toBe('a *** *** *** {"username":"me",***} short');
  expect(secrets.kindsIn("task-1234567890123456789012345678901234567890 desk-ant-abc")).toEqual([]);
});
