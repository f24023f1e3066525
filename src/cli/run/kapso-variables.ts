import { UsageError } from "../../lib/errors.ts";
import { machineResources } from "../../runs/execution/leases.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { note } from "../output.ts";

type Asked = Pick<RunOptions, "seed" | "seeds" | "gpus">;

/**
 * What Kapso's variables ask for, where no option does. `CUDA_DEVICE` becomes `CUDA_VISIBLE_DEVICES` of this process and of
 * the host it starts, so that runs get no other card.
 */
export function useKapsoVariables(options: Asked, environment: NodeJS.ProcessEnv = process.env): Omit<Asked, "seeds"> {
  return { ...seedIn(environment, options), ...cardsIn(environment, options) };
}

function seedIn({ MLE_SEED: text }: NodeJS.ProcessEnv, { seed, seeds }: Asked): Pick<Asked, "seed"> {
  const isGiven = seed !== undefined || seeds !== "1";
  if (!text?.trim() || isGiven) return {};
  if (/^\d{1,15}$/.test(text.trim())) return { seed: Number(text) };
  throw new UsageError(`MLE_SEED: Expected 0 or a positive whole number, found \`${text}\`.`);
}

function cardsIn(environment: NodeJS.ProcessEnv, { gpus }: Asked): Pick<Asked, "gpus"> {
  const asked = (environment.CUDA_DEVICE ?? "").split(",").map((card) => card.trim());
  const cards = asked.filter((card) => card !== "" && card !== "-1");
  if (cards.length === 0) return {};
  const present = machineResources(environment).gpus;
  if (present.length === 0) {
    note(`CUDA_DEVICE=${environment.CUDA_DEVICE} is ignored: this machine has no graphics card.`);
    return {};
  }
  const absent = cards.find((card) => !present.includes(card));
  if (absent !== undefined) {
    throw new UsageError(`CUDA_DEVICE: There is no graphics card ${absent}. There are ${present.join(", ")}.`);
  }
  environment.CUDA_VISIBLE_DEVICES = cards.join(",");
  return { gpus: gpus ?? cards.length };
}
