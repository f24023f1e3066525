import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { loadFacts } from "../facts/facts.ts";
import { MissingData, UsageError } from "../lib/errors.ts";
import { packageVersion } from "../lib/package-version.ts";
import { defineAgent } from "./agent-kind.ts";
import { say } from "./say.ts";
import { hostPath } from "./settings/host-path.ts";

/**
 * Submits the answers, so that tests of the harness know what must come out. It reads them on the host and writes one file
 * into the sandbox: even here nothing of the private folder is mounted.
 */
export const oracle = defineAgent({
  name: "oracle",
  summary: "submits the answers themselves, to test the harness",
  needs: ["prepared data, private part included, or the setting `answers`"],
  testOnly: true,
  ownImage: false,
  settings: z.strictObject({
    answers: hostPath()
      .exactOptional()
      .describe("a file to submit instead of the prepared answers, or a folder of <id>.csv (shorthand: --answers)"),
  }),
  parts: async ({ answers }) => ({
    files: answers === undefined ? {} : { answers },
    versions: { version: packageVersion() },
  }),
  create: async ({ label, files }) => ({
    name: label,
    needs: async ({ competitionId, publicData }) => {
      answersOf(competitionId, publicData, files.answers);
      return {};
    },
    act: async (task) => {
      const answers = answersOf(task.competitionId, task.publicData, files.answers);
      say(task, `This is an oracle, for tests only: it submits the answers of ${task.competitionId}.`);
      await task.sandbox.writeFile(`${task.sandbox.paths.submission}/submission.csv`, await readFile(answers));
      say(task, "submission.csv written.");
      return { exitCode: 0, timedOut: false, cancelled: task.signal.aborted, exceeded: null };
    },
  }),
});

/** The file to submit: the named file, `<id>.csv` in the named folder, or the prepared answers. */
function answersOf(competitionId: string, publicData: string, named: string | undefined): string {
  if (named !== undefined) {
    if (!existsSync(named)) throw new UsageError(`There are no answers at ${named}: expected a file or a folder.`);
    const file = statSync(named).isDirectory() ? join(named, `${competitionId}.csv`) : named;
    if (existsSync(file)) return file;
    throw new MissingData(`The oracle has nothing to submit: there is no ${file}.`);
  }
  const file = join(dirname(publicData), loadFacts(competitionId).files.gold);
  if (existsSync(file)) return file;
  throw new MissingData(
    `The oracle has nothing to submit: there is no ${file}. ` +
      `Run \`mlebench prepare -c ${competitionId}\`, or name other answers with --answers.`,
  );
}
