import type { SandboxPaths } from "./sandbox.ts";

/** The folder below which agents find everything in a sandbox with its own file system, here as upstream. */
export const homeFolder = "/home";

/** The folders of a sandbox with its own file system. */
export const homePaths = {
  data: `${homeFolder}/data`,
  submission: `${homeFolder}/submission`,
  code: `${homeFolder}/code`,
  logs: `${homeFolder}/logs`,
} as const satisfies SandboxPaths;

/** Where an agent's own files are mounted. */
export const agentHome = `${homeFolder}/agent`;

/** Where upstream's agents read their instructions. */
export const instructionsFile = `${homeFolder}/instructions.txt`;
