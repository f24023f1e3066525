import type { Enforcement, SandboxLimits } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";

type LimitName = keyof SandboxLimits;

/** How each limit that was asked for is held: the kind's best way, or its second best where this system lacks the first. */
export function enforcementOf(
  asked: SandboxLimits,
  { limits }: SandboxTraits,
  isLacking: (name: LimitName) => boolean = () => false,
): Partial<Record<LimitName, Enforcement>> {
  const names = (Object.keys(limits) as LimitName[]).filter((name) => asked[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, limits[name][isLacking(name) ? 1 : 0] ?? limits[name][0]!]));
}
