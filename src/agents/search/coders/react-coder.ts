import type { AgentTask } from "../../../contracts/agent.ts";
import type { ModelMessage, ToolCall } from "../../../contracts/model.ts";
import { formatSeconds } from "../../../lib/format-seconds.ts";
import { describeCall } from "../../describe-call.ts";
import { Clock } from "../../react/clock.ts";
import { isTooLong } from "../../react/compaction.ts";
import { OutputFiles } from "../../react/output/output-files.ts";
import { lostResult } from "../../react/texts.ts";
import { failed, type ReactTool, type ToolResult } from "../../react/tools/tool.ts";
import { say } from "../../say.ts";
import type { Coder, CodingResult, CodingWork, TurnAnswer } from "../parts.ts";
import { promptText } from "../prompt-text.ts";
import { folderRules } from "./folder-rules.ts";
import { type CoderBench, coderTools } from "./react-tools.ts";
import type { CoderSettings } from "./settings.ts";
import { shortSummary } from "./short-summary.ts";
import { roleOf } from "./single-coder.ts";
import { TimeLimit } from "./time-limit.ts";
import { whyNoProgram } from "./why-no-program.ts";
import { WorkingFolder } from "./working-folder.ts";

/** A conversation holds all results, and is never summarized. */
const mostOutputCharacters = 8000;
const commandSeconds = 600;

/** So many answers in a row without a tool call end the work. */
const mostIdle = 3;

/** Lets a model work in the folder with tools for commands and files, for a number of turns. */
export function reactCoder(
  task: AgentTask,
  settings: Pick<CoderSettings, "coder_turns">,
  more: readonly ReactTool<CoderBench>[] = [],
): Coder {
  const tools = [...more, ...coderTools];
  return {
    name: "react",
    code: async (work) => await new Session(task, work, { turns: settings.coder_turns, tools }).run(),
  };
}

/**
 * One conversation. It is repeated from the beginning when the host was interrupted: recorded answers and results make it the
 * same as before, up to the point where it broke off.
 */
class Session {
  readonly #task: AgentTask;
  readonly #work: CodingWork;
  readonly #time: TimeLimit;
  readonly #turns: number;
  readonly #tools: readonly ReactTool<CoderBench>[];
  readonly #folder: WorkingFolder;
  readonly #bench: CoderBench;
  readonly #messages: ModelMessage[];
  #since = "";
  #said = "";
  /** Whether a result was not recorded yet: everything before was. */
  #isNew = false;

  constructor(
    task: AgentTask,
    work: CodingWork,
    { turns, tools }: { readonly turns: number; readonly tools: readonly ReactTool<CoderBench>[] },
  ) {
    this.#task = task;
    this.#work = work;
    this.#time = new TimeLimit(work);
    this.#turns = turns;
    this.#tools = tools;
    this.#folder = new WorkingFolder(task, work);
    const prefix = work.key.replaceAll("/", "-");
    this.#bench = {
      task: { ...task, signal: this.#time.signal },
      settings: { command_seconds: commandSeconds },
      clock: new Clock({ wallClockMs: work.timeoutMs }),
      outputs: new OutputFiles(task.sandbox, { most: mostOutputCharacters, prefix }),
      folder: work.directory,
      writable: [work.directory],
      environment: work.environment ?? {},
      failure: async () => await whyNoProgram(work, this.#folder, this.#since),
    };
    this.#messages = [
      { role: "system", text: `${work.prompt.system}\n\n${rulesFor(work)}`.trimStart() },
      { role: "user", text: promptText(work.prompt) },
    ];
  }

  async run(): Promise<CodingResult> {
    const { ask, key } = this.#work;
    this.#since = (await ask.once(`${key}/commit`, async () => ({ text: await this.#folder.commit() }))).text;
    const end = await this.#time.within(() => this.#talk());
    const failure = await whyNoProgram(this.#work, this.#folder, this.#since);
    return { summary: shortSummary(this.#said || (end ?? "It ran out of time.")), failure };
  }

  /** Returns why it ended. */
  async #talk(): Promise<string> {
    let idle = 0;
    for (let turn = 1; turn <= this.#turns; turn += 1) {
      const answer = await this.#ask(turn);
      if (answer === null) return "The conversation became too long.";
      if (answer.text.trim() !== "") this.#said = answer.text;
      idle = answer.toolCalls.length === 0 ? idle + 1 : 0;
      if (idle === mostIdle) return "It stopped without calling a tool.";
      if (idle > 0) this.#messages.push({ role: "user", text: nudge });
      for (const [index, call] of answer.toolCalls.entries()) {
        const isDone = await this.#use(call, answer, { turn, index });
        if (isDone) return this.#said;
      }
    }
    return `It used all ${this.#turns} turns.`;
  }

  /** Null when the conversation is too long for the model. */
  async #ask(turn: number): Promise<TurnAnswer | null> {
    const { ask, key } = this.#work;
    const tools = this.#tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    const request = { key: `${key}/turn-${turn}`, role: roleOf(this.#work), messages: [...this.#messages], tools };
    const answer = await ask.turn({ ...request, signal: this.#time.signal }).catch((error: unknown) => {
      if (isTooLong(error)) return null;
      throw error;
    });
    if (answer === null) return null;
    const { text, toolCalls, providerData } = answer;
    this.#messages.push({
      role: "assistant",
      // Some providers refuse a message without text.
      text: text === "" && toolCalls.length === 0 ? "(no answer)" : text,
      toolCalls,
      ...(providerData === undefined ? {} : { providerData }),
    });
    if (text !== "" && !answer.isRecorded) say(this.#task, text);
    return answer;
  }

  /** True when the work is done. */
  async #use(
    call: ToolCall,
    answer: TurnAnswer,
    at: { readonly turn: number; readonly index: number },
  ): Promise<boolean> {
    const { ask, key } = this.#work;
    const isLast = at.index === answer.toolCalls.length - 1;
    const { text, isError } = await ask.once(`${key}/turn-${at.turn}/tool-${at.index + 1}`, async () => {
      const wasStarted = answer.isRecorded && !this.#isNew;
      this.#isNew = true;
      const result = await this.#result(call, wasStarted);
      this.#time.signal.throwIfAborted();
      return isLast ? { ...result, text: `${result.text}\n\n${this.#status(at.turn)}` } : result;
    });
    this.#messages.push({ role: "tool", callId: call.id, text, ...(isError ? { isError } : {}) });
    if (call.name !== "done" || isError) return false;
    this.#said = String((call.arguments as { summary: unknown }).summary);
    return true;
  }

  async #result(call: ToolCall, wasStarted: boolean): Promise<ToolResult> {
    const tool = this.#tools.find(({ name }) => name === call.name);
    if (tool === undefined)
      return failed(`There is no tool ${call.name}. There are ${this.#tools.map(({ name }) => name).join(", ")}.`);
    if (wasStarted && !tool.isRepeatable) return failed(lostResult);
    say(this.#task, describeCall(call));
    return await tool.use(call.arguments, this.#bench, this.#messages.length);
  }

  #status(turn: number): string {
    const left = this.#turns - turn;
    return `[${formatSeconds(this.#bench.clock.leftMs / 1000)} and ${left} answers left]`;
  }
}

const nudge = "You stopped without calling a tool. Go on, or call `done` when the program is complete.";

function rulesFor(work: CodingWork): string {
  return `${folderRules(work)}
- Each command starts in this folder, in a new shell.
- Every answer must call a tool. When the program is complete, call \`done\`. No one will reply to questions.`;
}
