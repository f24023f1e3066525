/** What providers say of the models they have, by the path of the question; null when it is another question. */
export function listModels(method: string, path: string, names: readonly string[]): unknown {
  const [, version, id] = /^\/(v1|v1beta)\/models(?:\/([^:]+))?$/.exec(path) ?? [];
  if (method !== "GET" || version === undefined) return null;
  const describe: (id: string) => object = version === "v1" ? openAiModel : geminiModel;
  if (id !== undefined) return names.includes(decode(id)) ? describe(decode(id)) : null;
  const models = names.map(describe);
  if (version === "v1beta") return { models };
  // OpenAI's and Anthropic's lists in one: each client ignores what it does not know.
  return { object: "list", data: models, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
}

const openAiModel = (id: string) => ({
  id,
  object: "model",
  type: "model",
  display_name: id,
  created: 0,
  created_at: "1970-01-01T00:00:00Z",
  owned_by: "mlebench",
});

const geminiModel = (id: string) => ({
  name: `models/${id}`,
  displayName: id,
  supportedGenerationMethods: ["generateContent", "countTokens"],
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
