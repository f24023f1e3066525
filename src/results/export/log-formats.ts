/** The forms of an Inspect log: a compressed archive with a member for each sample, or one JSON document. */
export const logFormats = ["eval", "json"] as const;
export type LogFormat = (typeof logFormats)[number];
