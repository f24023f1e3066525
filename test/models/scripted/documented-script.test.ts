import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { providers } from "../../../src/models/index.ts";
import { parseScript } from "../../../src/models/scripted/read-script.ts";

const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");

test("the script in docs/models.md is one", async () => {
  const [example] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)]
    .map((match) => match[1]!)
    .filter((text) => /^turns:/m.test(text));
  const { rules, turns, otherwise } = await parseScript(example!, "docs/models.md");
  expect([rules.length, turns.length, otherwise?.text]).toEqual([1, 3, "I have nothing to add."]);
});

test("docs/models.md has every provider with every variable that it reads", () => {
  const rows = new Map([...page.matchAll(/^\| `([a-z]+)` \|(.*)$/gm)].map((match) => [match[1]!, match[2]!]));
  for (const { name, keyVariables, baseUrlVariables } of providers) {
    for (const variable of keyVariables) expect(rows.get(name), name).toContain(variable);
    expect(rows.get(name) ?? "missing", name).toContain(baseUrlVariables[0] ?? "");
  }
});
