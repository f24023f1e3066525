import { defineSearchAgent } from "./define-search-agent.ts";
import { searchSettings } from "./settings.ts";

/** The search with every part and number as a setting. */
export const search = defineSearchAgent({
  name: "search",
  summary: "tries ideas as programs, scores them on rehearsals, builds on what works, and submits the best",
  settings: searchSettings,
  searchSettings: (settings) => settings,
});
