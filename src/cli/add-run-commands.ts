import { type Command, Option } from "commander";
import {
  allCompetitions,
  competitionIds,
  dataDirectory,
  json,
  lazily,
  nonNegativeInteger,
  positiveInteger,
  positiveNumber,
  runDirectory,
  socket,
  split,
} from "./options.ts";

/** The commands that run agents and look at runs. */
export function addRunCommands(program: Command): void {
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
    .addOption(
      new Option("--network <kind>", "what agents reach").choices(["none", "internal", "open"]).default("none"),
    )
    .option("--memory <size>", "for each run: 16g, 512m")
    .option("--cpus <n>", "for each run", positiveNumber)
    .option("--gpus <n>", "graphics cards for each run", positiveInteger)
    .option("--disk <size>", "what a run may write")
    .option("--file-size <size>", "the largest file of a run")
    .option("--processes <n>", "processes and threads of a run at the same time", positiveInteger)
    .option("--output-limit <size>", "how much of what an agent prints is kept (default: 256m)")
    .option("--image <name>", "docker: the image, when the agent names none (default: mlebench-env)")
    .addOption(socket())
    .option("--shm-size <size>", "docker: size of /dev/shm")
    .option("--container-config <file>", "docker: further settings, as upstream's JSON or as a compose service")
    .option("--allow-unsafe", "docker: also settings that undo the isolation; results say so")
    .option("--retain", "keep what is left of workspaces (temporary files) and stopped containers")
    .option("--retries <n>", "after infrastructure errors", nonNegativeInteger, 2)
    .addOption(runDirectory())
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
    .command("ps")
    .description("show the run groups that are executed now")
    .option("--all", "also those that are not")
    .addOption(runDirectory())
    .addOption(json())
    .action(lazily(() => import("./commands/ps.ts")));

  program
    .command("logs <name>")
    .description("print what a run's agent printed, or what a group's host had to say")
    .option("-f, --follow", "go on until it ends")
    .addOption(runDirectory())
    .action(lazily(() => import("./commands/logs.ts")));

  program
    .command("stop <name>")
    .description("stop a run group or a run; the same `run` command continues it")
    .option("--wait", "return when it has stopped")
    .addOption(runDirectory())
    .addOption(json())
    .action(lazily(() => import("./commands/stop.ts")));

  program
    .command("verify <names...>")
    .description("check that nothing of a run group or a run was changed since it was written")
    .option("--head <hash>", "the hash that an earlier `verify` printed")
    .addOption(runDirectory())
    .addOption(json())
    .action(lazily(() => import("./commands/verify.ts")));

  const runs = program.command("runs").description("list and show run groups");

  runs
    .command("list")
    .description("list the run groups")
    .addOption(runDirectory())
    .addOption(json())
    .action(lazily(() => import("./commands/runs-list.ts")));

  runs
    .command("show <names...>")
    .description("show the results of run groups, side by side, or one run")
    .addOption(runDirectory())
    .addOption(json())
    .action(lazily(() => import("./commands/runs-show.ts")));
}
