import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../lib/errors.ts";
import type { JsonValue } from "../../lib/json/json-value.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { printJson } from "../../lib/json/print-json.ts";

/** One line of a `submission.jsonl`: a run of a group and the paths of its files. */
interface SubmissionLine {
  readonly competition_id: string;
  readonly submission_path: string | null;
  readonly logs_path: string | null;
  readonly code_path: string | null;
}

interface SubmissionPaths {
  /** Relative to a run folder. Default: `logs/agent.log`. */
  readonly log?: string;
  /** Relative to a run folder. Default: `code/train.py`. */
  readonly code?: string;
}

/**
 * What upstream's `make_submission` makes of a group's `metadata.json`: a line for each run, in the metadata's order. The
 * competition is the part of the run id before the first underscore; the path of a file that does not exist is null.
 */
export function makeSubmission(metadataFile: string, paths: SubmissionPaths = {}): SubmissionLine[] {
  const folder = parentOf(metadataFile);
  return readRunIds(metadataFile).map((id) => submissionLine(id.split("_")[0]!, joinPosix(folder, id), paths));
}

/** The line of one run. */
export function submissionLine(competitionId: string, runFolder: string, paths: SubmissionPaths = {}): SubmissionLine {
  const place = (path: string) => {
    const joined = joinPosix(runFolder, path);
    return existsSync(joined) ? joined : null;
  };
  return {
    competition_id: competitionId,
    submission_path: place("submission/submission.csv"),
    logs_path: place(paths.log ?? "logs/agent.log"),
    code_path: place(paths.code ?? "code/train.py"),
  };
}

/** The lines as Python's `json.dumps` prints them. */
export function printSubmission(lines: readonly SubmissionLine[]): string {
  return lines.map((line) => `${printJson(new Map<string, JsonValue>(Object.entries(line)))}\n`).join("");
}

function readRunIds(metadataFile: string): string[] {
  let problem = "it has no `runs`";
  try {
    const metadata = parseJson(readFileSync(metadataFile));
    const runs = metadata instanceof Map ? metadata.get("runs") : undefined;
    if (runs instanceof Map) return [...runs.keys()];
    if (Array.isArray(runs)) return runs.map(String);
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new UsageError(`${metadataFile} is not the metadata of a run group: ${problem}.`);
}

/** Python twin: `Path(file).parent`, which keeps `..` and symbolic links as they are. */
function parentOf(file: string): string {
  const parts = partsOf(file);
  parts.pop();
  return joinParts(file, parts);
}

/** Python twin: `(Path(a) / b / c).as_posix()`: an absolute part starts over, `.` and double slashes are dropped, `..` stays. */
function joinPosix(...paths: readonly string[]): string {
  const start = paths.findLastIndex((path) => path.startsWith("/"));
  const used = paths.slice(Math.max(0, start));
  return joinParts(used[0]!, used.flatMap(partsOf));
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function joinParts(first: string, parts: readonly string[]): string {
  return `${first.startsWith("/") ? "/" : ""}${parts.join("/")}` || ".";
}
