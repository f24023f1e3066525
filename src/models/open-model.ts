import type { Model, ReasoningEffort } from "../contracts/model.ts";
import type { CallDoor } from "./calls/call-door.ts";
import { callThroughDoor } from "./calls/call-through-door.ts";
import type { Environment } from "./environment.ts";
import { providerKind } from "./index.ts";
import { type ModelName, parseModelName } from "./model-name.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { RawModel } from "./provider-kind.ts";

/** The models of a run by name: one for everything, and others for parts of the work. */
export interface ModelNames {
  readonly main: string;
  readonly roles: Readonly<Record<string, string>>;
  readonly settings: ModelSettings;
}

/**
 * The models of a run as its agent gets them. Every call goes through the door.
 *
 * @throws UsageError when a model cannot be called: a key, an address or a file is missing.
 */
export async function openModel(
  { main, roles, settings }: ModelNames,
  { door, environment }: { readonly door: CallDoor; readonly environment: Environment },
): Promise<Model> {
  const opened = new Map<string, Promise<RawModel>>();
  /** A model is opened once per effort, because its provider takes that when it is opened. */
  const rawModel = (text: string, effort = settings.reasoningEffort): Promise<RawModel> => {
    const key = JSON.stringify([text, effort]);
    const { provider, model } = parseModelName(text);
    const asked = effort === undefined ? settings : { ...settings, reasoningEffort: effort };
    const raw = opened.get(key) ?? providerKind(provider).open(model, { environment, settings: asked });
    opened.set(key, raw);
    return raw;
  };
  await Promise.all([main, ...Object.values(roles)].map((text) => rawModel(text)));
  const modelFor = (role: string | null): Model => {
    const name = role !== null && Object.hasOwn(roles, role) ? roles[role]! : main;
    const place = { name: parseModelName(name), role, door, maxOutputTokens: settings.maxOutputTokens };
    const call: Model["call"] = async ({ reasoningEffort, ...request }) => {
      const effort = settings.reasoningEffort ?? knownEffort(place.name, reasoningEffort);
      const raw = await rawModel(name, effort);
      const answer = await callThroughDoor({ ...place, raw }, request);
      return effort === undefined ? answer : { ...answer, effort };
    };
    return { name, forRole: modelFor, call };
  };
  return modelFor(null);
}

/** An agent's wish, for models that are known to take it: others could refuse every call. */
function knownEffort({ provider, model }: ModelName, wanted: ReasoningEffort | undefined): ReasoningEffort | undefined {
  if (wanted === undefined) return undefined;
  return providerKind(provider).takesEffort?.(model, wanted) ? wanted : undefined;
}
