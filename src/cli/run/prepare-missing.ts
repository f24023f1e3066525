import { loadFacts } from "../../facts/facts.ts";
import { MissingData } from "../../lib/errors.ts";
import { checkCredentials, checkRules } from "../../runs/check-kaggle.ts";
import type { Finding } from "../../runs/diagnose.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { estimatePreparation } from "../../runs/preparation/estimate-preparation.ts";
import { prepareBatch } from "../../runs/preparation/prepare-batch.ts";
import { note } from "../output.ts";
import { PreparationView } from "../views/preparation-view.ts";

/**
 * Prepares competitions before a run. Nothing is downloaded before the rules of all of them are known to be accepted.
 *
 * @throws MissingData naming every competition whose rules are not accepted, or that could not be prepared.
 */
export async function prepareMissing(
  ids: readonly string[],
  { dataDirectory, edition }: Pick<GroupRequest, "dataDirectory" | "edition">,
  options: { readonly checkRules: boolean },
): Promise<void> {
  if (options.checkRules) await requireRules(ids, dataDirectory);
  note(`Preparing ${ids.join(", ")} ...`);
  const view = new PreparationView(ids.length);
  const tasks = ids.map((competitionId) => ({ competitionId, edition, options: { dataDirectory } }));
  const results = await prepareBatch(tasks, {
    onProgress: (id, progress) => view.update(id, progress),
    onResult: (result) => view.finish(result),
  });
  view.end();
  const failures = results.flatMap(({ competitionId, error }) =>
    error === null ? [] : [`${competitionId}: ${error.message}`],
  );
  if (failures.length > 0) throw new MissingData(["No run was started. Not prepared:", ...failures].join("\n  "));
}

async function requireRules(ids: readonly string[], dataDirectory: string): Promise<void> {
  const estimates = await Promise.all(ids.map((id) => estimatePreparation(loadFacts(id), { dataDirectory })));
  const downloads = estimates.filter(({ downloadBytes }) => downloadBytes !== 0).map((each) => each.competitionId);
  if (downloads.length === 0) return;
  const { finding, found } = checkCredentials(true);
  const findings = found === null ? [finding] : await checkRules(downloads, found);
  const problems = findings.filter(({ status }) => status === "problem").map(describe);
  if (problems.length === 0) return;
  throw new MissingData(["Nothing was downloaded, and no run was started:", ...problems].join("\n  "));
}

function describe({ competitionId, message, link }: Finding): string {
  return [competitionId, link === undefined ? message : `${message}: ${link}`].filter(Boolean).join(": ");
}
