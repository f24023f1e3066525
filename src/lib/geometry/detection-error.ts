type DetectionProblem =
  | "confidence-not-finite"
  | "no-wrong-detection"
  | "not-a-number"
  | "size-not-positive"
  | "not-rectangular";

/** A detection metric cannot score some boxes. The message says which, and why. */
export class DetectionError extends RangeError {
  readonly problem: DetectionProblem;

  constructor(problem: DetectionProblem, message: string) {
    super(message);
    this.name = "DetectionError";
    this.problem = problem;
  }
}
