import type { CodingEvent } from "../coding-events.ts";
import type { EventFields } from "../event-fields.ts";

/** Reads what one run of an agent prints. */
export interface EventStream {
  /** What a line reports; nothing for most lines, and for those of unknown kinds. */
  read(line: EventFields): readonly CodingEvent[];
  /** What is left when the agent has stopped. */
  end?(): readonly CodingEvent[];
}
