import type { ModelUsage } from "../../contracts/model.ts";
import type { ModelName } from "../model-name.ts";

/** What a call costs, in US dollars. Null when the model's price is unknown, whatever the usage. */
export type PriceOf = (name: ModelName, usage: ModelUsage) => number | null;
