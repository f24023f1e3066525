import { parse } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import type { Environment } from "../environment.ts";
import { providerKind, providers } from "../index.ts";
import { formatModelName, type ModelName, parseModelName } from "../model-name.ts";
import type { ModelSettings } from "../model-settings.ts";
import { matchesPattern } from "../name-pattern.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { ProtocolName } from "../protocols/protocol-name.ts";
import type { Endpoint } from "../provider-kind.ts";

/** The models that the programs of a run may ask for, each as `provider/model`. */
export interface ModelOffer {
  /** Models by name, the first one being the agent's own; and patterns such as `openai/gpt-*`. */
  readonly models: readonly string[];
  /** Which model answers for another name, or for names that match a pattern. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly settings: ModelSettings;
}

/** Where a request goes: to the provider, under another name if it has one there, or through a translation. */
export type Destination =
  | { readonly kind: "provider"; readonly name: ModelName; readonly endpoint: Endpoint; readonly renamed: boolean }
  | { readonly kind: "translation"; readonly name: ModelName };

/** The name under which programs ask for a model: the provider's own, or that of the file which takes its place. */
export function wireName({ provider, model }: ModelName): string {
  return providerKind(provider).modelIsPath ? parse(model).name : model;
}

/** The models of one run. What is not among them does not exist for its agent. */
export class ProxyModels {
  readonly #named: readonly ModelName[];
  readonly #patterns: readonly string[];
  readonly #aliases: readonly (readonly [pattern: string, name: ModelName])[];
  readonly #options: { readonly environment: Environment; readonly settings: ModelSettings };

  /** @throws UsageError when a model that is named cannot be reached: a key or an address is missing. */
  constructor({ models, aliases, settings }: ModelOffer, environment: Environment) {
    this.#named = models.filter((text) => !text.includes("*")).map(parseModelName);
    this.#patterns = models.filter((text) => text.includes("*"));
    this.#aliases = Object.entries(aliases).map(([pattern, text]) => [pattern, parseModelName(text)]);
    this.#options = { environment, settings };
    for (const { provider } of [...this.#named, ...this.#aliases.map(([, name]) => name)]) {
      const missing = providerKind(provider).missing(this.#options);
      if (missing !== null) throw new UsageError(missing);
    }
  }

  /** The names that programs may use, as far as they can be listed. */
  get names(): readonly string[] {
    const plain = this.#aliases.map(([pattern]) => pattern).filter((pattern) => !pattern.includes("*"));
    return [...new Set([...this.#named.map(wireName), ...plain])];
  }

  /** Null when the run has no such model, or it cannot answer requests of this protocol. */
  find(asked: string, protocol: Protocol, operation: ProtocolName): Destination | null {
    const name =
      this.#named.find((known) => asked === wireName(known) || asked === formatModelName(known)) ??
      this.#matching(asked, operation) ??
      this.#aliases.find(([pattern]) => matchesPattern(asked, pattern))?.[1];
    if (name === undefined) return null;
    const kind = providerKind(name.provider);
    if (kind.endpoint !== undefined && kind.protocols.includes(operation)) {
      return { kind: "provider", name, endpoint: kind.endpoint(this.#options), renamed: asked !== name.model };
    }
    return protocol.conversation === null ? null : { kind: "translation", name };
  }

  /** A model that a pattern allows, of a provider that can be reached: rather one that speaks the protocol. */
  #matching(asked: string, operation: ProtocolName): ModelName | undefined {
    const found = providers
      .filter((kind) => !kind.modelIsPath && kind.missing(this.#options) === null)
      .flatMap(({ name, protocols }) => {
        const model = asked.startsWith(`${name}/`) ? asked.slice(name.length + 1) : asked;
        const isAllowed = this.#patterns.some((pattern) => matchesPattern(`${name}/${model}`, pattern));
        return isAllowed ? [{ name: { provider: name, model }, speaksIt: protocols.includes(operation) }] : [];
      });
    return (found.find(({ speaksIt }) => speaksIt) ?? found[0])?.name;
  }
}
