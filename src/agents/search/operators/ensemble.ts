import { describeExperiment } from "../memory/describe-experiment.ts";
import { cutToTokens } from "../memory/tokens.ts";
import type { Experiment, Operator, OperatorContext } from "../parts.ts";
import { codeSection, composePrompt, ideaSection, programText } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";

const request =
  "Write a program that combines the solutions to be combined. It trains each of them again as far as time allows, or the strongest and most " +
  "different ones, and joins their predictions: a mean, a mean of ranks, or weights fitted on held-out rows that no member was trained " +
  "on. Compare the combination with each member on the same rows, report every score, and submit whatever is best there. Members that " +
  "make the same errors add nothing.";

const memberTokens = 8_000;

/** Combines several solutions in one program. */
export function ensemble(caps: MemoryCaps): Operator {
  return {
    name: "ensemble",
    prompt: (context) => {
      const { view, experiment } = context;
      const members = experiment.parents.map((id) => view.experiment(id));
      const described = members.map((member) => describeExperiment(view, member)).join("\n");
      const sections = [
        { title: "Solutions to be combined", text: cutToTokens(described, caps.best) },
        ...memorySections(context, caps, ["errors"]),
        ...codeSection(context, "The program of the first of them, which is in the working folder"),
        ...members.slice(1).map((member) => memberCode(context, member)),
        ...ideaSection(context),
      ];
      return composePrompt(context, sections, request);
    },
  };
}

/** Programs that are not in the working folder; the record may hold them in part. */
function memberCode({ program }: OperatorContext, { id, versions }: Experiment) {
  const files = versions.findLast(({ commit }) => commit !== null)?.files ?? {};
  return { title: `The program of ${id}`, text: programText(files, program, memberTokens) };
}
