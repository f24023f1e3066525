import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { checkBodies } from "../../models/ledger/check-bodies.ts";
import { runFiles } from "../record/run-folder.ts";
import type { Findings } from "./verification.ts";
import { verifyJournal } from "./verify-journal.ts";

/**
 * Checks the ledgers of a run and of its attempts that were moved aside: the chain of calls, the hash of every part of a
 * body, and that the requests and answers of all calls are there. A seal vouches for the bytes only once there is one.
 */
export function verifyLedgers(folder: string, mayBeTorn: boolean, findings: Findings): void {
  verifyLedger(folder, "", mayBeTorn, findings);
  const aside = join(folder, runFiles.attempts);
  const attempts = existsSync(aside) ? readdirSync(aside, { withFileTypes: true }) : [];
  for (const { name } of attempts.filter((entry) => entry.isDirectory())) {
    // A host that was killed leaves its last line as it is.
    verifyLedger(folder, `${runFiles.attempts}/${name}/`, true, findings);
  }
}

function verifyLedger(folder: string, below: string, mayBeTorn: boolean, findings: Findings): void {
  const [calls, bodies] = [below + runFiles.calls, below + runFiles.bodies];
  if (!isFile(join(folder, calls)) && !isFile(join(folder, bodies))) return;
  // Bodies are written first: read in this order, a run in progress is complete.
  const { lines } = verifyJournal<CallRecord>(join(folder, calls), calls, mayBeTorn, findings);
  const { hashes, problems } = checkBodies(join(folder, bodies));
  for (const problem of problems) findings.problem(bodies, problem);
  for (const { number, request, answer } of lines) {
    const isLost = !hashes.has(request) || (answer !== null && !hashes.has(answer));
    if (isLost) findings.problem(bodies, `Expected the request and answer of call ${number}, found not all of it.`);
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
