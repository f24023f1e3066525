import { KaggleClient } from "../kaggle/client.ts";
import { findKaggleCredentials, type KaggleCredentials } from "../kaggle/credentials.ts";
import { KaggleError } from "../kaggle/kaggle-error.ts";
import type { Finding } from "./diagnose.ts";

const questionsAtOnce = 4;

/** Whether there are credentials; without them, whether that is a problem. */
export function checkCredentials(isNeeded: boolean): { finding: Finding; found: KaggleCredentials | null } {
  try {
    const found = findKaggleCredentials();
    const status = found.warning === null ? "ok" : "warning";
    const message = `Kaggle credentials from ${found.source}${found.warning === null ? "" : `. ${found.warning}`}`;
    return { found, finding: { check: "credentials", status, message } };
  } catch (error) {
    if (!(error instanceof KaggleError)) throw error;
    const status = isNeeded ? "problem" : "warning";
    const link = "https://www.kaggle.com/settings";
    return { found: null, finding: { check: "credentials", status, message: error.message, link } };
  }
}

/** Asks for the list of files of each competition, which Kaggle shows only to users who have accepted its rules. */
export async function checkRules(ids: readonly string[], credentials: KaggleCredentials): Promise<Finding[]> {
  const client = new KaggleClient({ credentials, retry: { attempts: 2, longestAskedMs: 10_000 } });
  const findings: Finding[] = [];
  const queue = [...ids];
  let refused: KaggleError | null = null;
  const ask = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && refused === null; id = queue.shift()) {
      try {
        await client.listFiles(id);
        findings.push({ check: "rules", status: "ok", competitionId: id, message: "rules accepted" });
      } catch (error) {
        if (!(error instanceof KaggleError)) throw error;
        if (error.problem === "credentials") refused = error;
        else findings.push(rulesFinding(id, error));
      }
    }
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, ask));
  if (refused !== null)
    findings.push({ check: "credentials", status: "problem", message: (refused as KaggleError).message });
  return findings.sort((a, b) => ids.indexOf(a.competitionId ?? "") - ids.indexOf(b.competitionId ?? ""));
}

function rulesFinding(competitionId: string, error: KaggleError): Finding {
  const check = "rules";
  if (error.problem !== "rules") return { check, status: "warning", competitionId, message: error.message };
  const link = `https://www.kaggle.com/c/${competitionId}/rules`;
  return { check, status: "problem", competitionId, message: "rules not accepted yet", link };
}
