import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { AgentEnd } from "../../contracts/agent.ts";
import { loadFacts } from "../../facts/facts.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { say } from "../say.ts";
import { coder as coderNamed } from "../search/coders/index.ts";
import { reactCoder } from "../search/coders/react-coder.ts";
import type { EventOf } from "../search/events.ts";
import { repositoryFor } from "../search/operators/adapt-repository.ts";
import type { Experiment, KnownRepository } from "../search/parts.ts";
import { sequence } from "../search/policies/sequence.ts";
import type { Search } from "../search/search.ts";
import { type CloneSource, nameClones } from "./cloning/clone-address.ts";
import { type Clone, restoreClone } from "./cloning/clone-repository.ts";
import { openClones } from "./cloning/open-clones.ts";
import { makeVirtualEnvironment } from "./environment/virtual-environment.ts";
import { explorationTools } from "./exploration-tools.ts";
import { indexRepositories } from "./finding/index-repositories.ts";
import type { OpenedRepositories, RepositoryFolder } from "./finding/open-repositories.ts";
import { type RankedRepository, rankRepositories } from "./finding/rank-repositories.ts";
import { type GitHubFound, searchGitHub } from "./github/search-github.ts";
import type { RepositorySettings } from "./repository-settings.ts";
import { isSearching, openSources, packagesInside, placeOfInput, placeOfRepository } from "./sources.ts";
import { digestRepository } from "./understanding/digest.ts";
import { readText } from "./understanding/read-text.ts";
import { type Repository, understandRepository } from "./understanding/understand-repository.ts";

type Files = Readonly<Record<string, string>>;
type Chosen = EventOf<"repositories">["chosen"];

const digestTokens = 8000;
const mostRequirementsBytes = 100_000;

/** Finds the repositories for a task, and lets the search adapt one after the other; when none helps, it writes its own code. */
export async function equipWithRepositories(
  search: Search,
  goOn: (equipped: Search) => Promise<AgentEnd>,
  { settings, files }: { readonly settings: RepositorySettings; readonly files: Files },
): Promise<AgentEnd> {
  const scratch = await mkdtemp(join(tmpdir(), "mlebench-repositories-"));
  try {
    const own = await openSources(settings, files, scratch);
    const described = { ...search, background: describeTask(search, settings) };
    const searched = isSearching(settings) && search.task.network === "open" ? await searchGitHub(described) : null;
    const clones = await openClones(search, sourcesOf(settings, own, searched), scratch);
    const opened = together(clones, own, searched);
    const { chosen } =
      search.journal.last("repositories") ??
      (await choose(described, { opened, clones: clones.clones, settings, searched }));
    const understood = await understand(opened.repositories, chosen, described.background.task);
    return await goOn(
      equipped(described, { settings, files, chosen, understood, opened, searched, clones: clones.clones }),
    );
  } finally {
    await removeTree(scratch);
  }
}

function together(
  clones: OpenedRepositories,
  own: OpenedRepositories,
  searched: GitHubFound | null,
): OpenedRepositories {
  return {
    repositories: [...clones.repositories, ...own.repositories],
    failed: [...(searched?.excluded ?? []), ...clones.failed, ...own.failed],
  };
}

/** What to clone. */
function sourcesOf({ repo }: RepositorySettings, own: OpenedRepositories, searched: GitHubFound | null): CloneSource[] {
  const taken = own.repositories.map(({ name }) => name);
  const single = repo?.type === "github" ? [repo.url!] : [];
  const others = (searched?.addresses ?? []).filter((address) => !single.includes(address));
  return nameClones([...single, ...others], taken);
}

/** The user's own words about the task join the competition's. */
function describeTask(
  { background }: Search,
  { task_description, input_data }: RepositorySettings,
): Search["background"] {
  const inputs = input_data.map(({ path, description }, index) => `- ${placeOfInput(index + 1, path)}: ${description}`);
  const parts = [
    background.task,
    ...(task_description === "" ? [] : [`## What else is asked for\n${task_description}`]),
    ...(inputs.length === 0 ? [] : [`## Further files\n${inputs.join("\n")}`]),
  ];
  return { ...background, task: parts.join("\n\n") };
}

/** Leaves out what names the competition, ranks the others, and records both. */
async function choose(
  { journal, ask, background, task }: Search,
  { opened, clones, settings, searched }: Pick<Found, "opened" | "clones" | "settings" | "searched">,
): Promise<{ readonly chosen: Chosen }> {
  const { id, name } = loadFacts(task.competitionId);
  const options = { competition: { id, name }, task: background.task };
  const { repositories, excluded } = await indexRepositories(opened, options);
  const ranked = singleFirst(await rankRepositories(repositories, { task: background.task, ask }), clones, settings);
  const chosen = await Promise.all(
    ranked.slice(0, settings.parameters.retry + 1).map(async ({ repository, score, basis }) => {
      const known = await understandRepository(repository.root, { task: background.task, name: repository.name });
      const why = `rated ${score.toFixed(2)} by ${basis === "model" ? "the model" : "words and care"}`;
      return { name: repository.name, why, digest: digestRepository(known, digestTokens) };
    }),
  );
  journal.add({
    type: "repositories",
    chosen,
    excluded: excluded.map((each) => ({ ...each })),
    ...(clones.length === 0 ? {} : { clones: [...clones] }),
    ...(searched === null ? {} : { searched: { api: searched.api, queries: searched.queries, notes: searched.notes } }),
  });
  for (const { name: left, reason } of excluded) say(task, `The repository ${left} is not used: ${reason}.`);
  say(task, `Repositories to adapt: ${chosen.map((each) => each.name).join(", ") || "none"}.`);
  return { chosen };
}

/** The repository that the user names comes before those that were found. */
function singleFirst(
  ranked: readonly RankedRepository[],
  clones: readonly Clone[],
  { repo }: RepositorySettings,
): readonly RankedRepository[] {
  const cloned = clones.find(({ address }) => address === repo?.url)?.name;
  const single = repo?.path === undefined ? cloned : basename(repo.path);
  const isSingle = ({ repository }: RankedRepository): boolean => repository.name === single;
  return [...ranked.filter(isSingle), ...ranked.filter((each) => !isSingle(each))];
}

async function understand(
  folders: readonly RepositoryFolder[],
  chosen: Chosen,
  task: string,
): Promise<ReadonlyMap<string, Repository>> {
  const wanted = folders.filter(({ name }) => chosen.some((each) => each.name === name));
  const known = await Promise.all(wanted.map(({ root, name }) => understandRepository(root, { task, name })));
  return new Map(known.map((repository) => [repository.name, repository]));
}

interface Found {
  readonly settings: RepositorySettings;
  readonly files: Files;
  readonly chosen: Chosen;
  readonly understood: ReadonlyMap<string, Repository>;
  readonly opened: OpenedRepositories;
  readonly clones: readonly Clone[];
  /** Null when GitHub was not searched. */
  readonly searched: GitHubFound | null;
}

function equipped(search: Search, found: Found): Search {
  const { settings, chosen, understood } = found;
  const { task } = search;
  const { max_turns } = settings.parameters;
  const repositories = chosen.map(({ name, digest }) => ({ name, digest, place: placeIn(search, found, name) }));
  const adaptation =
    settings.task_prompt === undefined ? {} : { adaptation: requestOf(search, settings, repositories) };
  const background = { ...search.background, repositories, ...adaptation };
  const coder =
    coderNamed(settings.coder).name === "react"
      ? reactCoder(task, { coder_turns: max_turns }, explorationTools(understood))
      : search.parts.coder;
  const policy = sequence({ sequence: [...chosen.map(() => "adapt-repository" as const), "draft"], until_good: true });
  const environmentFor = (experiment: Experiment) => environmentOf({ ...search, background }, experiment, found);
  return { ...search, background, parts: { ...search.parts, coder, policy, environmentFor } };
}

/** A clone is in the workspace, everything else is mounted. */
function placeIn({ task }: Search, { opened }: Found, name: string): string {
  const inside = opened.repositories.find((each) => each.name === name)?.inside;
  return inside ?? task.sandbox.resolve(placeOfRepository(name));
}

/** The user's request, with the places filled in. */
function requestOf({ task }: Search, settings: RepositorySettings, repositories: readonly KnownRepository[]): string {
  const values: Record<string, string> = {
    repo_path: repositories.map(({ place }) => place).join(" or "),
    input_data: settings.input_data
      .map(({ path }, index) => task.sandbox.resolve(placeOfInput(index + 1, path)))
      .join(", "),
    output_dir_path: "the folder that OUTPUT_DIR names",
    task_description: settings.task_description,
  };
  return settings.task_prompt!.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/**
 * Readies the repository that an experiment adapts: a clone is put back as it was, since the programs of earlier experiments
 * can write to it, and its virtual environment is made. What came of that is recorded once.
 */
async function environmentOf(
  search: Search,
  experiment: Experiment,
  { files, settings, understood, clones }: Found,
): Promise<Readonly<Record<string, string>>> {
  const { task, journal, background, ask, signal } = search;
  const repository = repositoryFor({ view: journal.view, experiment, background });
  const known = repository === undefined ? undefined : understood.get(repository.name);
  if (known === undefined) return {};
  const clone = clones.find(({ name }) => name === known.name);
  const problem = clone === undefined ? null : await restoreClone(task, clone, signal);
  if (problem !== null) journal.add({ type: "note", text: problem });
  if (!settings.parameters.use_venv) return {};
  const requirements = readText(known.root, "requirements.txt", mostRequirementsBytes) ?? "";
  const packages = files.packages === undefined ? null : task.sandbox.resolve(packagesInside);
  const { variables, report } = await makeVirtualEnvironment(task, { name: known.name, requirements, packages });
  await ask.once(`${experiment.id}/environment`, async () => {
    say(task, `${known.name}: ${report}`);
    return { text: report };
  });
  return variables;
}
