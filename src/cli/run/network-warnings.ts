import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { sandboxKind } from "../../sandboxes/index.ts";

/** What an open network exposes. Without isolation everything is exposed, which the plan says already. */
export function networkWarnings({ sandbox }: Pick<GroupRequest, "sandbox">): string[] {
  const { isolation, sharesHostNetworkOn } = sandboxKind(sandbox.name).traits(sandbox);
  if (isolation === "none" || !sharesHostNetworkOn.includes(sandbox.network)) return [];
  return [
    "Agents share this machine's network and can reach the services on its loopback addresses. " +
      "Bubblewrap gives them a network of their own where slirp4netns or pasta is installed and /dev/net/tun may be opened.",
  ];
}
