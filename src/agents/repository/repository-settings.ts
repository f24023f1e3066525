import { z } from "zod";
import { commonSettings } from "../search/presets/common-settings.ts";
import { hostPath } from "../settings/host-path.ts";
import { isCloneAddress } from "./cloning/clone-address.ts";

const { coder_turns, coder, ...common } = commonSettings.shape;

/** Where one repository comes from. */
const repo = z
  .strictObject({
    type: z.enum(["local", "github"]).default("local").describe("a folder of this machine, or an address to clone"),
    path: hostPath().exactOptional().describe("the folder"),
    url: z
      .string()
      .refine(isCloneAddress, "expected an https address without a query, such as https://github.com/owner/name")
      .exactOptional()
      .describe("the address"),
  })
  .refine(({ type, path, url }) => (type === "github" ? url : path) !== undefined, {
    error: ({ input }) =>
      (input as { type?: string }).type === "github" ? "expected `url` for the type github" : "expected `path`",
  });

/** How the adaptation goes. */
const parameters = z.strictObject({
  max_turns: z.int().positive().default(40).describe("most answers of the model for one version of a program"),
  use_venv: z
    .boolean()
    .default(true)
    .describe("whether each repository gets a virtual environment with what it requires"),
  output_format: z.enum(["csv"]).default("csv").describe("the format of predictions: competitions take CSV"),
  retry: z.int().min(0).max(50).default(2).describe("how many further repositories are tried when one fails"),
});

/** The task as RepoMaster writes it, and what the search adds. */
export const repositorySettings = z.strictObject({
  repo: repo.exactOptional().describe("the repository to adapt: {type: local, path} or {type: github, url}"),
  repositories: hostPath()
    .exactOptional()
    .describe(
      "a folder of repositories (clones, or .zip and .tar.gz archives), from which the most suitable are adapted",
    ),
  search: z
    .boolean()
    .exactOptional()
    .describe(
      "whether GitHub is searched for repositories, which takes --network open; without it, only when neither `repo` nor `repositories` is given",
    ),
  task_description: z.string().default("").describe("what to do, besides the competition's own description"),
  task_prompt: z
    .string()
    .exactOptional()
    .describe(
      "the request in your own words; {repo_path}, {input_data}, {output_dir_path} and {task_description} are filled in",
    ),
  input_data: z
    .array(
      z.strictObject({
        path: hostPath().describe("a file or folder of this machine"),
        description: z.string().default("").describe("what it holds"),
      }),
    )
    .default([])
    .describe("further files for the program: a list of {path, description}"),
  parameters: parameters.prefault({}).describe("max_turns 40, use_venv true, output_format csv, retry 2"),
  packages: hostPath()
    .exactOptional()
    .describe("a folder of Python packages (wheels) to install from instead of the network"),
  coder: coder.default("react"),
  ...common,
  knowledge: common.knowledge.default(false),
});

export type RepositorySettings = z.output<typeof repositorySettings>;
