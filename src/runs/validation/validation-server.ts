import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { type Check, type CheckLimits, type CheckTask, checkSubmission } from "./check-submission.ts";
import { receiveUpload, type UploadLimits } from "./receive-upload.ts";
import { TokenBucket } from "./token-bucket.ts";
import { UploadError } from "./upload-error.ts";

/** What keeps an agent from doing harm by asking. */
export interface ValidationLimits extends UploadLimits, CheckLimits {
  /** Between two calls, on average. */
  readonly intervalMs: number;
  /** Calls that may come at once after a pause. */
  readonly burst: number;
  /** Calls under way: one is checked, the others send or wait. */
  readonly atOnce: number;
}

/** What the journal notes of a call. Calls that were turned away for coming too often are not told: there can be thousands. */
export interface ValidationCall {
  /** Null: there was nothing to judge, or no judgement. */
  readonly valid: boolean | null;
  readonly answer: string;
  readonly bytes: number;
}

interface ServerSettings {
  readonly task: Omit<CheckTask, "submissionPath">;
  /** A folder for uploads. */
  readonly scratch: string;
  readonly limits: ValidationLimits;
  readonly onCall: (call: ValidationCall) => void | Promise<void>;
  /** Aborted at the end: what is under way stops. */
  readonly signal: AbortSignal;
}

type Answered = {
  readonly status: 200 | 400 | 408 | 413 | 500;
  readonly body: Record<string, unknown>;
} & ValidationCall;

const longestReason = 2000;

/** The routes of the validation: `POST /validate` and `GET /health`. */
export function validationServer({ task, scratch, limits, onCall, signal }: ServerSettings) {
  const bucket = new TokenBucket(limits.intervalMs, limits.burst);
  const underWay = new Set<Promise<unknown>>();
  let turn: Promise<unknown> = Promise.resolve();
  const check = (submissionPath: string): Promise<Check> => {
    const mine = turn.then(() => checkSubmission({ ...task, submissionPath }, limits, signal));
    turn = mine.catch(() => undefined);
    return mine;
  };

  const answer = async (request: IncomingMessage): Promise<Answered> => {
    const file = join(scratch, `${randomUUID()}.csv`);
    let bytes = 0;
    try {
      bytes = await receiveUpload(request, file, limits, signal);
      const outcome = await check(file);
      const result = sentence(outcome, file);
      return { status: 200, body: { result, valid: outcome.valid }, valid: outcome.valid, answer: result, bytes };
    } catch (error) {
      if (error instanceof UploadError) {
        return { status: error.status, body: { error: error.message }, valid: null, answer: error.message, bytes };
      }
      if (request.errored) return broken(bytes);
      return { ...ownFailure(error), valid: null, bytes };
    } finally {
      await rm(file, { force: true });
    }
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/health", (context) => context.json({ status: "running" }));
  app.post("/validate", async (context) => {
    const { incoming } = context.env;
    const waitMs = underWay.size >= limits.atOnce ? limits.intervalMs : bucket.take();
    if (waitMs !== null) return await turnAway(context, waitMs, limits);
    const work = answer(incoming).then(async (answered) => {
      await onCall({ valid: answered.valid, answer: answered.answer, bytes: answered.bytes });
      return answered;
    });
    underWay.add(work);
    const { status, body } = await work.finally(() => underWay.delete(work));
    // A body that was not read to its end would be taken for the next request.
    if (!incoming.complete) context.header("Connection", "close");
    return context.json(body, status);
  });
  app.notFound((context) => context.json({ error: "There are POST /validate and GET /health." }, 404));
  app.onError((error, context) => context.json(ownFailure(error).body, 500));
  return { fetch: app.fetch, settled: () => Promise.allSettled(underWay) };
}

function sentence(outcome: Check, file: string): string {
  if (outcome.valid) return "Submission is valid.";
  const told = outcome.reason.replaceAll(file, "The file");
  const reason = told.length > longestReason ? `${told.slice(0, longestReason)} ...` : told;
  return `${outcome.valid === null ? "Submission could not be checked!" : "Submission invalid!"} ${reason}`;
}

/** Whoever sends everything before it reads should get the answer and not a broken connection: the body is read and dropped. */
async function turnAway(context: Context<{ Bindings: HttpBindings }>, waitMs: number, limits: ValidationLimits) {
  const { incoming } = context.env;
  const timer = setTimeout(() => incoming.destroy(), limits.uploadMs);
  let bytes = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limits.bodyBytes) break;
    }
  } finally {
    clearTimeout(timer);
  }
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  context.header("Retry-After", String(seconds));
  const often = `${limits.burst} calls at once, then one every ${limits.intervalMs / 1000} s`;
  return context.json({ error: `Too many calls (${often}): ask again in ${seconds} s.` }, 429);
}

function broken(bytes: number): Answered {
  const answer = "The upload was broken off.";
  return { status: 400, body: { error: answer }, valid: null, answer, bytes };
}

/** Tells what failed without telling where on the host. */
function ownFailure(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const details = message.replaceAll(/(?:file:\/\/)?\/[^\s'"`,;:()]+/g, "...");
  const answer = "The check failed for a reason that is not the submission's.";
  return { status: 500, body: { error: answer, details }, answer: `${answer} ${details}` } as const;
}
