import { existsSync } from "node:fs";
import { getCompetition } from "../../competitions/get-competition.ts";
import type { Competition } from "../../contracts/competition.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { answersPath, samplePath } from "../../grade/prepared-files.ts";
import { type Against, validateSubmission } from "../../grade/validate-submission.ts";
import { MissingData, UsageError } from "../../lib/errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { validationJson } from "../json/validation-json.ts";
import { print, printJson } from "../output.ts";
import type { ValidateOptions } from "./validate.options.ts";

export async function run(submissionPath: string, id: string, options: ValidateOptions): Promise<number> {
  const competition = await getCompetition(id);
  const validation = validateSubmission(competition, submissionPath, await chooseReference(competition, options));
  if (options.json) printJson(validationJson(id, submissionPath, validation));
  else print(validation.valid ? "Submission is valid." : `Submission is invalid: ${validation.reason}`);
  return validation.valid ? exitCodes.done : exitCodes.failedItems;
}

async function chooseReference(competition: Competition, options: ValidateOptions): Promise<Against> {
  const given = [options.answers, options.sample, options.rehearsal].filter((value) => value !== undefined);
  if (given.length > 1) throw new UsageError("Give only one of --answers, --sample and --rehearsal.");
  for (const path of [options.answers, options.sample]) {
    if (path !== undefined && !existsSync(path)) throw new MissingData(`There is no file ${path}.`);
  }
  if (options.answers !== undefined) return { answersPath: options.answers };
  const dataDirectory = options.dataDir ?? defaultDataDirectory();
  if (options.rehearsal !== undefined) {
    const { rehearsalFiles } = await import("../../runs/rehearsal/rehearsal-files.ts");
    return { samplePath: rehearsalFiles(competition, dataDirectory, options.rehearsal).sample };
  }
  const sample = options.sample ?? samplePath(competition, dataDirectory);
  return sample === null ? { answersPath: answersPath(competition, dataDirectory) } : { samplePath: sample };
}
