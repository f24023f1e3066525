import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import type { Export } from "../../results/export/export-format.ts";
import { reportFile, seedsOf, textFile } from "../../results/export/upstream.ts";
import { writeExport } from "../../results/export/write-export.ts";
import type { Lack } from "../../results/leaderboard/entry/completeness.ts";
import { type Disclosure, discloseGroup } from "../../results/leaderboard/entry/disclosure.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { disclosureJson } from "../json/disclosure-json.ts";
import { note, printJson } from "../output.ts";
import { describeDisclosure } from "../views/disclosure-view.ts";
import { formatDocument } from "../views/document.ts";
import { describeEntryRow, describeLack } from "../views/entry-row-view.ts";
import type { LeaderboardEntryOptions } from "./leaderboard-entry.options.ts";

/** Writes the files of an entry. */
export async function run(name: string, options: LeaderboardEntryOptions): Promise<number> {
  const folder = findGroup(name, resolve(options.runDir ?? defaultRunDirectory()));
  const disclosure = await discloseGroup(folder);
  const { lacks } = disclosure.completeness;
  if (lacks.length > 0 && !options.partial) throw new UsageError(refusal(name, lacks));
  if (disclosure.set.runs.length === 0) throw new UsageError(`${name} has no graded run: there is nothing to enter.`);
  const written = await writeExport(filesOf(disclosure), resolve(options.output), { force: options.force ?? false });
  const { problems } = disclosure.verification;
  if (options.json) {
    const files = written.map(({ path, bytes }) => ({ path, bytes }));
    printJson({ files, disclosure: disclosureJson(disclosure) });
  }
  for (const { path } of written) note(`Written: ${path}`);
  for (const lack of lacks) note(`Partial: ${describeLack(lack)}.`);
  if (problems.length > 0) note(`CHANGED since it was recorded: ${problems.length} problems, see \`mlebench verify\`.`);
  return problems.length > 0 ? exitCodes.failedItems : exitCodes.done;
}

function findGroup(name: string, runDirectory: string): string {
  if (statSync(resolve(name), { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(
      `${name} is a file. An entry is made from the records of a run group, which reports do not hold.`,
    );
  }
  const found = findRuns(name, runDirectory);
  if (found.kind === "group") return found.group;
  throw new UsageError(`\`${name}\` is a single run. Name its run group.`);
}

function filesOf(disclosure: Disclosure): Pick<Export, "files" | "claims"> {
  const isPartial = disclosure.completeness.lacks.length > 0;
  const reports = seedsOf(disclosure.set).map(reportFile);
  const markdown = (blocks: Parameters<typeof formatDocument>[0]) => `${formatDocument(blocks, "md")}\n`;
  return {
    files: [
      ...reports.map((file) => (isPartial ? { ...file, name: `partial_${file.name}` } : file)),
      textFile("row.md", () => markdown([describeEntryRow(disclosure)])),
      textFile("disclosure.md", () => markdown(describeDisclosure(disclosure))),
      textFile("disclosure.json", () => `${JSON.stringify(disclosureJson(disclosure), null, 2)}\n`),
    ],
    claims: /grading_report.*\.json$/,
  };
}

function refusal(name: string, lacks: readonly Lack[]): string {
  const reasons = lacks.map((lack) => `  ${describeLack(lack)}\n`);
  return `${name} is not complete:\n${reasons.join("")}To write an entry that is marked as partial, add --partial.`;
}
