import type { OperatorContext } from "../parts.ts";

/** Experiments that begin at the same time with the same request should not all do the same; empty for one alone. */
export function sideBySide({ view, experiment }: OperatorContext): string {
  const alike = view.experiments.filter(
    ({ step, operator, parents }) =>
      step === experiment.step && operator === experiment.operator && parents[0] === experiment.parents[0],
  );
  if (alike.length < 2) return "";
  const number = alike.findIndex(({ id }) => id === experiment.id) + 1;
  return (
    ` ${alike.length} engineers get this request at the same time without seeing each other's work, and you are number ${number}: ` +
    "choose something that the others are unlikely to choose."
  );
}
