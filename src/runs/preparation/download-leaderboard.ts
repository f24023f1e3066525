import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { type CompetitionFacts, isGenerated } from "../../facts/facts.ts";
import { KaggleClient, type LeaderboardRow } from "../../kaggle/client.ts";
import { BenchError } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { fetchUpstreamFile } from "./upstream-file.ts";

/** Upstream's pinned file, which the thresholds come from, or what Kaggle shows today. */
export type LeaderboardSource = "upstream" | "kaggle";

export interface LeaderboardOptions {
  readonly dataDirectory: string;
  /** Download again what is there. */
  readonly force?: boolean;
  /** Default: upstream's, and Kaggle's where that cannot be had. */
  readonly source?: LeaderboardSource | undefined;
  readonly signal?: AbortSignal;
}

export interface DownloadedLeaderboard {
  readonly path: string;
  readonly source: LeaderboardSource | "already-there";
}

/** Puts a competition's whole leaderboard at `<data-dir>/<id>/leaderboard.csv`, for `grade --leaderboards <data-dir>`. */
export async function downloadLeaderboard(
  facts: CompetitionFacts,
  options: LeaderboardOptions,
): Promise<DownloadedLeaderboard> {
  if (isGenerated(facts)) {
    const why = "it is a competition of our own, and its facts hold all there is";
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

/** The columns that ranking needs; names of teams are nobody's business here. */
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
