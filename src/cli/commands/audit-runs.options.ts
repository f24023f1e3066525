import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory } from "../options.ts";

export const auditRuns = new Command("runs")
  .description("Look for reasons to doubt runs: implausible scores, copies, reaches for answers or Kaggle, secrets")
  .argument("<groups...>", "Run groups: name, folder, an agent's label (its newest group), or `latest`")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    `\nReads scores, submissions, logs, model calls and code; needs no network. The findings about each group are written beside it, to
GROUP.audit-runs.json, and \`report\` mentions them. Secrets are never shown.\n${examples(
      "audit runs latest",
      "audit runs my-group other-group",
      "audit runs my-group --json",
    )}`,
  );

export type AuditRunsOptions = OptionsOf<typeof auditRuns>;
