import { z } from "zod";
import type { EventOf } from "../events.ts";

export type PretrainedModel = EventOf<"pretrained">["models"][number];

const billion = 1e9;
const mostParameters = 10 * billion;

/** `owner/name`, or a name alone. */
export const modelId = z.string().regex(/^(?:[\w-][\w.-]{0,95}\/)?[\w-][\w.-]{0,95}$/);

const label = z.string().regex(/^[\w .:+-]{1,60}$/);
const count = z.number().nonnegative();
const size = z.object({ total: count }).nullish().catch(null);

/** What a hub says about a model. Fields of another shape count as absent. */
const description = z.object({
  id: modelId,
  private: z.boolean().catch(true).default(false),
  disabled: z.boolean().catch(true).default(false),
  gated: z.union([z.boolean(), z.string()]).catch(true).default(false),
  pipeline_tag: label.nullish().catch(null),
  downloads: count.nullish().catch(null),
  tags: z.array(z.string()).catch([]).default([]),
  safetensors: size,
  gguf: size,
});

/** A model that prompts may name, or why they may not. */
export type Judgement = { readonly model: PretrainedModel } | { readonly reason: string };

/** @param mention Matches the names of the competition: a model that has them may be a solution. */
export function judgeModel(answer: unknown, mention: RegExp): Judgement {
  const { success, data } = description.safeParse(answer);
  if (!success) return { reason: "the hub's description of it cannot be read" };
  const { id, gated, tags } = data;
  const found = mention.exec(id) ?? mention.exec(JSON.stringify(answer));
  if (found !== null) return { reason: `its name or description names the competition (${found[0].slice(0, 60)})` };
  if (data.private || data.disabled || gated !== false) return { reason: "it is not open to everyone" };
  const parameters = data.safetensors?.total ?? data.gguf?.total ?? parametersInName(id);
  if (parameters !== null && parameters > mostParameters) {
    return { reason: `it has ${Math.round(parameters / billion)} billion parameters, more than 10 billion` };
  }
  const licence = tags.find((tag) => tag.startsWith("license:"))?.slice("license:".length);
  return {
    model: {
      id,
      task: data.pipeline_tag ?? null,
      parameters,
      licence: label.safeParse(licence).data ?? null,
      downloads: data.downloads ?? null,
    },
  };
}

/** `falcon-40b` has 40 billion; null when the name has no such part. */
function parametersInName(id: string): number | null {
  const found = /(?<![\w.])(\d{1,4}(?:\.\d+)?)b(?![a-z\d])/i.exec(id.replaceAll("_", "-"));
  return found === null ? null : Number(found[1]) * billion;
}
