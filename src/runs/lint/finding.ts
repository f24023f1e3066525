/** What a check of a competition found. */
export interface LintFinding {
  readonly check: "facts" | "preparation" | "ids" | "answers" | "sample" | "gold" | "determinism";
  /** `warning`: it could not be checked, or may be intended. */
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
}

/** One finding for each problem, or one that says that all is well. */
export function findingsOf(
  check: LintFinding["check"],
  problems: readonly string[],
  fine: string,
): readonly LintFinding[] {
  if (problems.length === 0) return [{ check, status: "ok", message: fine }];
  return problems.map((message) => ({ check, status: "problem", message }));
}
