import { agentKind } from "../../agents/index.ts";
import { UsageError } from "../../lib/errors.ts";
import { providerKind } from "../../models/index.ts";
import { formatModelName } from "../../models/model-name.ts";
import { readPriceTable } from "../../models/prices/price-table.ts";
import type { ModelChoice } from "../../runs/record/group-plan.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { namedModel } from "./named-model.ts";
import { readModelSettings } from "./read-model-settings.ts";

type ModelOptions = Pick<
  RunOptions,
  "model" | "modelSetting" | "allowModel" | "modelAlias" | "allowProviderTools" | "prices" | "runDir"
>;

/** Where the model is named if no option does, in this order. Only agents that call models look there. */
const modelVariables = ["MLEBENCH_MODEL", "INSPECT_EVAL_MODEL"];

/** The models that the options of `mlebench run` name; null when there are none. */
export async function requestedModels(options: ModelOptions, agent: string): Promise<ModelChoice | null> {
  const { takesModel, needsModel } = agentKind(agent);
  const fullName = (text: string): string => formatModelName(namedModel(text, options.runDir));
  const { main, roles } = readModels(options.model ?? (takesModel ? modelOfEnvironment() : []), fullName);
  if (needsModel && main === null) {
    throw new UsageError(
      `The agent \`${agent}\` needs a model: name one with --model PROVIDER/MODEL, or in ${modelVariables[0]}. \`mlebench models\` lists providers.`,
    );
  }
  const allow = (options.allowModel ?? []).map((text) => (text.includes("*") ? checkPattern(text) : fullName(text)));
  const aliases = Object.fromEntries((options.modelAlias ?? []).map((text) => readAlias(text, fullName)));
  if (main === null && allow.length === 0 && Object.keys(aliases).length === 0) {
    const option = options.modelSetting !== undefined ? "--model-setting" : "--allow-provider-tools";
    if (options.modelSetting === undefined && !options.allowProviderTools) return null;
    throw new UsageError(`${option} needs a model: name one with --model PROVIDER/MODEL.`);
  }
  return {
    main,
    roles,
    settings: readModelSettings(options.modelSetting),
    allow,
    aliases,
    ...(options.allowProviderTools ? { providerTools: true as const } : {}),
    ...(options.prices === undefined ? {} : { prices: await readPriceTable(options.prices) }),
  };
}

function modelOfEnvironment(): string[] {
  const value = modelVariables.map((name) => process.env[name]?.trim()).find(Boolean);
  return value === undefined ? [] : [value];
}

/** `provider/model`, or `role=provider/model` for a part of the work; several roles may be in one text, after commas. */
function readModels(texts: readonly string[], fullName: (text: string) => string): Pick<ModelChoice, "main" | "roles"> {
  const roles: Record<string, string> = {};
  let main: string | null = null;
  for (const text of texts.flatMap((each) => each.split(/,\s*(?=[\w-]+=|$)/)).filter(Boolean)) {
    const [, role, name] = /^([\w-]+)=(.*)$/s.exec(text) ?? [null, null, text];
    if (role) roles[role] = fullName(name!);
    else if (main === null) main = fullName(text);
    else
      throw new UsageError(
        `--model: Expected one model, found ${main} and ${text}. Roles have a name: coding=${text}.`,
      );
  }
  return { main: main ?? Object.values(roles)[0] ?? null, roles };
}

/** A pattern whose provider is known. */
function checkPattern(text: string): string {
  const slash = text.indexOf("/");
  if (slash < 1)
    throw new UsageError(`--allow-model: Expected provider/pattern, such as openai/gpt-*, found \`${text}\`.`);
  if (!text.slice(0, slash).includes("*")) providerKind(text.slice(0, slash));
  return text;
}

function readAlias(text: string, fullName: (text: string) => string): [pattern: string, model: string] {
  const equals = text.indexOf("=");
  if (equals < 1) {
    throw new UsageError(
      `--model-alias: Expected NAME=provider/model, such as claude-*=openai/gpt-5, found \`${text}\`.`,
    );
  }
  return [text.slice(0, equals), fullName(text.slice(equals + 1))];
}
