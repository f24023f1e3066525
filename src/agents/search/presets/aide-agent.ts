import type { AgentKind } from "../../agent-kind.ts";
import { defineSearchAgent } from "../define-search-agent.ts";
import { searchSettings } from "../settings.ts";
import { singleStage } from "../stages/stages.ts";
import { commonSettings } from "./common-settings.ts";

/** The numbers in which the two ways to run AIDE differ. */
interface AideNumbers {
  readonly steps: number;
  readonly debug_prob: number;
  readonly max_debug_depth: number;
  readonly run_seconds: number;
}

function aidePreset(name: string, summary: string, numbers: AideNumbers): AgentKind {
  const { num_drafts, debug_prob, max_debug_depth } = searchSettings.shape;
  const common = commonSettings.shape;
  const settings = commonSettings.extend({
    steps: common.steps.default(numbers.steps),
    num_drafts,
    debug_prob: debug_prob.default(numbers.debug_prob),
    max_debug_depth: max_debug_depth.default(numbers.max_debug_depth),
    run_seconds: common.run_seconds.default(numbers.run_seconds),
    // A failure is repaired by an experiment of its own.
    code_debug_tries: common.code_debug_tries.default(0),
    knowledge: common.knowledge.default(false),
  });
  const stages = singleStage.map((stage) => ({ ...stage, operators: ["draft", "improve", "debug"] }));
  return defineSearchAgent({
    name,
    summary,
    settings,
    searchSettings: (given) => searchSettings.parse({ policy: "greedy-tree", stages, ...given }),
  });
}

/** AIDE as its authors set it up. */
export const aide = aidePreset(
  "aide",
  "AIDE: drafts five solutions, then repairs what failed or improves the best, one change at a time",
  { steps: 20, debug_prob: 0.5, max_debug_depth: 3, run_seconds: 3600 },
);

/** AIDE as MLE-bench ran it. */
export const aideMleBench = aidePreset(
  "aide/mle-bench",
  "AIDE with the settings of MLE-bench: 500 steps, every failure is repaired up to 20 times, 9 h per run",
  { steps: 500, debug_prob: 1, max_debug_depth: 20, run_seconds: 9 * 3600 },
);
