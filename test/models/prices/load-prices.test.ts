import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ModelUsage } from "../../../src/contracts/model.ts";
import { providers } from "../../../src/models/index.ts";
import { loadPrices } from "../../../src/models/prices/load-prices.ts";
import { pricedModels } from "../../../src/models/prices/price-list.ts";
import { readPriceTable } from "../../../src/models/prices/price-table.ts";

const million: ModelUsage = {
  inputTokens: 1e6,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: 1e6,
  reasoningTokens: null,
};

test("listed models have a price, cached input a lower one, and unknown models none", async () => {
  const priceOf = await loadPrices();
  const mini = { provider: "openai", model: "gpt-5-mini" };
  expect(priceOf(mini, million)).toBeCloseTo(0.25 + 2, 6);
  expect(priceOf(mini, { ...million, cacheReadTokens: 1e6 })).toBeCloseTo(0.025 + 2, 6);
  expect(priceOf(mini, { ...million, inputTokens: null, outputTokens: null, cacheReadTokens: 5 })).toBe(0);
  for (const provider of ["compatible", "scripted", "replay", "somewhere"]) {
    expect(priceOf({ provider, model: "gpt-5-mini" }, million)).toBeNull();
  }
  expect(priceOf({ provider: "openai", model: "never-heard-of" }, million)).toBeNull();
  const claude = "anthropic.claude-sonnet-4-20250514-v1:0";
  expect(priceOf({ provider: "bedrock", model: claude }, million)).toBeCloseTo(18, 6);
});

test("own prices win, with patterns, and the last one that matches decides", async () => {
  const priceOf = await loadPrices({
    "scripted/*": { input: 1, output: 2 },
    "scripted/dear.yaml": { input: 10, output: 20, cacheRead: 1, cacheWrite: 12 },
    "openai/gpt-5-mini": { input: 0, output: 0 },
  });
  expect(priceOf({ provider: "scripted", model: "a/b.yaml" }, million)).toBe(3);
  expect(priceOf({ provider: "openai", model: "gpt-5-mini" }, million)).toBe(0);
  const dear = { provider: "scripted", model: "dear.yaml" };
  expect(priceOf(dear, { ...million, cacheReadTokens: 5e5, cacheWriteTokens: 5e5 })).toBeCloseTo(0.5 + 6 + 20, 9);
});

test("a file of prices is read from YAML or JSON, and what is wrong with it is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-prices-"));
  const file = (text: string): string => {
    writeFileSync(join(folder, "prices.yaml"), text);
    return join(folder, "prices.yaml");
  };
  expect(await readPriceTable(file("scripted/*: { input: 1, output: 2 }"))).toEqual({
    "scripted/*": { input: 1, output: 2 },
  });
  expect(await readPriceTable(file('{"a/b": {"input": 1, "output": 2, "cacheRead": 0.5}}'))).toHaveProperty(
    ["a/b", "cacheRead"],
    0.5,
  );
  await expect(readPriceTable(file("a/b: { input: -1, output: 2 }"))).rejects.toThrow(
    /prices.yaml cannot be read: .* at a\/b > input/,
  );
  await expect(readPriceTable(file("a/b: { inputs: 1, output: 2 }"))).rejects.toThrow("Expected, for example");
  await expect(readPriceTable(file("a: [1"))).rejects.toThrow("cannot be read");
  await expect(readPriceTable(join(folder, "missing.yaml"))).rejects.toThrow("ENOENT");
});

test("a provider says what the price list calls it, and every such name is in the list", async () => {
  const listed = providers.filter(({ priceList }) => priceList !== undefined);
  expect(listed.map(({ name }) => name)).toContain("bedrock");
  for (const { name } of listed) expect((await pricedModels(name)).length, name).toBeGreaterThan(0);
  for (const { name } of providers.filter((kind) => !listed.includes(kind)))
    expect(await pricedModels(name)).toEqual([]);
});
