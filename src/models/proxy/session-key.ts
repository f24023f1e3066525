import type { CallDoor } from "../calls/call-door.ts";

/** The variables in which programs find the key of their run's proxy. */
export const keyVariables = [
  "MODEL_API_KEY",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "GEMINI_API_KEY",
] as const;

/**
 * The key for the programs of one session. It is the only thing that every program sends along as it is, so it also says
 * which session a call belongs to.
 */
export function sessionKey(key: string, session: string): string {
  return `${key}.${session}`;
}

/** A key as a program sends it. */
export function splitKey(given: string): { readonly key: string; readonly session: string | null } {
  const [, key = given, session = null] = /^(mlebench-[\w-]+)\.([\w./-]{1,200})$/.exec(given) ?? [];
  return { key, session };
}

/** The door for the programs of one session; null for those outside of any. */
export function sessionDoor(door: CallDoor, session: string | null): CallDoor {
  return { begin: (call) => door.begin({ ...call, session }) };
}
