import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { createEvaluator, type EvaluatorName, evaluatorNames } from "../../../../src/agents/search/evaluators/index.ts";
import type { SearchEvent } from "../../../../src/agents/search/events.ts";
import type { Evaluation, EvaluationWork, ProgramRun, Question } from "../../../../src/agents/search/parts.ts";
import { View } from "../../../../src/agents/search/view.ts";
import type { RehearsalScore } from "../../../../src/contracts/agent.ts";
import { BenchError } from "../../../../src/lib/errors.ts";

const stage = { name: "full-training", sampleFraction: 1, debugSeconds: 9, runSeconds: 99, operators: [], hint: "" };
const full: ProgramRun = { kind: "full", end: "finished", exitCode: 0, seconds: 1, log: "", excerpt: "" };

interface Situation {
  readonly name?: EvaluatorName;
  /** What the harness says about the predictions for each rehearsal. */
  readonly rehearsals?: readonly RehearsalScore[];
  /** How the program ends on rehearsals. */
  readonly end?: ProgramRun["end"];
  readonly resultFile?: string | null;
  readonly printed?: string;
  /** What the model answers; null when it is of no use. */
  readonly review?: unknown;
  readonly lowerIsBetter?: boolean;
  readonly earlier?: readonly number[];
}

const scored = (score: number): RehearsalScore => ({ score, valid: true, message: `Score: ${score}`, sha256: null });

/** Evaluates the last experiment of a search. The folders are named as the workspace names them. */
async function evaluate(situation: Situation) {
  const { name = "ladder", rehearsals = [], lowerIsBetter = false, printed = "", resultFile = null } = situation;
  const asked: Question[] = [];
  const scoredFiles: string[] = [];
  const evaluator = createEvaluator(name, {
    sandbox: {
      readFile: async (path, { maxBytes = 0 } = {}) => {
        expect(path).toBe("/code/output_data_mine/result.json");
        const content = resultFile === null ? null : Buffer.from(resultFile);
        if ((content?.length ?? 0) > maxBytes) throw new BenchError("file-too-large", "It is too large.");
        return content;
      },
    },
    rehearsals: rehearsals.map((answer, seed) => ({
      seed,
      data: `/home/rehearsal-${seed}`,
      score: async (path) => {
        scoredFiles.push(path);
        return answer;
      },
    })),
  });
  const view = View.of(history(lowerIsBetter, situation.earlier ?? [], { ...full, excerpt: printed }));
  const work: EvaluationWork = {
    key: "mine/evaluate",
    view,
    experiment: view.experiment("mine"),
    stage,
    ask: {
      text: async () => "",
      json: async <Answer>(question: Question, schema: z.ZodType<Answer>) => {
        asked.push(question);
        return schema.safeParse(situation.review).data ?? null;
      },
    },
    output: "/code/output_data_mine",
    rehearse: async (cut) => ({
      run: { ...full, kind: "rehearsal", cut, end: situation.end ?? "finished", excerpt: "KeyError: 'x'" },
      folder: `/code/output_data_mine/rehearsal_${cut}`,
    }),
    signal: new AbortController().signal,
  };
  return { evaluation: await evaluator.evaluate(work), asked, scoredFiles };
}

function history(lowerIsBetter: boolean, earlier: readonly number[], run: ProgramRun): SearchEvent[] {
  const numbers = { settings: "", seed: 0, wallClockMs: 1, program: "main.py", task: "" };
  const opened = (id: string): SearchEvent => ({
    ...{ type: "experiment", id, step: 1, operator: "draft", parents: [], idea: null, stage: stage.name },
  });
  const comparable = "rehearsal, cut 0, sample 1";
  return [
    { type: "started", lowerIsBetter, ...numbers },
    ...earlier.flatMap((score, index): SearchEvent[] => {
      const evaluation: Evaluation = { score, basis: "rehearsal", comparable, suspicious: null, notes: "" };
      return [opened(`e${index}`), { type: "evaluated", experiment: `e${index}`, evaluation: { ...evaluation } }];
    }),
    opened("mine"),
    { type: "coded", experiment: "mine", version: 1, commit: "c", summary: "A forest.", failure: null } as SearchEvent,
    { type: "ran", experiment: "mine", version: 1, run: { ...run } },
  ];
}

describe("the ladder", () => {
  test("begins with the rehearsal, and says what the program reported", async () => {
    const { evaluation, scoredFiles, asked } = await evaluate({
      rehearsals: [scored(0.8), scored(0.7)],
      resultFile: '{"score": 0.82, "folds": [0.8, 0.84]}',
    });
    expect(evaluation).toEqual({
      score: 0.8,
      basis: "rehearsal",
      comparable: "rehearsal, cut 0, sample 1",
      suspicious: null,
      notes: "Score on rehearsal 0: 0.8. The program itself reported 0.82.",
    });
    expect(scoredFiles).toEqual(["/code/output_data_mine/rehearsal_0/final_submission.csv"]);
    expect(asked).toEqual([]);
  });

  test("goes on to what the program reported when there is no rehearsal", async () => {
    const { evaluation } = await evaluate({ resultFile: '{"score": 3}' });
    expect(evaluation).toMatchObject({ score: 3, basis: "self-reported", suspicious: null });
    expect(evaluation.comparable).toBe("self-reported, sample 1");
    expect(evaluation.notes).toContain("No score on rehearsal 0: there is no such rehearsal.");
  });

  test("and when the program fails on it, with the reason", async () => {
    const { evaluation } = await evaluate({ rehearsals: [scored(0.8)], end: "failed", resultFile: '{"score": 0.9}' });
    expect(evaluation).toMatchObject({ score: 0.9, basis: "self-reported" });
    expect(evaluation.notes).toContain("the program failed on its data.\nKeyError: 'x'");
  });

  test("ends with a review, whose question has no direction to choose", async () => {
    const review = { score: 0.7, problem: null, summary: "Overfits.", lower_is_better: true };
    const { evaluation, asked } = await evaluate({ printed: "AUC 0.7", review });
    expect(evaluation).toMatchObject({ score: 0.7, basis: "review" });
    expect(evaluation.notes).toContain("Overfits.");
    expect(asked).toMatchObject([{ key: "mine/evaluate/review", role: "utility" }]);
    expect(JSON.stringify(asked)).toContain("higher is better");
  });

  test.each([
    ["no answer of use", null, "could not be read"],
    ["a number as text", { score: "0.7", problem: null, summary: "" }, "could not be read"],
    ["a problem", { score: 0.7, problem: "It trains on the test rows.", summary: "" }, "It trains on the test rows."],
    ["no score", { score: null, problem: null, summary: "" }, "found no score"],
  ])("has no score when the review gives %s", async (_, review, notes) => {
    const { evaluation } = await evaluate({ review });
    expect(evaluation).toMatchObject({ score: null, basis: "review", notes: expect.stringContaining(notes) });
  });

  test("never fills prompts with a long review", async () => {
    const { evaluation } = await evaluate({ review: { score: 1, problem: null, summary: "x".repeat(2 ** 20) } });
    expect(evaluation.notes.length).toBeLessThan(3000);
  });
});

test.each(evaluatorNames)("the evaluator %s has no score where there is nothing to go by", async (name) => {
  expect((await evaluate({ name, review: null })).evaluation).toMatchObject({ score: null, suspicious: null });
});

describe("what a program reports", () => {
  const reported = async (situation: Situation) =>
    (await evaluate({ name: "self-reported", ...situation })).evaluation.score;

  test.each([
    ['{"score": 12}', 12],
    ['{"score": -1.5e-3}', -0.0015],
    ['{"score": "0.5"}', null],
    ['{"score": 1e999}', null],
    ['{"score": NaN}', null],
    ["[0.5]", null],
    ["not JSON", null],
    [`{"score": 0.5, "more": "${"x".repeat(70_000)}"}`, null],
  ])("in result.json: %.30s", async (resultFile, score) => {
    expect(await reported({ resultFile })).toBe(score);
  });

  test.each([
    ["fold 1\nScore: 0.25\n", 0.25],
    ["Score: 0.25\nscore = 0.75\ndone\n", 0.75],
    ["  SCORE: 7  \r\n", 7],
    ["Score: nan", null],
    ["Score: 0.5 (fold 3)", null],
    ["The score: 0.5", null],
  ])("or in its output: %j", async (printed, score) => {
    expect(await reported({ printed })).toBe(score);
  });

  test("the file comes before the output", async () => {
    expect(await reported({ resultFile: '{"score": 1}', printed: "Score: 2" })).toBe(1);
  });
});

describe("a score that is hard to believe", () => {
  const earlier = [0.7, 0.71, 0.7, 0.72, 0.71];

  test("is measured on the second rehearsal, and the worse one counts", async () => {
    const { evaluation, scoredFiles } = await evaluate({ rehearsals: [scored(0.97), scored(0.6)], earlier });
    expect(scoredFiles).toHaveLength(2);
    expect(evaluation).toMatchObject({ score: 0.6, suspicious: "It scored 0.97, then 0.6 on other data." });
    expect(evaluation.notes).toContain("Score on rehearsal 0: 0.97.");
    expect(evaluation.notes).toContain("Score on rehearsal 1: 0.6.");
  });

  test("of an error, too", async () => {
    const { evaluation } = await evaluate({ rehearsals: [scored(0), scored(5)], lowerIsBetter: true });
    expect(evaluation).toMatchObject({ score: 5, suspicious: "It scored 0, then 5 on other data." });
  });

  test("is believed when the second one is about the same", async () => {
    const { evaluation } = await evaluate({ rehearsals: [scored(0.97), scored(0.95)], earlier });
    expect(evaluation).toMatchObject({ score: 0.95, suspicious: null });
  });

  test("stays suspicious when there is no second one, or only the program's word", async () => {
    const none = { score: null, valid: null, message: "No score is left: all 3 have been given.", sha256: null };
    const alone = await evaluate({ rehearsals: [scored(1), none] });
    expect(alone.evaluation).toMatchObject({ score: 1, suspicious: "1 is a perfect score." });
    expect(alone.evaluation.notes).toContain("No score is left");
    const said = await evaluate({ resultFile: '{"score": 1}' });
    expect(said.evaluation).toMatchObject({ score: 1, basis: "self-reported", suspicious: "1 is a perfect score." });
  });
});
