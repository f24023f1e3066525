import { existsSync } from "node:fs";
import path from "node:path";
import { skipping } from "./skips.ts";

/**
 * A folder of `MLEBENCH_REFERENCE_DATA`, with data that may not be distributed with the project: Kaggle's archives
 * (`realdata/<id>.zip`), its leaderboards (`leaderboards/<id>.csv`), reports published for upstream (`reports/<agent>/`). Null
 * where it is missing: the tests that compare with it are skipped.
 */
export function referenceData(name: string): string | null {
  const root = process.env.MLEBENCH_REFERENCE_DATA;
  const folder = path.resolve(root ?? ".", name);
  if (root !== undefined && existsSync(folder)) return folder;
  skipping(`there is no ${name} to compare with: set MLEBENCH_REFERENCE_DATA, see test/support/reference-data.ts`);
  return null;
}
