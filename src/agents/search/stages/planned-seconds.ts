import type { Budget, Stage } from "../parts.ts";

/** What a full run can count on: never more than half of what is left, because a rehearsal may take as long again. */
export function plannedSeconds({ runSeconds }: Pick<Stage, "runSeconds">, { secondsLeft }: Budget): number {
  return Math.floor(Math.min(runSeconds, secondsLeft / 2));
}
