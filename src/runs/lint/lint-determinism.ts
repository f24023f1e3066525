import { readListedFiles } from "../../prepare/manifest.ts";
import { findingsOf, type LintFinding } from "./finding.ts";

/** Whether two preparations of the same raw data gave the same files, given their manifests. */
export async function lintDeterminism(first: string, second: string): Promise<readonly LintFinding[]> {
  const [left, right] = [await checksumsIn(first), await checksumsIn(second)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));
  const shown = `${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ` and ${paths.length - 3} more` : ""}`;
  const problems =
    paths.length === 0 ? [] : [`Preparing twice gave different files: ${shown}. Does it use time or unseeded chance?`];
  return findingsOf("determinism", problems, `preparing twice gave the same ${left.size} files`);
}

async function checksumsIn(manifest: string): Promise<Map<string, string>> {
  const checksums = new Map<string, string>();
  for await (const { path, md5 } of readListedFiles(manifest)) checksums.set(path, md5);
  return checksums;
}
