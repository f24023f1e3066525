import { competitionFolder } from "../../facts/competition-folder.ts";
import { requireUnchangedData } from "../preparation/check-prepared-data.ts";
import type { GroupPlan } from "../record/group-plan.ts";

/**
 * Checks that the prepared data of a competition is what was prepared, once for all runs of this process unless it is not.
 * Private files are only looked at from outside: the process that talks to agents never reads an answer. The grader reads
 * them, and checks them then.
 */
export function dataChecks(
  { dataDirectory, edition }: Pick<GroupPlan, "dataDirectory" | "edition">,
  verifyData: boolean,
): (competitionId: string) => Promise<void> {
  const checks = new Map<string, Promise<void>>();
  const check = async (id: string): Promise<void> => {
    const { prepared } = competitionFolder(dataDirectory, id, edition);
    await requireUnchangedData(prepared, { parts: ["private"], hashes: "never" });
    await requireUnchangedData(prepared, { parts: ["public"], hashes: verifyData ? "always" : "changed" });
  };
  return (id) => {
    const known = checks.get(id) ?? check(id);
    checks.set(id, known);
    // It may be repaired before the next attempt.
    known.catch(() => checks.delete(id));
    return known;
  };
}
