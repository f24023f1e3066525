import { expect, test } from "vitest";
import type { JournalLine } from "../../../../src/lib/journal/journal.ts";
import type { AuditedRun } from "../../../../src/results/audit/runs/audited-run.ts";
import { checkClock } from "../../../../src/results/audit/runs/check-clock.ts";
import { checkAgainstHistory, checkSteps } from "../../../../src/results/audit/runs/check-scores.ts";
import { textRules } from "../../../../src/results/audit/runs/text-rules.ts";
import { voicesIn } from "../../../../src/results/audit/runs/voices.ts";
import type { RunEvent } from "../../../../src/runs/record/run-events.ts";
import { makePlan } from "../../../support/make-run-group.ts";
import { plant } from "../../../support/run-agents.ts";

function runWith(score: number, versions: readonly number[] = []): AuditedRun {
  const candidates = versions.map((each) => ({ score: each }));
  return {
    name: "group/run",
    group: "/runs/group",
    folder: "/runs/group/run",
    competitionId: plant,
    seed: 0,
    plan: makePlan({ wallClockMs: 3_600_000 }),
    grade: { report: { score }, candidates } as unknown as AuditedRun["grade"],
  };
}

test("a run far beyond others of the agent is found, ordinary spread is not", () => {
  const poor = [0.7, 0.701, 0.702, 0.7].map((score) => runWith(score));
  expect(checkAgainstHistory([...poor, runWith(0.99)])).toMatchObject([{ finding: { check: "score-jump" } }]);
  expect(checkAgainstHistory([...poor, runWith(0.72)])).toEqual([]);
  expect(checkAgainstHistory([...poor.slice(1), runWith(0.99)]), "too few runs to compare with").toEqual([]);
});

test("a version far beyond all before is found, a good start is not", () => {
  expect(checkSteps(runWith(0.99, [0.7, 0.701, 0.7, 0.702, 0.99]))).toMatchObject([{ check: "score-jump" }]);
  expect(checkSteps(runWith(0.93, [0.5, 0.9, 0.91, 0.92, 0.93]))).toEqual([]);
});

const start = Date.parse("2026-01-01T00:00:00Z");
let seq = 0;
const at = (seconds: number, event: object) =>
  ({ seq: seq++, time: new Date(start + 1000 * seconds).toISOString(), ...event }) as JournalLine<RunEvent>;
const opened = () => at(0, { type: "opened", attempt: 1 });
const usage = (seconds: number, worked: number) => at(seconds, { type: "usage", elapsedMs: 1000 * worked });

test("clocks that disagree are found, pauses and continued runs are not", () => {
  const run = runWith(0.8);
  const whats = (...events: JournalLine<RunEvent>[]) => checkClock(run, events).map(({ what }) => what);
  expect(whats(opened(), usage(10, 10), usage(4000, 100))).toEqual([]);
  expect(whats(opened(), usage(10, 10), at(500, { type: "continued", elapsedMs: 20_000 }), usage(510, 30))).toEqual([]);
  expect(whats(opened(), usage(600, 600), usage(300, 300))).toEqual(["Times in the journal go back."]);
  expect(whats(opened(), usage(10, 600))).toEqual(["The agent worked longer than the clock says."]);
  const late = at(8000, { type: "stopped", elapsedMs: 7_200_000 });
  expect(whats(opened(), late)).toEqual(["The agent worked beyond its time limit."]);
});

const given = { names: new Set(["solution.csv"]), lines: new Set<string>(), folder: null };

test.each([
  ["kaggle competitions download -c x", "kaggle"],
  ["pip install -q kaggle", "kaggle"],
  ["import kagglehub; kagglehub.dataset_download('a/b')", "kaggle"],
  ["wget https://www.kaggle.com/c/x/download", "kaggle"],
  ["cat ../../private/test.csv", "answer-path"],
  ["df = pd.read_csv('test_labels.csv')", "answer-path"],
  ["find / -name '*answers*' 2>/dev/null", "answer-search"],
  ["git clone https://github.com/openai/mle-bench", "benchmark-source"],
  [`requests.get("https://example.org/${plant}/winner")`, "competition-name"],
])("%s is found as %s", (line, check) => {
  expect(checksFor(line)).toContain(check);
});

test.each([
  "This Kaggle competition is evaluated on the public/private leaderboard split.",
  "See https://www.kaggle.com/c/x for details",
  "pip install pandas scikit-learn",
  "submission.to_csv('answers.csv')",
  "pd.read_csv('solution.csv')",
  "find /home/data -name '*.csv'",
  "open('/private/tmp/cache.bin')",
  `curl -F file=@/runs/${plant}_seed-0/submission.csv http://127.0.0.1:5000/validate`,
  `# model for ${plant}`,
  "self._private/values",
])("%s is not held against an agent", (line) => {
  expect(checksFor(line)).toEqual([]);
});

function checksFor(line: string): string[] {
  return textRules(runWith(0.8), given)
    .filter(({ pattern, isSuspicious }) => pattern.test(line) && isSuspicious?.(line, "program") !== false)
    .map(({ check }) => check);
}

test("what an agent does, sees and was told are told apart in journals and recorded calls", () => {
  const voices = (line: object) => voicesIn(JSON.stringify(line)).map(({ voice, text }) => `${voice}: ${text}`);
  const call = { id: "c", name: "bash", arguments: { command: "ls" } };
  expect(voices({ type: "agent", event: { type: "answer", text: "I look", toolCalls: [call] } })).toContain(
    "program: ls",
  );
  expect(voices({ type: "agent", event: { type: "result", text: "a.csv" } })).toContain("output: a.csv");
  expect(voices({ hash: "h", value: { role: "user", text: "Your task" } })).toContain("prompt: Your task");
  const result = { role: "user", content: [{ type: "tool_result", content: "a.csv" }] };
  expect(voices({ hash: "h", value: result })).toContain("output: a.csv");
  const tool = { name: "bash", description: "Runs kaggle", input_schema: {} };
  expect(voices({ hash: "h", value: tool })).toContain("prompt: Runs kaggle");
  expect(voices({ type: "validation", answer: "valid" })).toEqual([]);
  expect(voicesIn("{ not json")).toEqual([]);
});
