import type { CallAnswer, CallDoor, CallFailure, CallStart, TryFailure } from "../../../src/models/calls/call-door.ts";

interface SeenCall {
  readonly start: CallStart;
  readonly tries: TryFailure[];
  answer?: CallAnswer;
  failure?: CallFailure;
}

/** A door that lets every call pass and remembers it. Passing failures are tried again at once, a few times. */
export class OpenDoor implements CallDoor {
  readonly calls: SeenCall[] = [];
  /** Set it to refuse all further calls. */
  refusal: Error | null = null;
  recorded: unknown;
  stallMs = 60_000;

  async begin(start: CallStart) {
    if (this.refusal !== null) throw this.refusal;
    const seen: SeenCall = { start, tries: [] };
    this.calls.push(seen);
    const guard = (): { signal: AbortSignal; timer: NodeJS.Timeout } => {
      const stalled = new AbortController();
      const timer = setTimeout(() => stalled.abort(new Error("The provider has sent nothing.")), this.stallMs);
      return { signal: AbortSignal.any([stalled.signal, ...(start.signal ? [start.signal] : [])]), timer };
    };
    let current = guard();
    const end = (): void => {
      clearTimeout(current.timer);
      if (seen.answer !== undefined || seen.failure !== undefined) throw new Error("The call has ended twice.");
    };
    return {
      number: this.calls.length,
      ...(this.recorded === undefined ? {} : { recorded: { body: this.recorded, cost: null } }),
      get signal() {
        return current.signal;
      },
      heard: () => void current.timer.refresh(),
      retry: async (failure: TryFailure) => {
        clearTimeout(current.timer);
        if (failure.status !== null && failure.status !== 429 && failure.status < 500) return false;
        if (seen.tries.push(failure) > 3) return false;
        current = guard();
        return true;
      },
      finished: (answer: CallAnswer) => {
        end();
        seen.answer = answer;
        return { cost: null, waitedMs: 0 };
      },
      failed: (failure: CallFailure) => {
        end();
        seen.failure = failure;
      },
    };
  }
}
