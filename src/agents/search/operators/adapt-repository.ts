import { cutToTokens } from "../memory/tokens.ts";
import type { KnownRepository, Operator, OperatorContext } from "../parts.ts";
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
      const { background } = context;
      const sections = [
        { title: "The repository", text: describe(repositoryFor(context)) },
        ...memorySections(context, caps, ["recent", "errors"]),
        ...codeSection(context),
        ...ideaSection(context),
      ];
      return composePrompt(context, sections, background.adaptation ?? request);
    },
  };
}

/** Each adaptation takes the next repository; undefined when there are no more. */
export function repositoryFor({
  view,
  experiment,
  background,
}: Pick<OperatorContext, "view" | "experiment" | "background">): KnownRepository | undefined {
  const adaptations = view.experiments.filter(({ operator }) => operator === "adapt-repository");
  return background.repositories?.[adaptations.findIndex(({ id }) => id === experiment.id)];
}

function describe(repository: KnownRepository | undefined): string {
  if (repository === undefined) return "";
  const { name, place, digest } = repository;
  const where = `${name} is in ${place}, read-only. Copy what you use into the working folder: the program must work without that folder.`;
  return `${where}\n\n${cutToTokens(digest, digestTokens)}`;
}
