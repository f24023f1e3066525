import type { Network } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { keyVariables } from "../../models/proxy/session-key.ts";
import type { ModelProxy } from "../../models/proxy/start-proxy.ts";
import { insidePaths, modelPort } from "../inside/inside-paths.ts";
import { sharesHostNetwork } from "../validation/validation-access.ts";

/** What to merge into a sandbox's specification. The forwarder that serves the validation serves this socket, too. */
interface ModelAccess {
  readonly readOnly: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

interface AccessOptions {
  readonly traits: Pick<SandboxTraits, "ownFileSystem" | "sharesHostNetworkOn">;
  readonly network: Network;
  /** The proxy's socket on the host. */
  readonly socket: string;
  /** What programs call the agent's model; null when it has none of its own. */
  readonly model: string | null;
}

/** Connects a sandbox to the proxy: the variables that programs read, with a key that is worth nothing elsewhere. */
export function modelAccess(proxy: ModelProxy, { traits, network, socket, model }: AccessOptions): ModelAccess {
  const shared = sharesHostNetwork({ traits, network });
  const base = shared && proxy.url !== null ? proxy.url : `http://127.0.0.1:${modelPort}`;
  return {
    readOnly: shared || !traits.ownFileSystem ? {} : { [insidePaths.modelSocket]: socket },
    environment: modelEnvironment(base, proxy.key, model),
  };
}

function modelEnvironment(base: string, key: string, model: string | null): Record<string, string> {
  return {
    ...Object.fromEntries(keyVariables.map((name) => [name, key])),
    MODEL_BASE_URL: base,
    ...(model === null ? {} : { MODEL_NAME: model }),
    OPENAI_BASE_URL: `${base}/v1`,
    // Programs that are older than the name above.
    OPENAI_API_BASE: `${base}/v1`,
    ANTHROPIC_BASE_URL: base,
    GOOGLE_GEMINI_BASE_URL: base,
  };
}
