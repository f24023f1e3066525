/** Why boxes cannot be scored. */
export type DetectionProblem =
  | "confidence-not-finite"
  | "no-wrong-detection"
  | "not-a-number"
  | "size-not-positive"
  | "not-rectangular";

/** Boxes that a detection metric cannot score; the message says to a person what is wrong with which of them. */
export class DetectionError extends RangeError {
  readonly problem: DetectionProblem;

  constructor(problem: DetectionProblem, message: string) {
    super(message);
    this.name = "DetectionError";
    this.problem = problem;
  }
}
