import type { z } from "zod";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { AgentKind } from "../agent-kind.ts";
import { describeMismatch } from "./describe-mismatch.ts";
import { shapeAt, shapeOf, type ValueShape } from "./value-shape.ts";

type Issue = z.core.$ZodIssue;

/**
 * The settings as their schema leaves them: checked, completed with defaults.
 *
 * @param kinds All agents: a setting that belongs to another one is worth saying.
 * @throws UsageError with every problem: which setting, what was found, what is expected.
 */
export function checkSettings(
  kind: AgentKind,
  given: Readonly<Record<string, unknown>>,
  kinds: readonly AgentKind[],
): Record<string, unknown> {
  const { success, data, error } = kind.settings.safeParse(given);
  if (success) return data as Record<string, unknown>;
  const shape = shapeOf(kind.settings);
  const problems = error.issues.flatMap((issue) => describeIssue(issue, given, shape, kind, kinds));
  throw new UsageError([...problems, `\`mlebench agents show ${kind.name}\` lists its settings.`].join("\n"));
}

function describeIssue(
  issue: Issue,
  given: unknown,
  shape: ValueShape,
  kind: AgentKind,
  kinds: readonly AgentKind[],
): string[] {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(shapeAt(shape, issue.path)?.properties ?? {});
    return issue.keys.map((key) => {
      const others =
        issue.path.length > 0 ? [] : kinds.filter((other) => key in (shapeOf(other.settings).properties ?? {}));
      const whose = others.length === 0 ? "" : ` It belongs to ${others.map(({ name }) => name).join(" and ")}.`;
      const name = [...issue.path, key].join(".");
      return `The agent \`${kind.name}\` has no setting \`${name}\`.${whose || didYouMean(key, known)}`;
    });
  }
  const name = issue.path.join(".");
  const mismatch = describeMismatch(issue, given, shape);
  if (mismatch === null) {
    const place = shapeAt(shape, issue.path);
    return [`The agent \`${kind.name}\` needs the setting \`${name}\`: ${place?.description ?? issue.message}.`];
  }
  return [`The setting \`${name}\` of the agent \`${kind.name}\`: ${mismatch}.`];
}
