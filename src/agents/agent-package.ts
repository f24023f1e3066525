/** What `mlebench agents install` installs. */
export interface AgentPackage {
  readonly registry: "npm" | "pip";
  readonly name: string;
  /** The version that was tried, and is installed unless another one is asked for. */
  readonly version: string;
  /** The command of an npm package, or the module that starts a Python package. */
  readonly program: string;
}
