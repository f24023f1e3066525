import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../contracts/competition.ts";
import { type CompetitionFacts, rawDataOf } from "../facts/facts.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { BenchError } from "../lib/errors.ts";
import { readStart } from "../lib/files/read-start.ts";
import { formatBytes } from "../lib/format-bytes.ts";
import { readHeader } from "./visit-column.ts";

type Described = Pick<Competition, "id" | "facts" | "metric" | "submissionFormat" | "task">;

const mostColumns = 30;
const sampleLines = 4;

/**
 * Our own task description, used if upstream's cannot be downloaded: what to predict, the files, how submissions are
 * scored and what to submit. Made from the facts and the prepared files. The obfuscated version names neither the
 * competition nor its origin.
 */
export function ownDescription(competition: Described, prepared: string, options: { obfuscated: boolean }): string {
  const { facts, metric, submissionFormat } = competition;
  const kind = facts.category === null ? "A prediction task" : `A task in the category "${facts.category}"`;
  const task = competition.task ?? "learn from the training data and predict the missing values of the test data.";
  const title = options.obfuscated ? "Prediction task" : facts.name;
  const origin = options.obfuscated ? "" : ` ${describeOrigin(facts)}`;
  return `${[
    `# ${title}`,
    `${kind}: ${task}${origin}`,
    "## Data",
    listFiles(join(prepared, "public")),
    "## Metric",
    `${metric}. ${facts.better === "lower" ? "Lower" : "Higher"} is better.`,
    "## Submission",
    `A CSV file. ${submissionFormat}`,
    ...(facts.files.sampleSubmission.startsWith("public/")
      ? showSample(join(prepared, facts.files.sampleSubmission))
      : []),
  ].join("\n\n")}\n`;
}

function describeOrigin(facts: CompetitionFacts): string {
  if (facts.complexity === "demo") return `This is the demo competition \`${facts.id}\`. Its data is generated.`;
  return rawDataOf(facts) === "kaggle"
    ? `This is the Kaggle competition \`${facts.id}\` with a new test set.`
    : `This is the competition \`${facts.id}\`.`;
}

function listFiles(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "description.md");
  if (entries.length === 0) return "There are no files.";
  entries.sort((a, b) => compareCodePoints(a.name, b.name));
  return entries
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory()
        ? `- \`${entry.name}/\`: ${countFiles(path)} files`
        : `- \`${entry.name}\`: ${formatBytes(statSync(path).size)}${describeColumns(path)}`;
    })
    .join("\n");
}

function countFiles(folder: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    count += entry.isDirectory() ? countFiles(join(folder, entry.name)) : 1;
  }
  return count;
}

function describeColumns(path: string): string {
  if (!/\.(?:csv|tsv)$/.test(path)) return "";
  const names = columnsOf(path);
  if (names.length === 0) return "";
  const shown = names.slice(0, mostColumns).map((name) => `\`${name}\``);
  return `, columns ${shown.join(", ")}${names.length > mostColumns ? ` and ${names.length - mostColumns} more` : ""}`;
}

function columnsOf(path: string): string[] {
  try {
    return readHeader(path);
  } catch (error) {
    // Some raw tables become public unchanged, in any encoding.
    if (error instanceof BenchError) return [];
    throw error;
  }
}

/** The first lines of the sample submission. */
function showSample(path: string): string[] {
  const lines = readStart(path, 1 << 14)
    .split(/\r?\n/)
    .slice(0, sampleLines);
  const shown = lines.map((line) => (line.length > 160 ? `${line.slice(0, 160)}...` : line));
  return ["The sample submission starts with:", ["```", ...shown, "```"].join("\n")];
}
