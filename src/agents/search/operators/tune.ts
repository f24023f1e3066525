import type { Operator } from "../parts.ts";
import { codeSection, composePrompt, ideaSection, outputSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";

const request =
  "Keep the program's approach and choose clearly better values for its settings: learning rates, numbers of rounds or epochs, depth and " +
  "size of models, regularization, sizes of inputs, thresholds. Judge by what the runs above printed, such as a gap between training and " +
  "held-out scores or training that stopped too early or too late, and by how much of its time the program used. Do not add other models or features.";

/** The same solution with better settings. */
export function tune(caps: MemoryCaps): Operator {
  return {
    name: "tune",
    prompt: (context) =>
      composePrompt(
        context,
        [
          ...memorySections(context, caps, ["lineage", "siblings", "errors"]),
          ...codeSection(context),
          ...outputSection(context),
          ...ideaSection(context),
        ],
        request,
      ),
  };
}
