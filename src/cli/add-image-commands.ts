import type { Command } from "commander";
import { json, lazily, socket } from "./options.ts";

/** The commands about the container images that agents run in. */
export function addImageCommands(program: Command): void {
  const image = program.command("image").description("build, list and remove the container images that agents run in");

  image
    .command("build")
    .description("build the environment, or with --agent an agent on it")
    .option("--name <name>", "the image's name (default: mlebench-env, or mlebench-agent-<id>)")
    .option("--base <image>", "start from this image instead of debian:bookworm")
    .option("--no-heavy", "without the long list of Python packages")
    .option("--offline", "install nothing and reach nothing: the image has what its base has")
    .option("--network <mode>", "what the build's steps may reach: none, host or a network of the engine's")
    .option("--build-arg <name=value...>", "arguments of the Dockerfile")
    .option("--agent <dir>", "build this agent's folder, laid out as upstream's")
    .option("--agent-id <id>", "which of the folder's agents")
    .addOption(socket())
    .addOption(json())
    .action(lazily(async () => ({ run: (await import("./commands/image.ts")).runBuild })));

  image
    .command("list")
    .description("list the images that mlebench built")
    .addOption(socket())
    .addOption(json())
    .action(lazily(async () => ({ run: (await import("./commands/image.ts")).runList })));

  image
    .command("rm <names...>")
    .description("remove images that mlebench built")
    .addOption(socket())
    .addOption(json())
    .action(lazily(async () => ({ run: (await import("./commands/image.ts")).runRemove })));
}
