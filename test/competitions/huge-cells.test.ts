import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { goldenGrades } from "../support/golden-grades.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const built = (path: string) => new URL(`../../dist/${path}`, import.meta.url).href;

/** Processor seconds that a process of its own takes to grade a submission: a busy machine does not change them. */
function secondsToGrade(id: string, answers: Buffer, submission: string): number {
  writeFileSync(place("answers.csv"), answers);
  writeFileSync(place("submission.csv"), submission);
  const script = `
    const { loadDefinition } = await import("${built("competitions/index.js")}");
    const { readCsv } = await import("${built("frame/read-csv.js")}");
    const { scoreTables } = await import("${built("grade/score-tables.js")}");
    const definition = await loadDefinition("${id}");
    const read = (name) => () => readCsv("${place()}/" + name + ".csv");
    const before = process.cpuUsage();
    scoreTables(definition, read("submission"), read("answers"));
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1e6);
  `;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

test("a cell of twenty million digits is refused without computing with it", () => {
  const id = "freesound-audio-tagging-2019";
  const { answers } = goldenGrades(id);
  const [header, first, ...rows] = answers.bytes.toString().split(/\r?\n/);
  const cells = first!.split(",");
  cells[1] = "9".repeat(20_000_000);
  const submission = [header, cells.join(","), ...rows].join("\n");
  expect(secondsToGrade(id, answers.bytes, submission)).toBeLessThan(3);
});
