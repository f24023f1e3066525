import { dirname, join } from "node:path";
import type { Network } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import type { CallDoor } from "../../models/calls/call-door.ts";
import { parseModelName } from "../../models/model-name.ts";
import { checkModelSettings } from "../../models/model-settings.ts";
import { wireName } from "../../models/proxy/proxy-models.ts";
import type { ModelChoice } from "../record/group-plan.ts";
import type { Validation } from "../validation/start-validation.ts";
import { sharesHostNetwork } from "../validation/validation-access.ts";
import { modelAccess } from "./model-access.ts";
import { startRunProxy } from "./start-run-proxy.ts";

export interface ConnectOptions {
  readonly choice: ModelChoice;
  readonly door: CallDoor;
  /** The host's keys. */
  readonly secrets: readonly string[];
  /** The proxy's socket is made beside the validation's, and disappears with it. */
  readonly validation: Validation;
  readonly traits: Pick<SandboxTraits, "ownFileSystem" | "sharesHostNetworkOn">;
  readonly network: Network;
  readonly onFailure: (error: unknown) => void;
}

/** How a sandbox reaches the models of its run. */
export interface ModelConnection {
  readonly readOnly: Readonly<Record<string, string>>;
  /** Adds the proxy to a sandbox's variables. A host's key in them is replaced by the proxy's. */
  complete(environment: Readonly<Record<string, string>>): Record<string, string>;
  /** The same for a command line. */
  withoutKeys(command: readonly string[]): readonly string[];
  close(): Promise<void>;
}

/** Starts a run's proxy and says what its sandbox needs for it. */
export async function connectModels(options: ConnectOptions): Promise<ModelConnection> {
  const { choice, door, secrets, validation, traits, network, onFailure } = options;
  const { main, roles, allow, aliases } = choice;
  const models = [...(main === null ? [] : [main]), ...Object.values(roles), ...allow];
  const socket = join(dirname(validation.socket), "model.sock");
  const listen = sharesHostNetwork({ traits, network });
  const offer = { models, aliases, settings: checkModelSettings(choice.settings) };
  const mayReachOut = network === "open" || choice.providerTools === true;
  const proxy = await startRunProxy(offer, { door, socket, listen, mayReachOut, onFailure });
  const model = main === null ? null : wireName(parseModelName(main));
  const access = modelAccess(proxy, { traits, network, socket, model });
  const harmless = (text: string): string => secrets.reduce((left, key) => left.replaceAll(key, proxy.key), text);
  return {
    readOnly: access.readOnly,
    complete: (environment) => ({
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, harmless(value)])),
      ...access.environment,
    }),
    withoutKeys: (command) => command.map(harmless),
    close: () => proxy.close(),
  };
}
