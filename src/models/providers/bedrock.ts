import { claudeTakesEffort } from "../claude-efforts.ts";
import { type Environment, firstSet } from "../environment.ts";
import { requireNothing } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const regions = ["AWS_REGION", "AWS_DEFAULT_REGION"];
const tokenVariable = "AWS_BEARER_TOKEN_BEDROCK";
const sessionVariable = "AWS_SESSION_TOKEN";
const pair = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

function missing({ environment }: ProviderOptions): string | null {
  const hasPair = pair.every((name) => firstSet(environment, [name]) !== null);
  if (firstSet(environment, [tokenVariable]) === null && !hasPair)
    return `${tokenVariable} is not set, nor ${pair.join(" and ")}.`;
  return firstSet(environment, regions) === null ? "AWS_REGION is not set." : null;
}

/** Requests are signed one by one, so there is no endpoint for other programs. */
export const bedrock: ProviderKind = {
  name: "bedrock",
  title: "Amazon Bedrock",
  keyVariables: [tokenVariable, ...pair, sessionVariable],
  baseUrlVariables: ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME"],
  protocols: [],
  priceList: "aws",
  takesEffort: claudeTakesEffort,
  modelIsPath: false,
  missing,

  async open(model, options) {
    requireNothing(missing(options), bedrock);
    const [{ createAmazonBedrock }, { rawModel }, { claudeThinking }] = await Promise.all([
      import("@ai-sdk/amazon-bedrock"),
      import("../sdk/sdk-model.ts"),
      import("../sdk/claude-thinking.ts"),
    ]);
    const { environment, settings } = options;
    const baseURL = settings.baseUrl ?? firstSet(environment, bedrock.baseUrlVariables);
    const { type, budgetTokens, effort } = claudeThinking(model, settings.reasoningEffort);
    const reasoningConfig = { type, budgetTokens, maxReasoningEffort: effort };
    const provider = createAmazonBedrock({ ...credentials(environment), ...(baseURL === null ? {} : { baseURL }) });
    return rawModel({
      provider: bedrock.name,
      model: provider(model),
      settings,
      secrets: bedrock.keyVariables.flatMap((name) => firstSet(environment, [name]) ?? []),
      ...(type === undefined ? {} : { options: { bedrock: { reasoningConfig } } }),
      // Other models refuse cache points.
      ...(/anthropic/.test(model) ? { cacheMark: { bedrock: { cachePoint: { type: "default" } } } } : {}),
    });
  },
};

function credentials(environment: Environment) {
  const region = firstSet(environment, regions)!;
  const apiKey = firstSet(environment, [tokenVariable]);
  if (apiKey !== null) return { region, apiKey };
  const [accessKeyId, secretAccessKey] = pair.map((name) => firstSet(environment, [name])!);
  const sessionToken = firstSet(environment, [sessionVariable]);
  // An empty key keeps the package from reading its own variable.
  return {
    region,
    apiKey: "",
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
    ...(sessionToken === null ? {} : { sessionToken }),
  };
}
