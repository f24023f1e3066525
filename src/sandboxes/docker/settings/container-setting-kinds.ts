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

/** One setting of a file. `fail` takes what is wrong with it: the rest of a sentence that begins with its name. */
export interface FoundSetting {
  readonly key: string;
  readonly value: unknown;
  readonly draft: SettingsDraft;
  readonly fail: (why: string) => never;
}

/** Puts a setting into the draft; what breaks the isolation is named in its `refused`. */
export type SettingKind = (found: FoundSetting) => void;
export type SettingKinds = Readonly<Record<string, SettingKind>>;

/** A setting of a shape. */
export function kind<T>(shape: z.ZodType<T>, put: (value: T, found: FoundSetting) => void): SettingKind {
  return (found) => {
    const read = shape.safeParse(found.value);
    if (read.success) return put(read.data, found);
    const issue = deepest(read.error.issues[0]!);
    const place = issue.path.length > 0 ? ` at \`${issue.path.join(".")}\`` : "";
    return found.fail(`cannot be used${place}: ${issue.message}`);
  };
}

/** Of the forms that a value may have, the one it comes closest to says best what is wrong: where reading got furthest. */
function deepest(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== "invalid_union") return issue;
  const found = issue.errors.flatMap((issues) => issues.slice(0, 1)).map(deepest);
  const closest = found.reduce((best, one) => (one.path.length > best.path.length ? one : best), {
    path: [] as readonly PropertyKey[],
    message: issue.message,
  });
  return { path: [...issue.path, ...closest.path], message: closest.message };
}

/** A setting that the engine's `HostConfig` has under another name. */
export const host = <T>(name: string, shape: z.ZodType<T>): SettingKind =>
  kind(shape, (value, { draft }) => {
    draft.hostConfig[name] = value;
  });

/** A setting that breaks the isolation whenever it is there (and not false or empty). */
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
/** Numbers that a file may have in quotes. */
export const amount = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ],
  "a number is needed",
);
const scalar = z
  .union([z.string(), z.number(), z.boolean()], "a value is needed; the host's own is never taken")
  .transform(String);

/** A mapping, or the list of `name=value` that means the same; the separator is a pattern. */
export const pairs = (separator: string) =>
  z.record(z.string(), scalar).or(
    z.array(z.string().regex(new RegExp(`.${separator}`), "each needs a name and a value")).transform((lines) => {
      const places = lines.map((line) => [line, 1 + line.slice(1).search(separator)] as const);
      return Object.fromEntries(places.map(([line, at]) => [line.slice(0, at), line.slice(at + 1)]));
    }),
  );

export const environment = kind(pairs("="), (value, { draft }) => void Object.assign(draft.environment, value));
export const extraHosts = kind(pairs("[:=]"), (value, { draft }) => {
  draft.hostConfig.ExtraHosts = Object.entries(value).map(([name, address]) => `${name}:${address}`);
});
export const memory = kind(byteSize, (bytes, { draft }) => {
  draft.limits.memoryMb = bytes / 2 ** 20;
});
export const sharedMemory = kind(byteSize, (bytes, { draft }) => {
  draft.shmMb = bytes / 2 ** 20;
});
/** Processors, in parts of one: two settings may speak of them, but not differently. */
export const processors = (perUnit: number): SettingKind =>
  kind(amount, (value, { draft, fail }) => {
    if (value === 0) return;
    const cpus = value / perUnit;
    if (draft.limits.cpus !== undefined && draft.limits.cpus !== cpus) fail("says something else than another setting");
    draft.limits.cpus = cpus;
  });
export const processes = kind(count, (value, { draft }) => {
  // The engine's word for no limit is -1.
  if (value > 0) draft.limits.processes = value;
});
export const graphics = kind(z.union([amount, z.literal("all")]), (value, { draft }) => {
  draft.gpus = value === 0 ? null : value === -1 ? "all" : value;
});

/** Ours passes signals on and buries orphans. */
export const init = kind(z.boolean(), (value, { fail }) => {
  if (!value) fail("cannot be switched off: commands could not be asked to end");
});
/** Below zero the kernel would rather end the host's processes than these. */
export const memoryPriority = host("OomScoreAdj", z.number().int().min(0));

/** `none`, the engine's own network, one by name; the host's, or another container's, is not apart from it. */
export const networkMode = kind(text, (value, { key, draft }) => {
  draft.network = value === "none" ? "none" : "open";
  if (["none", "bridge", "default"].includes(value)) return;
  if (value === "host" || /^(container|service):/.test(value)) draft.refused.push(`${key}: ${value}`);
  draft.hostConfig.NetworkMode = value;
});

/** A namespace: one's own is fine, the host's or another container's is not. */
export const namespace = (name: string): SettingKind =>
  kind(text, (value, { key, draft }) => {
    if (value === "host" || value.includes(":")) draft.refused.push(`${key}: ${value}`);
    draft.hostConfig[name] = value;
  });
