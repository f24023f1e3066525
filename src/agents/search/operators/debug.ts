import { failureOf } from "../memory/failure.ts";
import { cutToTokens } from "../memory/tokens.ts";
import type { Experiment, Operator, OperatorContext } from "../parts.ts";
import { codeSection, composePrompt, ideaSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";

const request =
  "Find the cause of this failure and fix it. Change what is needed for that and keep the approach. When time or memory ran out, make the " +
  "program do less or do it faster. When the submission is invalid, compare it with the format that the task asks for. Look for other " +
  "places with the same mistake before you finish.";

const excerptTokens = 3000;

/** Repairs a program: the one of a failed experiment, or the experiment's own when a run of it has just failed. */
export function debug(caps: MemoryCaps): Operator {
  return {
    name: "debug",
    prompt: (context) => {
      const { kind, excerpt } = failureOf(brokenOne(context));
      const output = excerpt === "" ? [] : [{ title: "What it printed", text: cutToTokens(excerpt, excerptTokens) }];
      const sections = [
        ...memorySections(context, caps, ["errors"]),
        ...ideaSection(context),
        ...codeSection(context, "The program that failed"),
        { title: "How it failed", text: cutToTokens(kind, 500) },
        ...output,
      ];
      return composePrompt(context, sections, request);
    },
  };
}

/** While an experiment has no version of its own, its parent's failure is what it has to repair. */
function brokenOne({ view, experiment }: OperatorContext): Experiment {
  const [parent] = experiment.parents;
  return experiment.versions.length > 0 || parent === undefined ? experiment : view.experiment(parent);
}
