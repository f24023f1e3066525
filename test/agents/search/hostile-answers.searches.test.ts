import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { prepareDemo } from "../act-in.ts";
import { program, searchScripted } from "./search-scripted.ts";

const publicData = await prepareDemo("demo-plant-flowering", temporaryDirectory()(""));

/** Everything that a policy, an evaluator or the choice of cards could ask for, filled with what it does not expect. */
const answerWith = (list: string, idea = list, score = "1e999"): string =>
  `{"ideas": ${idea}, "select": ${list}, "expand": ${list}, "prune": ${list}, "keep": ${list}, "cards": ${list}, ` +
  `"problem": null, "score": ${score}, "summary": "fine"}`;
const many = JSON.stringify(Array.from({ length: 5000 }, (_, index) => `idea_${index + 1}`));
const hostile = '"\\u001b[2J\\u0000\\ud800 \\u202e__proto__"';

const answers = {
  "prototype keys":
    '{"__proto__": {"ideas": [{"idea": "x"}], "select": ["idea_1"]}, "constructor": {"prototype": {"polluted": true}}, "ideas": [{"__proto__": {"idea": "y"}}], "select": ["__proto__", "constructor", "toString"]}',
  "prototype ids": answerWith('["__proto__", "constructor", "hasOwnProperty", "prototype"]'),
  "ids of experiments": answerWith('["experiment_1", "experiment_2", "experiment_99", "../experiment_1"]'),
  "numbers that are none": answerWith("[NaN, Infinity, 1e999]"),
  "huge numbers": answerWith(
    "[1e308, -1e308, 9007199254740993, 1e-320, -0]",
    '[{"idea": "x", "expected_seconds": 1e308}, {"idea": "y", "expected_seconds": -1e308}, {"idea": "z", "expected_seconds": 1e999}]',
    "1e308",
  ),
  "thousands of ids": answerWith(many, "[]"),
  "thousands of ideas": answerWith(
    "[]",
    JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ idea: `An idea, number ${index}.` }))),
  ),
  "control characters": answerWith(`[${hostile}]`, `[{"idea": ${hostile}}]`),
  "deep JSON": `{"ideas": ${"[".repeat(50_000)}${"]".repeat(50_000)}, "select": ${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`,
  "an array": '[["idea_1"], {"select": null}]',
  "brackets that never close": `${"{[".repeat(20_000)}"`,
  "fences that never close": "```json\n{".repeat(10_000),
} as const;

describe.each(["kapso", "search"] as const)("%s with a model that gives hostile answers", (agent) => {
  const settings = {
    kapso: { mode: "MINIMAL", pruning_budget_percent: 0 },
    search: { policy: "sequence", sequence: ["draft", "improve"] },
  };
  it.each(Object.entries(answers))("goes on: %s", async (_, answer) => {
    const before = Object.keys(Object.prototype).length;
    const { of, submission, events } = await searchScripted({
      agent,
      publicData,
      settings: { ...settings[agent], steps: 2, evaluator: "review", knowledge: true },
      code: [{ text: program(0.5) }],
      otherwise: answer,
    });
    expect(of("ended")).toHaveLength(of("experiment").length);
    expect(of("experiment").length).toBeGreaterThan(0);
    expect(of("finished")).toHaveLength(1);
    // Without a score that can be read, a valid submission still counts.
    expect(submission).not.toBeNull();
    expect(Object.keys(Object.prototype)).toHaveLength(before);
    const others = events.filter(({ type }) => type !== "asked");
    expect(JSON.stringify(others).length).toBeLessThan(400_000);
  });
});
