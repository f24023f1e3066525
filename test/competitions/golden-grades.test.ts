import { describe, expect, test } from "vitest";
import { loadDefinition } from "../../src/competitions/index.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { scoreTables } from "../../src/grade/score-tables.ts";
import { type GoldenCase, goldenGrades, goldenIds } from "../support/golden-grades.ts";
import { readAnswersFrom } from "../support/read-answers.ts";

const wanted = process.env.GOLDEN?.split(",");

for (const id of goldenIds().filter((candidate) => wanted?.includes(candidate) ?? true)) {
  describe(id, async () => {
    const golden = goldenGrades(id);
    const definition = await loadDefinition(id);

    test.each(golden.cases)("$name: $outcome", (expected: GoldenCase) => {
      const outcome = scoreTables(
        definition,
        () => parseCsv(Buffer.from(expected.bytes)),
        () => readAnswersFrom(definition, golden.answers),
      );
      if (expected.outcome !== "score") {
        expect(outcome.failure, expected.message).not.toBeNull();
        expect(outcome.failure!.kind, outcome.failure!.reason).not.toBe("grader-error");
        expect(outcome.failure!.reason.length).toBeGreaterThan(10);
        return;
      }
      expect(outcome.failure).toBeNull();
      const score = Number(expected.score);
      // Where two logarithms nearly cancel (nomad2018, tiny-error), a last bit of log1p is all that is left of the score.
      const tolerance = Math.max(1e-9 * Math.abs(score), 1e-12);
      if (Number.isFinite(score)) expect(Math.abs(outcome.score! - score)).toBeLessThanOrEqual(tolerance);
      else expect(outcome.score).toBe(score);
      expect(outcome.rounded! + 0).toBe(Number(expected.rounded) + 0);
    });
  });
}
