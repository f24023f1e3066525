/** Where things of the validation are in a sandbox that has a file system of its own. */
export const insidePaths = {
  socket: "/run/mlebench/validate.sock",
  tools: "/opt/mlebench/tools",
  node: "/opt/mlebench/node",
  /** Where upstream's agents look for it. */
  script: "/home/validate_submission.sh",
  hosts: "/etc/hosts",
} as const;

/** Where upstream's agents ask. */
export const insidePort = 5000;
