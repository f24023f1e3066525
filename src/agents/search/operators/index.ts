import type { Operator, OperatorName } from "../parts.ts";
import { adaptRepository } from "./adapt-repository.ts";
import { debug } from "./debug.ts";
import { draft } from "./draft.ts";
import { ensemble } from "./ensemble.ts";
import { improve } from "./improve.ts";
import { memoryCaps } from "./memory-sections.ts";
import { tune } from "./tune.ts";

/** Every operator, with so many tokens for what prompts say about earlier experiments. */
export function operatorsWith(memoryTokens: number): Readonly<Record<OperatorName, Operator>> {
  const caps = memoryCaps(memoryTokens);
  return {
    draft: draft(caps),
    improve: improve(caps),
    debug: debug(caps),
    tune: tune(caps),
    ensemble: ensemble(caps),
    "adapt-repository": adaptRepository(caps),
  };
}
