import type { Agent } from "../contracts/agent.ts";
import type { AgentChoice } from "./agent-choice.ts";

/** A built-in kind of agent: what `mlebench agents` says about it, and how one is made. */
export interface AgentKind {
  readonly name: string;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What must be there for it to work, one phrase each; empty where nothing is needed. */
  readonly needs: readonly string[];
  /** Whether it only tests the harness: its results are no achievement. */
  readonly testOnly: boolean;
  /** The settings of an `AgentChoice`, besides `name` and `label`, that it takes. */
  readonly takes: readonly (keyof AgentChoice)[];
  /** @throws UsageError when the choice does not say enough, or something that is not so. */
  create(choice: AgentChoice): Promise<Agent>;
}
