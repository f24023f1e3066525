import type { PretrainedModel } from "./judge-model.ts";

/** One model on one line. */
export function tellModel({ id, task, parameters, licence, downloads }: PretrainedModel): string {
  const size = parameters === null ? "size unknown" : `${(parameters / 1e6).toFixed(0)} million parameters`;
  const parts = [
    ...(task === null ? [] : [task]),
    size,
    `licence ${licence ?? "unknown"}`,
    ...(downloads === null ? [] : [`${downloads} downloads a month`]),
  ];
  return `${id}: ${parts.join(", ")}`;
}

/** What prompts say about models; empty without any. */
export function tellModels(models: readonly PretrainedModel[]): string {
  if (models.length === 0) return "";
  const lines = models.map((model) => `- ${tellModel(model)}`);
  return `Programs can load these from the Hugging Face hub by their names. Use one only where it fits the data, the time and the memory.\n${lines.join("\n")}`;
}
