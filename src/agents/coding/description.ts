import type { AgentPackage } from "../agent-package.ts";
import type { EventStream } from "./streams/event-stream.ts";

/** Everything about a coding agent that differs from the others. */
export interface CodingAgentDescription {
  readonly name: string;
  readonly title: string;
  readonly package: AgentPackage;
  /** The protocol in which it asks for its model, by the usual name. */
  readonly protocol: string;
  /** What it needs in the sandbox besides itself, one phrase each. */
  readonly needs?: readonly string[];
  /** How it is started: without a terminal, without questions, without anything but its model to reach. */
  start(task: CodingTask): AgentStart;
  /** How the JSON lines that it prints read. Absent for one that prints plain text. */
  stream?(): EventStream;
}

/** What a start depends on. */
export interface CodingTask {
  /** The model's name, as programs ask for it. */
  readonly model: string;
  readonly prompt: string;
  /** Where the model is, without a version: OpenAI's protocols are below `/v1`. MODEL_API_KEY holds the key. */
  readonly baseUrl: string;
  /** The entry point of the program that it is to write and others run; null when it does all of the work. */
  readonly program: string | null;
}

export interface AgentStart {
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Its settings: files below its home folder, as JSON. */
  readonly settings?: Readonly<Record<string, unknown>>;
}
