import path from "node:path";
import { collectInside, readInside, versionInside, writeInside } from "./inside-files.ts";
import type { FilePlace, SandboxFiles } from "./sandbox-files.ts";
import { watchVersions } from "./watch-versions.ts";
import { diskUse, type Workspace } from "./workspace.ts";

/** The files of a sandbox that works in its workspace on the host: reached directly, and handed over without a copy. */
export function hostFiles(workspace: Workspace): SandboxFiles {
  const locate = ({ folder, relative }: FilePlace) => [path.join(workspace.folder, folder), relative] as const;
  return {
    read: async (place, maxBytes) => await readInside(...locate(place), maxBytes),
    write: async (place, content) => await writeInside(...locate(place), content, workspace),
    collect: async (place, target, options) => await collectInside(...locate(place), target, options),
    watch: (place, onVersion) => watchVersions(() => versionInside(...locate(place)), onVersion),
    diskUse: async () => await diskUse(workspace),
    handOver: async () => ({ dropped: 0 }),
  };
}
