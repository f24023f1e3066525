import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { UsageError } from "../../lib/errors.ts";
import { placesToCover } from "../../sandboxes/shared/hidden-folders.ts";
import type { SandboxChoice } from "../record/group-plan.ts";
import { takenBy } from "./requested-mounts.ts";

/**
 * Makes sure that what a plan mounts can be mounted and leads to nothing that agents must not see.
 *
 * @throws UsageError with the reason and what to do.
 */
export function checkMounts(
  sandbox: SandboxChoice,
  { ownFileSystem }: SandboxTraits,
  spec: { readonly publicData: string; readonly workspace: string; readonly hidden: readonly string[] },
): void {
  for (const [inside, source] of Object.entries(sandbox.mounts ?? {})) {
    if (!ownFileSystem && inside !== source) {
      throw new UsageError(
        `--mount ${source}:${inside}: The sandbox ${sandbox.name} shows this machine's files where they are. ` +
          "Leave the second path out, or use an isolating sandbox.",
      );
    }
    if (ownFileSystem && placesToCover(spec, [{ inside, source }]).length > 0) {
      throw new UsageError(
        `--mount ${source} would show a folder with answers or other runs, which agents must not see. ` +
          "Mount only the part that the agent needs.",
      );
    }
  }
  if (!ownFileSystem) return;
  for (const place of sandbox.python?.places ?? []) {
    placesToCover(spec, [{ inside: place, source: place }]);
    const taken = takenBy(place);
    if (taken === null) continue;
    throw new UsageError(
      `--python: The interpreter needs ${place}, but in the sandbox ${taken} is something else. Install it elsewhere.`,
    );
  }
}
