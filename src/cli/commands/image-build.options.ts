import { Command } from "@commander-js/extra-typings";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { examples, json, type OptionsOf, socket } from "../options.ts";

export const imageBuild = new Command("build")
  .description("Build the environment image, or with --agent the image of an agent")
  .option("--name <name>", `Name of the image (default: ${environmentImage}, or mlebench-agent-<folder>)`)
  .option("--base <image>", "Start from this image instead of debian:bookworm")
  .option("--no-heavy", "Leave out the long list of Python packages")
  .option("--offline", "Install nothing and use no network: the image has what its base has")
  .option("--network <mode>", "Network of the build's steps: none, host or the name of an engine's network")
  .option("--build-arg <name=value...>", "Arguments of the Dockerfile")
  .option("--agent <dir>", "Build the agent in this folder, laid out as upstream's")
  .option("--agent-id <name>", "Which of the folder's agents to build")
  .addOption(socket())
  .addOption(json())
  .addHelpText(
    "after",
    examples("image build", "image build --no-heavy --base python:3.11", "image build --agent agents/aide"),
  );

export type ImageBuildOptions = OptionsOf<typeof imageBuild>;
