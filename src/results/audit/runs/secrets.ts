import type { Environment } from "../../../models/environment.ts";
import { providers } from "../../../models/index.ts";

/** What keys look like, by what they open. The beginnings are those that providers document. */
const shapes: readonly (readonly [kind: string, shape: string])[] = [
  ["Anthropic key", "sk-ant-[\\w-]{20,}"],
  ["OpenRouter key", "sk-or-v1-[0-9a-f]{32,}"],
  ["OpenAI key", "sk-(?:proj|svcacct|admin)-[\\w-]{20,}|sk-[A-Za-z0-9]{32,}"],
  ["Google key", "AIza[\\w-]{35}"],
  ["AWS key", "(?:AKIA|ASIA)[0-9A-Z]{16}"],
  ["GitHub token", "gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\\w{22,}"],
  ["GitLab token", "glpat-[\\w-]{20,}"],
  ["Hugging Face token", "hf_[A-Za-z0-9]{30,}"],
  ["Kaggle token", "KGAT_[0-9A-Za-z]{16,}"],
  ["Kaggle key", '"key"\\s*:\\s*"[0-9a-f]{32}"'],
  ["Slack token", "xox[abprs]-[\\w-]{10,}"],
  ["private key", "-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"],
];

/** Variables that hold keys, besides those of the providers of models. */
const otherVariables = [
  "KAGGLE_KEY",
  "KAGGLE_API_TOKEN",
  "HF_TOKEN",
  "HUGGING_FACE_HUB_TOKEN",
  "WANDB_API_KEY",
  "GITHUB_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
];

/** Shorter values are hardly secrets. */
const shortestValue = 8;

/** Finds secrets in text, and blanks them out. */
export interface Secrets {
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** What was found in a text, such as `OpenAI key`, once each. */
  kindsIn(text: string): string[];
  blank(text: string): string;
  /** Those that are known by their value. */
  readonly values: readonly string[];
}

/** Secrets by their shape, and the values that known variables have now. */
export function knownSecrets(environment: Environment): Secrets {
  const variables = new Set([...providers.flatMap(({ keyVariables }) => keyVariables), ...otherVariables]);
  const values = [...variables].flatMap((name) => {
    const value = environment[name]?.trim() ?? "";
    return value.length < shortestValue ? [] : [{ name, value }];
  });
  // A value that also has a known shape is named by its variable.
  const known = [...values.map(({ name, value }) => [`value of ${name}`, escapeText(value)] as const), ...shapes];
  const pattern = new RegExp(known.map(([, shape]) => `(?<![A-Za-z0-9])(?:${shape})`).join("|"), "g");
  const parts = known.map(([kind, shape]) => [kind, new RegExp(`(?<![A-Za-z0-9])(?:${shape})`)] as const);
  const kindOf = (found: string): string => parts.find(([, part]) => part.test(found))![0];
  return {
    pattern,
    kindsIn: (text) => [...new Set((text.match(pattern) ?? []).map(kindOf))],
    blank: (text) => text.replace(pattern, "***"),
    values: values.map(({ value }) => value),
  };
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
