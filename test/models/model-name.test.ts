import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { providerKind, providers } from "../../src/models/index.ts";
import { formatModelName, parseModelName } from "../../src/models/model-name.ts";

describe("the name of a model", () => {
  test("is the provider, a slash, and the provider's own name for the model", () => {
    expect(parseModelName("openai/gpt-5-mini")).toEqual({ provider: "openai", model: "gpt-5-mini" });
    const nested = parseModelName("openrouter/qwen/qwen3-coder");
    expect(nested).toEqual({ provider: "openrouter", model: "qwen/qwen3-coder" });
    expect(formatModelName(nested)).toBe("openrouter/qwen/qwen3-coder");
  });

  test.each(["gpt-5", "", "/gpt-5", "openai/", "open ai/gpt-5"])("is not %j", (text) => {
    expect(() => parseModelName(text)).toThrow("expected provider/model, such as openai/gpt-5-mini");
  });

  test("with an unknown provider is answered with the nearest one", () => {
    expect(() => parseModelName("opnai/gpt-5")).toThrow("There is no provider `opnai`. Did you mean `openai`?");
  });
});

describe("providers", () => {
  const none = { environment: {}, settings: {} };

  test.each(providers.filter(({ keyVariables }) => keyVariables.length > 0))(
    "$name says which variable it lacks, before anything is loaded",
    async (kind) => {
      const missing = kind.missing(none)!;
      expect(missing).toMatch(/^[A-Z_]+ is not set/);
      await expect(kind.open("model", none)).rejects.toThrow(missing);
      if (kind.endpoint !== undefined) expect(() => kind.endpoint!(none)).toThrow(missing);
    },
  );

  test("take an address with and without its version", () => {
    const at = (provider: string, environment: Record<string, string>) =>
      providerKind(provider).endpoint!({ environment, settings: {} }).baseUrl;
    const key = { ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k", OPENAI_API_KEY: "k", AZURE_OPENAI_API_KEY: "k" };
    expect(at("anthropic", key)).toBe("https://api.anthropic.com/v1");
    expect(at("anthropic", { ...key, ANTHROPIC_BASE_URL: "http://gate:1/" })).toBe("http://gate:1/v1");
    expect(at("openai", { ...key, OPENAI_BASE_URL: "http://gate:1/v1/" })).toBe("http://gate:1/v1");
    expect(at("google", { ...key, GOOGLE_GEMINI_BASE_URL: "http://gate:1" })).toBe("http://gate:1/v1beta");
    const azure = "https://mine.openai.azure.com/openai/v1";
    for (const end of ["", "/", "/openai", "/openai/v1/"]) {
      const endpoint = `https://mine.openai.azure.com${end}`;
      expect(at("azure", { ...key, AZURE_OPENAI_ENDPOINT: endpoint })).toBe(azure);
    }
  });

  test("take a token for Anthropic in place of a key", () => {
    const headers = (environment: Record<string, string>) =>
      providerKind("anthropic").endpoint!({ environment, settings: {} }).headers;
    expect(headers({ ANTHROPIC_API_KEY: "k", ANTHROPIC_AUTH_TOKEN: "t" })).toEqual({ "x-api-key": "k" });
    expect(headers({ ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "t" })).toEqual({ authorization: "Bearer t" });
  });

  test("whose models are files get absolute paths", () => {
    for (const { name } of providers.filter(({ modelIsPath }) => modelIsPath)) {
      expect(parseModelName(`${name}/some/file`).model).toBe(resolve("some/file"));
    }
  });
});
