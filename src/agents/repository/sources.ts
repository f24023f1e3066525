import { existsSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { homeFolder } from "../../contracts/home-paths.ts";
import { UsageError } from "../../lib/errors.ts";
import type { InternetUse } from "../agent-kind.ts";
import type { OpenedRepositories } from "./finding/open-repositories.ts";
import { gitHubOf } from "./github/github-api.ts";
import type { RepositorySettings } from "./repository-settings.ts";

type Files = Readonly<Record<string, string>>;

/** Where things are shown in the sandbox. */
const repositoriesInside = posix.join(homeFolder, "repositories");
const inputsInside = posix.join(homeFolder, "input");
export const packagesInside = posix.join(homeFolder, "packages");

export const placeOfRepository = (name: string): string => posix.join(repositoriesInside, name);
export const placeOfInput = (number: number, path: string): string =>
  posix.join(inputsInside, String(number), basename(path));

const needsSomething =
  "The agent `repository` needs something to adapt: --set repositories=DIR, a folder of clones or archives, or `repo` in a settings file.";

/** Whether GitHub is to be searched: on request, and when there is nothing else. */
export function isSearching({ search, repo, repositories }: RepositorySettings): boolean {
  return search ?? (repo === undefined && repositories === undefined);
}

export function internetUses(settings: RepositorySettings): InternetUse[] {
  const { search, repo } = settings;
  const without = search === true ? "Leave out `search` to do without." : needsSomething;
  const searching = `GitHub (${gitHubOf(process.env).api}) is asked for repositories, which are cloned in the sandbox`;
  return [
    ...(isSearching(settings) ? [{ what: searching, otherwise: without }] : []),
    ...(repo?.type === "github"
      ? [{ what: `${repo.url} is cloned in the sandbox`, otherwise: "Or give a local repository." }]
      : []),
  ];
}

/** The files of the host that settings name. @throws UsageError when there is nothing to adapt, or a file is missing. */
export function filesOf(settings: RepositorySettings): Files {
  const { repo, repositories, input_data, packages } = settings;
  if (repo === undefined && repositories === undefined && !isSearching(settings)) throw new UsageError(needsSomething);
  const files: Record<string, string> = {
    ...(repo?.path === undefined ? {} : { repo: repo.path }),
    ...(repositories === undefined ? {} : { repositories }),
    ...(packages === undefined ? {} : { packages }),
    ...Object.fromEntries(input_data.map(({ path }, index) => [`input ${index + 1}`, path])),
  };
  for (const path of Object.values(files)) if (!existsSync(path)) throw new UsageError(`There is no ${path}.`);
  return files;
}

/** The repositories on this machine, archives unpacked below `scratch`. The single one comes first. */
export async function openSources(
  { repo }: RepositorySettings,
  files: Files,
  scratch: string,
): Promise<OpenedRepositories> {
  const single = files.repo === undefined ? [] : [{ name: basename(repo!.path!), root: files.repo }];
  const others = await openFolder(files.repositories, join(scratch, "repositories"));
  const names = new Set(single.map(({ name }) => name));
  return {
    repositories: [...single, ...others.repositories.filter(({ name }) => !names.has(name))],
    failed: others.failed,
  };
}

async function openFolder(folder: string | undefined, scratch: string): Promise<OpenedRepositories> {
  if (folder === undefined) return { repositories: [], failed: [] };
  const { openRepositories } = await import("./finding/open-repositories.ts");
  return await openRepositories(folder, scratch);
}

/** What the sandbox shows of them. */
export function mountsOf(opened: OpenedRepositories, { input_data }: RepositorySettings, files: Files): Files {
  return {
    ...Object.fromEntries(opened.repositories.map(({ name, root }) => [placeOfRepository(name), root])),
    ...Object.fromEntries(
      input_data.map(({ path }, index) => [placeOfInput(index + 1, path), files[`input ${index + 1}`]!]),
    ),
    ...(files.packages === undefined ? {} : { [packagesInside]: files.packages }),
  };
}
