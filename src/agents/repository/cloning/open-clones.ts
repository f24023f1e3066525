import { join } from "node:path";
import { say } from "../../say.ts";
import { clone as cloneSchema } from "../../search/events.ts";
import type { Search } from "../../search/search.ts";
import type { OpenedRepositories, RepositoryFolder } from "../finding/open-repositories.ts";
import type { CloneSource } from "./clone-address.ts";
import { type Clone, cloneLimits, cloneRepository, placeOfClone, restoreClone } from "./clone-repository.ts";

/** Repositories of which there is a clone in the sandbox, and a copy of it here. */
export interface OpenedClones extends OpenedRepositories {
  readonly clones: readonly Clone[];
}

type Result = Clone | { readonly reason: string };

/** Clones repositories, one after another. What came of each is recorded, and not tried again after an interruption. */
export async function openClones(
  search: Search,
  sources: readonly CloneSource[],
  scratch: string,
): Promise<OpenedClones> {
  const repositories: RepositoryFolder[] = [];
  const clones: Clone[] = [];
  const failed: { name: string; reason: string }[] = [];
  for (const source of sources) {
    const result = await cloneOnce(search, source);
    const opened = "reason" in result ? result : await copyClone(search, result, join(scratch, "clones"));
    if ("reason" in opened) failed.push({ name: source.name, reason: opened.reason });
    else {
      repositories.push(opened);
      clones.push(result as Clone);
    }
  }
  return { repositories, clones, failed };
}

async function cloneOnce({ task, ask, signal }: Search, source: CloneSource): Promise<Result> {
  if (task.network !== "open") return { reason: "it can only be cloned with --network open" };
  const { text } = await ask.once(`repositories/clone/${source.name}`, async () => {
    say(task, `Cloning ${source.address} ...`);
    return { text: JSON.stringify(await cloneRepository(task, source, signal)) };
  });
  const result = JSON.parse(text) as Result;
  return "reason" in result ? result : cloneSchema.parse(result);
}

/** Copies a clone to this machine. Once programs have run, it is first put back as it was. */
async function copyClone(
  { task, journal, signal }: Search,
  clone: Clone,
  folder: string,
): Promise<RepositoryFolder | { readonly reason: string }> {
  const { name } = clone;
  const inside = placeOfClone(task, name);
  const problem = journal.last("repositories") === undefined ? null : await restoreClone(task, clone, signal);
  if (problem !== null) return { reason: problem };
  const root = join(folder, name);
  // The files, and git's own copy of them.
  const { files } = await task.sandbox.collect(inside, root, { maxBytes: 2 * cloneLimits.bytes, signal });
  return files === 0 ? { reason: "its clone is gone" } : { name, root, inside };
}
