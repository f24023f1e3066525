import type { AgentTask } from "../../../contracts/agent.ts";
import type { CodingEvent } from "../../coding/coding-events.ts";
import { describeCall } from "../../describe-call.ts";
import { shortenMiddle } from "../../react/output/shorten-middle.ts";
import { say } from "../../say.ts";

const mostResultCharacters = 4000;

/** Tells a coding agent's events in the run's log, and keeps its last words. */
export class CodingLog {
  readonly #task: Pick<AgentTask, "onOutput">;
  lastAnswer = "";
  lastError = "";

  constructor(task: Pick<AgentTask, "onOutput">) {
    this.#task = task;
  }

  add(event: CodingEvent): void {
    if (event.type === "answer") {
      if (event.text.trim() !== "") {
        this.lastAnswer = event.text;
        say(this.#task, event.text);
      }
      for (const call of event.toolCalls) say(this.#task, describeCall(call));
    } else if (event.type === "result") {
      say(
        this.#task,
        shortenMiddle(event.text, mostResultCharacters, (left) => `[... ${left} characters left out ...]`),
      );
    } else if (event.type === "error") {
      this.lastError = event.text;
      say(this.#task, event.text);
    }
  }
}
