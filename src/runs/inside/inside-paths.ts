import { homeFolder } from "../../contracts/home-paths.ts";

/** Where what the harness adds is in a sandbox with its own file system. */
export const insidePaths = {
  socket: "/run/mlebench/validate.sock",
  modelSocket: "/run/mlebench/model.sock",
  tools: "/opt/mlebench/tools",
  node: "/opt/mlebench/node",
  /** Where upstream's agents look for it. */
  script: `${homeFolder}/validate_submission.sh`,
  hosts: "/etc/hosts",
} as const;

/** Where the public part of a rehearsal is. The first one is what REHEARSAL_DIR names. */
export const insideRehearsal = (cut: number): string => `${homeFolder}/rehearsal${cut === 0 ? "" : `-${cut}`}`;

/** The port that upstream's agents use. */
export const insidePort = 5000;

/** The port at which agents reach their models. */
export const modelPort = 18080;
