import type { Model } from "../contracts/model.ts";
import type { CallDoor } from "./calls/call-door.ts";
import { callThroughDoor } from "./calls/call-through-door.ts";
import type { Environment } from "./environment.ts";
import { providerKind } from "./index.ts";
import { parseModelName } from "./model-name.ts";
import type { ModelSettings } from "./model-settings.ts";

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
  const names = [...new Set([main, ...Object.values(roles)])];
  const opened = await Promise.all(
    names.map(async (text) => {
      const name = parseModelName(text);
      const raw = await providerKind(name.provider).open(name.model, { environment, settings });
      return [text, { name, raw }] as const;
    }),
  );
  const models = new Map(opened);
  const modelFor = (role: string | null): Model => {
    const name = role !== null && Object.hasOwn(roles, role) ? roles[role]! : main;
    const place = { ...models.get(name)!, role, door, maxOutputTokens: settings.maxOutputTokens };
    return { name, forRole: modelFor, call: (request) => callThroughDoor(place, request) };
  };
  return modelFor(null);
}
