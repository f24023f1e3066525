import { z } from "zod";
import type { AgentTask } from "../../../contracts/agent.ts";
import type { ModelTool } from "../../../contracts/model.ts";
import type { Clock } from "../clock.ts";
import type { OutputFiles } from "../output/output-files.ts";
import type { ReactSettings } from "../settings.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Jobs } from "./jobs.ts";

/** The kernel takes 128 KiB. */
const mostWordBytes = 120_000;

/** What tools for commands and files work with. */
export interface FileBench {
  readonly task: Pick<AgentTask, "sandbox" | "signal" | "graceMs" | "onOutput">;
  readonly settings: Pick<ReactSettings, "command_seconds">;
  readonly clock: Clock;
  readonly outputs: OutputFiles;
  /** Where commands start and relative paths begin, inside. */
  readonly folder: string;
  /** The folders in which files may be written, inside. */
  readonly writable: readonly string[];
  /** What commands find in their environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What all tools of the agent work with. */
export interface Workbench extends FileBench {
  readonly settings: ReactSettings;
  readonly jobs: Jobs;
  readonly interpreter: Interpreter;
}

/** What the model reads. */
export interface ToolResult {
  readonly text: string;
  readonly isError?: true;
  /** The work is done. */
  readonly ends?: true;
}

export interface ReactTool<Bench = Workbench> extends ModelTool {
  /** Whether doing it twice does the same as once, so that a call whose result was lost is simply repeated. */
  readonly isRepeatable: boolean;
  /**
   * @param given What the model wrote, whatever it is.
   * @param number Counts the results of a run, for names of files.
   */
  use(given: unknown, workbench: Bench, number: number): Promise<ToolResult>;
}

interface ToolDefinition<Input extends z.ZodObject, Bench> {
  readonly name: string;
  readonly description: string;
  /** Default: no. */
  readonly isRepeatable?: boolean;
  readonly input: Input;
  use(input: z.infer<Input>, workbench: Bench, number: number): Promise<ToolResult>;
}

/** A tool that checks its arguments: the model is told what is wrong with them. */
export function defineTool<Input extends z.ZodObject, Bench = Workbench>(
  definition: ToolDefinition<Input, Bench>,
): ReactTool<Bench> {
  const { name, description, isRepeatable = false, input, use } = definition;
  const { $schema, ...parameters } = z.toJSONSchema(input, { io: "input", override: withoutBounds });
  return {
    name,
    description,
    isRepeatable,
    parameters,
    use: async (given, workbench, number) => {
      const { success, data, error } = input.safeParse(given);
      if (success) return await use(data, workbench, number);
      const problems = error.issues.map(({ path, message }) => `${path.join(".") || "the arguments"}: ${message}`);
      return failed(`${name} was not used: ${problems.join("; ")}. It takes ${JSON.stringify(parameters)}`);
    },
  };
}

/** Not all providers understand bounds. They are checked here. */
function withoutBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  for (const name of ["minimum", "maximum", "exclusiveMinimum", "minLength"] as const) delete jsonSchema[name];
}

/** Text that becomes a word of a command line, which the system limits. */
export const word = z
  .string()
  .min(1)
  .refine((text) => !text.includes("\0"), "must not contain a NUL character")
  .refine((text) => Buffer.byteLength(text) < mostWordBytes, "is too long: write it to a file with write_file first");

export function failed(text: string): ToolResult {
  return { text, isError: true };
}
