import { agreementWithClass, classesOfPart } from "./class-agreement.ts";
import type { Feature } from "./feature.ts";
import { agreementWithNumber, equality } from "./number-agreement.ts";
import { areasUnderCurve, rankCorrelation } from "./rank-association.ts";
import type { Target } from "./target.ts";

/** How well one feature alone tells one target. */
export interface Association {
  readonly measure: "AUC" | "rank correlation" | "accuracy" | "explained variance" | "equality" | "part";
  readonly target: string;
  /** 0 tells nothing, 1 tells everything. */
  readonly strength: number;
  /** Natural logarithm of the probability of such an agreement by chance, an upper bound. */
  readonly logChance: number;
  /** How many comparisons this one was chosen from. */
  readonly tests: number;
  /** The figures in words. */
  readonly evidence: string;
}

/** Fewer rows carry no statistics. */
const fewestRows = 12;

/** All ways in which a feature could tell a target, as the kinds of both suggest. */
export function associate(feature: Feature, target: Target): Association[] {
  if (!isComparable(feature, target)) return [];
  if (target.kind === "class") {
    return [
      ...areasUnderCurve(feature, target),
      ...agreementWithClass(feature, target),
      ...classesOfPart(feature, target),
    ];
  }
  if (target.kind === "number") return [...rankCorrelation(feature, target), ...agreementWithNumber(feature, target)];
  return equality(feature, target);
}

/** How close a prediction, such as the sample submission, is to the answers: cell by cell and in its order. */
export function compareWithAnswers(prediction: Feature, target: Target): Association[] {
  if (!isComparable(prediction, target)) return [];
  const inOrder = { class: areasUnderCurve, number: rankCorrelation, text: () => [] }[target.kind];
  return [...equality(prediction, target), ...inOrder(prediction, target)];
}

function isComparable(feature: Feature, target: Target): boolean {
  return target.codes.length >= fewestRows && feature.values.length >= 2 && target.classes.length >= 2;
}
