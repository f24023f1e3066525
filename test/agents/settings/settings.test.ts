import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineAgent } from "../../../src/agents/agent-kind.ts";
import { checkSettings } from "../../../src/agents/settings/check-settings.ts";
import { hostPath } from "../../../src/agents/settings/host-path.ts";
import { listSettings } from "../../../src/agents/settings/list-settings.ts";
import { mergeSettings } from "../../../src/agents/settings/merge-settings.ts";
import { readAssignments } from "../../../src/agents/settings/read-assignments.ts";
import { readSettingsFile } from "../../../src/agents/settings/read-settings-file.ts";
import { UsageError } from "../../../src/lib/errors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const schema = z.strictObject({
  goal: z.string().describe("what to aim for"),
  steps: z.number().int().positive().default(20).describe("how many steps to take"),
  mode: z.enum(["fast", "thorough"]).default("fast").describe("how to work"),
  resume: z.boolean().default(false).describe("continue what is there"),
  files: z.array(z.string()).default([]).describe("files to read"),
  seeds: z.array(z.number()).default([]).describe("seeds to try"),
  environment: z.record(z.string(), z.string()).default({}).describe("variables"),
  limit: z.union([z.number(), z.string()]).nullable().default(null).describe("when to stop"),
  folder: hostPath().exactOptional().describe("a folder"),
  debug: z
    .strictObject({
      probability: z.number().min(0).max(1).default(0.5).describe("how often to debug"),
      depth: z.number().int().default(3).describe("how deep"),
    })
    .prefault({})
    .describe("debugging"),
});
const kind = (name: string, settings: z.ZodType) =>
  defineAgent({
    name,
    summary: "",
    needs: [],
    testOnly: true,
    ownImage: false,
    settings,
    create: async () => Promise.reject(new Error("Nothing to create.")),
  });
const search = kind("search", schema);
const kinds = [search, kind("other", z.strictObject({ answers: z.string().exactOptional() }))];
const check = (given: Record<string, unknown>) => checkSettings(search, given, kinds);

describe("settings from the command line", () => {
  test.each<[text: string, expected: unknown]>([
    ["goal=a=b, c", { goal: "a=b, c" }],
    ["goal=12", { goal: "12" }],
    ["goal=", { goal: "" }],
    ["steps=30", { steps: 30 }],
    ["steps=1e2", { steps: 100 }],
    ["mode=thorough", { mode: "thorough" }],
    ["resume=true", { resume: true }],
    ["resume=false", { resume: false }],
    ["files=a.csv,b.csv", { files: ["a.csv", "b.csv"] }],
    ["files=", { files: [] }],
    ['files=["a,b.csv"]', { files: ["a,b.csv"] }],
    ["seeds=1,2.5", { seeds: [1, 2.5] }],
    ["environment.DEPTH=3", { environment: { DEPTH: "3" } }],
    ["environment.with.dots=3", { environment: { "with.dots": "3" } }],
    ['environment={"A": "1"}', { environment: { A: "1" } }],
    ["debug.probability=0.25", { debug: { probability: 0.25 } }],
    ["limit=12", { limit: 12 }],
    ["limit=noon", { limit: "noon" }],
    ["limit=null", { limit: null }],
  ])("%s", (text, expected) => {
    expect(readAssignments(schema, [text])).toEqual(expected);
    expect(check({ goal: "x", ...readAssignments(schema, [text]) })).toMatchObject(expected as object);
  });

  test("are joined name by name, and the last one wins", () => {
    const texts = ["steps=1", "environment.A=1", "environment.B=2", "steps=2", "environment.A=3"];
    expect(readAssignments(schema, texts)).toEqual({ steps: 2, environment: { A: "3", B: "2" } });
  });

  test.each(["steps", "=3", ""])("`%s` is not a setting with a value", (text) => {
    expect(() => readAssignments(schema, [text])).toThrow(`--set: Expected KEY=VALUE, found \`${text}\`.`);
  });

  test("cannot change what objects are", () => {
    const settings = readAssignments(schema, ["__proto__.polluted=1", "environment.__proto__=1"]);
    expect({}).not.toHaveProperty("polluted");
    expect(() => check({ goal: "x", ...settings })).toThrow("no setting `__proto__`");
  });
});

describe("checked settings", () => {
  test("are complete, and their paths absolute", () => {
    expect(check({ goal: "gold", folder: "here" })).toEqual({
      goal: "gold",
      steps: 20,
      mode: "fast",
      resume: false,
      files: [],
      seeds: [],
      environment: {},
      limit: null,
      folder: resolve("here"),
      debug: { probability: 0.5, depth: 3 },
    });
  });

  test.each<[what: string, given: Record<string, unknown>, message: string]>([
    ["a setting that is missing", {}, "The agent `search` needs the setting `goal`: what to aim for."],
    ["a typing error", { goal: "x", stepz: 3 }, "The agent `search` has no setting `stepz`. Did you mean `steps`?"],
    ["a typing error inside", { goal: "x", debug: { deph: 3 } }, "has no setting `debug.deph`. Did you mean `depth`?"],
    ["a setting of another agent", { goal: "x", answers: "y" }, "has no setting `answers`. It belongs to other."],
    [
      "text for a number",
      { goal: "x", steps: "many" },
      '`steps` of the agent `search`: expected a whole number (above 0), found "many".',
    ],
    ["half a step", { goal: "x", steps: 1.5 }, "expected a whole number (above 0), found 1.5."],
    [
      "a number out of bounds",
      { goal: "x", debug: { probability: 2 } },
      "`debug.probability` of the agent `search`: expected a number (at least 0, at most 1), found 2.",
    ],
    ["another choice", { goal: "x", mode: "slow" }, 'expected one of fast, thorough, found "slow".'],
    ["a word for yes", { goal: "x", resume: "yes" }, 'expected true or false, found "yes".'],
    ["text for a list", { goal: "x", files: "[a" }, 'expected a list of texts, found "[a".'],
    [
      "a number among texts",
      { goal: "x", files: ["a", 3] },
      "`files.1` of the agent `search`: expected text, found 3.",
    ],
    [
      "a number for a variable",
      { goal: "x", environment: { A: 3 } },
      "`environment.A` of the agent `search`: expected text, found 3.",
    ],
    ["true for a number or text", { goal: "x", limit: true }, "expected a number or text or null, found true."],
    ["an empty path", { goal: "x", folder: "" }, '`folder` of the agent `search`: expected a path, found "".'],
  ])("%s is refused with what is expected", (_, given, message) => {
    expect(() => check(given)).toThrow(UsageError);
    expect(() => check(given)).toThrow(message);
  });

  test("all problems are named at once, with the command that lists the settings", () => {
    const wrong = () => check({ steps: "many", mod: "fast" });
    for (const part of ["`goal`", "`steps`", "`mod`", "`mlebench agents show search`"]) expect(wrong).toThrow(part);
  });
});

test("the list of settings has types in words, defaults and descriptions, nested ones by their dotted names", () => {
  expect(listSettings(schema)).toEqual([
    { name: "goal", type: "text", required: true, default: undefined, description: "what to aim for" },
    {
      name: "steps",
      type: "a whole number (above 0)",
      required: false,
      default: 20,
      description: "how many steps to take",
    },
    { name: "mode", type: "one of fast, thorough", required: false, default: "fast", description: "how to work" },
    { name: "resume", type: "true or false", required: false, default: false, description: "continue what is there" },
    { name: "files", type: "a list of texts", required: false, default: [], description: "files to read" },
    { name: "seeds", type: "a list of numbers", required: false, default: [], description: "seeds to try" },
    {
      name: "environment",
      type: "a mapping from names to texts",
      required: false,
      default: {},
      description: "variables",
    },
    { name: "limit", type: "a number or text or null", required: false, default: null, description: "when to stop" },
    { name: "folder", type: "text", required: false, default: undefined, description: "a folder" },
    {
      name: "debug.probability",
      type: "a number (at least 0, at most 1)",
      required: false,
      default: 0.5,
      description: "how often to debug",
    },
    { name: "debug.depth", type: "a whole number", required: false, default: 3, description: "how deep" },
  ]);
});

test("settings are joined name by name, lists are replaced", () => {
  const merged = mergeSettings({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { c: [3] } }, { d: { e: 2 } });
  expect(merged).toEqual({ a: { b: 1, c: [3] }, d: { e: 2 } });
});

describe("a settings file", () => {
  const write = (name: string, text: string): string => {
    writeFileSync(place(name), text);
    return place(name);
  };

  test("is YAML or JSON", async () => {
    const expected = { steps: 3, debug: { depth: 2 }, files: ["a", "no"] };
    const yaml = "# fast\nsteps: 3\ndebug: { depth: 2 }\nfiles:\n  - a\n  - no\n";
    expect(await readSettingsFile(write("a.yaml", yaml))).toEqual(expected);
    expect(await readSettingsFile(write("a.json", JSON.stringify(expected)))).toEqual(expected);
    expect(await readSettingsFile(write("empty.yaml", "# nothing yet\n"))).toEqual({});
  });

  test.each([
    ["list.yaml", "- steps: 3\n", /list\.yaml: expected settings by name, such as `steps: 20`, found a list\./],
    ["text.yaml", "steps 3\n", /text\.yaml: .*, found "steps 3"\./],
    ["broken.yaml", "steps: [3\n", /broken\.yaml is not valid YAML: .*line 2/s],
    ["twice.yaml", "steps: 3\nsteps: 4\n", /twice\.yaml is not valid YAML: Map keys must be unique/],
    ["broken.json", "{ steps: 3 }", /broken\.json is not valid JSON: /],
  ])("%s says what is wrong", async (name, text, message) => {
    await expect(readSettingsFile(write(name, text))).rejects.toThrow(message);
  });

  test("that is not there is named", async () => {
    await expect(readSettingsFile(place("none.yaml"))).rejects.toThrow(/The settings cannot be read: .*none\.yaml/);
  });
});
