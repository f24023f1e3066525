import { cutToTokens } from "../memory/tokens.ts";
import type { Operator } from "../parts.ts";
import { codeSection, composePrompt, ideaSection } from "./compose-prompt.ts";
import { type MemoryCaps, memorySections } from "./memory-sections.ts";

const request =
  "Solve the task with the code of the repository above. Use what fits, such as its models, its preparation of data and its training loop, instead of writing " +
  "it again; adapt paths, formats and sizes to this task; leave out what the task does not need. The entry point, the environment and the " +
  "output are those of the program described above, not those of the repository.";

const digestTokens = 10_000;

/** Solves the task by means of someone else's code. */
export function adaptRepository(caps: MemoryCaps): Operator {
  return {
    name: "adapt-repository",
    prompt: (context) => {
      const digest = cutToTokens(context.background.repository ?? "", digestTokens);
      const sections = [
        { title: "The repository", text: digest },
        ...memorySections(context, caps, ["recent", "errors"]),
        ...codeSection(context),
        ...ideaSection(context),
      ];
      return composePrompt(context, sections, request);
    },
  };
}
