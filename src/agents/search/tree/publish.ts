import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import { say } from "../../say.ts";
import { describeCounts, formatCost, resultOf } from "./describe.ts";
import { treePage } from "./page/tree-page.ts";
import { searchReport } from "./report.ts";
import type { SearchRecord } from "./search-record.ts";

type Published = Pick<AgentTask, "competitionId" | "sandbox" | "onOutput" | "signal">;

/**
 * Puts the tree into the run's logs and the report beside the programs, where readers always find a whole file. A program
 * may have removed these folders or filled the disk: the search goes on without, and says so.
 */
export async function publish(task: Published, record: SearchRecord): Promise<void> {
  const { competitionId, sandbox } = task;
  const files = [
    { path: posix.join(sandbox.paths.logs, "tree.html"), make: treePage },
    { path: posix.join(sandbox.paths.code, "report.md"), make: searchReport },
  ];
  for (const { path, make } of files) {
    try {
      await sandbox.writeFile(path, make(competitionId, record));
    } catch (error) {
      if (task.signal.aborted) return;
      say(task, `${path} could not be written: ${(error as Error).message}`);
    }
  }
}

/** One line on where the search stands, for the run's log. */
export function sayStanding(task: Pick<AgentTask, "onOutput">, record: SearchRecord): void {
  const { best } = record.view;
  const found = best === null ? "nothing good yet" : `best so far ${resultOf(best)}, ${best.id}`;
  say(task, `${describeCounts(record)}; ${found}; model calls ${formatCost(record.spending.cost)}.`);
}
