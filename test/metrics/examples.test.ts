import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("../../src/metrics/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "index.ts");
const modules = new Map<string, Record<string, unknown>>();
for (const name of files) modules.set(name, await import(new URL(name, folder).href));

/** Everything that the examples of a file may call: all metrics, and what the file itself imports from `lib`. */
async function scopeOf(source: string): Promise<Record<string, unknown>> {
  const libraries = [...source.matchAll(/from "(\.\.\/lib\/[^"]+)"/g)].map((match) => match[1]!);
  const imported = await Promise.all(libraries.map((path) => import(new URL(path, folder).href)));
  return Object.assign({}, ...imported, ...modules.values());
}

function evaluate(expression: string, scope: Record<string, unknown>): unknown {
  const result = new Function(...Object.keys(scope), `return (${expression});`)(...Object.values(scope));
  return ArrayBuffer.isView(result) ? Array.from(result as Float64Array) : result;
}

describe("the examples in the metrics' comments", () => {
  for (const name of files) {
    const source = readFileSync(new URL(name, folder), "utf8");
    const examples = [...source.matchAll(/^ \* @example (.+) \/\/ => (.+)$/gm)];

    test(`every example in ${name} states its result`, () => {
      expect(examples.length).toBe(source.match(/@example/g)?.length ?? 0);
    });

    test(`${name} shows its metric in an example`, () => {
      const metric = name.replace(".ts", "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const isShown = examples.some(([, expression]) => expression!.includes(`${metric}(`));
      expect(isShown).toBe(typeof modules.get(name)![metric] === "function");
    });

    for (const [, expression, value] of examples) {
      test(`${expression} is ${value}`, async () => {
        const scope = await scopeOf(source);
        expect(evaluate(expression!, scope)).toEqual(evaluate(value!, scope));
      });
    }
  }
});

test("the index exports every metric that has an example", async () => {
  const index = Object.keys(await import(new URL("index.ts", folder).href));
  for (const name of files) {
    const source = readFileSync(new URL(name, folder), "utf8");
    const documented = [...source.matchAll(/@example[^\n]*\n \*\/\nexport function (\w+)/g)].map((match) => match[1]!);
    expect(index).toEqual(expect.arrayContaining(documented));
  }
});
