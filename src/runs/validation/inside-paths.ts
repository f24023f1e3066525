import { homeFolder } from "../../contracts/home-paths.ts";

/** Where the parts of the validation are in a sandbox with its own file system. */
export const insidePaths = {
  socket: "/run/mlebench/validate.sock",
  tools: "/opt/mlebench/tools",
  node: "/opt/mlebench/node",
  /** Where upstream's agents look for it. */
  script: `${homeFolder}/validate_submission.sh`,
  hosts: "/etc/hosts",
} as const;

/** The port that upstream's agents use. */
export const insidePort = 5000;
