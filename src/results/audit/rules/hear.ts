import type { Model } from "../../../contracts/model.ts";
import { LimitReached } from "../../../models/calls/limit-reached.ts";
import { ProviderFailure } from "../../../models/provider-failure.ts";
import { askAbout, type Claim } from "./ask.ts";
import type { Chunk } from "./chunks.ts";

/** What the model said about a chunk, or why there is no answer: a limit, the provider, or an answer that is not JSON. */
export type Heard =
  | { readonly kind: "claims"; readonly claims: readonly Claim[] }
  | { readonly kind: "nothing"; readonly reason: string; readonly unreadable: readonly number[] };

/** Failures of a call leave the other chunks alone. @throws what is not about this call, and the signal's reason. */
export async function hear(chunk: Chunk, model: Model, signal: AbortSignal): Promise<Heard> {
  try {
    const answered = await askAbout(chunk, model, signal);
    if ("claims" in answered) return { kind: "claims", claims: answered.claims };
    const { unreadable } = answered;
    return { kind: "nothing", reason: "The model did not answer with the JSON it was asked for.", unreadable };
  } catch (error) {
    if (error instanceof LimitReached || error instanceof ProviderFailure) {
      return { kind: "nothing", reason: error.message, unreadable: [] };
    }
    throw error;
  }
}
