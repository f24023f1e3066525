import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { type CompetitionFacts, rawDataOf } from "../../facts/facts.ts";
import { KaggleClient, type LeaderboardRow } from "../../kaggle/client.ts";
import { BenchError } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { fetchUpstreamFile } from "./upstream-file.ts";

/** Upstream's pinned file, the source of the thresholds, or Kaggle's current leaderboard. */
export type LeaderboardSource = "upstream" | "kaggle";

export interface LeaderboardOptions {
  readonly dataDirectory: string;
  /** Replace an existing file. */
  readonly force?: boolean;
  /** Default: upstream's, or Kaggle's if that is not available. */
  readonly source?: LeaderboardSource | undefined;
  readonly signal?: AbortSignal;
}

export interface DownloadedLeaderboard {
  readonly path: string;
  readonly source: LeaderboardSource | "already-there";
}

/** Downloads a whole leaderboard to `<data-dir>/<id>/leaderboard.csv`, for `grade --leaderboards <data-dir>`. */
export async function downloadLeaderboard(
  facts: CompetitionFacts,
  options: LeaderboardOptions,
): Promise<DownloadedLeaderboard> {
  if (rawDataOf(facts) !== "kaggle") {
    const why = "upstream does not have it, and its facts hold the whole leaderboard";
    throw new BenchError("no-leaderboard", `\`${facts.id}\` has no leaderboard to download: ${why}.`);
  }
  const path = competitionFolder(options.dataDirectory, facts.id).leaderboard;
  if (options.force !== true && existsSync(path)) return { path, source: "already-there" };
  const { content, source } = await obtain(facts, options);
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomically(path, content);
  return { path, source };
}

async function obtain(facts: CompetitionFacts, options: LeaderboardOptions) {
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const fromUpstream = async () =>
    ({ content: await fetchUpstreamFile(facts, "leaderboard", signal), source: "upstream" }) as const;
  const fromKaggle = async () => {
    const rows = await new KaggleClient().leaderboard(facts.id, signal);
    if (rows.length > 0) return { content: printLeaderboard(rows), source: "kaggle" } as const;
    throw new BenchError("empty-leaderboard", `Kaggle shows no leaderboard for \`${facts.id}\`.`);
  };
  if (options.source === "kaggle") return fromKaggle();
  if (options.source === "upstream") return fromUpstream();
  try {
    return await fromUpstream();
  } catch (upstream) {
    if (!(upstream instanceof BenchError)) throw upstream;
    try {
      return await fromKaggle();
    } catch (kaggle) {
      if (!(kaggle instanceof BenchError)) throw kaggle;
      throw new BenchError(kaggle.code, `${upstream.message}\n${kaggle.message}`, { cause: kaggle });
    }
  }
}

/** Only the columns that ranking needs, without team names. */
function printLeaderboard(rows: readonly LeaderboardRow[]): string {
  const lines = rows.map(({ teamId, submissionDate, score }) =>
    [teamId, submissionDate ?? "", score].map(cell).join(","),
  );
  return `${["teamId,submissionDate,score", ...lines].join("\n")}\n`;
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
