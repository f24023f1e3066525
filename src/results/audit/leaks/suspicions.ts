import type { AuditFinding } from "../finding.ts";
import { type Association, associate } from "./association.ts";
import type { Feature } from "./feature.ts";
import type { Target } from "./target.ts";

/** How strong an agreement must be to be reported, and how to report it. */
export interface Suspicion {
  readonly check: string;
  readonly where: string;
  readonly howToCheck: string;
  /** Least strength that is `medium`; from 0.95 on it is `high`. */
  readonly least: number;
  readonly describe: (target: string, isPart: boolean) => string;
}

/** The chance of a false alarm in all comparisons of a competition together. */
const falseAlarm = 1e-4;

/**
 * Collects agreements between features and answers. What is worth reporting is known only at the end: the more comparisons were
 * made, the less likely by chance an agreement must be.
 */
export class Suspicions {
  tests = 0;
  readonly #found: { readonly suspicion: Suspicion; readonly best: Association; readonly others: number }[] = [];

  compare(feature: Feature, targets: readonly Target[], suspicion: Suspicion, measure = associate): void {
    const associations = targets.flatMap((target) => measure(feature, target));
    this.tests += associations.length;
    const strong = associations.filter(({ strength }) => strength >= suspicion.least);
    const [best] = strong.sort((a, b) => a.logChance - b.logChance);
    if (best !== undefined) {
      const others = new Set(strong.map(({ target }) => target)).size - 1;
      this.#found.push({ suspicion, best, others });
    }
  }

  findings(): AuditFinding[] {
    const limit = Math.log(falseAlarm / Math.max(1, this.tests));
    return this.#found
      .filter(({ best }) => best.logChance <= limit)
      .map(({ suspicion, best, others }) => ({
        check: suspicion.check,
        severity: best.strength >= 0.95 ? "high" : "medium",
        what: suspicion.describe(best.target, best.measure === "part"),
        where: suspicion.where,
        evidence: `${best.evidence}${others > 0 ? `, and ${others} more target${others === 1 ? "" : "s"} alike` : ""}. ${chance(best, this.tests)}`,
        howToCheck: suspicion.howToCheck,
      }));
  }
}

function chance({ logChance }: Association, tests: number): string {
  const power = Math.max(-999, Math.floor(logChance / Math.LN10));
  return `By chance: below 1e${power}, in ${tests} comparison${tests === 1 ? "" : "s"}.`;
}
