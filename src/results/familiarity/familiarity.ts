/** The texts of a competition that a model may have seen. */
export const textKinds = ["description", "obfuscated", "kernel"] as const;
export type TextKind = (typeof textKinds)[number];

/** How well a model knows one text. */
export interface KnownText {
  readonly kind: TextKind;
  /** A path, or upstream's name for it. */
  readonly source: string;
  readonly characters: number;
  readonly tokens: number;
  /** The mean of the probabilities of its tokens, each given those before it. */
  readonly meanProbability: number;
  readonly meanLogProbability: number;
}

export interface CompetitionFamiliarity {
  readonly competitionId: string;
  readonly texts: readonly KnownText[];
  /** Why some of its texts could not be measured; null otherwise. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Whether an agent is better where the model knows the text. */
export interface FamiliarityCorrelation {
  /** The label of the result set. */
  readonly results: string;
  readonly kind: TextKind;
  /** Competitions with both figures. */
  readonly competitions: number;
  /** Spearman's, with the agent's mean percentile; null for too few competitions, or when one side does not vary. */
  readonly correlation: number | null;
  /** The two-sided probability of a correlation at least as strong if there were none. */
  readonly pValue: number | null;
}

/** What the calls took. */
export interface FamiliarityBill {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the price is unknown. */
  readonly cost: number | null;
}
