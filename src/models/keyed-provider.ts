import type { ModelSettings } from "./model-settings.ts";
import { baseUrlOf, keyOf, missingKey } from "./provider-access.ts";
import type { ProviderKind, ProviderOptions, RawModel } from "./provider-kind.ts";

/** A provider that needs a key and nothing else. */
interface KeyedProvider
  extends Pick<
    ProviderKind,
    "name" | "title" | "keyVariables" | "baseUrlVariables" | "protocols" | "priceList" | "takesEffort"
  > {
  /** Its usual address, and the version that follows it. */
  readonly usual: { readonly url: string; readonly version: string };
  /** The header that holds the key. Default: a bearer token. */
  readonly header?: (key: string) => Readonly<Record<string, string>>;
  readonly open: (model: string, place: KeyedPlace) => Promise<RawModel>;
}

interface KeyedPlace {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly settings: ModelSettings;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

export function keyedProvider({ usual, header = bearer, open, ...kind }: KeyedProvider): ProviderKind {
  const baseUrl = (options: ProviderOptions): string => baseUrlOf(kind, options, usual);
  return {
    ...kind,
    modelIsPath: false,
    missing: (options) => missingKey(kind, options),
    endpoint: (options) => ({ baseUrl: baseUrl(options), headers: header(keyOf(kind, options)) }),
    async open(model, options) {
      const place = { provider: kind.name, baseUrl: baseUrl(options), settings: options.settings };
      return await open(model, { ...place, apiKey: keyOf(kind, options) });
    },
  };
}
