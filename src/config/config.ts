import { z } from "zod";
import type { AgentKind } from "../agents/agent-kind.ts";
import type { CompetitionDefinition } from "../contracts/competition.ts";
import { parseDuration, parseMemory } from "../lib/parse-quantity.ts";
import { sandboxKinds } from "../sandboxes/index.ts";

/** What a config file holds. Paths are relative to the file. */
export interface Config {
  /** Another config file, whose content this one adds to. */
  readonly extends?: string;
  /** Competitions, or files and packages whose default export is one or a list of them. */
  readonly competitions?: readonly (string | CompetitionDefinition)[];
  /** Agents, or files and packages whose default export is one or a list of them. */
  readonly agents?: readonly (string | AgentKind)[];
  /** Ids of competitions, the user's or ours, by the name of their split; or a file or package that exports this. */
  readonly splits?: string | Readonly<Record<string, readonly string[]>>;
  /** Folders of prepared competitions and of run groups. */
  readonly folders?: { readonly data?: string; readonly runs?: string };
  /** Limits of each run, as `mlebench run` takes them. */
  readonly limits?: ConfigLimits;
  /** Where agents run, as in `--sandbox`. */
  readonly sandbox?: string;
}

export interface ConfigLimits {
  /** As in `--time-limit`: 24h, 90m, 3600. */
  readonly time?: string | number;
  /** As in `--memory`: 16g, 512m, unlimited. The same holds for `disk` and `fileSize`. */
  readonly memory?: string | number;
  readonly cpus?: number;
  readonly gpus?: number;
  readonly disk?: string | number;
  readonly fileSize?: string | number;
  readonly processes?: "unlimited" | number;
  /** As in `--output-limit`. */
  readonly output?: string | number;
}

/** Returns its argument. Type-checks a config where it is written. */
export function defineConfig(config: Config): Config {
  return config;
}

const quantity = (parse: (text: string) => number, example: string) =>
  z.union([z.string(), z.number()], { error: `expected ${example}` }).refine(
    (value) => {
      try {
        return parse(String(value)) > 0;
      } catch {
        return false;
      }
    },
    { error: `expected ${example}` },
  );
/** For limits that have a default. */
const orUnlimited = (text: string, parse: (text: string) => number) => (text === "unlimited" ? 1 : parse(text));
const duration = quantity(parseDuration, "a duration such as 24h, 90m or a number of seconds");
const size = quantity(parseMemory, "a size such as 16g or 512m");
const sizeOrUnlimited = quantity((text) => orUnlimited(text, parseMemory), "a size such as 16g or 512m, or unlimited");
const countOrUnlimited = quantity((text) => orUnlimited(text, parseCount), "a whole number above 0, or unlimited");
const object = z.custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value));
const named = z.array(z.union([z.string(), object], { error: "expected the name of a file or package, or an object" }));

function parseCount(text: string): number {
  return Number.isInteger(Number(text)) ? Number(text) : 0;
}

/** Checks everything but competitions and agents, which have schemas of their own. */
export const configSchema = z.strictObject({
  extends: z.string().exactOptional(),
  competitions: named.exactOptional(),
  agents: named.exactOptional(),
  splits: z.union([z.string(), object], { error: "expected lists of ids by name, or a file" }).exactOptional(),
  folders: z.strictObject({ data: z.string().exactOptional(), runs: z.string().exactOptional() }).exactOptional(),
  limits: z
    .strictObject({
      time: duration.exactOptional(),
      memory: sizeOrUnlimited.exactOptional(),
      cpus: z.number().positive().exactOptional(),
      gpus: z.int().positive().exactOptional(),
      disk: sizeOrUnlimited.exactOptional(),
      fileSize: sizeOrUnlimited.exactOptional(),
      processes: countOrUnlimited.exactOptional(),
      output: size.exactOptional(),
    })
    .exactOptional(),
  sandbox: z.enum(sandboxKinds.map(({ name }) => name)).exactOptional(),
});

export const splitsSchema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "expected a name of small letters, digits and hyphens"),
  z.array(z.string()),
);
