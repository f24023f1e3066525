import { z } from "zod";
import { loadFacts } from "../../../facts/facts.ts";
import { mentionPattern } from "../../mention-pattern.ts";
import { say } from "../../say.ts";
import type { Search } from "../../search/search.ts";
import { findRepositories, type GitHub, gitHubOf } from "./github-api.ts";
import { type Judgement, judgeResult } from "./judge-result.ts";
import { proposeQueries } from "./propose-queries.ts";

const mostKept = 5;

const found = z.object({
  api: z.string(),
  queries: z.array(z.string()),
  notes: z.array(z.string()),
  /** What to clone. */
  addresses: z.array(z.string()),
  excluded: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
});

/** What a search at GitHub found, and what it left out. */
export type GitHubFound = z.infer<typeof found>;

/** Searches for repositories that could help, once per run: the result is recorded. */
export async function searchGitHub({ task, ask, background, signal }: Search): Promise<GitHubFound> {
  const { id, name } = loadFacts(task.competitionId);
  const mention = mentionPattern({ id, name });
  const { queries, notes } = await proposeQueries(background.task, mention, ask);
  const { text } = await ask.once("repositories/search", async () => {
    const result = await askAll(gitHubOf(process.env), queries, { mention, signal });
    const all = [...notes, ...result.notes];
    for (const query of result.queries) say(task, `Asked ${result.api} for repositories: ${query}`);
    for (const note of all) say(task, note);
    return { text: JSON.stringify({ ...result, notes: all } satisfies GitHubFound) };
  });
  return found.parse(JSON.parse(text));
}

async function askAll(
  github: GitHub,
  queries: readonly string[],
  { mention, signal }: { readonly mention: RegExp; readonly signal: AbortSignal },
): Promise<GitHubFound> {
  const [asked, notes, lists]: [string[], string[], Judgement[][]] = [[], [], []];
  for (const words of queries) {
    asked.push(words);
    const answer = await findRepositories(github, words, signal);
    if ("items" in answer) lists.push(answer.items.map((item) => judgeResult(item, github, mention)));
    else notes.push(`GitHub could not be asked for \`${words}\`: ${answer.problem}.`);
    if ("isFinal" in answer && answer.isFinal) break;
  }
  const unnamed = lists.flat().filter((each) => each === null).length;
  if (unnamed > 0) notes.push(`Results that are private or cannot be read were left out: ${unnamed}.`);
  return { api: github.api, queries: asked, notes, ...keep(lists) };
}

/** The best of each search in turns. */
function keep(lists: readonly (readonly Judgement[])[]): Pick<GitHubFound, "addresses" | "excluded"> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  const all = [...new Map(inTurns.map((each) => [each.name.toLowerCase(), each])).values()];
  return {
    addresses: all.flatMap((each) => ("address" in each ? [each.address] : [])).slice(0, mostKept),
    excluded: all.flatMap((each) => ("reason" in each ? [{ name: each.name, reason: each.reason }] : [])),
  };
}
