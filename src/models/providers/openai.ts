import { keyedProvider } from "../keyed-provider.ts";

export const openai = keyedProvider({
  name: "openai",
  title: "OpenAI",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariables: ["OPENAI_BASE_URL"],
  usual: { url: "https://api.openai.com", version: "v1" },
  protocols: ["openai-responses", "openai-chat", "openai-embeddings"],
  priceList: "openai",
  takesEffort: (model, effort) =>
    /^(o[1-9]|gpt-[5-9]|codex-)/.test(model) &&
    !/^o1-(mini|preview)|chat|search|deep-research/.test(model) &&
    (effort === "high" || (/^(low|medium)$/.test(effort) && !/-pro/.test(model))),

  async open(model, place) {
    const { openResponses } = await import("../sdk/open-responses.ts");
    return openResponses(model, place);
  },
});
