/** The tables of results, from the most general to the most detailed. */
export const tableNames = ["competitions", "runs", "candidates", "calls"] as const;
export type TableName = (typeof tableNames)[number];
