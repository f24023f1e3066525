import type { Operator } from "../parts.ts";
import { codeSection, composePrompt, ideaSection, outputSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";
import { sideBySide } from "./side-by-side.ts";

const own =
  "Improve the program by one change that you expect to raise its score on unseen data, and that the experiments above have not tried. Make " +
  "exactly one, so that the next score tells what it is worth. Leave everything else as it is, the held-out rows and their seed above all.";

const given =
  "Change the program so that it carries out the idea above, and only that. Leave everything else as it is, the held-out rows and their seed " +
  "above all, so that the next score tells what the idea is worth.";

/** One atomic change to a program that works. */
export function improve(caps: MemoryCaps): Operator {
  return {
    name: "improve",
    prompt: (context) =>
      composePrompt(
        context,
        [
          ...memorySections(context, caps, ["best", "lineage", "siblings", "errors"]),
          ...codeSection(context),
          ...outputSection(context),
          ...ideaSection(context),
        ],
        context.idea === null ? own + sideBySide(context) : given,
      ),
  };
}
