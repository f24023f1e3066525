import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sandboxKinds } from "../src/sandboxes/index.ts";

/** From the bottom up. Folders of one tier do not know each other; an import may only point to a lower tier. */
const tiers = [
  ["lib"],
  ["facts"],
  ["frame", "metrics"],
  ["contracts"],
  ["prepare", "grade", "kaggle", "sandboxes", "models"],
  ["competitions", "agents"],
  ["runs"],
  ["results"],
  ["server"],
  ["cli", "index.ts", "runs.ts"],
];

const root = fileURLToPath(new URL("../src/", import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const areaOf = (path: string): string => path.split("/")[0]!;
const tierOf = (path: string): number => tiers.findIndex((tier) => tier.includes(areaOf(path)));

function wrongImports(file: string, text: string): string[] {
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, target]) => target!);
  return targets
    .map((target) => normalize(join(dirname(file), target)))
    .filter((target) => areaOf(target) !== areaOf(file) && tierOf(target) >= tierOf(file))
    .map((target) => `${file} must not import ${target}`);
}

test("every source file belongs to a tier", () => {
  expect(sources.filter((file) => tierOf(file) === -1)).toEqual([]);
});

test("every import points to a lower tier", () => {
  expect(sources.flatMap((file) => wrongImports(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("an import that points up the tiers is noticed", () => {
  expect(wrongImports("metrics/accuracy.ts", 'import { Frame } from "../frame/frame.ts";')).toHaveLength(1);
  expect(wrongImports("grade/align.ts", 'const x = await import("../runs/plan.ts");')).toHaveLength(1);
  expect(wrongImports("runs/plan.ts", 'import { accuracy } from "../metrics/accuracy.ts";')).toEqual([]);
});

test("no source file is longer than 400 lines", () => {
  const lengths = sources.map((file) => [file, readFileSync(join(root, file), "utf8").split("\n").length] as const);
  expect(lengths.filter(([, length]) => length > 400)).toEqual([]);
});

/** Lines that compare something with the name of a sandbox; its traits are to be asked for instead. */
function comparedSandboxes(file: string, text: string): string[] {
  const name = `["'\`](?:${sandboxKinds.map((kind) => kind.name).join("|")})["'\`]`;
  const comparison = new RegExp(`[=!]==?\\s*${name}|${name}\\s*[=!]==?|\\bcase\\s+${name}|includes\\(\\s*${name}`);
  return text
    .split("\n")
    .flatMap((line, index) => (comparison.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}

test("only sandboxes know sandboxes by name: everything else asks for traits", () => {
  const others = sources.filter((file) => areaOf(file) !== "sandboxes");
  expect(others.flatMap((file) => comparedSandboxes(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("a comparison with a sandbox's name is noticed", () => {
  for (const line of ['if (name === "docker")', '"local" !== name', 'case "bubblewrap":', 'names.includes("docker")']) {
    expect(comparedSandboxes("runs/plan.ts", line)).toHaveLength(1);
  }
  expect(comparedSandboxes("agents/kind.ts", 'needs: ["docker"], sandbox: "local"')).toEqual([]);
});
