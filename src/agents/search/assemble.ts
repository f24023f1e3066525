import type { AgentTask } from "../../contracts/agent.ts";
import { loadFacts } from "../../facts/facts.ts";
import { coder } from "./coders/index.ts";
import { createEvaluator } from "./evaluators/index.ts";
import { operatorsWith } from "./operators/index.ts";
import { policies } from "./policies/index.ts";
import type { SearchParts } from "./search.ts";
import type { SearchSettings } from "./settings.ts";
import { stageAt } from "./stages/stage-at.ts";

/** The parts that settings name, for one run. */
export async function assembleParts(task: AgentTask, settings: SearchSettings): Promise<SearchParts> {
  const dataBytes = (loadFacts(task.competitionId).sizeGb ?? 0) * 1e9;
  const { debug_seconds: debugSeconds, run_seconds: runSeconds } = settings;
  const stages = { rules: settings.stages, dataBytes, debugSeconds, runSeconds };
  return {
    policy: policies[settings.policy](settings),
    operators: operatorsWith(settings.memory_tokens),
    coder: await coder(settings.coder).open(task, settings),
    evaluator: createEvaluator(settings.evaluator, task),
    stageAt: (budget) => stageAt(budget, stages),
    program: settings.program,
    steps: settings.steps,
    parallel: settings.parallel,
    debugTries: settings.code_debug_tries,
    coderSeconds: settings.coder_seconds,
    isSummarized: settings.report_summary,
  };
}
