import { readFileSync } from "node:fs";

/** A shape of docs/json.md: its keys and their types, as written there. */
type Shape = ReadonlyMap<string, string>;

const text = readFileSync(new URL("../../docs/json.md", import.meta.url), "utf8");
const sections = [...text.matchAll(/^### (.+)\n([\s\S]*?)(?=^##|$(?![\s\S]))/gm)].map(
  ([, title, body]) => [title!.replaceAll(" ", "-"), body!] as const,
);
const rowsOf = (table: string): [string, string][] =>
  [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, first, second]) => [first!, second!.trim()]);

/** What each command prints, by its row in docs/json.md: a type. */
export const documentedCommands: ReadonlyMap<string, string> = new Map(
  rowsOf(text.slice(text.indexOf("\n## Commands"), text.indexOf("\n## Errors"))),
);

export const documentedShapes: ReadonlyMap<string, Shape> = new Map(
  sections.map(([name, body]) => [name, new Map(rowsOf(body))]),
);

/** The examples, by the shape they show. */
export const documentedExamples: readonly (readonly [shape: string, example: unknown])[] = sections.flatMap(
  ([name, body]) => [...body.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => [name, JSON.parse(json!)] as const),
);

/** Shapes that real output has shown so far. */
export const seenShapes = new Set<string>();

/** All keys of a shape, those of the one that it extends included. */
function keysOf(name: string): Shape {
  const body = sections.find(([title]) => title === name)?.[1];
  if (body === undefined) throw new Error(`docs/json.md has no shape ${name}.`);
  const [, base, without] = /keys of \[.*?\]\(#(.+?)\)(?: without (.+?))?, and:/.exec(body) ?? [];
  const left = [...(without ?? "").matchAll(/`(.+?)`/g)].map(([, key]) => key);
  const inherited = base === undefined ? [] : [...keysOf(base)].filter(([key]) => !left.includes(key));
  return new Map([...inherited, ...documentedShapes.get(name)!]);
}

/** How a value differs from a type of docs/json.md, one sentence each. */
export function differences(value: unknown, type: string, path = "$"): string[] {
  const tried = type.split(" or ").map((alternative) => differencesFromOne(value, alternative, path));
  // The alternative that fits best says what is wrong.
  return tried.reduce((best, each) => (each.length < best.length ? each : best));
}

function differencesFromOne(value: unknown, type: string, path: string): string[] {
  const wrong = [`${path}: expected ${type}, found ${JSON.stringify(value)?.slice(0, 60)}`];
  const collection = /^(array of|lines of|map of) (.+)$/.exec(type);
  if (collection !== null) {
    const isMap = collection[1] === "map of";
    if (typeof value !== "object" || value === null || Array.isArray(value) === isMap) return wrong;
    return Object.entries(value).flatMap(([key, each]) => differences(each, collection[2]!, `${path}.${key}`));
  }
  const link = /^\[.+?\]\(#(.+?)\)$/.exec(type);
  if (link !== null) return differencesFromShape(value, link[1]!, path, wrong);
  if (type === "any") return [];
  if (type === "null" || type.startsWith('"')) return value === JSON.parse(type) ? [] : wrong;
  if (type === "integer") return Number.isInteger(value) ? [] : wrong;
  if (!["string", "number", "boolean"].includes(type)) return [`${path}: docs/json.md has an unknown type ${type}`];
  return typeof value === type ? [] : wrong;
}

function differencesFromShape(value: unknown, name: string, path: string, wrong: string[]): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong;
  seenShapes.add(name);
  const keys = keysOf(name);
  const found = new Map(Object.entries(value));
  return [
    ...[...found.keys()].filter((key) => !keys.has(key)).map((key) => `${path}.${key} is not documented`),
    ...[...keys].flatMap(([key, type]) => {
      const isOptional = type.startsWith("optional ");
      if (!found.has(key)) return isOptional ? [] : [`${path}.${key} is documented but absent`];
      return differences(found.get(key), type.replace("optional ", ""), `${path}.${key}`);
    }),
  ];
}
