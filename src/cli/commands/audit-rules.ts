import { resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { providerKind } from "../../models/index.ts";
import { formatModelName } from "../../models/model-name.ts";
import { loadPrices } from "../../models/prices/load-prices.ts";
import { readPriceTable } from "../../models/prices/price-table.ts";
import { writeGroupAudit } from "../../results/audit/group-audit.ts";
import { auditRules } from "../../results/audit/rules/audit-rules.ts";
import { planReading } from "../../results/audit/rules/plan-reading.ts";
import type { RulesAudit, RulesEstimate } from "../../results/audit/rules/rules-audit.ts";
import { knownSecrets } from "../../results/audit/runs/secrets.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { findGroups } from "../find-groups.ts";
import { rulesAuditJson, rulesEstimateJson } from "../json/rules-audit-json.ts";
import { note, print, printJson } from "../output.ts";
import { namedModel } from "../run/named-model.ts";
import { readModelSettings } from "../run/read-model-settings.ts";
import { bold, dim, joinLines, styled, type Text } from "../styled-text.ts";
import { countFindings, describeFinding } from "../views/findings-view.ts";
import type { AuditRulesOptions } from "./audit-rules.options.ts";

export async function run(text: string, options: AuditRulesOptions): Promise<number> {
  const [group] = findGroups([text], resolve(options.runDir ?? defaultRunDirectory())) as [string];
  const name = namedModel(options.model, options.runDir);
  const settings = readModelSettings(options.modelSetting);
  const priceOf = await loadPrices(options.prices === undefined ? undefined : await readPriceTable(options.prices));
  const secrets = knownSecrets(process.env);
  const plan = await planReading(group, { secrets, name, priceOf });
  if (options.dryRun) {
    if (options.json) printJson(rulesEstimateJson(plan.estimate));
    else print(describeEstimate(formatModelName(name), plan.estimate));
    return exitCodes.done;
  }
  if (options.maxCost !== undefined && plan.estimate.cost === null) throw unknownPrice(formatModelName(name));
  const missing = providerKind(name.provider).missing({ environment: process.env, settings });
  if (missing !== null) throw new UsageError(`The model ${formatModelName(name)} cannot be called. ${missing}`);
  note(describeEstimate(formatModelName(name), plan.estimate));
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  const { maxCost, maxCalls } = options;
  const limits = { ...(maxCost === undefined ? {} : { maxCost }), ...(maxCalls === undefined ? {} : { maxCalls }) };
  const place = { name, settings, priceOf, secrets, environment: process.env, signal: stop.signal };
  const audit = await auditRules(group, plan, { ...place, ...limits }).catch((error: unknown) => {
    if (stop.signal.aborted) return null;
    throw error;
  });
  if (audit === null) return exitCodes.interrupted;
  await show(audit, options);
  return audit.findings.length === 0 && audit.unanswered === 0 ? exitCodes.done : exitCodes.failedItems;
}

async function show(audit: RulesAudit, { json }: AuditRulesOptions): Promise<void> {
  const content = rulesAuditJson(audit);
  const file = await writeGroupAudit(audit.group, "rules", content);
  if (json) {
    printJson({ ...content, file });
    return;
  }
  print(describeAudit(audit));
  note(`Written: ${file}`);
  note(`${countFindings(audit.findings)}; ${audit.dropped} claims without a quote in the file were dropped.`);
  if (audit.unanswered > 0) {
    note(
      `${audit.unanswered} of ${audit.read + audit.unanswered} parts were not read. The same command goes on with them.`,
    );
  }
}

function describeAudit({ group, findings, estimate, calls, cost, notes }: RulesAudit): Text {
  const spent = cost === null ? "" : `, ${formatDollars(cost)}`;
  return joinLines([
    styled`${bold(group)}  ${dim(`${estimate.runs} runs, ${estimate.files} files, ${calls} calls${spent}`)}`,
    ...findings.map(describeFinding),
    ...notes.map((each) => styled`${dim("note  ")}  ${each}`),
  ]);
}

function describeEstimate(model: string, { runs, files, bytes, calls, inputTokens, cost }: RulesEstimate): string {
  const price = cost === null ? "of unknown price (--prices FILE sets it)" : `for about ${formatDollars(cost)}`;
  return `${model} is to read ${files} files of ${runs} runs (${formatBytes(bytes)}): ${calls} calls with about ${inputTokens.toLocaleString("en-US")} input tokens, ${price}.`;
}

function unknownPrice(model: string): UsageError {
  const example = `\`${model}: { input: 0.5, output: 2 }\``;
  return new UsageError(
    `--max-cost needs the price of ${model}, which is unknown. Set it with --prices FILE, a YAML file with a line such as ${example} (dollars per million tokens).`,
  );
}
