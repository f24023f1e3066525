import { keyedProvider } from "../keyed-provider.ts";

export const openai = keyedProvider({
  name: "openai",
  title: "OpenAI",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariables: ["OPENAI_BASE_URL"],
  usual: { url: "https://api.openai.com", version: "v1" },
  protocols: ["openai-responses", "openai-chat", "openai-embeddings"],
  priceList: "openai",

  async open(model, place) {
    const { openResponses } = await import("../sdk/open-responses.ts");
    return openResponses(model, place);
  },
});
