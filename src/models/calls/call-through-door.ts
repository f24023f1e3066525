import type { ModelAnswer, ModelRequest } from "../../contracts/model.ts";
import type { ModelName } from "../model-name.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { RawModel } from "../provider-kind.ts";
import { unknownUsage } from "../unknown-usage.ts";
import type { CallDoor, OpenCall } from "./call-door.ts";
import { recordedRequest } from "./recorded-request.ts";

interface CallPlace {
  readonly name: ModelName;
  readonly raw: RawModel;
  readonly role: string | null;
  readonly door: CallDoor;
  /** Unless the request has its own. */
  readonly maxOutputTokens: number | undefined;
}

/**
 * One call of an agent that runs in this process, with as many tries as the door allows. Text of a try that failed in the
 * middle has been streamed by then, and is streamed again.
 *
 * @throws LimitReached, ProviderFailure, or the reason of the request's signal.
 */
export async function callThroughDoor(place: CallPlace, request: ModelRequest): Promise<ModelAnswer> {
  const { name, role, door } = place;
  const { maxOutputTokens = place.maxOutputTokens, signal } = request;
  const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const limited = { ...request, ...limit };
  const stop = signal === undefined ? {} : { signal };
  const asked = { name, role, protocol: "in-process", request: recordedRequest(limited) } as const;
  const open = await door.begin({ ...asked, ...limit, ...stop });
  if (open.recorded !== undefined) return repeatAnswer(open.recorded, open.number, request);
  const answer = await tryUntilAnswered(place.raw, limited, open);
  const { usage, finishReason, answeredBy } = answer;
  const bill = open.finished({ body: answer, usage, finishReason, answeredBy });
  return { ...answer, ...bill, call: open.number };
}

function repeatAnswer(
  { body, cost }: NonNullable<OpenCall["recorded"]>,
  call: number,
  { onText }: ModelRequest,
): ModelAnswer {
  const answer = body as ModelAnswer;
  if (answer.text !== "") onText?.(answer.text);
  return { ...answer, cost, call };
}

async function tryUntilAnswered(raw: RawModel, request: ModelRequest, open: OpenCall): Promise<ModelAnswer> {
  for (;;) {
    let [isHeard, text] = [false, ""];
    const heard = (): void => {
      isHeard = true;
      open.heard();
    };
    const onText = (piece: string): void => {
      text += piece;
      request.onText?.(piece);
    };
    const current = open.signal;
    try {
      return await raw.call({ ...request, signal: current, onText }, heard);
    } catch (error) {
      const failure = failureOf(error, current, request.signal);
      // What a provider has begun to answer is paid for.
      const begun = isHeard ? { usage: unknownUsage, body: { text } } : {};
      if (failure !== null && (await open.retry({ ...tryFailure(failure), ...begun }))) continue;
      open.failed({ status: failure?.status ?? null, message: messageOf(error), ...begun });
      throw request.signal?.aborted ? request.signal.reason : (failure ?? error);
    }
  }
}

/** What the provider failed with; null when the caller gave up, or the failure is ours. */
function failureOf(error: unknown, current: AbortSignal, caller: AbortSignal | undefined): ProviderFailure | null {
  if (caller?.aborted) return null;
  if (current.aborted) return new ProviderFailure(messageOf(current.reason), { status: null });
  return error instanceof ProviderFailure ? error : null;
}

function tryFailure({ status, retryAfterMs, message }: ProviderFailure) {
  return { status, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
