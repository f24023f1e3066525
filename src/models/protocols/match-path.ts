import type { Operation } from "./protocol.ts";
import type { ProtocolName } from "./protocol-name.ts";

/** Matches `POST` requests to one of these paths. Clients differ in whether they add `/v1` to their base URL. */
export function matchPath(paths: Readonly<Record<string, { name: ProtocolName; action: Operation["action"] }>>) {
  return (method: string, path: string): Operation | null => {
    const end = Object.keys(paths).find((end) => path === end || path === `/v1${end}`);
    return method !== "POST" || end === undefined ? null : { ...paths[end]!, path: end };
  };
}
