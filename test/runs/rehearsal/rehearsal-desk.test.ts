import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import { gradeSubmission } from "../../../src/grade/grade-submission.ts";
import type * as desks from "../../../src/runs/rehearsal/rehearsal-desk.ts";
import { prepareDemo } from "../../support/demo-data.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const competitionId = "demo-plant-flowering";
// A process cannot be started from TypeScript.
const built = new URL("../../../dist/runs/rehearsal/rehearsal-desk.js", import.meta.url).href;
const { RehearsalDesk } = (await import(built)) as typeof desks;

test("scores given in a row, of two rehearsals in turn, are those of the grader, also after answers change", async () => {
  const answers = join(await prepareDemo(competitionId), competitionId, "prepared", "private", "test.csv");
  const sample = join(await prepareDemo(competitionId), competitionId, "prepared", "public", "sample_submission.csv");
  const [head, ...rows] = readFileSync(answers, "utf8").trimEnd().split("\n");
  const write = (name: string, lines: readonly string[]): string => {
    writeFileSync(place(name), `${[head, ...lines].join("\n")}\n`);
    return place(name);
  };
  const flipped = rows.map((row, index) =>
    index % 3 === 0 ? row.replace(/[01]$/, (cell) => `${1 - Number(cell)}`) : row,
  );
  const paths = [write("first.csv", rows), write("second.csv", flipped)];
  const competition = await getCompetition(competitionId);
  const expected = (file: string, cut: number) =>
    gradeSubmission(competition, { submissionPath: file, answers: paths[cut]! }).score;
  const options = { answersPaths: { 0: paths[0]!, 1: paths[1]! }, limit: 100, used: 0, onCall: () => undefined };
  const desk = new RehearsalDesk(options, { competitionId, edition: "v1" }, { checkMs: 60_000, memoryMb: 1024 });
  const signal = new AbortController().signal;
  const compare = async (): Promise<void> => {
    for (const file of [sample, paths[0]!, place("nowhere.csv"), paths[1]!]) {
      for (const cut of [0, 1]) {
        const { score } = await desk.score(cut, { file, bytes: 1 }, signal);
        expect(score).toBe(expected(file, cut));
      }
    }
  };
  await compare();
  write("first.csv", flipped.toReversed());
  await compare();
  await desk.close();
});
