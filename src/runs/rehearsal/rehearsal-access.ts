import { join } from "node:path";
import { insidePaths, insidePort } from "../inside/inside-paths.ts";
import type { Validation } from "../validation/start-validation.ts";
import { type SandboxSetting, sharesHostNetwork } from "../validation/validation-access.ts";
import type { RehearsalFiles } from "./rehearsal-files.ts";

/** The rehearsal that runs get. */
export const seedOfRuns = 0;

const script = "rehearse.sh";

/** What shows a rehearsal to an agent: its public part, and the script that asks for a score. Its answers are not in it. */
export function rehearsalAccess(
  files: RehearsalFiles,
  validation: Validation,
  setting: SandboxSetting,
): { readonly readOnly: Readonly<Record<string, string>>; readonly environment: Readonly<Record<string, string>> } {
  const base = sharesHostNetwork(setting) ? validation.url : `http://localhost:${insidePort}`;
  const address: Record<string, string> = base === null ? {} : { REHEARSE_URL: `${base}/rehearse` };
  if (!setting.traits.ownFileSystem) {
    const environment = { REHEARSAL_DIR: files.public, REHEARSE_SCRIPT: join(validation.tools, script), ...address };
    return { readOnly: {}, environment };
  }
  return {
    readOnly: { [insidePaths.rehearsal]: files.public },
    environment: {
      REHEARSAL_DIR: insidePaths.rehearsal,
      REHEARSE_SCRIPT: join(insidePaths.tools, script),
      ...address,
    },
  };
}
