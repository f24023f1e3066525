import type { Operator } from "../parts.ts";
import { composePrompt, ideaSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";
import { sideBySide } from "./side-by-side.ts";

const own =
  "Write a first complete solution from scratch. Choose an approach that differs from the experiments above in what it models, not only in " +
  "its settings. Keep it simple: one sensible model, sound preparation of the data, no ensemble, no search over settings, no " +
  "exploration for its own sake.";

const given =
  "Write a complete solution from scratch that carries out the idea above. Where the idea leaves something open, take the simplest choice " +
  "that works.";

/** A solution from scratch. */
export function draft(caps: MemoryCaps): Operator {
  return {
    name: "draft",
    prompt: (context) =>
      composePrompt(
        context,
        [...memorySections(context, caps, ["best", "recent", "errors"]), ...ideaSection(context)],
        context.idea === null ? own + sideBySide(context) : given,
      ),
  };
}
