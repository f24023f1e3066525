import type { z } from "zod";
import type { AgentNeeds } from "../../contracts/agent.ts";
import { UsageError } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { type AgentKind, defineAgent, type InternetUse } from "../agent-kind.ts";
import { nodePlace } from "../react/tools/shell.ts";
import type { Equip } from "./act.ts";
import { coder } from "./coders/index.ts";
import { searchEvents } from "./events.ts";
import type { SearchSettings } from "./settings.ts";

interface SearchPreset<Settings> {
  readonly name: string;
  readonly summary: string;
  readonly settings: z.ZodType<Settings>;
  /** What they mean for the search. */
  searchSettings(settings: Settings): SearchSettings;
  /** What a kind has besides settings. */
  readonly equipment?: Equipment<Settings>;
}

type Files = Readonly<Record<string, string>>;

/** What a search needs that settings of the search cannot express. */
export interface Equipment<Settings> {
  /** Its files on the host: see `AgentParts`. @throws UsageError when one is missing. */
  files(settings: Settings): Files;
  /** What its sandbox must show, given where the files are. */
  needs(settings: Settings, files: Files, scratch: string): Promise<Pick<AgentNeeds, "readOnly">>;
  equip(settings: Settings, files: Files): Promise<Equip>;
  /** See `AgentKind`. */
  internet?(settings: Settings): readonly InternetUse[];
  /** See `Agent`. */
  readonly secrets?: readonly string[];
}

/** A kind of search agent. Most kinds differ in their settings alone. */
export function defineSearchAgent<Settings>(preset: SearchPreset<Settings>): AgentKind {
  const { name, summary, settings: schema, searchSettings, equipment } = preset;
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
    internet: (settings) => [
      ...(searchSettings(settings).fetch_huggingface_models ? [hubUse] : []),
      ...(equipment?.internet?.(settings) ?? []),
    ],
    parts: async (settings) => {
      const search = searchSettings(settings);
      const { knowledge, knowledge_folder: folder } = search;
      const cards: Files = knowledge && folder !== undefined ? { knowledge: folder } : {};
      // What is wrong with them should not first show when the run is under way.
      if (cards.knowledge !== undefined) (await import("./knowledge/read-cards.ts")).readCards(cards.knowledge);
      return {
        files: { ...cards, ...equipment?.files(settings) },
        versions: { version: packageVersion(), ...coder(search.coder).versions(search) },
      };
    },
    create: async ({ label, settings, files }) => {
      const search = searchSettings(settings);
      return {
        name: label,
        events: searchEvents as never,
        ...(equipment?.secrets === undefined ? {} : { secrets: equipment.secrets }),
        continues: true,
        needs: async ({ scratch }) => {
          const { readOnly, programs } = needsOf(search);
          const more = await equipment?.needs(settings, files, scratch);
          return { readOnly: { ...readOnly, ...more?.readOnly }, programs };
        },
        act: async (task) => {
          if (task.model === undefined)
            throw new UsageError(`The agent \`${label}\` needs a model: name one with --model.`);
          const [{ actAsSearch }, { assembleParts }] = await Promise.all([import("./act.ts"), import("./assemble.ts")]);
          const cards = search.knowledge ? { folder: files.knowledge, walk: search } : null;
          const equip = await equipment?.equip(settings, files);
          return await actAsSearch(task, task.model, await assembleParts(task, search), {
            settings: search,
            cards,
            looksUpModels: search.fetch_huggingface_models,
            ...(equip === undefined ? {} : { equip }),
          });
        },
      };
    },
  });
}

const hubUse: InternetUse = {
  what: "The Hugging Face hub (or HF_ENDPOINT) is asked for pretrained models",
  otherwise: null,
};

function needsOf(settings: SearchSettings): Pick<AgentNeeds, "readOnly"> & Required<Pick<AgentNeeds, "programs">> {
  const { readOnly = {} } = coder(settings.coder).sandbox(settings);
  return {
    readOnly: { [nodePlace]: process.execPath, ...readOnly },
    programs: ["git", ...(settings.program.endsWith(".py") ? ["python3"] : [])],
  };
}
