import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashAgentFiles } from "../execution/agent-snapshot.ts";
import type { GroupPlan } from "../record/group-plan.ts";
import { groupFiles } from "../record/run-folder.ts";
import { type Findings, short } from "./verification.ts";

/** Checks that the group's copy of the agent's files is what the plan says. Plans of earlier versions say nothing. */
export async function verifyAgent(folder: string, { content }: GroupPlan, findings: Findings): Promise<void> {
  for (const [name, expected] of Object.entries(content?.files ?? {})) {
    const file = join(groupFiles.agent, name);
    const what = `Expected the agent's files with the hash ${short(expected)} (from ${groupFiles.plan})`;
    if (!existsSync(join(folder, file))) {
      findings.problem(file, `${what}, found no such file or folder.`);
      continue;
    }
    try {
      const { sha256, files, bytes } = await hashAgentFiles(join(folder, file));
      findings.files += files;
      findings.bytes += bytes;
      if (sha256 !== expected) findings.problem(file, `${what}, found ${short(sha256)}.`);
    } catch (error) {
      findings.problem(file, `${what}: ${(error as Error).message}`);
    }
  }
}
