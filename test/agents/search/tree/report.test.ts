import { expect, test } from "vitest";
import { searchReport } from "../../../../src/agents/search/tree/report.ts";
import { SearchRecord } from "../../../../src/agents/search/tree/search-record.ts";
import { searchEventsOf } from "../../../support/search-events.ts";

const events = [
  ...searchEventsOf([
    { score: 0.5 },
    { score: null },
    { score: 0.75, parents: ["experiment_1"], suspicious: "A jump." },
  ]),
  { type: "banked", experiment: "experiment_3", sha256: "", score: 0.75 } as const,
];

test("says what was tried, what is best, what failed and what it cost", () => {
  const report = searchReport("a-competition", SearchRecord.of(events));
  expect(report).toContain("# a-competition: report of the search\n");
  expect(report).toContain("3 experiments: 2 good, 1 failed. Programs ran for 6 s; model calls cost $0.03.");
  expect(report).toContain("**experiment_3** scores **0.75** by rehearsal (improve, stage full).");
  expect(report).toContain("It was chosen as the best of");
  expect(report).toContain("The score is hard to believe: A jump.");
  expect(report).toMatch(
    /\| experiment_1 \| draft \| {2}\| full \| 0\.5 by rehearsal \| 2 s \| \$0\.01 \| Idea 1\. \|/,
  );
  expect(report).toContain("- experiment_2: It failed. Last version: full failed with exit code 1 after 2 s.");
  expect(report).toContain("| code | made/model | 3 | 300 | 30 | $0.03 |");
});

test("the same record makes the same report", () => {
  expect(searchReport("a", SearchRecord.of(events))).toBe(searchReport("a", SearchRecord.of(events)));
});

test("text of models and programs has no meaning in it", () => {
  const text = "<img src=x>\n# Title\n| cell | [link](javascript:x) `code` **bold** \u202e\x1b[2J";
  const report = searchReport("a", SearchRecord.of(searchEventsOf([{ score: 1 }, { score: null }], { text })));
  expect(report).not.toMatch(/[^\\]<img|^# Title|\x1b|\u202e/m);
  expect(report).not.toMatch(/[^\\]\[link\]/);
  expect(report).toContain("\\<img src=x\\> \\# Title \\| cell \\| \\[link\\]");
});

test("names the repositories that were used and those that were not, and what each part cost", () => {
  const chosen = [{ name: "trees", why: "It fits.", digest: "" }];
  const excluded = [{ name: "winner", reason: "It names the competition." }];
  const answer = { type: "asked", model: "m", text: "", inputTokens: 1, outputTokens: 1, cost: 1 } as const;
  const report = searchReport(
    "a",
    SearchRecord.of([
      { type: "repositories", chosen, excluded },
      { ...answer, key: "repositories/rank-1", role: "reasoning" },
      { ...answer, key: "experiment_1/v1/answer-1", role: "debugging" },
      { ...answer, key: "experiment_2/v2/answer-1", role: "debugging" },
      { ...answer, key: "experiment_2/evaluate/review", role: "utility" },
    ]),
  );
  expect(report).toContain("- trees: It fits.\n- winner, not used: It names the competition.");
  expect(report.match(/^\| \w+ \| m \| \d/gm)).toEqual([
    "| repositories | m | 1",
    "| repairs | m | 2",
    "| review | m | 1",
  ]);
});

test("an empty search has a report, too", () => {
  expect(searchReport("a", new SearchRecord())).toContain("No experiment has made a valid submission.");
});
