import type { ModelMessage, ModelRequest, ModelTool, ToolCall } from "../../../contracts/model.ts";
import { asCount, asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";

export function readGeminiRequest(body: unknown): ModelRequest {
  const outer = asRecord(body);
  // A request that counts tokens may wrap the one it is about.
  const request = outer.generateContentRequest === undefined ? outer : asRecord(outer.generateContentRequest);
  const system = partsText(asRecord(request.systemInstruction ?? request.system_instruction).parts);
  const tools = asRecords(request.tools).flatMap((tool) => asRecords(tool.functionDeclarations).map(readTool));
  const maxOutputTokens = readGeminiMaxTokens(request);
  const ids = new CallIds();
  return {
    messages: [
      ...(system === "" ? [] : [{ role: "system", text: system } as const]),
      ...asRecords(request.contents).flatMap((content) => readContent(content, ids)),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}

export function readGeminiMaxTokens(request: LooseRecord): number | null {
  return asCount(asRecord(request.generationConfig).maxOutputTokens);
}

function readContent(content: LooseRecord, ids: CallIds): ModelMessage[] {
  const parts = asRecords(content.parts);
  const text = partsText(parts);
  if (content.role === "model") {
    const toolCalls = parts.filter(({ functionCall }) => functionCall !== undefined).map((part) => readCall(part, ids));
    return [{ role: "assistant", text, toolCalls }];
  }
  const results = parts
    .map(({ functionResponse }) => asRecord(functionResponse))
    .filter(({ name }) => name !== undefined)
    .map((result) => readResult(result, ids));
  return text === "" && results.length > 0 ? results : [...results, { role: "user", text }];
}

export function readCall(part: LooseRecord, ids: CallIds): ToolCall {
  const call = asRecord(part.functionCall);
  const name = asText(call.name);
  return { id: asText(call.id) || ids.forCall(name), name, arguments: call.args ?? {} };
}

function readResult(result: LooseRecord, ids: CallIds): ModelMessage {
  const response = asRecord(result.response);
  const { output, error } = response;
  const text = typeof output === "string" ? output : typeof error === "string" ? error : JSON.stringify(response);
  const callId = asText(result.id) || ids.forResult(asText(result.name));
  return { role: "tool", callId, text, ...(error === undefined ? {} : { isError: true }) };
}

/** The text of parts, without thoughts. A part that is neither text nor a call leaves a mark. */
export function partsText(parts: unknown): string {
  return asRecords(parts)
    .map((part) => {
      if (part.thought === true || part.functionCall !== undefined || part.functionResponse !== undefined) return "";
      const isMedia = part.inlineData !== undefined || part.fileData !== undefined;
      return isMedia ? "[media left out]" : asText(part.text);
    })
    .join("");
}

function readTool(tool: LooseRecord): ModelTool {
  const parameters = tool.parametersJsonSchema ?? lowerTypes(tool.parameters);
  return { name: asText(tool.name), description: asText(tool.description), parameters: asRecord(parameters) };
}

/** Gemini writes the types of a schema in capitals. */
function lowerTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    name === "type" && typeof value === "string" ? value.toLowerCase() : lowerTypes(value),
  ]);
  return Object.fromEntries(members);
}

/** Makes ids for calls and results without one: results of a function come in the order of its calls. */
export class CallIds {
  readonly #calls = new Map<string, number>();
  readonly #results = new Map<string, number>();

  forCall = (name: string): string => next(this.#calls, name);
  forResult = (name: string): string => next(this.#results, name);
}

function next(counts: Map<string, number>, name: string): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return `${name}-${count}`;
}
