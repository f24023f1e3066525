import { z } from "zod";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { defineTool, failed, type ReactTool } from "../react/tools/tool.ts";
import type { CoderBench } from "../search/coders/react-tools.ts";
import { grepRepository } from "./exploring/grep.ts";
import { outlineModule } from "./exploring/outline.ts";
import { findReferences } from "./exploring/references.ts";
import { showSymbol } from "./exploring/show-symbol.ts";
import { showTree } from "./exploring/tree.ts";
import type { Repository } from "./understanding/understand-repository.ts";

const repository = z.string().describe("the repository's name");
const folder = z.string().default("").describe("a folder of the repository; empty for all of it");

/** Tools with which a model explores repositories. They answer from what was parsed, and run nothing. */
export function explorationTools(known: ReadonlyMap<string, Repository>): readonly ReactTool<CoderBench>[] {
  const tool = <Input extends z.ZodRawShape>(
    name: string,
    description: string,
    input: Input,
    answer: (found: Repository, given: z.infer<z.ZodObject<Input>>) => string,
  ): ReactTool<CoderBench> =>
    defineTool({
      name,
      description,
      isRepeatable: true,
      input: z.strictObject({ repository, ...input }),
      use: async (given) => {
        const wanted = (given as { repository: string }).repository;
        const found = known.get(wanted);
        if (found !== undefined) return { text: answer(found, given as unknown as z.infer<z.ZodObject<Input>>) };
        const names = [...known.keys()];
        return failed(`There is no repository ${wanted}.${didYouMean(wanted, names)} There are ${names.join(", ")}.`);
      },
    });
  const path = z.string().describe("a module's path, such as src/model.py");
  const symbol = z.string().describe("a class or function, such as Model.fit or src/model.py:Model.fit");
  return [
    tool("repository_tree", "Lists the files of a repository as a tree.", { folder }, (found, given) =>
      showTree(found, given.folder),
    ),
    tool(
      "repository_grep",
      "Finds the lines of a repository that contain a text, in any case.",
      { text: z.string(), folder },
      (found, given) => grepRepository(found, given.text, given.folder),
    ),
    tool(
      "repository_outline",
      "Shows the classes and functions of a module with their signatures.",
      { path },
      (found, given) => outlineModule(found, given.path),
    ),
    tool(
      "repository_symbol",
      "Shows the code of a class or function, what it calls and what calls it.",
      { symbol },
      (found, given) => showSymbol(found, given.symbol),
    ),
    tool(
      "repository_references",
      "Finds where a class or function is used, or which modules import a module.",
      { symbol },
      (found, given) => findReferences(found, given.symbol),
    ),
  ];
}
