import type { AgentNeeds } from "../../contracts/agent.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { UsageError } from "../../lib/errors.ts";
import { sandboxKind, sandboxNamesWhere } from "../../sandboxes/index.ts";
import type { SandboxChoice } from "../record/group-plan.ts";

/**
 * The sandboxes that a plan and an agent ask for.
 *
 * @throws UsageError when the agent needs an image and the plan's kind of sandbox takes none.
 */
export async function sandboxFor(
  choice: SandboxChoice,
  needs: AgentNeeds = {},
  options: { readonly retain?: boolean } = {},
): Promise<SandboxProvider> {
  const kind = sandboxKind(choice.name);
  if (needs.image !== undefined && !kind.traits().takesImage) {
    const names = sandboxNamesWhere(({ takesImage }) => takesImage);
    throw new UsageError(`The agent needs the image ${needs.image}: run it with --sandbox ${names.join(" or ")}.`);
  }
  const image = needs.image ?? choice.image;
  const hostConfig = { ...choice.hostConfig, ...needs.hostConfig };
  return await kind.create({
    ...(image === undefined ? {} : { image }),
    ...(choice.socket === undefined ? {} : { socket: choice.socket }),
    ...(choice.shmMb === undefined ? {} : { shmMb: choice.shmMb }),
    ...(Object.keys(hostConfig).length === 0 ? {} : { hostConfig }),
    ...options,
  });
}
