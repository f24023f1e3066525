import { z } from "zod";

/** Which agent, in a form that can be written down. Secrets are named, never held. */
export const agentChoice = z.object({
  /** A built-in kind, or `in-process` for an object that the calling program passed. */
  name: z.string(),
  /** What results call it. */
  label: z.string(),
  /** Every setting in effect, defaults included. */
  settings: z.record(z.string(), z.unknown()),
});
export type AgentChoice = z.infer<typeof agentChoice>;
