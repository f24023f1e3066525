import type { Model } from "../../contracts/model.ts";
import type { CallDoor } from "../../models/calls/call-door.ts";
import { formatModelName } from "../../models/model-name.ts";
import { openModel } from "../../models/open-model.ts";
import { type ModelOffer, ProxyModels } from "../../models/proxy/proxy-models.ts";
import { sessionDoor } from "../../models/proxy/session-key.ts";
import { type ModelProxy, startProxy } from "../../models/proxy/start-proxy.ts";

interface RunProxyOptions {
  readonly door: CallDoor;
  readonly socket: string;
  /** See `ProxyOptions.listen`. */
  readonly listen: boolean;
  /** See `ProxyOptions.mayReachOut`. */
  readonly mayReachOut: boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Starts the proxy of one run, for the models that it may use, with the host's keys.
 *
 * @throws UsageError when a key or an address is missing.
 */
export function startRunProxy(offer: ModelOffer, options: RunProxyOptions): Promise<ModelProxy> {
  const environment = process.env;
  const opened = new Map<string, Promise<Model>>();
  return startProxy({
    ...options,
    models: new ProxyModels(offer, environment),
    open: (name, session) => {
      const main = formatModelName(name);
      const key = `${session ?? ""} ${main}`;
      const door = sessionDoor(options.door, session);
      const model = opened.get(key) ?? openModel({ main, roles: {}, settings: offer.settings }, { door, environment });
      opened.set(key, model);
      return model;
    },
  });
}
