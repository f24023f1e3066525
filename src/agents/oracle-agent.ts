import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { loadFacts } from "../facts/facts.ts";
import { MissingData, UsageError } from "../lib/errors.ts";
import type { AgentKind } from "./agent-kind.ts";
import { say } from "./say.ts";

/**
 * Submits the answers: whoever tests the harness knows what must come out. It reads them on the host and writes one file
 * into the sandbox, so that even here nothing of the private folder is mounted.
 */
export const oracle: AgentKind = {
  name: "oracle",
  summary: "submits the answers themselves, to test the harness",
  needs: ["prepared data, private part included, or --answers"],
  testOnly: true,
  takes: ["answers"],
  create: async (choice) => ({
    name: choice.label ?? "oracle",
    needs: async ({ competitionId, publicData }) => {
      answersOf(competitionId, publicData, choice.answers);
      return {};
    },
    act: async (task) => {
      const answers = answersOf(task.competitionId, task.publicData, choice.answers);
      say(task, `This is an oracle, for tests only: it submits the answers of ${task.competitionId}.`);
      await task.sandbox.writeFile(`${task.sandbox.paths.submission}/submission.csv`, await readFile(answers));
      say(task, "submission.csv written.");
      return { exitCode: 0, timedOut: false, cancelled: task.signal.aborted, exceeded: null };
    },
  }),
};

/** The file to submit: the one that was named, `<id>.csv` of the folder that was named, or the prepared one. */
function answersOf(competitionId: string, publicData: string, named: string | undefined): string {
  if (named !== undefined) {
    const place = resolve(named);
    if (!existsSync(place)) throw new UsageError(`There are no answers at ${place}: a file or a folder is expected.`);
    const file = statSync(place).isDirectory() ? join(place, `${competitionId}.csv`) : place;
    if (existsSync(file)) return file;
    throw new MissingData(`The oracle has nothing to submit: there is no ${file}.`);
  }
  const file = join(dirname(publicData), loadFacts(competitionId).files.gold);
  if (existsSync(file)) return file;
  throw new MissingData(
    `The oracle has nothing to submit: there is no ${file}. ` +
      `Run \`mlebench prepare -c ${competitionId}\`, or say where answers are with --answers.`,
  );
}
