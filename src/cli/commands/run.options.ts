import { Command, Option } from "@commander-js/extra-typings";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { sandboxKinds } from "../../sandboxes/index.ts";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  examples,
  json,
  lite,
  modelSetting,
  nonNegativeInteger,
  type OptionsOf,
  positiveInteger,
  positiveIntegerOrUnlimited,
  positiveNumber,
  runDirectory,
  socket,
  split,
} from "../options.ts";

export const run = new Command("run")
  .description("Run an agent on competitions, in sandboxes; run the same command again to continue unfinished runs")
  .argument("[command...]", "A command to run as the agent, after `--`")
  .optionsGroup("Agent:")
  .option("--agent <agent>", "A built-in agent (see `mlebench agents`), or a folder with a config.yaml")
  .option("--set <key=value...>", "The agent's settings (see `mlebench agents show NAME`); a.b=value for nested ones")
  .option("--settings <file>", "The agent's settings in a YAML or JSON file; --set wins over it")
  .option("--agent-id <agent>", "Upstream's name for --agent; with --agent-dir: which agent of that folder")
  .option(
    "--agent-dir <dir>",
    "The agent's files: an agent folder of upstream's, or what a command needs at /home/agent",
  )
  .option("--answers <path>", "What the agent `oracle` submits (default: the prepared answers)")
  .option("--label <text>", "The agent's name in results")
  .option("-e, --env <name=value...>", "Environment variables for the agent")
  .option("--pass-env <name...>", "Environment variables to pass on to the agent; their values are not recorded")
  .optionsGroup("Models:")
  .option(
    "--model <name...>",
    "The model as provider/model, such as openai/gpt-5-mini (default: $MLEBENCH_MODEL); coding=provider/model for one role",
  )
  .addOption(modelSetting())
  .option("--allow-model <pattern...>", "Further models that the agent may ask for, such as openai/gpt-*")
  .option(
    "--model-alias <name=model...>",
    "Which model answers for a name: claude-sonnet-*=openrouter/qwen/qwen3-coder",
  )
  .option(
    "--allow-provider-tools",
    "Let providers run tools such as a web search for the agent, although its network is closed; results record it",
  )
  .option(
    "--prices <file>",
    "Prices of models in YAML: provider/model: { input: 0.5, output: 2 }, in $ per million tokens",
  )
  .optionsGroup("Competitions and seeds:")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .option("--competition-set <file>", "Upstream's name for --list")
  .option("--seeds <n>", "How many seeds (from 0), or a list such as 0,4,7", "1")
  .addOption(
    new Option("--seed <n>", "This seed alone").argParser(nonNegativeInteger).conflicts(["seeds", "nSeeds", "epochs"]),
  )
  .option("--n-seeds <n>", "Upstream's name for --seeds")
  .option("--epochs <n>", "Inspect's name for --seeds")
  .option("--limit <n>", "Only the first n of them, or those from m to n: 5-8")
  .optionsGroup("Limits of each run:")
  .option("--time-limit <duration>", "Wall-clock time: 24h, 90m, 3600", "24h")
  .option("--memory <size>", "Memory: 16g, 512m, unlimited (default: a share of the machine, as --dry-run shows)")
  .option("--cpus <n>", "Processor cores", positiveNumber)
  .option("--gpus <n>", "Graphics cards", positiveInteger)
  .option("--disk <size>", "How much a run may write (default: a share of the free space)")
  .option("--file-size <size>", "Size of the largest file (default: 1g more than --disk)")
  .option("--processes <n>", "Processes and threads at the same time (default: by cpus)", positiveIntegerOrUnlimited)
  .option("--output-limit <size>", "How much of the agent's output is kept (default: 256m)")
  .option("--working-time", "Leave time spent waiting for a model's provider out of the time limit")
  .option("--max-cost <dollars>", "What its model calls may cost", positiveNumber)
  .option("--max-tokens <n>", "Input and output tokens of its model calls", positiveInteger)
  .option("--max-calls <n>", "Model calls", positiveInteger)
  .option("--max-messages <n>", "Messages of a conversation with a model", positiveInteger)
  .option(
    "--rehearsals <n>",
    "Scores of a rehearsal that an agent may ask for (default: 0, none; 2000 for search agents)",
    nonNegativeInteger,
  )
  .optionsGroup("Sandbox:")
  .addOption(
    new Option("--sandbox <name>", "Where agents run (default: the best isolating one available)").choices(
      sandboxKinds.map(({ name }) => name),
    ),
  )
  .addOption(
    new Option(
      "--network <kind>",
      "What agents can reach (default: none, unless --container-config says otherwise)",
    ).choices(["none", "internal", "open"]),
  )
  .option(
    "--python <path>",
    "The agent's Python: an interpreter of this machine, or a venv or conda environment's folder",
  )
  .option(
    "--mount <host:inside...>",
    "Files and folders of this machine for agents to read; without :inside at the same place",
  )
  .option("--image <name>", `docker: the image of agents that name none (default: ${environmentImage})`)
  .addOption(socket())
  .option("--shm-size <size>", "docker: size of /dev/shm")
  .option("--container-config <file>", "docker: more settings, as upstream's JSON or a compose service")
  .option(
    "--allow-unsafe",
    "Accept --sandbox local as root, and container settings that undo the isolation; results record it",
  )
  .option("--retain", "Keep temporary files of workspaces and stopped containers")
  .optionsGroup("Scheduling:")
  .option("--jobs <n>", "How many runs at once, if the machine has room", positiveInteger)
  .option("--n-workers <n>", "Upstream's name for --jobs", positiveInteger)
  .option("--budget <duration>", "Stop when all runs together have taken this long")
  .option(
    "--budget-cost <dollars>",
    "Start no more runs and make no more model calls when all together have cost this much",
    positiveNumber,
  )
  .option("--max-connections <n>", "Model calls at the same time, per provider (default: 20)", positiveInteger)
  .option("--retries <n>", "How often to repeat a run after an infrastructure error", nonNegativeInteger, 2)
  .option("--grading-memory <size>", "Memory of the process that grades (default: half of the machine's)")
  .optionsGroup("Options:")
  .option(
    "-T, --task-parameter <name=value...>",
    "Inspect's parameters, such as split, epochs, max_messages, cpu_override, mem_override (GB), gpu_count, sandbox_type",
  )
  .addOption(new Option("--new", "Start another group even if the same command has made one").conflicts("retryFailed"))
  .option(
    "--retry-failed",
    "Run again what the agent failed: it exited with an error, or left no valid submission; results say so",
  )
  .option("--detach", "Return once the group has started; see `mlebench ps`")
  .option("--prepare", "Prepare what is missing first, once the rules of all competitions are known to be accepted")
  .option("--skip-rules-check", "With --prepare: do not ask Kaggle about rules first")
  .option(
    "--verify-data",
    "Compare the checksums of all prepared data first, not only where sizes or times have changed",
  )
  .option("--dry-run", "Report what would be run and what is missing for it, and run nothing")
  .addOption(runDirectory())
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "run --agent baseline --split demo",
      "run --agent dummy -c spaceship-titanic --seeds 3 --dry-run",
      "run --split demo --time-limit 2h --memory 16g -- python /home/agent/main.py",
      "run --agent command --settings my-agent.yaml --set environment.STEPS=20 --lite",
      "run -c spaceship-titanic --python .venv --mount /models --agent-dir my-agent -- python main.py",
      "run --agent react --model openai/gpt-5-mini --max-messages 100 --epochs 3 -T split=low.txt -T cpu_override=4",
      "run --agent agents/my-agent --lite --sandbox docker --gpus 1 --detach",
    ),
  );

export type RunOptions = OptionsOf<typeof run>;
