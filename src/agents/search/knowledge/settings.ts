import { z } from "zod";
import { hostPath } from "../../settings/host-path.ts";
import { cardKinds } from "./card-kinds.ts";

/** Which knowledge cards prompts use. The names of the walk are Kapso's. */
export const knowledgeSettings = {
  knowledge: z.boolean().default(true).describe("whether prompts use knowledge cards"),
  knowledge_folder: hostPath().exactOptional().describe("a folder with cards of your own, *.md, that join ours"),
  search_top_k: z.int().min(1).max(20).default(1).describe("how many cards a search by the words of the task finds"),
  search_node_type: z
    .enum([...cardKinds, "any"])
    .default("specialization")
    .describe("the kind of card that it looks for"),
  navigation_steps: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe("how often a model (role `utility`) then chooses from the cards that are related to those collected"),
  expansion_limit: z.int().min(1).max(20).default(3).describe("how many cards it may choose each time"),
};

/** How cards are collected. */
export type CardWalk = Omit<z.output<z.ZodObject<typeof knowledgeSettings>>, "knowledge" | "knowledge_folder">;
