import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory } from "../options.ts";

export const auditPlagiarism = new Command("plagiarism")
  .description("Compare the code of runs with public kernels, and with that of other agents")
  .argument("<groups...>", "Run groups: name, folder, an agent's label (its newest group), or `latest`")
  .option("--kernels <dir>", "Folder of kernels, or of folders named like competitions (default: in the data folder)")
  .option("--threshold <share>", "Report pairs that share at least this part of one program", share, 0.3)
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    `\nReads Python files and notebooks of the code folders; needs no network. Runs of one agent are not compared with each other. The
findings about each group are written beside it, to GROUP.audit-plagiarism.json, and \`report\` mentions them.\n${examples(
      "audit plagiarism latest",
      "audit plagiarism my-group --kernels kernels",
      "audit plagiarism my-group other-agent --threshold 0.5 --json",
    )}`,
  );

export type AuditPlagiarismOptions = OptionsOf<typeof auditPlagiarism>;

function share(text: string): number {
  if (Number(text) > 0 && Number(text) <= 1) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0 and up to 1.");
}
