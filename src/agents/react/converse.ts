import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import type { Model, ModelAnswer, ToolCall } from "../../contracts/model.ts";
import { describeCall } from "../describe-call.ts";
import { say } from "../say.ts";
import { type Briefing, readBriefing } from "./briefing.ts";
import { Clock } from "./clock.ts";
import { compact, isTooLong, isWindowFull } from "./compaction.ts";
import { Conversation } from "./conversation.ts";
import { OutputFiles } from "./output/output-files.ts";
import type { ReactSettings } from "./settings.ts";
import { describeStatus } from "./status.ts";
import { cutNudge, filterNudge, lostResult, nudge, restarted, systemPrompt } from "./texts.ts";
import { toolsFor, toolsNamed } from "./tools/index.ts";
import { Interpreter } from "./tools/interpreter.ts";
import { Jobs } from "./tools/jobs.ts";
import { failed, type ReactTool, type ToolResult, type Workbench } from "./tools/tool.ts";

/** So many answers in a row that a content filter stopped end the run. */
const mostFiltered = 3;

const finished: AgentEnd = { exitCode: 0, timedOut: false, cancelled: false, exceeded: null };
const gaveUp: AgentEnd = { ...finished, exitCode: 1 };
const cancelled: AgentEnd = { ...finished, exitCode: null, cancelled: true };

/** Talks to the model until it submits, gives up, or must stop. What runs in the sandbox by then is ended. */
export async function converse(task: AgentTask, model: Model, settings: ReactSettings): Promise<AgentEnd> {
  const talk = new Talk(task, model, settings);
  try {
    return await talk.run();
  } catch (error) {
    if (task.signal.aborted) return cancelled;
    throw error;
  } finally {
    await talk.close();
  }
}

class Talk {
  readonly #task: AgentTask;
  readonly #model: Model;
  readonly #settings: ReactSettings;
  readonly #conversation: Conversation;
  readonly #workbench: Workbench;
  #tools: readonly ReactTool[] = [];
  /** What the next message must mention besides what is left. */
  #news: string | null = null;
  /** A call that was open when the last host was interrupted, and that must not be repeated. */
  #lost: ToolCall | null = null;

  constructor(task: AgentTask, model: Model, settings: ReactSettings) {
    this.#task = task;
    this.#model = model;
    this.#settings = settings;
    this.#conversation = new Conversation(task);
    this.#workbench = {
      task,
      settings,
      clock: new Clock(task.limits),
      outputs: new OutputFiles(task.sandbox, { most: settings.output_characters, prefix: "react" }),
      folder: task.sandbox.paths.code,
      writable: [task.sandbox.paths.code, task.sandbox.paths.submission, task.sandbox.paths.logs],
      jobs: new Jobs(task),
      interpreter: new Interpreter(task),
    };
  }

  async close(): Promise<void> {
    await this.#workbench.jobs.stopAll();
    await this.#workbench.interpreter.stop();
  }

  async run(): Promise<AgentEnd> {
    await this.#begin();
    const conversation = this.#conversation;
    while (!this.#task.signal.aborted) {
      if (conversation.isOver) return finished;
      const [call] = conversation.openCalls;
      if (call !== undefined) await this.#use(call);
      else if (conversation.messages.at(-1)?.role !== "assistant") await this.#ask();
      else if (conversation.filtered >= mostFiltered) return this.#end(gaveUp, "content filter");
      else if (conversation.idle > this.#settings.nudges) return this.#end(finished, "no tool call");
      else this.#nudge();
    }
    return cancelled;
  }

  async #begin(): Promise<void> {
    const conversation = this.#conversation;
    const isNew = conversation.tools === null || conversation.messages.length < 2;
    if (isNew) {
      const briefing = await readBriefing(this.#task, this.#settings);
      // A host that was interrupted right here left a part of it.
      if (conversation.tools === null) this.#open(briefing);
      else if (conversation.messages.length === 0) this.#introduce(briefing);
      else this.#tell(briefing.text);
    } else {
      conversation.add({ type: "continued" });
      this.#lost = conversation.openCalls[0] ?? null;
      this.#news = restarted;
    }
    this.#tools = toolsNamed(conversation.tools!);
    if (this.#tools.find(({ name }) => name === this.#lost?.name)?.isRepeatable) this.#lost = null;
  }

  #open(briefing: Briefing): void {
    const tools = toolsFor(briefing).map(({ name }) => name);
    this.#conversation.add({ type: "started", tools });
    this.#introduce(briefing);
  }

  #introduce({ text }: Briefing): void {
    this.#conversation.add({ type: "message", role: "system", text: systemPrompt });
    this.#tell(text);
  }

  async #ask(): Promise<void> {
    const conversation = this.#conversation;
    if (isWindowFull(conversation, this.#settings.window_tokens)) await this.#compact();
    let answer: ModelAnswer;
    try {
      answer = await this.#call();
    } catch (error) {
      if (!isTooLong(error)) throw error;
      await this.#compact();
      answer = await this.#call();
    }
    const { text, toolCalls, finishReason, providerData, usage, call, cost = null } = answer;
    const { inputTokens, outputTokens } = usage;
    conversation.add({
      type: "answer",
      ...(call === undefined ? {} : { call }),
      text,
      toolCalls: toolCalls.map((asked) => ({ ...asked })),
      finishReason,
      ...(providerData === undefined ? {} : { providerData }),
      inputTokens,
      outputTokens,
      cost,
    });
    if (text !== "") say(this.#task, text);
  }

  async #call(): Promise<ModelAnswer> {
    const { signal } = this.#task;
    const { messages } = this.#conversation;
    const answer = await this.#model.call({ messages, tools: this.#offered(), signal });
    this.#workbench.clock.waited(answer.waitedMs ?? 0);
    return answer;
  }

  #offered() {
    return this.#tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  async #compact(): Promise<void> {
    const { signal } = this.#task;
    const options = { model: this.#model, tools: this.#offered(), windowTokens: this.#settings.window_tokens, signal };
    const event = await compact(this.#conversation, options);
    this.#conversation.add(event);
    say(this.#task, "mlebench: the conversation was replaced by a summary.");
  }

  async #use(call: ToolCall): Promise<void> {
    const { text, isError, ends } = call === this.#lost ? failed(lostResult) : await this.#result(call);
    this.#lost = null;
    // Its end is the harness's doing, and the model will not see it.
    if (this.#task.signal.aborted && !ends) return;
    const isLast = this.#conversation.openCalls.length === 1;
    this.#conversation.add({
      type: "result",
      callId: call.id,
      text: isLast ? this.#withStatus(text) : text,
      ...(isError ? { isError } : {}),
      ...(ends ? { ends } : {}),
    });
  }

  async #result(call: ToolCall): Promise<ToolResult> {
    const { name, arguments: given } = call;
    const tool = this.#tools.find((each) => each.name === name);
    say(this.#task, describeCall(call));
    if (tool !== undefined) return await tool.use(given, this.#workbench, this.#conversation.nextResult);
    return failed(`There is no tool ${name}. There are ${this.#tools.map((each) => each.name).join(", ")}.`);
  }

  #nudge(): void {
    const { finishReason } = this.#conversation.lastAnswer!;
    this.#tell(finishReason === "content-filter" ? filterNudge : finishReason === "length" ? cutNudge : nudge);
  }

  #tell(text: string): void {
    this.#conversation.add({ type: "message", role: "user", text: this.#withStatus(text) });
  }

  /** The message that ends with this is recorded before the model is asked: asked again, it is the same. */
  #withStatus(text: string): string {
    const { messages, used } = this.#conversation;
    const { clock, jobs } = this.#workbench;
    const news = this.#news === null ? [] : [this.#news];
    this.#news = null;
    const status = describeStatus({
      limits: this.#task.limits,
      leftMs: clock.leftMs,
      used,
      messages: messages.length + 1,
      runningJobs: jobs.running,
    });
    return [text, "", ...news, status].join("\n");
  }

  #end(end: AgentEnd, why: "content filter" | "no tool call"): AgentEnd {
    const reasons = {
      "content filter": `the content filter stopped ${mostFiltered} answers in a row`,
      "no tool call": `the model stopped ${this.#conversation.idle} times in a row without calling a tool`,
    };
    say(this.#task, `mlebench: ended because ${reasons[why]}.`);
    return end;
  }
}
