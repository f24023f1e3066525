import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { prepareDemo } from "../act-in.ts";
import { program, searchScripted } from "./search-scripted.ts";

const publicData = await prepareDemo("demo-plant-flowering", temporaryDirectory()(""));

/** A search whose model writes good programs, and answers everything else in the same way. */
const search = (agent: string, settings: Readonly<Record<string, unknown>>, answer: string, code = program(0.5)) =>
  searchScripted({ agent, publicData, settings, code: [{ text: code }], otherwise: answer });

const large = (text: string) => text + "x".repeat(2 ** 20);

describe("a search with a model that answers badly", () => {
  const quick = { mode: "MINIMAL", steps: 2, final_ensembling_budget_percent: 100 };

  it.each([
    ["no JSON", "I do not know."],
    ["unknown ids", '{"select": ["idea_77"], "expand": ["x"], "prune": [7], "keep": [99], "ideas": [{"idea": ""}, 4]}'],
    ["nothing", " "],
    ["a megabyte of text", large("Well, ")],
    ["a megabyte of an idea", JSON.stringify({ ideas: [{ idea: large("") }] })],
    ["deep nesting", "[".repeat(100_000)],
  ])("goes on by rules, and records them: %s", async (_, answer) => {
    const { of, submission, events } = await search("kapso", quick, answer);
    expect(of("ended").map(({ state }) => state)).toEqual(["good", "good"]);
    expect(of("decided").map(({ fallbacks }) => fallbacks.length > 0)).toEqual([true, true]);
    expect(submission).not.toBeNull();
    const others = events.filter(({ type }) => type !== "asked");
    expect(JSON.stringify(others).length).toBeLessThan(200_000);
  });

  it.each([
    ["no program", "I would rather talk about something else."],
    ["nothing", " "],
    ["a megabyte", large("")],
  ])("ends its experiments as failures when it writes no program: %s", async (_, code) => {
    const { of, end, submission } = await search("aide", { steps: 3, num_drafts: 2 }, "", code);
    // There is nothing to repair or to improve.
    expect(of("experiment").map(({ operator }) => operator)).toEqual(["draft", "draft", "draft"]);
    expect(of("ended").map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    expect(end.exitCode).toBe(1);
    expect(submission).toBeNull();
  });
});

describe("a sequence", () => {
  it("does one thing after the other, then ends", async () => {
    const settings = { policy: "sequence", sequence: ["draft", "improve", "ensemble", "tune"], steps: 10 };
    const { of } = await search("search", settings, "");
    expect(of("experiment").map(({ operator, parents }) => [operator, ...parents])).toEqual([
      ["draft"],
      ["improve", "experiment_1"],
      ["tune", "experiment_1"],
    ]);
    expect(of("finished")[0]!.reason).toContain("nothing left to try");
  });
});
