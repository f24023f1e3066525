import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordCalls } from "../../support/calls.ts";
import { writeGradingReport } from "../../support/grading-reports.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";

const [plant, repair] = ["demo-plant-flowering", "demo-repair-minutes"];

/**
 * A group `mine` of two competitions and two seeds: a gold medal with three candidates, an invalid submission, a time limit with
 * model calls, an infrastructure error; and a folder `reports` with two grading reports.
 */
export async function makeResults(folder: string): Promise<{ runs: string; reports: string }> {
  const [runs, reports] = [join(folder, "runs"), join(folder, "reports")];
  await makeRunGroup(join(runs, "mine"), {
    name: "mine",
    competitions: [plant!, repair!],
    seeds: [0, 1],
    run: (id) =>
      ({
        [`${plant}_seed-0`]: { score: 0.96, medal: "gold" as const, candidates: 3 },
        [`${plant}_seed-1`]: { invalid: true, failure: 'Column "target", or "label",\nis missing.', candidates: 0 },
        [`${repair}_seed-0`]: {
          end: "limit" as const,
          score: null,
          candidates: 0,
          reason: "It reached its time limit.",
        },
        [`${repair}_seed-1`]: { end: "infrastructure-error" as const },
      })[id]!,
  });
  allowModels(join(runs, "mine", "group.json"));
  recordCalls(join(runs, "mine", `${repair}_seed-0`));
  writeGradingReport(join(reports, "grading_report_1.json"), [plant!, repair!], "g-");
  writeGradingReport(join(reports, "grading_report_2.json"), [plant!, repair!], "iv");
  return { runs, reports };
}

function allowModels(plan: string): void {
  const models = { main: "openai/gpt-5-mini", roles: {}, settings: {}, allow: [], aliases: {} };
  writeFileSync(plan, JSON.stringify({ ...JSON.parse(readFileSync(plan, "utf8")), models }));
}
