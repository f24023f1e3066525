import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { firstCut } from "../rehearsal/rehearsal-access.ts";
import type { Judge } from "./judge.ts";
import type { CheckLimits } from "./judging-process.ts";
import { receiveUpload, type UploadLimits } from "./receive-upload.ts";
import { TokenBucket } from "./token-bucket.ts";
import { UploadError } from "./upload-error.ts";

/** Limits that keep an agent from overloading the validation. */
export interface ValidationLimits extends UploadLimits, CheckLimits {
  /** Average time between two calls. */
  readonly intervalMs: number;
  /** Calls that are allowed at once after a pause. */
  readonly burst: number;
  /** Open calls: one is being checked, the others upload or wait. */
  readonly atOnce: number;
}

/** What the journal records about a call. Calls over the rate limit are not recorded: there could be thousands. */
export interface ValidationCall {
  /** Null when the file could not be checked. */
  readonly valid: boolean | null;
  readonly answer: string;
  readonly bytes: number;
}

interface ServerSettings {
  readonly judge: Judge;
  /** A folder for uploads. */
  readonly scratch: string;
  readonly limits: ValidationLimits;
  readonly onCall: (call: ValidationCall) => void | Promise<void>;
  /** Aborted at the end of the run: open calls stop. */
  readonly signal: AbortSignal;
}

type Answered = {
  readonly status: 200 | 400 | 408 | 413 | 500;
  readonly body: Record<string, unknown>;
} & ValidationCall;

/** What a route makes of an uploaded file. */
type Route = (file: string, bytes: number) => Promise<{ body: Record<string, unknown>; valid: boolean | null }>;

/** The routes of the validation: `POST /validate`, `POST /rehearse` for agents with a rehearsal, and `GET /health`. */
export function validationServer({ judge, scratch, limits, onCall, signal }: ServerSettings) {
  const bucket = new TokenBucket(limits.intervalMs, limits.burst);
  const openCalls = new Set<Promise<unknown>>();
  const check: Route = async (file) => {
    const answer = await judge.check(file);
    return { body: { ...answer }, valid: answer.valid };
  };

  const answer = async (request: IncomingMessage, route: Route): Promise<Answered> => {
    const file = join(scratch, `${randomUUID()}.csv`);
    let bytes = 0;
    try {
      bytes = await receiveUpload(request, file, limits, signal);
      const { body, valid } = await route(file, bytes);
      return { status: 200, body, valid, answer: String(body.result), bytes };
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

  const respond = async (
    context: Context<{ Bindings: HttpBindings }>,
    work: (from: IncomingMessage) => Promise<Answered>,
  ) => {
    const { incoming } = context.env;
    const waitMs = openCalls.size >= limits.atOnce ? limits.intervalMs : bucket.take();
    if (waitMs !== null) return await rejectCall(context, waitMs, limits);
    const working = work(incoming);
    openCalls.add(working);
    const { status, body } = await working.finally(() => openCalls.delete(working));
    // The rest of a body that was not read to its end would be parsed as the next request.
    if (!incoming.complete) context.header("Connection", "close");
    return context.json(body, status);
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/health", (context) => context.json({ status: "running" }));
  app.post("/validate", (context) =>
    respond(context, async (incoming) => {
      const answered = await answer(incoming, check);
      await onCall({ valid: answered.valid, answer: answered.answer, bytes: answered.bytes });
      return answered;
    }),
  );
  if (judge.rehearses) {
    const score: Route = async (file, bytes) => {
      const scored = await judge.score(firstCut, { file, bytes });
      return { body: { ...scored }, valid: scored.valid };
    };
    app.post("/rehearse", (context) => respond(context, (incoming) => answer(incoming, score)));
  }
  app.notFound((context) => context.json({ error: "Not found. Use POST /validate or GET /health." }, 404));
  app.onError((error, context) => context.json(ownFailure(error).body, 500));
  return { fetch: app.fetch, settled: () => Promise.allSettled(openCalls) };
}

/** Reads and drops the body: a client that sends everything before it reads gets the answer, not a broken connection. */
async function rejectCall(context: Context<{ Bindings: HttpBindings }>, waitMs: number, limits: ValidationLimits) {
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
  return context.json({ error: `Too many calls (${often}): try again in ${seconds} s.` }, 429);
}

function broken(bytes: number): Answered {
  const answer = "The upload was interrupted.";
  return { status: 400, body: { error: answer }, valid: null, answer, bytes };
}

/** Says what failed without revealing paths of the host. */
function ownFailure(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const details = message.replaceAll(/(?:file:\/\/)?\/[^\s'"`,;:()]+/g, "...");
  const answer = "The check failed, but not because of the submission.";
  return { status: 500, body: { error: answer, details }, answer: `${answer} ${details}` } as const;
}
