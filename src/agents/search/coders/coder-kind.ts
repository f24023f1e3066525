import type { AgentNeeds, AgentTask } from "../../../contracts/agent.ts";
import type { AgentPackage } from "../../agent-package.ts";
import type { Coder } from "../parts.ts";
import type { CoderSettings } from "./settings.ts";

/** A way to have programs written: what lists say about it, what it takes, and how to open it for a run. */
export interface CoderKind {
  readonly name: string;
  /** One phrase: what it does. */
  readonly summary: string;
  /** What must be in place for it to work, one phrase each. */
  readonly needs: readonly string[];
  /** What `mlebench agents install` installs for it. */
  readonly package?: AgentPackage;
  /** What its sandbox must show. @throws MissingData when it is not installed. */
  sandbox(settings: CoderSettings): Pick<AgentNeeds, "readOnly">;
  /** Versions and hashes that decide what it does, for the agent's `parts`. @throws MissingData when it is not installed. */
  versions(settings: CoderSettings): Readonly<Record<string, string>>;
  open(task: AgentTask, settings: CoderSettings): Promise<Coder>;
}
