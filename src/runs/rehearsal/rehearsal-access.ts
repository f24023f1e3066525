import { join } from "node:path";
import { insidePaths, insidePort, insideRehearsal } from "../inside/inside-paths.ts";
import type { Validation } from "../validation/start-validation.ts";
import { type SandboxSetting, sharesHostNetwork } from "../validation/validation-access.ts";
import type { RehearsalFiles } from "./rehearsal-files.ts";

/** The rehearsal that programs inside ask about. */
export const firstCut = 0;

const script = "rehearse.sh";

/** A rehearsal of a run. */
export interface ShownRehearsal {
  readonly cut: number;
  readonly files: RehearsalFiles;
}

/** What shows rehearsals to an agent: their public parts, and the script that asks for a score of the first one. */
interface RehearsalAccess {
  readonly readOnly: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Where each public part is, seen from inside. */
  readonly cuts: readonly { readonly cut: number; readonly data: string }[];
}

/** Connects a sandbox to the rehearsals of its run, the first of which is `firstCut`. The answers stay outside. */
export function rehearsalAccess(
  rehearsals: readonly ShownRehearsal[],
  validation: Validation,
  setting: SandboxSetting,
): RehearsalAccess {
  const { ownFileSystem } = setting.traits;
  const cuts = rehearsals.map(({ cut, files }) => ({
    cut,
    source: files.public,
    data: ownFileSystem ? insideRehearsal(cut) : files.public,
  }));
  const [first] = cuts;
  if (first === undefined) return { readOnly: {}, environment: {}, cuts };
  const base = sharesHostNetwork(setting) ? validation.url : `http://localhost:${insidePort}`;
  return {
    readOnly: ownFileSystem ? Object.fromEntries(cuts.map(({ data, source }) => [data, source])) : {},
    environment: {
      REHEARSAL_DIR: first.data,
      REHEARSE_SCRIPT: join(ownFileSystem ? insidePaths.tools : validation.tools, script),
      ...(base === null ? {} : { REHEARSE_URL: `${base}/rehearse` }),
    },
    cuts,
  };
}
