/** Upstream's splits: the columns of its leaderboard. */
export const leaderboardSplits = ["low", "medium", "high", "all"] as const;
export type LeaderboardSplit = (typeof leaderboardSplits)[number];
