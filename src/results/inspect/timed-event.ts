import type { InspectEvent } from "./log-types.ts";

/** An event before it has its place in the log. */
export interface TimedEvent {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly event: InspectEvent["event"];
  readonly [member: string]: unknown;
}
