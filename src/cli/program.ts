import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { packageVersion } from "../lib/package-version.ts";
import { applyConfig } from "./apply-config.ts";
import { agents } from "./commands/agents.options.ts";
import { agentsInstall } from "./commands/agents-install.options.ts";
import { agentsShow } from "./commands/agents-show.options.ts";
import { auditLeaks } from "./commands/audit-leaks.options.ts";
import { auditPlagiarism } from "./commands/audit-plagiarism.options.ts";
import { auditRules } from "./commands/audit-rules.options.ts";
import { auditRuns } from "./commands/audit-runs.options.ts";
import { calls } from "./commands/calls.options.ts";
import { cleanup } from "./commands/cleanup.options.ts";
import { compare } from "./commands/compare.options.ts";
import { competitionLint } from "./commands/competition-lint.options.ts";
import { competitionNew } from "./commands/competition-new.options.ts";
import { completion } from "./commands/completion.options.ts";
import { doctor } from "./commands/doctor.options.ts";
import { downloadKernels } from "./commands/download-kernels.options.ts";
import { downloadLeaderboard } from "./commands/download-leaderboard.options.ts";
import { exportResults } from "./commands/export.options.ts";
import { familiarity } from "./commands/familiarity.options.ts";
import { grade } from "./commands/grade.options.ts";
import { gradeSample } from "./commands/grade-sample.options.ts";
import { imageBuild } from "./commands/image-build.options.ts";
import { imageList } from "./commands/image-list.options.ts";
import { imageRemove } from "./commands/image-remove.options.ts";
import { importResults } from "./commands/import.options.ts";
import { items } from "./commands/items.options.ts";
import { kapso } from "./commands/kapso.options.ts";
import { leaderboard } from "./commands/leaderboard.options.ts";
import { leaderboardEntry } from "./commands/leaderboard-entry.options.ts";
import { list } from "./commands/list.options.ts";
import { logs } from "./commands/logs.options.ts";
import { makeSubmission } from "./commands/make-submission.options.ts";
import { models } from "./commands/models.options.ts";
import { modelsTest } from "./commands/models-test.options.ts";
import { power } from "./commands/power.options.ts";
import { prepare } from "./commands/prepare.options.ts";
import { ps } from "./commands/ps.options.ts";
import { rehearse } from "./commands/rehearse.options.ts";
import { report } from "./commands/report.options.ts";
import { run } from "./commands/run.options.ts";
import { runsList } from "./commands/runs-list.options.ts";
import { runsShow } from "./commands/runs-show.options.ts";
import { show } from "./commands/show.options.ts";
import { solve } from "./commands/solve.options.ts";
import { stop } from "./commands/stop.options.ts";
import { validate } from "./commands/validate.options.ts";
import { verify } from "./commands/verify.options.ts";
import { lazily } from "./lazily.ts";
import { configFile } from "./options.ts";
import { note } from "./output.ts";

/** Adds commands that treat errors, help and config files as the program does. */
function add(parent: CommandUnknownOpts, commands: readonly CommandUnknownOpts[]): void {
  for (const command of commands) {
    // A command that only groups others has no options.
    if (command.options.length > 0) command.addOption(configFile());
    parent.addCommand(command.copyInheritedSettings(program));
  }
}

/** The whole command line. Declarations are light; the code of a command is loaded when it runs. */
export const program = new Command("mlebench")
  .description("Measure AI agents on machine-learning engineering with real Kaggle competitions.")
  .version(packageVersion(), "-V, --version", "Print the version")
  .helpOption("-h, --help", "Show this help")
  .helpCommand("help [command]", "Show help for a command")
  .showHelpAfterError("(run with --help for the options)")
  // An option belongs to the command before it: `agents show NAME --json` is not `agents --json`.
  .enablePositionalOptions()
  // An error repeats what was typed, which a script may have taken from a file's name.
  .configureOutput({ writeErr: (text) => note(text.trimEnd()) })
  .hook("preAction", (_, command) => applyConfig(command))
  .exitOverride();

const audit = new Command("audit").description("Look for leaks, cheating and copies");
const competition = new Command("competition").description("Write and check competitions of your own");
const image = new Command("image").description("Build, list and remove the container images that agents run in");
const runs = new Command("runs").description("List and show run groups");
const dev = new Command("dev").description("Tools for developers");

program.commandsGroup("Competitions:");
add(program, [
  doctor.action(lazily(() => import("./commands/doctor.ts"))),
  list.action(lazily(() => import("./commands/list.ts"))),
  show.action(lazily(() => import("./commands/show.ts"))),
  prepare.action(lazily(() => import("./commands/prepare.ts"))),
  rehearse.action(lazily(() => import("./commands/rehearse.ts"))),
  cleanup.action(lazily(() => import("./commands/cleanup.ts"))),
  competition,
]);

add(competition, [
  competitionNew.action(lazily(() => import("./commands/competition-new.ts"))),
  competitionLint.action(lazily(() => import("./commands/competition-lint.ts"))),
]);

program.commandsGroup("Submissions:");
add(program, [
  grade.action(lazily(() => import("./commands/grade.ts"))),
  gradeSample.action(lazily(() => import("./commands/grade-sample.ts"))),
  validate.action(lazily(() => import("./commands/validate.ts"))),
]);

program.commandsGroup("Agents and runs:");
add(program, [
  run.action(lazily(() => import("./commands/run.ts"))),
  solve.action(lazily(() => import("./commands/solve.ts"))),
  kapso.action(lazily(() => import("./commands/kapso.ts"))),
  agents.action(lazily(() => import("./commands/agents.ts"))),
  models.action(lazily(() => import("./commands/models.ts"))),
  ps.action(lazily(() => import("./commands/ps.ts"))),
  logs.action(lazily(() => import("./commands/logs.ts"))),
  calls.action(lazily(() => import("./commands/calls.ts"))),
  stop.action(lazily(() => import("./commands/stop.ts"))),
  verify.action(lazily(() => import("./commands/verify.ts"))),
  runs,
  image,
]);
add(models, [modelsTest.action(lazily(() => import("./commands/models-test.ts")))]);
add(agents, [
  agentsShow.action(lazily(() => import("./commands/agents-show.ts"))),
  agentsInstall.action(lazily(() => import("./commands/agents-install.ts"))),
]);
add(runs, [
  runsList.action(lazily(() => import("./commands/runs-list.ts"))),
  runsShow.action(lazily(() => import("./commands/runs-show.ts"))),
]);
add(image, [
  imageBuild.action(lazily(() => import("./commands/image-build.ts"))),
  imageList.action(lazily(() => import("./commands/image-list.ts"))),
  imageRemove.action(lazily(() => import("./commands/image-remove.ts"))),
]);

program.commandsGroup("Results:");
add(program, [
  report.action(lazily(() => import("./commands/report.ts"))),
  compare.action(lazily(() => import("./commands/compare.ts"))),
  power.action(lazily(() => import("./commands/power.ts"))),
  items.action(lazily(() => import("./commands/items.ts"))),
  leaderboard.action(lazily(() => import("./commands/leaderboard.ts"))),
  exportResults.action(lazily(() => import("./commands/export.ts"))),
  importResults.action(lazily(() => import("./commands/import.ts"))),
  audit,
  familiarity.action(lazily(() => import("./commands/familiarity.ts"))),
]);
add(leaderboard, [leaderboardEntry.action(lazily(() => import("./commands/leaderboard-entry.ts")))]);
add(audit, [
  auditLeaks.action(lazily(() => import("./commands/audit-leaks.ts"))),
  auditRuns.action(lazily(() => import("./commands/audit-runs.ts"))),
  auditPlagiarism.action(lazily(() => import("./commands/audit-plagiarism.ts"))),
  auditRules.action(lazily(() => import("./commands/audit-rules.ts"))),
]);

program.commandsGroup("Commands:");
add(program, [completion.action(lazily(() => import("./commands/completion.ts"))), dev]);
add(dev, [
  downloadKernels.action(lazily(() => import("./commands/download-kernels.ts"))),
  downloadLeaderboard.action(lazily(() => import("./commands/download-leaderboard.ts"))),
  makeSubmission.action(lazily(() => import("./commands/make-submission.ts"))),
]);
