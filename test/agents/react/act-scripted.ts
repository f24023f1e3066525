import { agentFor, chooseAgent } from "../../../src/agents/index.ts";
import type { AgentEvent, AgentTask } from "../../../src/contracts/agent.ts";
import type { ModelRequest } from "../../../src/contracts/model.ts";
import type { SandboxProvider } from "../../../src/contracts/sandbox-kind.ts";
import { replyChooser } from "../../../src/models/scripted/choose-reply.ts";
import { parseScript } from "../../../src/models/scripted/read-script.ts";
import { scriptedModel } from "../../../src/models/scripted/scripted-model.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { actIn } from "../act-in.ts";

export interface ScriptedRun {
  /** Which agent acts; `react` unless another is named. */
  readonly agent?: string;
  /** YAML: what the model answers. */
  readonly script: string;
  readonly publicData: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly task?: Partial<AgentTask>;
  readonly provider?: SandboxProvider;
  readonly signal?: AbortSignal;
  /** Called before the model answers. */
  readonly onRequest?: (request: ModelRequest) => void;
}

/** Lets an agent act once with a scripted model, and tells what the model was asked. */
export async function actScripted(options: ScriptedRun) {
  const { script, publicData, settings = {}, task = {}, provider = localSandboxes() } = options;
  const raw = scriptedModel("scripted", replyChooser(await parseScript(script, "script")));
  const requests: ModelRequest[] = [];
  const model = {
    name: "scripted/test",
    forRole: () => model,
    call: async (request: ModelRequest) => {
      requests.push(structuredClone({ messages: request.messages, tools: request.tools ?? [] }));
      options.onRequest?.(request);
      return { ...(await raw.call(request)), call: requests.length, cost: 0.25 };
    },
  };
  const agent = await agentFor(chooseAgent(options.agent ?? "react", { settings }));
  const acted = await actIn(provider, agent, {
    competitionId: "demo-plant-flowering",
    publicData,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    task: { ...task, model },
  });
  for (const event of acted.events) agent.events!.parse(event);
  return { ...acted, requests, results: acted.events.flatMap(resultText) };
}

function resultText(event: AgentEvent): string[] {
  return event.type === "result" ? [String(event.text)] : [];
}

/** The text of the last message of a request. */
export function lastText({ messages }: ModelRequest): string {
  return messages.at(-1)?.text ?? "";
}
