import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { UsageError } from "../../lib/errors.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { type PreparationResult, type PreparationTask, prepareBatch } from "../../runs/preparation/prepare-batch.ts";
import type { VerificationScope } from "../../runs/preparation/prepare-competition.ts";
import { exitCodes } from "../exit-codes.ts";
import { preparationJson } from "../json/preparation-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { rawSource } from "../raw-source.ts";
import { selectCompetitions } from "../select-competitions.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import { PreparationView } from "../views/preparation-view.ts";
import type { PrepareOptions } from "./prepare.options.ts";

export async function run(options: PrepareOptions): Promise<number> {
  const dataDirectory = resolve(options.dataDir ?? defaultDataDirectory());
  const ids = selectCompetitions(options);
  const tasks = ids.map((competitionId) => task(competitionId, ids.length, dataDirectory, options));
  if (options.dryRun) {
    const { showEstimates } = await import("../views/show-estimates.ts");
    return showEstimates(tasks, dataDirectory, options.json === true);
  }

  const stop = new AbortController();
  const onSignal = (): void => {
    // Files are moved into place when they are complete, so exiting at any moment is safe.
    if (stop.signal.aborted) process.exit(exitCodes.interrupted);
    note("Stopping. Press Ctrl-C again to stop at once.");
    stop.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const failedBoards = options.overwriteLeaderboard
      ? await overwriteLeaderboards(ids, dataDirectory, stop.signal)
      : 0;
    const view = new PreparationView(tasks.length);
    const results = await prepareBatch(tasks, {
      signal: stop.signal,
      onProgress: (id, progress) => view.update(id, progress),
      onResult: (result) => view.finish(result),
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    });
    view.end();
    if (options.json) printJson(results.map((result) => preparationJson(result, dataDirectory)));
    else print(summarize(results));
    if (stop.signal.aborted) noteRemaining(results);
    return exitCode(results, failedBoards);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

function task(competitionId: string, total: number, dataDirectory: string, options: PrepareOptions): PreparationTask {
  const source = rawSource(competitionId, total, options);
  return {
    competitionId,
    options: {
      dataDirectory,
      keepRaw: options.keepRaw ?? false,
      verification: verification(options.skipVerification),
      overwriteChecksums: options.overwriteChecksums ?? false,
      force: options.force ?? false,
      verifyData: options.verifyData ?? false,
      ...(source === undefined ? {} : { source }),
    },
  };
}

function verification(skip: boolean | string | undefined): VerificationScope {
  if (skip === undefined || skip === false) return "all";
  if (skip === true || skip === "all") return "none";
  if (skip === "archive") return "tables";
  throw new UsageError(`--skip-verification: Expected no value or \`archive\`, found \`${skip}\`.`);
}

async function overwriteLeaderboards(
  ids: readonly string[],
  dataDirectory: string,
  signal: AbortSignal,
): Promise<number> {
  const { downloadLeaderboards } = await import("../download-leaderboards.ts");
  const results = await downloadLeaderboards(ids, { dataDirectory, force: true, signal });
  return results.filter(({ error }) => error !== null).length;
}

function summarize(results: readonly PreparationResult[]): StyledText {
  const rows = results.map(({ competitionId, outcome, manifest, error, seconds }) => {
    const warnings = manifest?.warnings.length ?? 0;
    const remark = error?.message ?? (warnings === 0 ? "" : `${warnings} warning${warnings > 1 ? "s" : ""}`);
    return [competitionId, outcome.replace("-", " "), outcome === "prepared" ? formatSeconds(seconds) : "", remark];
  });
  const count = (outcome: PreparationResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  const totals = [
    `${count("prepared")} prepared`,
    `${count("already-prepared")} already prepared`,
    `${count("failed")} failed`,
    ...(count("cancelled") === 0 ? [] : [`${count("cancelled")} not done`]),
  ];
  return joinLines([formatTable(["competition", "outcome", "time", "remark"], rows), totals.join(", ")]);
}

function noteRemaining(results: readonly PreparationResult[]): void {
  const remaining = results.filter(({ outcome }) => outcome === "cancelled").map(({ competitionId }) => competitionId);
  if (remaining.length === 0) return;
  note(`Not prepared yet: ${remaining.join(", ")}.`);
  note("Finished competitions and downloaded parts are kept. Run the same command again to continue.");
}

function exitCode(results: readonly PreparationResult[], failedBoards: number): number {
  if (results.some(({ outcome }) => outcome === "cancelled")) return exitCodes.interrupted;
  return failedBoards > 0 || results.some(({ outcome }) => outcome === "failed")
    ? exitCodes.failedItems
    : exitCodes.done;
}
