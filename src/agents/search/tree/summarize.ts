import { say } from "../../say.ts";
import type { Search } from "../search.ts";
import { searchReport } from "./report.ts";
import { summaryKey } from "./spending.ts";

/** Of the report, so much is shown to the model. */
const mostCharacters = 24_000;

const system =
  "You report on experiments to the engineer who will continue them. Use only what the record says, and give scores with where they come from.";

const request =
  "Sum up the search in at most 150 words of plain text: what worked, what did not, what is worth trying next. Do not repeat the tables.";

/** Has a model sum up the search, once. Without an answer, the report does without. */
export async function summarize({ journal, ask, task }: Pick<Search, "journal" | "ask" | "task">): Promise<void> {
  if (journal.find("asked", summaryKey) !== undefined) return;
  const text = searchReport(task.competitionId, journal.shown).slice(0, mostCharacters);
  const sections = [
    { title: "Record", text },
    { title: "Your task", text: request },
  ];
  try {
    await ask.text({ key: summaryKey, role: "utility", prompt: { system, sections } });
  } catch (error) {
    if (task.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    say(task, `The report has no summary of a model: ${reason}`);
  }
}
