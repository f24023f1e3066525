import type { z } from "zod";
import type { AgentNeeds } from "../../contracts/agent.ts";
import { UsageError } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { type AgentKind, defineAgent } from "../agent-kind.ts";
import { nodePlace } from "../react/tools/shell.ts";
import { coder } from "./coders/index.ts";
import { searchEvents } from "./events.ts";
import type { SearchSettings } from "./settings.ts";

interface SearchPreset<Settings> {
  readonly name: string;
  readonly summary: string;
  readonly settings: z.ZodType<Settings>;
  /** What they mean for the search. */
  searchSettings(settings: Settings): SearchSettings;
}

/** A kind of search agent. Kinds differ in their settings alone. */
export function defineSearchAgent<Settings>(preset: SearchPreset<Settings>): AgentKind {
  const { name, summary, settings: schema, searchSettings } = preset;
  return defineAgent<Settings>({
    name,
    summary,
    needs: [
      "a model (--model PROVIDER/MODEL)",
      "in the sandbox, git and what programs are written for, such as python3",
    ],
    takesModel: true,
    needsModel: true,
    rehearses: true,
    searches: true,
    settings: schema,
    parts: async (settings) => {
      const search = searchSettings(settings);
      const { knowledge, knowledge_folder: folder } = search;
      return {
        ...(knowledge && folder !== undefined ? { files: { knowledge: folder } } : {}),
        versions: { version: packageVersion(), ...coder(search.coder).versions(search) },
      };
    },
    create: async ({ label, settings, files }) => {
      const search = searchSettings(settings);
      return {
        name: label,
        events: searchEvents as never,
        continues: true,
        needs: async () => needsOf(search),
        act: async (task) => {
          if (task.model === undefined)
            throw new UsageError(`The agent \`${label}\` needs a model: name one with --model.`);
          const [{ actAsSearch }, { assembleParts }] = await Promise.all([import("./act.ts"), import("./assemble.ts")]);
          const cards = search.knowledge ? { folder: files.knowledge } : null;
          return await actAsSearch(task, task.model, await assembleParts(task, search), { settings: search, cards });
        },
      };
    },
  });
}

function needsOf(settings: SearchSettings): AgentNeeds {
  const { readOnly = {} } = coder(settings.coder).sandbox(settings);
  return {
    readOnly: { [nodePlace]: process.execPath, ...readOnly },
    programs: ["git", ...(settings.program.endsWith(".py") ? ["python3"] : [])],
  };
}
