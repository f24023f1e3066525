/** Labels that mark our images. */
export const labels = {
  /** The version of this package that built it. */
  version: "org.mlebench.version",
  /** The name of the agent's folder, on an agent's image only. */
  agent: "org.mlebench.agent",
} as const;
