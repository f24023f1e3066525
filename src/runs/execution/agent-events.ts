import type { Agent, AgentEvent } from "../../contracts/agent.ts";
import { BenchError } from "../../lib/errors.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import type { RunEvent } from "../record/run-events.ts";
import type { AttemptFailure } from "./attempt-failure.ts";

/** Takes an agent's own events into its run's journal while the agent acts. */
export class AgentEvents {
  readonly #agent: Agent;
  readonly #journal: Journal<RunEvent>;
  readonly #elapsedMs: () => number;
  readonly #failure: AttemptFailure;
  #isClosed = false;

  /** @param failure Learns of an event that could not be recorded: the journal lacks it even if the agent's code caught the error. */
  constructor(agent: Agent, journal: Journal<RunEvent>, elapsedMs: () => number, failure: AttemptFailure) {
    this.#agent = agent;
    this.#journal = journal;
    this.#elapsedMs = elapsedMs;
    this.#failure = failure;
  }

  /** See `AgentTask.record`. */
  readonly record = (event: AgentEvent): void => {
    if (this.#isClosed)
      throw new BenchError("agent-event", `The run of ${this.#agent.name} is over: nothing is recorded.`);
    try {
      this.#journal.append({ type: "agent", elapsedMs: this.#elapsedMs(), event: this.#checked(event) });
    } catch (error) {
      this.#failure.add(error);
      throw error;
    }
  };

  /** The agent has stopped, or was left behind: from now on its events are refused. */
  close(): void {
    this.#isClosed = true;
  }

  #checked(event: AgentEvent): AgentEvent {
    const { name, events, secrets = [] } = this.#agent;
    const bug =
      "This is a bug in the harness or in the code that drives the agent, not in the agent's work: please report it.";
    if (events === undefined) {
      throw new BenchError(
        "agent-event",
        `The agent \`${name}\` recorded \`${event.type}\`, but declares no events. ${bug}`,
      );
    }
    const { success, data, error } = events.safeParse(event);
    if (success)
      return withoutSecrets(
        data,
        secrets.flatMap((secret) => process.env[secret] || []),
      ) as AgentEvent;
    const [issue] = error.issues;
    const where = issue!.path.length === 0 ? "" : ` at \`${issue!.path.join(".")}\``;
    throw new BenchError(
      "agent-event",
      `An event \`${event?.type}\` of the agent \`${name}\` does not match its schema${where}: ${issue!.message}. ${bug}`,
      { cause: error },
    );
  }
}

/** A copy of a value in which no text holds a secret. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), value);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, secrets)]));
}
