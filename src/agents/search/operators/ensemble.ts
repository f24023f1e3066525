import { describeExperiment } from "../memory/describe-experiment.ts";
import { cutToTokens } from "../memory/tokens.ts";
import type { Operator } from "../parts.ts";
import { codeSection, composePrompt, ideaSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";

const request =
  "Write a program that combines the solutions to be combined. It trains each of them again as far as time allows, or the strongest and most " +
  "different ones, and joins their predictions: a mean, a mean of ranks, or weights fitted on held-out rows that no member was trained " +
  "on. Compare the combination with each member on the same rows, report every score, and submit whatever is best there. Members that " +
  "make the same errors add nothing.";

/** Combines several solutions in one program. */
export function ensemble(caps: MemoryCaps): Operator {
  return {
    name: "ensemble",
    prompt: (context) => {
      const { view, experiment } = context;
      const members = experiment.parents.map((id) => describeExperiment(view, view.experiment(id)));
      const sections = [
        { title: "Solutions to be combined", text: cutToTokens(members.join("\n"), caps.best) },
        ...memorySections(context, caps, ["errors"]),
        ...codeSection(context, "The program of the first of them"),
        ...ideaSection(context),
      ];
      return composePrompt(context, sections, request);
    },
  };
}
