import { getCompetition } from "../../competitions/get-competition.ts";
import { type CompetitionFacts, rawDataOf } from "../../facts/facts.ts";
import { exitCodes } from "../exit-codes.ts";
import { competitionDetailsJson } from "../json/competition-json.ts";
import { formatFields, print, printJson } from "../output.ts";
import type { ShowOptions } from "./show.options.ts";

export async function run(id: string, options: ShowOptions): Promise<number> {
  const competition = await getCompetition(id);
  if (options.json) {
    printJson(competitionDetailsJson(competition));
    return exitCodes.done;
  }
  const { facts, metric, submissionFormat, knownProblems = [] } = competition;
  const { thresholds, files } = facts;
  print(
    formatFields(`${facts.name} (${id})`, [
      ["metric", `${metric}, ${facts.better} is better`],
      ["submission", submissionFormat],
      ["complexity", `${facts.complexity}${facts.category === null ? "" : `, ${facts.category}`}`],
      ["raw data", rawData(facts)],
      ["teams", String(facts.teams)],
      ["gold", String(thresholds.gold)],
      ["silver", String(thresholds.silver)],
      ["bronze", String(thresholds.bronze)],
      ["median", String(thresholds.median)],
      ["sample scores", String(facts.sampleScore ?? "unknown")],
      ["answers", files.answers],
      ["sample", files.sampleSubmission],
      [
        "known problems",
        knownProblems.length === 0 ? "none known" : knownProblems.map((text) => `- ${text}`).join("\n"),
      ],
    ]),
  );
  return exitCodes.done;
}

function rawData(facts: CompetitionFacts): string {
  const source = rawDataOf(facts);
  if (source === "generated") return "none: generated when it is prepared";
  if (typeof source === "object") return source.path;
  return facts.sizeGb === null ? "size unknown" : `${facts.sizeGb} GB`;
}
