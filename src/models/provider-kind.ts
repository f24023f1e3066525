import type { ModelAnswer, ModelRequest, ReasoningEffort } from "../contracts/model.ts";
import type { Environment } from "./environment.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { ProtocolName } from "./protocols/protocol-name.ts";

/** A source of models, by the name before the slash. Its code for calls is loaded when a model is opened. */
export interface ProviderKind {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Environment variables that may hold its key. The first one that is set counts. */
  readonly keyVariables: readonly string[];
  /** Environment variables that may hold its address. The first one that is set counts. */
  readonly baseUrlVariables: readonly string[];
  /** What its endpoint speaks, so that programs may talk to it directly. */
  readonly protocols: readonly ProtocolName[];
  /** Whether the part after the slash is a path on this machine. */
  readonly modelIsPath: boolean;
  /** Whether that path is the folder of a recorded run, which users may name as they name runs elsewhere. */
  readonly modelIsRun?: true;
  /** What the price list calls it; absent when the list does not have its models. */
  readonly priceList?: string;
  /** Whether a model is known to take an effort of reasoning, by its name. Absent: that is not known of any. */
  takesEffort?(model: string, effort: ReasoningEffort): boolean;
  /** What keeps it from working, as a short sentence with the variable to set; null when nothing does. */
  missing(options: ProviderOptions): string | null;
  /**
   * Where programs reach it. Absent when it has no address, or one that needs more than fixed headers.
   *
   * @throws UsageError with what is missing.
   */
  endpoint?(options: ProviderOptions): Endpoint;
  /** @throws UsageError with what is missing, or what is wrong with the model's name. */
  open(model: string, options: ProviderOptions): Promise<RawModel>;
}

export interface ProviderOptions {
  readonly environment: Environment;
  readonly settings: ModelSettings;
}

export interface Endpoint {
  /** Ends with the version and without a slash: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** With the key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A model without limits, retries or records. */
export interface RawModel {
  /**
   * Tries once. `heard` is called whenever a part of the answer arrives.
   *
   * @throws ProviderFailure when the provider failed; the signal's reason when it was aborted.
   */
  call(request: ModelRequest, heard?: () => void): Promise<ModelAnswer>;
}
