#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";
import { BenchError, UsageError } from "../lib/errors.ts";
import { packageVersion } from "../lib/package-version.ts";
import { exitCodes } from "./exit-codes.ts";
import { note, printJson } from "./output.ts";

/** A command's module is loaded when the command runs: `mlebench --help` loads none. */
type Run = (...parameters: never[]) => Promise<number> | number;
const lazily =
  (load: () => Promise<{ readonly run: Run }>) =>
  async (...parameters: unknown[]): Promise<void> => {
    const { run } = await load();
    // The last parameter is commander's own command object.
    process.exitCode = await run(...(parameters.slice(0, -1) as never[]));
  };

const json = () => new Option("--json", "print machine-readable JSON to standard output");
const dataDirectory = () => new Option("--data-dir <dir>", "folder of prepared competitions").env("MLEBENCH_DATA_DIR");

const competitionIds = () => new Option("-c, --competition-id <ids...>", "these competitions");
const allCompetitions = () => new Option("-a, --all", "all competitions of upstream's (not those of the split demo)");
const split = () =>
  new Option("--split <name>", "the competitions of a split: low (= lite), medium, high, all, dev, demo, ...");

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

program
  .command("run [command...]")
  .description("run an agent on competitions, in sandboxes; the same command again continues what is unfinished")
  .option("--agent <name>", "a built-in agent (see `mlebench agents`), or a folder with a config.yaml")
  .option("--agent-id <id>", "upstream's name for it; with --agent-dir: which agent of the folder")
  .option("--agent-dir <dir>", "the agent's files: upstream's agent folder, or what a command needs at /home/agent")
  .option("--answers <path>", "what the agent `oracle` submits, instead of the prepared answers")
  .option("--label <text>", "what the results call the agent")
  .option("-e, --env <name=value...>", "environment variables for the agent")
  .option("--pass-env <name...>", "variables of this environment for the agent; their values are not recorded")
  .addOption(competitionIds())
  .option("--lite", "the low-complexity split")
  .addOption(allCompetitions())
  .addOption(split())
  .option("-l, --list <file>", "the competitions that a file names, one per line")
  .addOption(new Option("--competition-set <file>", "the same, by upstream's name"))
  .option("--seeds <n>", "how many seeds (from 0), or a list: 0,4,7", "1")
  .addOption(new Option("--n-seeds <n>", "the same, by upstream's name"))
  .option("--jobs <n>", "how many runs at once, if the machine has room", positiveInteger)
  .addOption(new Option("--n-workers <n>", "the same, by upstream's name").argParser(positiveInteger))
  .option("--time-limit <duration>", "for each run: 24h, 90m, 3600", "24h")
  .option("--budget <duration>", "time of all runs together, after which none goes on")
  .addOption(
    new Option("--sandbox <name>", "bubblewrap, docker or local (default: the best there is)").choices([
      "bubblewrap",
      "docker",
      "local",
    ]),
  )
  .addOption(new Option("--network <kind>", "what agents reach").choices(["none", "internal", "open"]).default("none"))
  .option("--memory <size>", "for each run: 16g, 512m")
  .option("--cpus <n>", "for each run", positiveNumber)
  .option("--gpus <n>", "graphics cards for each run", positiveInteger)
  .option("--disk <size>", "what a run may write")
  .option("--file-size <size>", "the largest file of a run")
  .option("--processes <n>", "processes and threads of a run at the same time", positiveInteger)
  .option("--output-limit <size>", "how much of what an agent prints is kept (default: 256m)")
  .option("--image <name>", "docker: the image, when the agent names none (default: mlebench-env)")
  .option("--socket <path>", "docker: the engine's socket")
  .option("--shm-size <size>", "docker: size of /dev/shm")
  .option("--container-config <file>", "docker: further settings, as upstream's JSON or as a compose service")
  .option("--allow-unsafe", "docker: also settings that undo the isolation; results say so")
  .option("--retain", "keep workspaces and containers")
  .option("--retries <n>", "after infrastructure errors", nonNegativeInteger, 2)
  .option("--run-dir <dir>", "folder of run groups (default: $MLEBENCH_RUN_DIR or ./runs)")
  .addOption(dataDirectory())
  .option("--new", "another group, even if the same command has made one")
  .option("--detach", "start it and return; see `mlebench ps`")
  .option("--dry-run", "only say what would be run")
  .addOption(json())
  .action(lazily(() => import("./commands/run.ts")));

program
  .command("agents")
  .description("list the agents and what each needs")
  .option("--agents-dir <dir>", "also the agents in upstream's layout below a folder")
  .addOption(json())
  .action(lazily(() => import("./commands/agents.ts")));

program
  .command("dev")
  .description("tools for developers")
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

function positiveInteger(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`Expected a whole number of at least 1, found \`${text}\`.`);
}

function nonNegativeInteger(text: string): number {
  return text === "0" ? 0 : positiveInteger(text);
}

function positiveNumber(text: string): number {
  if (Number(text) > 0 && Number.isFinite(Number(text))) return Number(text);
  throw new UsageError(`Expected a number above 0, found \`${text}\`.`);
}

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
