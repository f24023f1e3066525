import type { ModelAnswer } from "../contracts/model.ts";
import type { RawModel } from "./provider-kind.ts";

/** What one small call shows about a model. */
export interface ModelProbe {
  readonly answer: ModelAnswer;
  readonly seconds: number;
  /** Whether it called the tool that it was asked to call. */
  readonly callsTools: boolean;
  /** Whether its text arrived as a stream; null when it wrote none. */
  readonly streams: boolean | null;
  /** Whether it reported the tokens of input and output. */
  readonly reportsUsage: boolean;
}

const tool = {
  name: "report",
  description: "Reports the result of an addition.",
  parameters: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
};

const task =
  "First write one short sentence that greets the reader. Then, in the same answer, call the tool `report` with the sum of 17 and 25.";

/** Enough for a model that thinks before it answers. */
const usualOutputTokens = 4096;

/** Makes one small call, without another try. @throws ProviderFailure */
export async function probeModel(raw: RawModel, maxOutputTokens = usualOutputTokens): Promise<ModelProbe> {
  let pieces = 0;
  const onText = (): void => {
    pieces += 1;
  };
  const started = performance.now();
  const messages = [{ role: "user", text: task } as const];
  const answer = await raw.call({ messages, tools: [tool], maxOutputTokens, onText });
  const { usage, toolCalls, text } = answer;
  return {
    answer,
    seconds: (performance.now() - started) / 1000,
    callsTools: toolCalls.some(({ name }) => name === tool.name),
    streams: text === "" ? null : pieces > 0,
    reportsUsage: usage.inputTokens !== null && usage.outputTokens !== null,
  };
}
