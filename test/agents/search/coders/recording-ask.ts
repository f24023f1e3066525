import type { AskWithTools, Question, ToolOutput, TurnAnswer } from "../../../../src/agents/search/parts.ts";
import type { Model, ModelRequest } from "../../../../src/contracts/model.ts";
import { replyChooser } from "../../../../src/models/scripted/choose-reply.ts";
import { parseScript } from "../../../../src/models/scripted/read-script.ts";
import { scriptedModel } from "../../../../src/models/scripted/scripted-model.ts";

/** What was recorded by key: survives the death of a host. */
export interface Recorded {
  readonly answers: Map<string, Omit<TurnAnswer, "isRecorded">>;
  readonly results: Map<string, ToolOutput>;
}

export const nothingRecorded = (): Recorded => ({ answers: new Map(), results: new Map() });

/** A scripted model that counts what it is asked. */
export async function scripted(script: string): Promise<Model & { readonly requests: ModelRequest[] }> {
  const raw = scriptedModel("scripted", replyChooser(await parseScript(script, "script")));
  const requests: ModelRequest[] = [];
  const model = {
    name: "scripted/test",
    requests,
    forRole: () => model,
    call: async (request: ModelRequest) => {
      requests.push(structuredClone({ messages: request.messages, tools: request.tools ?? [] }));
      return await raw.call(request);
    },
  };
  return model;
}

/** Asks a model, and records answers and results by key. `onRecord` may throw, as if the host died before the record. */
export function recordingAsk(
  model: Model,
  recorded: Recorded = nothingRecorded(),
  onRecord: () => void = () => undefined,
): AskWithTools {
  const before = new Set(recorded.answers.keys());
  const ask = async (key: string, request: ModelRequest): Promise<TurnAnswer> => {
    if (!recorded.answers.has(key)) {
      const { text, toolCalls, providerData } = await model.call(request);
      onRecord();
      recorded.answers.set(key, { text, toolCalls, ...(providerData === undefined ? {} : { providerData }) });
    }
    return { ...recorded.answers.get(key)!, isRecorded: before.has(key) };
  };
  return {
    text: async ({ key, prompt }: Question) => {
      const text = prompt.sections.map((section) => `# ${section.title}\n\n${section.text}`).join("\n\n");
      const { system } = prompt;
      return (
        await ask(key, {
          messages: [
            { role: "system", text: system },
            { role: "user", text },
          ],
        })
      ).text;
    },
    json: async () => null,
    turn: async ({ key, messages, tools, signal }) => await ask(key, { messages, tools, signal }),
    once: async (key, use) => {
      if (!recorded.results.has(key)) {
        const { text, isError } = await use();
        onRecord();
        recorded.results.set(key, { text, ...(isError ? { isError } : {}) });
      }
      return recorded.results.get(key)!;
    },
  };
}
