import { z } from "zod";
import type { SandboxSpec } from "../../../contracts/sandbox.ts";
import { byteSize } from "./byte-size.ts";

/** `ContainerSettings` while it is being read. */
export interface SettingsDraft {
  readonly hostConfig: Record<string, unknown>;
  readonly environment: Record<string, string>;
  readonly limits: { memoryMb?: number; cpus?: number; processes?: number };
  shmMb: number | null;
  gpus: number | readonly string[] | "all" | null;
  network: SandboxSpec["network"] | null;
  readonly refused: string[];
  /** Of docker-py: two settings that mean something only together. */
  readonly share: { quotaUs?: number; periodUs?: number };
}

/** One setting of a file. `fail` takes what is wrong with it, to follow the setting's name in a sentence. */
export interface FoundSetting {
  readonly key: string;
  readonly value: unknown;
  readonly draft: SettingsDraft;
  readonly fail: (why: string) => never;
}

/** Puts a setting into the draft, and names it in `refused` if it breaks the isolation. */
export type SettingKind = (found: FoundSetting) => void;
export type SettingKinds = Readonly<Record<string, SettingKind>>;

/** A setting whose value has a certain shape. */
export function kind<T>(shape: z.ZodType<T>, put: (value: T, found: FoundSetting) => void): SettingKind {
  return (found) => {
    const read = shape.safeParse(found.value);
    if (read.success) return put(read.data, found);
    const issue = deepest(read.error.issues[0]!);
    const place = issue.path.length > 0 ? ` at \`${issue.path.join(".")}\`` : "";
    return found.fail(`cannot be used${place}: ${issue.message}`);
  };
}

/** Of several allowed forms, reports on the one that was read furthest, which is probably the one that was meant. */
function deepest(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== "invalid_union") return issue;
  const found = issue.errors.flatMap((issues) => issues.slice(0, 1)).map(deepest);
  const closest = found.reduce((best, one) => (one.path.length > best.path.length ? one : best), {
    path: [] as readonly PropertyKey[],
    message: issue.message,
  });
  return { path: [...issue.path, ...closest.path], message: closest.message };
}

/** A setting with another name in the engine's `HostConfig`. */
export const host = <T>(name: string, shape: z.ZodType<T>): SettingKind =>
  kind(shape, (value, { draft }) => {
    draft.hostConfig[name] = value;
  });

/** A setting that breaks the isolation unless it is false or empty. */
export const unsafe = <T>(name: string, shape: z.ZodType<T>, why: string): SettingKind =>
  kind(shape, (value, { key, draft }) => {
    if (value === false || (Array.isArray(value) && value.length === 0)) return;
    draft.refused.push(`${key} (${why})`);
    draft.hostConfig[name] = value;
  });

export const text = z.string();
export const texts = z.array(z.string());
export const textOrTexts = z.union([text.transform((one) => [one]), texts]);
export const count = z.number().int();
/** Numbers, with or without quotes. */
export const amount = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ],
  "expected a number",
);
const scalar = z
  .union([z.string(), z.number(), z.boolean()], "expected a value; variables are never taken from the host")
  .transform(String);

/** A mapping, or the equivalent list of `name=value`; the separator is a pattern. */
export const pairs = (separator: string) =>
  z.record(z.string(), scalar).or(
    z.array(z.string().regex(new RegExp(`.${separator}`), "expected a name and a value")).transform((lines) => {
      const places = lines.map((line) => [line, 1 + line.slice(1).search(separator)] as const);
      return Object.fromEntries(places.map(([line, at]) => [line.slice(0, at), line.slice(at + 1)]));
    }),
  );

export const environment = kind(pairs("="), (value, { draft }) => void Object.assign(draft.environment, value));
export const memory = kind(byteSize, (bytes, { draft }) => {
  draft.limits.memoryMb = bytes / 2 ** 20;
});
export const sharedMemory = kind(byteSize, (bytes, { draft }) => {
  draft.shmMb = bytes / 2 ** 20;
});
/** Processors, in the setting's unit. Two settings may give their number, but must agree. */
export const processors = (perUnit: number): SettingKind =>
  kind(amount, (value, { draft, fail }) => {
    if (value === 0) return;
    const cpus = value / perUnit;
    if (draft.limits.cpus !== undefined && draft.limits.cpus !== cpus) fail("contradicts another setting");
    draft.limits.cpus = cpus;
  });
export const processes = kind(count, (value, { draft }) => {
  // Engines use -1 for no limit.
  if (value > 0) draft.limits.processes = value;
});
export const graphics = kind(z.union([amount, z.literal("all")]), (value, { draft }) => {
  draft.gpus = value === 0 ? null : value === -1 ? "all" : value;
});

/** Our init process passes signals on and reaps orphans. */
export const init = kind(z.boolean(), (value, { fail }) => {
  if (!value) fail("cannot be turned off: commands could not be asked to end");
});
/** Below zero the kernel would kill the host's processes before these. */
export const memoryPriority = host("OomScoreAdj", z.number().int().min(0));

/** `none`, the engine's network or a named one. The host's network, or another container's, breaks the isolation. */
export const networkMode = kind(text, (value, { key, draft }) => {
  draft.network = value === "none" ? "none" : "open";
  if (["none", "bridge", "default"].includes(value)) return;
  if (value === "host" || value.includes(":")) draft.refused.push(`${key}: ${value}`);
  draft.hostConfig.NetworkMode = value;
});

/** A namespace of its own is fine; the host's or another container's breaks the isolation. */
export const namespace = (name: string): SettingKind =>
  kind(text, (value, { key, draft }) => {
    if (value === "host" || value.includes(":")) draft.refused.push(`${key}: ${value}`);
    draft.hostConfig[name] = value;
  });
