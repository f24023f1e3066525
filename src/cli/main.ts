#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";
import { BenchError, UsageError } from "../lib/errors.ts";
import { packageVersion } from "../lib/package-version.ts";
import { addImageCommands } from "./add-image-commands.ts";
import { addRunCommands } from "./add-run-commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { allCompetitions, competitionIds, dataDirectory, json, lazily, positiveInteger, split } from "./options.ts";
import { note, printJson } from "./output.ts";

const program = new Command("mlebench")
  .description("Measure AI agents on machine-learning engineering with real Kaggle competitions.")
  .version(packageVersion())
  .configureHelp({ sortSubcommands: false })
  .showHelpAfterError("(run with --help for the options)")
  .exitOverride();

program
  .command("doctor")
  .description("check this machine, the Kaggle credentials, accepted rules and what is prepared")
  .addOption(split())
  .addOption(dataDirectory())
  .addOption(json())
  .action(lazily(() => import("./commands/doctor.ts")));

program
  .command("list")
  .description("list the competitions; our own small ones with --split demo")
  .option("--split <name>", "only one split: low (= lite), medium, high, all, dev, demo, systemcard, ...")
  .addOption(json())
  .action(lazily(() => import("./commands/list.ts")));

program
  .command("show <id>")
  .description("show a competition: metric, thresholds, files, submission format, known problems")
  .addOption(json())
  .action(lazily(() => import("./commands/show.ts")));

program
  .command("prepare")
  .description("download competitions from Kaggle (or generate those of --split demo) and prepare them")
  .addOption(competitionIds())
  .option("--lite", "the low-complexity split")
  .addOption(allCompetitions())
  .addOption(split())
  .option("-l, --list <file>", "the competitions that a file names, one per line")
  .addOption(dataDirectory())
  .option("--keep-raw", "keep the extracted archive")
  .option("--skip-verification [part]", "compare no checksums; with `archive`, those of the prepared tables only")
  .option("--overwrite-checksums", "take the checksums of what is prepared as the right ones from now on")
  .option("--overwrite-leaderboard", "download the leaderboard too, replacing the one that is there")
  .option("--from-zip <file>", "Kaggle's archive, already here (or a folder of <id>.zip)")
  .option("--from-raw <dir>", "the extracted archive, already here; it is not changed")
  .option("--force", "prepare again what is prepared")
  .option("--jobs <n>", "how many at once", positiveInteger)
  .option("--dry-run", "only say what would be downloaded and how much disk it needs")
  .addOption(json())
  .action(lazily(() => import("./commands/prepare.ts")));

program
  .command("cleanup")
  .description("remove archives and raw data of prepared competitions")
  .addOption(competitionIds())
  .option("--lite", "the low-complexity split")
  .addOption(allCompetitions())
  .addOption(split())
  .option("--archives", "only archives")
  .option("--raw", "only raw data")
  .option("--force", "also of competitions that are not prepared")
  .option("--dry-run", "only say what would be removed")
  .addOption(dataDirectory())
  .addOption(json())
  .action(lazily(() => import("./commands/cleanup.ts")));

program
  .command("grade")
  .description("grade many submissions and write a report")
  .option("--submission <file>", "JSON lines with competition_id, submission_path and, optionally, answers_path")
  .option("--runs <dir>", "instead: a folder of run folders, each with its submission")
  .requiredOption("--output-dir <dir>", "where the report is written")
  .addOption(dataDirectory())
  .option("--leaderboards <dir>", "rank against <dir>/<id>.csv or <dir>/<id>/leaderboard.csv")
  .option("--jobs <n>", "worker threads", positiveInteger)
  .addOption(json())
  .action(lazily(() => import("./commands/grade.ts")));

program
  .command("grade-sample <submission> <id>")
  .description("grade one submission and print its report")
  .option("--answers <file>", "the answers, when they are not in the data folder")
  .option("--leaderboard <file>", "rank against this leaderboard.csv")
  .addOption(dataDirectory())
  .addOption(json())
  .action(lazily(() => import("./commands/grade-sample.ts")));

program
  .command("validate <submission> <id>")
  .description("check a submission's format without scoring it")
  .option("--answers <file>", "check against these answers")
  .option("--sample <file>", "check against this sample submission")
  .addOption(dataDirectory())
  .addOption(json())
  .action(lazily(() => import("./commands/validate.ts")));

addRunCommands(program);
addImageCommands(program);

const dev = program.command("dev").description("tools for developers");

dev
  .command("download-leaderboard")
  .description("download whole leaderboards into the data folder, for `grade --leaderboards`")
  .addOption(competitionIds())
  .addOption(allCompetitions())
  .addOption(split())
  .option("--force", "download again what is there")
  .addOption(
    new Option("--source <where>", "upstream's pinned file, or what Kaggle shows today").choices([
      "upstream",
      "kaggle",
    ]),
  )
  .addOption(dataDirectory())
  .addOption(json())
  .action(lazily(() => import("./commands/download-leaderboard.ts")));

dev
  .command("make-submission")
  .description("write upstream's list of submissions from a run group's metadata.json")
  .requiredOption("--metadata <file>", "the group's metadata.json")
  .option("--output <file>", "where the list is written (default: submission.jsonl)")
  .option("--rel-log-path <path>", "a run's log, relative to its folder")
  .option("--rel-code-path <path>", "a run's code, relative to its folder")
  .addOption(json())
  .action(lazily(() => import("./commands/make-submission.ts")));

/** The one place where errors become text and exit codes. */
function fail(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  }
  if (error instanceof BenchError) {
    if (process.argv.includes("--json")) printJson({ error: { code: error.code, message: error.message } });
    note(`mlebench: ${error.message}`);
    return error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.ourFailure;
  }
  note("mlebench: an unexpected error; please report it with the lines below.");
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.ourFailure;
}

// A reader that stops early (`mlebench list | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  throw error;
});

program.parseAsync().catch((error) => {
  process.exitCode = fail(error);
});
