import { z } from "zod";

/** Which agent, in a form that can be written down: secrets are named, never held. */
export const agentChoice = z.object({
  /** A built-in agent: dummy, oracle, baseline, command, container. */
  name: z.string(),
  /** What the results call it. Default: `name`; for `container` the id. */
  label: z.string().optional(),
  /** The command line of `command`. */
  command: z.array(z.string()).optional(),
  /** The files of `command` (mounted at /home/agent), or upstream's agent folder of `container`. */
  directory: z.string().optional(),
  /** Which of the agents in the folder's config.yaml. */
  id: z.string().optional(),
  /** Variables of the host's environment that are passed on by name. */
  passEnvironment: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  /** `oracle`: a folder with `<id>.csv` to submit, or one file, instead of the prepared answers. */
  answers: z.string().optional(),
});
export type AgentChoice = z.infer<typeof agentChoice>;

/** What results and folders call an agent. */
export function agentLabel({ label, id, name }: AgentChoice): string {
  return label ?? id ?? name;
}
