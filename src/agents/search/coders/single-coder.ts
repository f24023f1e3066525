import type { AgentTask } from "../../../contracts/agent.ts";
import { shortenMiddle } from "../../react/output/shorten-middle.ts";
import type { Coder, CodingResult, CodingWork, Prompt } from "../parts.ts";
import { type FileChanges, readAnswer } from "./answer/read-answer.ts";
import { whyNoProgram } from "./why-no-program.ts";
import { WorkingFolder, WriteFailure } from "./working-folder.ts";

const mostTries = 3;

/** What the model sees of an answer that could not be used. */
const mostRepeated = 20_000;

/** Asks once for the whole program. Asks again, at most twice, when no files can be read out of the answer. */
export function singleCoder(task: AgentTask): Coder {
  return {
    name: "single",
    code: async (work) => {
      const folder = new WorkingFolder(task, work);
      let prompt = withForm(work);
      let problem = "";
      for (let number = 1; number <= mostTries; number += 1) {
        const answer = await work.ask.text({ key: `${work.key}/answer-${number}`, role: roleOf(work), prompt });
        const changes = readAnswer(answer, work.program);
        const done = changes instanceof Error ? changes.message : await apply(changes, work, folder);
        if (typeof done !== "string") return done;
        problem = done;
        prompt = askAgain(withForm(work), answer, problem);
      }
      return noProgram(problem);
    },
  };
}

/** What came of the work, or what the model must do differently. */
async function apply(changes: FileChanges, work: CodingWork, folder: WorkingFolder): Promise<CodingResult | string> {
  const { summary } = changes;
  try {
    return (await folder.change(changes)) ?? { summary, failure: await whyNoProgram(work, folder) };
  } catch (error) {
    if (!(error instanceof WriteFailure)) throw error;
    return { summary, failure: error.message };
  }
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
