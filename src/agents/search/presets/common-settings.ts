import { searchSettings } from "../settings.ts";

/** What presets leave to the user: everything but the policy, its settings and the stages. */
export const commonSettings = searchSettings.pick({
  coder: true,
  coder_seconds: true,
  coder_turns: true,
  coder_version: true,
  evaluator: true,
  steps: true,
  parallel: true,
  code_debug_tries: true,
  program: true,
  debug_seconds: true,
  run_seconds: true,
  memory_tokens: true,
  report_summary: true,
  knowledge: true,
  knowledge_folder: true,
  search_top_k: true,
  search_node_type: true,
  navigation_steps: true,
  expansion_limit: true,
});
