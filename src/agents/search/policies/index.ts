import type { z } from "zod";
import type { Policy } from "../parts.ts";
import { greedyTree, greedyTreeSettings } from "./greedy-tree.ts";
import { ideaTree } from "./idea-tree/idea-tree.ts";
import { ideaTreeSettings } from "./idea-tree/settings.ts";
import { sequence, sequenceSettings } from "./sequence.ts";

/** The settings of all policies; each reads its own. */
export const policySettings = { ...greedyTreeSettings, ...ideaTreeSettings, ...sequenceSettings };
export type PolicySettings = z.output<z.ZodObject<typeof policySettings>>;

/** Every way to choose what to try next. */
export const policies = {
  "greedy-tree": greedyTree,
  "idea-tree": ideaTree,
  sequence,
} satisfies Readonly<Record<string, (settings: PolicySettings) => Policy>>;

export type PolicyName = keyof typeof policies;
export const policyNames = Object.keys(policies) as PolicyName[];
