import { z } from "zod";
import type { Model, ModelAnswer, ModelMessage, ModelRequest, ReasoningEffort } from "../../contracts/model.ts";
import { shortenMiddle } from "../react/output/shorten-middle.ts";
import type { EventOf } from "./events.ts";
import { extractJson } from "./extract-json.ts";
import type { SearchJournal } from "./journal.ts";
import type { AskWithTools, Prompt, Question, ToolOutput, TurnAnswer } from "./parts.ts";
import { promptText } from "./prompt-text.ts";

/** More of an answer is not kept. */
const mostCharacters = 2 ** 20;

/** How much of an answer that could not be used the model sees again. */
const mostRepeated = 4000;

interface AskOptions {
  readonly journal: SearchJournal;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** Learns how long a call waited for its provider. */
  readonly waited: (ms: number) => void;
}

/** Asks the run's models. Every answer is recorded by the key of its question, so none is paid for twice. */
export function askThrough({ journal, model, signal, waited }: AskOptions): AskWithTools {
  const call = async (key: string, role: string, request: ModelRequest): Promise<EventOf<"asked">> => {
    const asked = model.forRole(role);
    const answer = await asked.call(request);
    waited(answer.waitedMs ?? 0);
    const event = answeredEvent({ key, role, model: asked.name }, answer);
    journal.add(event);
    return event;
  };
  const noteEffort = ({ model: name = "", effort }: EventOf<"asked">, wanted: ReasoningEffort | undefined): void => {
    const note = `${name} was asked without the effort ${wanted}, which it is not known to take: \`--model-setting reasoning-effort=${wanted}\` sends it all the same.`;
    const isNew = journal.shown.all("note").every((known) => known.text !== note);
    if (wanted !== undefined && effort === undefined && isNew) journal.add({ type: "note", text: note });
  };
  const text = async ({ key, role, effort, prompt }: Question): Promise<string> => {
    const thinking = effort === undefined ? {} : { reasoningEffort: effort };
    const known = journal.find("asked", key);
    const event = known ?? (await call(key, role, { messages: messagesOf(prompt), ...thinking, signal }));
    noteEffort(event, effort);
    return event.text;
  };
  return {
    text,
    json: async (question, schema) => await askForJson(text, question, schema),
    turn: async ({ key, role, ...request }): Promise<TurnAnswer> => {
      const known = journal.find("asked", key);
      const { text: said, toolCalls, providerData } = known ?? (await call(key, role, request));
      const asked = (toolCalls ?? []) as TurnAnswer["toolCalls"];
      return { text: said, toolCalls: asked, providerData, isRecorded: known !== undefined };
    },
    once: async (key, use): Promise<ToolOutput> => {
      const known = journal.find("used-tool", key);
      if (known !== undefined) return outputOf(known);
      const output = outputOf(await use());
      journal.add({ type: "used-tool", key, ...output });
      return output;
    },
  };
}

function outputOf({ text, isError }: ToolOutput): ToolOutput {
  return { text, ...(isError ? { isError } : {}) };
}

function answeredEvent(
  question: Pick<EventOf<"asked">, "key" | "role" | "model">,
  answer: ModelAnswer,
): EventOf<"asked"> {
  const { text, toolCalls, providerData, usage, call, effort, cost = null } = answer;
  return {
    type: "asked",
    ...question,
    ...(call === undefined ? {} : { call }),
    ...(effort === undefined ? {} : { effort }),
    text: text.slice(0, mostCharacters),
    ...(text.length > mostCharacters ? { isCut: true } : {}),
    ...(toolCalls.length === 0 ? {} : { toolCalls: toolCalls.map((asked) => ({ ...asked })) }),
    ...(providerData === undefined ? {} : { providerData }),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cost,
  };
}

function messagesOf(prompt: Prompt): ModelMessage[] {
  return [
    { role: "system", text: prompt.system },
    { role: "user", text: promptText(prompt) },
  ];
}

/** Asks for JSON of a shape, and once more when the answer has none. */
async function askForJson<Answer>(
  text: (question: Question) => Promise<string>,
  question: Question,
  schema: z.ZodType<Answer>,
): Promise<Answer | null> {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const format = {
    title: "Answer",
    text: `Answer with JSON alone, which must match this schema:\n${JSON.stringify(shape)}`,
  };
  const { prompt } = question;
  const first = await text({ ...question, prompt: { ...prompt, sections: [...prompt.sections, format] } });
  const found = extractJson(first, schema);
  if ("value" in found) return found.value;
  const said = shortenMiddle(first, mostRepeated, (left) => `[... ${left} characters left out ...]`);
  const wrong = {
    title: "Your last answer could not be used",
    text: `${found.problem}\n\nIt was:\n${said === "" ? "(empty)" : said}`,
  };
  const sections = [...prompt.sections, wrong, format];
  const second = extractJson(
    await text({ ...question, key: `${question.key}/repair`, prompt: { ...prompt, sections } }),
    schema,
  );
  return "value" in second ? second.value : null;
}
