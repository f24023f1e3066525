import { getCompetition } from "../../../../src/competitions/get-competition.ts";
import { auditCompetition } from "../../../../src/results/audit/leaks/audit-competition.ts";
import { type Files, writePrepared } from "./write-data.ts";

/** Looks at data as a test describes it; `change` may change the written folder first. */
export async function auditFiles(
  id: string,
  folder: string,
  files: Files,
  change: (prepared: string) => void | Promise<void> = () => undefined,
) {
  const prepared = writePrepared(folder, files);
  await change(prepared);
  return auditCompetition(await getCompetition(id), { prepared, images: 100 });
}
