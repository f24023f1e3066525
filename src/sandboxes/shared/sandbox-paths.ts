import path from "node:path";
import { homePaths } from "../../contracts/home-paths.ts";
import type { SandboxPaths, SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";

/** Where a sandbox's folders will be, seen from inside, before it is opened. */
export function sandboxPaths(
  { ownFileSystem }: Pick<SandboxTraits, "ownFileSystem">,
  { publicData, workspace }: Pick<SandboxSpec, "publicData" | "workspace">,
): SandboxPaths {
  if (ownFileSystem) return homePaths;
  const inside = (name: string): string => path.join(workspace, name);
  return { data: publicData, submission: inside("submission"), code: inside("code"), logs: inside("logs") };
}
