import { z } from "zod";

/** How format 1 named an agent: every agent's settings side by side. */
const agent = z.object({
  name: z.string(),
  label: z.string().optional(),
  command: z.array(z.string()).optional(),
  directory: z.string().optional(),
  id: z.string().optional(),
  passEnvironment: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  answers: z.string().optional(),
});

/**
 * A plan of format 1 as format 2 writes it. Other plans are returned as they are. The key is left out: it must be
 * calculated again, so that the same command still finds the group.
 */
export function fromFirstFormat(plan: unknown): unknown {
  const first = z.looseObject({ format: z.literal(1), agent }).safeParse(plan);
  if (!first.success) return plan;
  const { key: _, ...rest } = first.data as typeof first.data & { key?: unknown };
  const { name, label, command, directory, id, answers, environment = {}, passEnvironment = [] } = rest.agent;
  const takesVariables = name === "command" || name === "container";
  const settings = {
    ...(command === undefined ? {} : { command }),
    ...(directory === undefined ? {} : { directory }),
    ...(id === undefined ? {} : { id }),
    ...(answers === undefined ? {} : { answers }),
    ...(takesVariables ? { environment, pass_environment: passEnvironment } : {}),
  };
  return { ...rest, format: 2, agent: { name, label: label ?? id ?? name, settings } };
}
