import { statSync } from "node:fs";
import { join } from "node:path";
import { competitionFolder } from "../facts/competition-folder.ts";
import type { Finding } from "./diagnose.ts";
import { checkPreparedData } from "./preparation/check-prepared-data.ts";

export interface DataOptions {
  readonly dataDirectory: string;
  /** Read every file, rather than only compare sizes and times. */
  readonly verifyData: boolean;
}

/** Whether the data of prepared competitions is what was prepared, and out of other users' reach. */
export async function checkData(ids: readonly string[], options: DataOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  let compared = 0;
  for (const id of ids) {
    const { prepared } = competitionFolder(options.dataDirectory, id);
    const { state, message } = await checkPreparedData(prepared, { hashes: options.verifyData ? "always" : "never" });
    if (state !== "unknown") compared += 1;
    const finding = (status: Finding["status"], text: string): number =>
      findings.push({ check: "data", status, competitionId: id, message: text });
    if (message !== null) finding("problem", message);
    if (state === "unread") finding("warning", `times have changed; ${howToVerify(id)}`);
    const answers = join(prepared, "private");
    if (isExposed(answers)) finding("warning", `other users can read the answers; run \`chmod 700 ${answers}\``);
  }
  if (findings.length > 0 || ids.length === 0) return findings;
  const unknown = ids.length - compared;
  const message =
    `${compared} of ${ids.length} prepared competitions compared with their manifests, no differences` +
    (unknown === 0 ? "" : `; ${unknown} prepared by upstream, without a manifest`);
  return [{ check: "data", status: "ok", message }];
}

function howToVerify(id: string): string {
  return `run \`mlebench prepare -c ${id} --verify-data\` to compare the contents`;
}

function isExposed(folder: string): boolean {
  return process.platform !== "win32" && (statSync(folder).mode & 0o077) !== 0;
}
