import { parentPort } from "node:worker_threads";
import { BenchError } from "../errors.ts";
import type { FromChild, SentError, ToChild } from "./messages.ts";

/** What an answer may use besides the question. */
interface AnswerTools {
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  readonly report: (progress: unknown) => void;
}

/**
 * The other end of `Child.ask`, for programs that `startProcess` or `startThread` runs. A process stays until it is
 * killed or its parent has exited: if it exited after an answer, its end could be noticed before the answer arrives.
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question, tools: AnswerTools) => Promise<Answer>,
): void {
  const send = (message: FromChild): void => {
    if (parentPort === null) process.send!(message);
    else parentPort.postMessage(message);
  };
  let stopping = new AbortController();
  const receive = async (message: ToChild): Promise<void> => {
    if ("stop" in message) return stopping.abort();
    stopping = new AbortController();
    const tools = { signal: stopping.signal, report: (progress: unknown) => send({ progress }) };
    try {
      send({ answer: await answer(message.question as Question, tools) });
    } catch (error) {
      send({ error: toSentError(error) });
    }
  };
  if (parentPort !== null) parentPort.on("message", receive);
  else process.on("message", receive).on("disconnect", () => process.exit());
}

function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { code: null, message: String(error), stack: String(error) };
  const { message, stack = message } = error;
  return { code: error instanceof BenchError ? error.code : null, message, stack };
}
