import { shortenMiddle } from "../../react/output/shorten-middle.ts";
import type { Coder, CodingResult, CodingWork, Prompt } from "../parts.ts";
import { isChange, isMissing, whatIsInTheWay } from "./answer/judge-changes.ts";
import { type AnsweredChanges, readAnswer } from "./answer/read-answer.ts";
import { noEntryPoint, notChanged } from "./why-no-program.ts";

const mostTries = 3;

/** What the model sees of an answer that could not be used. */
const mostRepeated = 20_000;

/** Asks once for the whole program. Asks again, at most twice, when the answer cannot be used. */
export const singleCoder: Coder = {
  name: "single",
  needsNoFolder: true,
  code: async (work) => {
    let prompt = withForm(work);
    let problem = "";
    for (let number = 1; number <= mostTries; number += 1) {
      const answer = await work.ask.text({ key: `${work.key}/answer-${number}`, role: roleOf(work), prompt });
      const changes = readAnswer(answer, work.program);
      const wrong = changes instanceof Error ? changes.message : whatIsInTheWay(changes, work.base);
      if (!(changes instanceof Error) && wrong === null) return { ...resultOf(changes, work), changes };
      problem = wrong!;
      prompt = askAgain(withForm(work), answer, problem);
    }
    return noProgram(problem);
  },
};

function resultOf(changes: AnsweredChanges, work: CodingWork): Pick<CodingResult, "summary" | "failure"> {
  const { summary } = changes;
  if (isMissing(changes, work)) return { summary, failure: noEntryPoint(work.program) };
  return { summary, failure: work.mode === "fix" && !isChange(changes, work.base) ? notChanged : null };
}

/** Which of the run's models writes. */
export function roleOf({ mode }: Pick<CodingWork, "mode">): string {
  return mode === "fix" ? "debugging" : "coding";
}

function noProgram(problem: string): CodingResult {
  return { summary: "", failure: `None of ${mostTries} answers had files that could be used. ${problem}` };
}

function withForm({ prompt, program }: CodingWork): Prompt {
  const form = [
    "Begin with a few sentences: what the program does, or what you change, and why.",
    "Then give each file that you add or change as one fenced block with all of its content, even if only a line is different.",
    `The opening fence names the language and the path: \`\`\`python src/features.py. The entry point is \`${program}\`.`,
    "A file that contains lines with three backticks needs a fence of four or more.",
    "Files that you do not mention stay as they are. To delete one, write `DELETE path` on a line of its own, outside of the blocks.",
  ];
  return { ...prompt, sections: [...prompt.sections, { title: "Form of your answer", text: form.join("\n") }] };
}

function askAgain(prompt: Prompt, answer: string, problem: string): Prompt {
  const shown = shortenMiddle(
    answer.trim() || "(nothing)",
    mostRepeated,
    (left) => `[... ${left} characters left out ...]`,
  );
  const again = `${problem} Answer again, in the form above.`;
  return {
    ...prompt,
    sections: [
      ...prompt.sections,
      { title: "Your last answer", text: shown },
      { title: "What was wrong with it", text: again },
    ],
  };
}
