import { defineSearchAgent } from "../search/define-search-agent.ts";
import { searchSettings } from "../search/settings.ts";
import { repositorySettings } from "./repository-settings.ts";
import { filesOf, internetUses, mountsOf, openSources } from "./sources.ts";

/** RepoMaster's way: find code of others that fits the task, understand it, and adapt it. */
export const repository = defineSearchAgent({
  name: "repository",
  summary:
    "RepoMaster: finds repositories that fit the task, explores and adapts them, and writes its own code when none helps",
  settings: repositorySettings,
  searchSettings: ({
    repo,
    repositories,
    task_description,
    task_prompt,
    input_data,
    parameters,
    packages,
    search,
    ...others
  }) => searchSettings.parse({ ...others, policy: "sequence", coder_turns: parameters.max_turns }),
  equipment: {
    files: filesOf,
    internet: internetUses,
    secrets: ["GITHUB_TOKEN"],
    needs: async (settings, files, scratch) => ({
      readOnly: mountsOf(await openSources(settings, files, scratch), settings, files),
    }),
    equip: async (settings, files) => {
      const { equipWithRepositories } = await import("./equip-search.ts");
      return (search, goOn) => equipWithRepositories(search, goOn, { settings, files });
    },
  },
});
